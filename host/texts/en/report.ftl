# A turn as one seat observed it.

## Report: what one seat observed

owner-neutral = neutral
unit-foreign = { $owner } { $class } (#{ $number })
unit-numbered = unit #{ $number }
unit-unseen = an unseen unit
site-numbered = site #{ $number }
list-last = { $one } and { $rest }
list-more = { $one }, { $rest }

class-scout = scout troop
class-light_horse = light horse
class-heavy_horse = heavy horse
class-light_infantry = light infantry
class-line_infantry = line infantry
class-guard_infantry = guard infantry
class-militia = militia
class-pioneers = pioneer company
class-field_gun = field gun
class-siege_gun = siege gun
class-wagon = wagon train
class-transport = transport
class-frigate = frigate

report-nothing = Nothing moved that your units could see.
report-moved = { $unit } moved from { $from } to { $to }{ $halt ->
    [reaction] {" "}and was stopped there by a reaction
    [contact] {" "}and halted there in contact with the enemy
    [opportunity] {" "}and halted there for orders, having sighted something new
    [blocked] {" "}and halted there, its way blocked
    [spent] {" "}and could go no farther this turn
    [stacking] {" "}and halted there, the tile ahead being full
   *[none] {""}
}{ $gone ->
    [yes] {" "}and went out of sight
   *[no] {""}
}.
report-came = { $unit } came into sight at { $from }{ $steps ->
    [0] {""}
   *[other] {" "}and moved to { $to }
}{ $gone ->
    [yes] , then went out of sight
   *[no] {""}
}.
report-unit-at = { $unit } at { $at }
report-sighted = On the way it sighted { $units }.
report-lost-sight = It lost sight of { $units }.
report-vanished = { $unit } went out of sight at { $at }.
report-halted = { $unit } halted at { $at }{ $halt ->
    [reaction] , stopped by a reaction
    [contact] {" "}in contact with the enemy
    [opportunity] {" "}for orders, having sighted something new
    [blocked] , its way blocked
    [spent] , able to go no farther this turn
    [stacking] , the tile ahead being full
   *[none] {""}
}.
report-reaction = { $unit } reacted to { $on } at { $at }.
report-fight = { $kind ->
    [assault] { $attacker } attacked { $defender } at { $at }
    [bombardment] { $attacker } bombarded { $defender } at { $at }
   *[reaction] { $attacker } caught { $defender } at { $at }
}{ $kind ->
    [bombardment] {""}
    [reaction] { $result ->
        [won] {" "}and got the better of it
        [lost] {" "}and came off worse
       *[even] {""}
    }
   *[other] { $result ->
        [won] {" "}and won
        [lost] {" "}and was beaten off
       *[even] , and neither gave way
    }
}.
report-cost = It cost the attacker { $attacker } and the defender { $defender }.
report-loss-points = { $points ->
    [0] nothing
   *[other] { $points } strength
}
report-loss-light = light losses
report-loss-heavy = heavy losses
report-loss-shattered = shattering losses
report-retreated = { $unit } fell back from { $from } to { $to }.
report-destroyed = { $unit } was destroyed at { $at }.
report-captured = { $unit } was captured by { $by }.
report-site-captured = { $by } took { $site } at { $at }.
report-boarded = { $unit } went aboard { $carrier } at { $at }.
report-landed = { $unit } landed from { $carrier } at { $at }.
report-work = A { $work ->
    [depot] depot
    [fort] fort
   *[road] road
} now stands at { $at }.
report-force = { $unit }, { $class } at { $at }, strength { $strength }
report-weaker = { $unit } lost { $points } { $cause ->
    [hunger] strength to hunger, being out of supply,
    [both] strength, { $hunger } of it to hunger as it is out of supply,
   *[other] strength
} and has { $left } left.
report-gone = { $unit } is no longer in play.

## Report: how a fight went

short-unit = the { $class }
short-attacking = the attacking { $class }
short-defending = the defending { $class }
short-unseen = whoever it was
fight-opened = { $who } opened with { $blow }{ $met ->
    [brace] , and { $by } stood braced for it
    [snap_fire] {" "}and was fired on as it came by { $by }
    [parting_shot] {" "}and was fired after by { $by }
    [spoil] , which { $by } tried to spoil with a well-aimed shot
    [riposte] , and { $by } struck straight back
   *[none] {""}
}.
fight-broke = { $turned ->
    [at-once] { $whom } had the worst of it from the first blow on, and { $blow } from { $by } broke it in tick { $tick }
    [swung] Up to tick { $from } it could have gone either way; then the balance swung for good, and { $blow } from { $by } broke { $whom } in tick { $tick }
    [both] In the end both sides broke, { $whom } last, in tick { $tick }
   *[by-the-break] { $whom } was giving as good as it got until, in tick { $tick }, { $blow } from { $by } broke it
}.
blow-volley = a volley
blow-skirmish = skirmishers’ fire
blow-bombard = the guns
blow-canister = canister
blow-charge = a charge
blow-melee = cold steel
blow-snap-fire = a hurried volley
blow-spoil = a well-aimed shot
blow-riposte = a counter-blow
blow-parting-shot = a parting shot
fight-unbroken = After { $ticks } ticks both still stood.
fight-unanswered = Nothing of the defender’s could reach back.
timeline-label = The fight by tick
timeline-phases = Outlined: preparation. Solid: execution. Hatched: recovery. Upper row: actions; lower row: reactions. Below: losses. ✕: broken.
timeline-bar = { $act }, { $phase ->
    [preparation] preparation
    [execution] execution
   *[recovery] recovery
}, tick { $from } to { $to }
timeline-broke = broken
fight-ticks = Tick by tick
fight-tick = Tick { $tick }

act-volley = volley
act-skirmish = skirmish
act-bombard = bombardment
act-canister = canister
act-charge = charge
act-melee = melee
act-close = advance
act-fall-back = withdrawal
act-brace = brace
act-snap-fire = snap fire
act-spoil = spoiling shot
act-riposte = riposte
act-parting-shot = parting shot
tick-prepares = { $who } prepares its { $act } against { $on }.
tick-executes = { $who } carries out its { $act } against { $on }.
tick-recovers = { $who } recovers from its { $act }.
tick-reacts = { $who } answers { $on } with its { $act }.
tick-moves = { $who } goes from { $from } to { $to } on the line.
tick-loses = { $who } loses { $points ->
    [0] nothing
   *[other] { $points }
} to the { $act } of { $by }.
tick-misses = { $who } misses { $on } with its { $act }: out of reach.
tick-cancels = { $who } gives up its { $act }.
tick-breaks = { $who } is broken by { $by }.
tick-stands = { $who }: { $phase ->
    [broken] broken
    [idle] idle
    [preparation] preparing its { $act }
    [execution] carrying out its { $act }
   *[recovery] recovering from its { $act }
}, strength { $strength } ({ $lost } lost), at { $place } on the line, initiative { $initiative }.

## Report: what wants its owner's attention

wants-engaged = { $unit } was in a fight at { $at }.
wants-reaction = A reaction fired for or against { $unit } at { $at }.
wants-threatened = { $by } stands within reach of { $unit } at { $at }.
wants-task-done = { $unit } has done its task at { $at }.
wants-idle = { $unit } has done its task and waits for another at { $at }.
wants-impossible = { $unit } at { $at } had a task that can no longer be done, and went back to its standing job.
wants-fallback = { $unit } at { $at } could do nothing of what it was told: { $why ->
    [stance] its Stance did not let it
    [points] its points did not pay for the next tile
    [nobody-there] it saw nobody there to attack
    [unfit-to-attack] it is in no state to attack
    [site-not-taken] it may not take the site that it stands on
    [no-room-aboard] there was no room for it aboard
    [no-landing] what it carries could not be set down there
   *[not-in-own-city] it stands in no city of yours
}.
wants-sighted = { $unit } was sighted at { $at }.
wants-site-lost = { $site } at { $at } was lost.
wants-site-taken = { $site } at { $at } is yours.
wants-built = { $what } is ready at { $at }.
wants-pay = { $unit } at { $at } was not paid: the treasury was empty. It counts as out of supply.
wants-supply = { $unit } at { $at } is out of supply.
wants-commander = { $formation } has lost its commander, { $unit }, at { $at }.
