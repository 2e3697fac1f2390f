# Every text for people, in English. Codes are grouped by where they are read.
# House voice: say what happened, then what to do about it. No exclamation marks.

## Everywhere

product-name = Fieldpost
product-tagline = War games played by correspondence
turn-title = Turn { $turn }
unit-named = { $name } (#{ $number })
tile-named = { $x },{ $y }

## Stances, postures of a clock, small words

stance-March = March
stance-Advance = Advance
stance-Hold = Hold
stance-Entrench = Entrench

duration-days = { $count ->
    [one] one day
   *[other] { $count } days
}
duration-hours = { $count ->
    [one] one hour
   *[other] { $count } hours
}
duration-minutes = { $count ->
    [one] one minute
   *[other] { $count } minutes
}
duration-seconds = { $count ->
    [one] one second
   *[other] { $count } seconds
}
duration-pair = { $large } and { $small }

## Sign-in

sign-in-title = Sign in
sign-in-lead = Write your e-mail address. We send you a link that signs you in. There is no password.
sign-in-email = E-mail address
sign-in-send = Send me a link
sign-in-sent-title = Look in your mail
sign-in-sent-lead = If that address can be written to, a link is on its way to it. It works once, for 20 minutes.
sign-in-sent-nothing = Nothing there? Look among the unwanted mail, check the address, and ask again.
sign-in-sent-mailbox = This host keeps its mail in a local mailbox. Open it here.
sign-in-again = Ask for another link
sign-in-confirm-title = Finish signing in
sign-in-confirm-lead = One press and you are in. The button is here because some mail programs open links by themselves, and a link works only once.
sign-in-confirm-button = Sign in
sign-in-needed = Sign in to see this page.
sign-out = Sign out

## What went wrong around signing in

auth-email-invalid = That does not read as an e-mail address. Write it as name@example.org.
auth-link-spent = This link has been used, has run out, or is not whole. Ask for a new one.
auth-link-maybe = Pressed twice? You may be signed in already. Look here.
auth-csrf-missing = The form came without its safety mark, so nothing was changed. Go back, load the page again, and send it once more.
auth-csrf-wrong = The form belongs to another sign-in or was open too long, so nothing was changed. Go back, load the page again, and send it once more.
auth-form-unreadable = The form could not be read, so nothing was changed. Go back and fill it in again.
auth-too-many = Too many tries in a short time. Wait { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
} and try again.
auth-error-title = That did not work
auth-internal = Something failed on our side and was written down. Try again in a minute.
auth-back-to-sign-in = To the sign-in page

## Your account

account-title = Your account
account-email = E-mail address
account-name = Name shown to other players
account-name-help = 1 to 40 characters. Until you set one, players see your seat.
account-time-zone = Time zone
account-time-zone-help = A name such as Europe/Vienna. Deadlines are shown to you in it.
account-save = Save
account-saved = Saved.
account-name-invalid = A name has 1 to 40 characters, none of them invisible. Choose another.
account-time-zone-invalid = No time zone has that name. Write one such as Europe/Vienna or UTC.
account-sessions = Where you are signed in
account-session-here = this browser
account-session-agent-unknown = a browser that gave no name
account-session-since = since { $since }
account-session-revoke = Sign it out
account-session-revoked = That browser is signed out.
account-session-column-agent = Browser
account-session-column-since = Signed in
account-session-column-action = Action

## The local mailbox

mailbox-title = Mailbox
mailbox-lead = No mail server is set, so every mail of this host lands here. Newest first.
mailbox-empty = No mail yet. Ask for a sign-in link and it will be here.
mailbox-back = All mail
mailbox-from = From
mailbox-to = To
mailbox-date = Date
mailbox-subject = Subject
mailbox-html = As HTML
mailbox-text = As text
mailbox-html-frame = The mail as HTML
mailbox-gone = There is no such mail.
mailbox-unreadable = This file in the mailbox folder cannot be read as a mail.

## Pages: around everything

skip-to-content = To the content
nav-label = Fieldpost
nav-games = Games
nav-account = Account

## Pages: start and joining

home-postmark = post
home-lead = Give your units their orders in your own time. When everybody has committed, the turn is fought, and what your side saw of it comes by mail.
home-mailbox = This host keeps its mail in a local mailbox. Open it here.
home-title = Your games
home-none = You hold no seat yet. Open the link in an invitation to take one.
home-waiting = Waiting for you
home-others = Going on without you for now
home-as = You play { $seat }
home-due = Due by { $deadline }
home-gathering = Waiting for all seats to be taken
home-your-orders = Your orders are wanted
home-committed = Committed; waiting for the others
home-closing = The turn is being fought
home-ended = Over
home-stalled = Stopped by a fault; the operator has been told
invitation-title = { $game }: a seat for you
invitation-lead = You are asked to play { $seat } in { $game }. The game begins when every seat is taken.
invitation-as = You are signed in as { $email }.
invitation-take = Take the seat of { $seat }
invitation-taken = Somebody else has taken the seat of { $seat }. Ask whoever invited you for another one.
gathering-lead = The game begins when every seat is taken.
gathering-taken = taken
gathering-free = free
gathering-mail = You get a mail when it begins.
still-closing = Turn { $turn } is being fought. This page looks again by itself.
still-look = Look again now
still-stalled = This game has stopped because its log could not be replayed. The operator has been told; no clock runs, and nothing you entered is lost.

## Pages: the game

game-you-are = You play { $seat } · turn { $turn }
jumps-label = On this page
jumps-report = Report
trouble-form = To the form
live-turn-ready = The game has moved on. Open the new turn.
receipt-title = Receipt
receipt-help = Proof that the order came in before the turn closed. It can be checked when the game is over.
done-SetStance = The stance is set.
done-SetTask = The task is set.
done-ClearTask = The task is taken off.
done-SetPosture = The standing job is set.
done-SetSanction = The sanction is set.
done-SetProduction = The production queue is set.
done-CommitOrders = You have committed. You may go on changing orders until the turn closes.
done-RevokeCommit = Your commit is taken back. The turn waits for you.

## Pages: seats and clock

clock-title = Seats and clock
clock-due = Due by { $deadline }.
clock-left = left
seat-you = (you)
seat-here = has the page open
seat-committed = committed
seat-writing = writing
seat-out = out of the game
seat-reserve = reserve { $reserve }
commit-button = Commit turn { $turn }
commit-help = { $count ->
    [0] Everybody else has committed: the turn closes at once.
    [one] The turn closes when the other player has committed too. Orders can be changed until then.
   *[other] The turn closes when the other { $count } players have committed too. Orders can be changed until then.
}
commit-done = { $count ->
    [0] You have committed.
    [one] You have committed. One other player has not.
   *[other] You have committed. { $count } other players have not.
}
commit-revoke = Take the commit back

## Pages: the map

map-title = Map
map-label = Map as your side knows it. The same stands in words below.
map-keys = Map. Arrow keys move a cursor, Enter selects or fills the field, Escape stops. Elsewhere on the page M comes here, N and P go through your units.
map-help = Choose a unit on the map or in the list.
map-mode = Click on the map to fill:
map-terrain-list = .=plain|f=forest|h=hill|m=marsh|^=mountain|r=river|{ "=" }=ford|~=sea|?=never seen
map-road = road
map-seen-list = never seen|not seen now|seen now
map-own-label = { $unit }, { $class } at { $at }, strength { $strength }, { $stance }
map-other-label = { $unit } at { $at }, { $band }
map-stale-label = { $unit }, last seen at { $at } in turn { $turn }, { $band }
map-site-label = { $kind } { $site } at { $at }, held by { $owner }
legend-title = How to read the map
legend-sides = Each side has its own outline, letter and colour. Filled counters are yours.
legend-own = The letter at the upper left of your units is their stance: March, Advance, Hold, Entrench. The bar below is their strength.
legend-bands = Chevrons below a foreign unit tell how early it acts: three for quick, two for steady, one for slow.
legend-fog = Cross-hatched ground was never seen. Veiled ground is remembered and not seen now. Dashed counters are where a unit was last seen.
legend-plans = Dashed lines show what your units were told to do, not the way they will take.
terrain-unknown = never seen
terrain-plain = plain
terrain-forest = forest
terrain-hill = hill
terrain-marsh = marsh
terrain-mountain = mountain
terrain-river = river
terrain-ford = ford
terrain-sea = sea
terrain-with-road = { $ground } with road
site-city = city
site-depot = depot
site-fort = fort
work-road = road
band-quick = quick
band-steady = steady
band-slow = slow

## Pages: the board in words

board-title = The board in words
board-lead = All that stands on the map, to be read.
board-others = Units of others
board-no-others = None are known.
board-sites = Sites
board-no-sites = None are known.
board-ground = The ground, row by row
board-row = Row { $y }
board-tile = { $from } { $ground }
board-tiles = { $from } to { $to } { $ground }
board-tile-unseen = { $from } { $ground }, not seen now
board-tiles-unseen = { $from } to { $to } { $ground }, not seen now
board-seen-now = seen now
board-seen-in = last seen in turn { $turn }
board-other-facts = { $band }, reach { $reach }, { $seen }
board-site-facts = { $kind }, held by { $owner }, { $seen }
board-site-now = seen now
board-site-then = not seen now
column-unit = Unit
column-tile = Tile
column-site = Site
column-known = Known of it

## Pages: units

panel-title = Selection
panel-nothing = Choose one of your units to give it orders, or anything else on the map to see what is known of it.
panel-gone = That is not on your board, or not any more. Choose something else.
roster-title = Your units, in the order they will act
roster-lead = By initiative, then by number. Where others come in between is not known.
roster-own = Your units
roster-strength = strength { $strength }
initiative = Initiative
term-base = class
term-stance = stance
term-forming-up = forming up
term-veterancy = veterancy
term-disrupted = disruption
term-command = command
term-supply = supply
unit-steps = Other units
unit-previous = Acts before
unit-next = Acts after
unit-line = { $class } at { $at }
unit-aboard = aboard { $carrier }
unit-place = acts { $place } of { $units }
other-stale = Last seen in turn { $turn }, at { $at }. It may be elsewhere by now.
other-seen = Seen now, at { $at }.
fact-owner = Side
fact-hostile = (hostile)
fact-class = Class
fact-band = Acts
fact-reach = Reach
fact-seen = Sight
fact-strength = Strength
fact-veterancy = Veterancy
fact-entrenchment = Entrenchment
fact-allowance = Movement
fact-vision = Vision
fact-reactions = Reactions
fact-reactions-spent = ({ $count } spent last turn)
fact-supply = Supply
fact-supplied = supplied
fact-unsupplied = cut off
fact-state = State
fact-disrupted = disrupted

## Pages: orders

choose = Choose
choose-nothing = Nothing
pick = On map
stance-word = Stance
stance-by-order = by order
stance-overrides = by your order; without it { $derived }
stance-is-derived = following from its job
stance-legend = Stance for the coming turn
stance-as-derived = Follow the job ({ $stance })
stance-place = acts { $place }
stance-effect = { $moves ->
    [yes] moves
   *[no] stays
}, { $fights ->
    [yes] may attack
   *[no] may not attack
}, { $reactions ->
    [0] no reaction
    [one] one reaction
   *[other] { $reactions } reactions
}
stance-trying = Not set yet: this is what the stance below would do.
stance-set = Set the stance
task-title = Task
task-none = None: it does its standing job.
task-legend = Give a task
task-do = Do
task-via-label = By way of
task-via-help = Tiles in order, with spaces between them. May stay empty.
task-cautious-label = Cautious: halt beside the enemy
task-stance-label = Stance while the task lasts
task-stance-none = As the task needs
task-set = Set the task
task-clear = Take the task off
task-via = by way of { $tiles }
task-cautious = cautiously
task-stance = in { $stance }
task-clause = if { $when }, then { $then }
task-until = until { $when }
task-fallback = if it becomes impossible: { $posture }
clause-title = Exception { $number }
clause-empty = none
clause-if = If
clause-also = Second condition
clause-then = Then
until-title = Until
until-empty = ends by itself
join-label = Second condition
join-none = none
join-and = and also
join-or = or else
leaf-not = not
field-tile = Tile
field-unit = Unit
field-site = Site
field-work = Work
field-radius = Within tiles
field-number = Number
field-by = Held by
field-round = Round of tiles
field-formation = Formation
by-ours = us
by-theirs = the enemy
by-nobody = nobody
form-kind-unknown = The form does not say what to do. Load the page again and send it once more.
form-choose = Choose one from the list.
form-number = Write a whole number here.
form-tile = Write a tile as two numbers, such as 15,9.
form-tiles = Write tiles as pairs of numbers with spaces between them, such as 13,9 14,9.
action-MoveTo = Move to a tile
action-AttackTile = Attack a tile
action-AttackUnit = Attack a unit
action-Halt = Halt, here or at a tile
action-Withdraw = Withdraw to a tile
action-Seize = Seize a site
action-Brace = Brace where it stands
action-Follow = Follow a unit
action-Board = Board a transport
action-Unload = Unload at a tile
action-Build = Build
action-Disband = Disband
do-move = move to { $tile }
do-withdraw = withdraw to { $tile }
do-attack = attack { $target }
do-seize = seize { $site }
do-halt = halt
do-halt-at = halt at { $tile }
do-brace = brace
do-board = board { $unit }
do-unload = unload { $unit } at { $tile }
do-unload-all = everybody
do-build-depot = build a depot
do-build-fort = build a fort
do-build-road = build a road
do-follow = follow { $unit }
do-disband = disband
condition-EnemyAt = enemies at a tile
condition-EnemyWithin = enemies near a tile
condition-Held = a tile is held
condition-UnitAt = a unit is at a tile
condition-UnitLost = a unit is lost
condition-StrengthBelow = own strength is below
condition-Supplied = it is supplied
condition-InCommand = it is in command
condition-WinChance = chance of winning, per mille, is at least
condition-Turn = the turn is at least
condition-Turns = so many turns have passed
condition-Arrived = it has arrived
if-enemy-at = { $n ->
    [1] an enemy is at { $tile }
   *[other] { $n } enemies are at { $tile }
}
if-enemy-within = { $n ->
    [1] an enemy is within { $r } of { $tile }
   *[other] { $n } enemies are within { $r } of { $tile }
}
if-held-ours = { $tile } is held by us
if-held-theirs = { $tile } is held by the enemy
if-held-nobody = { $tile } is held by nobody
if-unit-at = { $unit } is at { $tile }
if-unit-lost = { $unit } is lost
if-strength-below = its strength is below { $n }
if-supplied = it is supplied
if-in-command = it is in command
if-win-chance = its chance of winning is at least { $n }‰
if-turn = it is turn { $n } or later
if-turns = { $n ->
    [one] one turn has passed
   *[other] { $n } turns have passed
}
if-arrived = it has arrived
if-not = it is not so that { $inner }
if-all = all of these hold: { $list }
if-any = one of these holds: { $list }
posture-title = Standing job
posture-legend = Change the standing job
posture-set = Set the standing job
posture-here = where it is
posture-Reserve = Reserve: stay
posture-Garrison = Garrison a tile
posture-Picket = Picket a tile
posture-Patrol = Patrol a round
posture-Explore = Explore
posture-Attach = Keep with a formation
posture-says-reserve = in reserve, stays where it is
posture-says-garrison = garrisons { $at }
posture-says-picket = pickets { $at }
posture-says-patrol = patrols { $tiles }
posture-says-explore = explores
posture-says-explore-within = explores within { $r } of { $tile }
posture-says-attach = keeps with { $formation }
sanction-legend = What it may do by itself
sanction-lead = Four leaves that it has without asking you.
sanction-Engage = Start a fight when it meets the enemy without an order to attack
sanction-Seize = Take an undefended site that it enters
sanction-Pursue = Follow into the tile that it has cleared
sanction-Retire = Fall back when weak
sanction-never = never
sanction-winning = with a chance, per mille, of at least
sanction-winning-number = Chance of winning, per mille
sanction-always = always
sanction-undefended = if undefended
sanction-once = once
sanction-below = below a strength of
sanction-below-number = Strength
sanction-set = Set
production-title = Production
production-state = Yields { $output } a turn. { $progress } are in the first of the queue already; the treasury holds { $treasury }. Upkeep is paid first.
production-place = Place { $place } in the queue
production-class = { $class } ({ $cost })
production-set = Set the queue

## Pages: what happened

story-title = Turn { $turn }, as your side saw it
story-fallbacks = { $count ->
    [one] One of your units could do nothing of what it was told.
   *[other] { $count } of your units could do nothing of what they were told.
}
history-title = Earlier turns
history-lead = { $seat } · the board as turn { $turn } left it
history-previous = Turn before
history-next = Turn after
history-now = To the turn that is open
acted-title = The order in which your units acted
acted-lead = With the initiative they had, and what it was made of.

## Pages: what failed

error-home = To your games
error-title-sign-in = Sign in first
error-title-forbidden = That is not for you to do
error-title-not-found = Nothing here
error-title-conflict = That does not fit any more
error-title-refused = The order was refused
error-title-too-many = Too many at once
error-title-bad-request = That could not be read
error-title-internal = Something failed on our side
error-sign-in-needed = Your sign-in has ended. Sign in again; what you had entered before is kept.
error-not-found = There is nothing at this address, or it is not open to you. Check the address, or go to your games.
error-bad-request = The request could not be understood, so nothing was changed. Go back, load the page again and try once more.
error-internal = It was written down for the operator, and nothing you entered is lost. Try again in a minute.
error-too-large = That was more than this host takes at once. Send less.
error-method-not-allowed = This address does not take that. Go back and use the buttons of the page.
error-too-many-requests = Wait { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
} and try again.
error-already-seated = You hold another seat of this game, and nobody may hold two. Leave this one to somebody else.
error-seat-taken = Somebody else took that seat first. Ask whoever invited you for another one.
error-idempotency-key-reused = This form was sent before with other orders in it. Load the page again and send it once more.
error-rules-version = This game is played by rules that this host does not have just now. The operator can mend that; nothing is lost.

## Mail: frame

mail-footer = Sent by { $host } because you hold a seat in a game there.
mail-footer-people = Sent by { $host }. Nobody reads answers to this address.
mail-open-game = Open the game

## Mail: sign-in

mail-sign-in-subject = Your link to sign in to Fieldpost
mail-sign-in-lead = Somebody, most likely you, asked to sign in to Fieldpost with this address.
mail-sign-in-action = Sign in
mail-sign-in-limits = The link works once, for 20 minutes.
mail-sign-in-ignore = If it was not you, do nothing: without this mail nobody can use your address.

## Mail: invitation

mail-invitation-subject = { $game }: a seat for you
mail-invitation-lead = You are asked to play { $seat } in { $game }, a game by correspondence.
mail-invitation-action = Take the seat
mail-invitation-how = The link leads to the seat. You sign in with your e-mail address, without a password. Orders are written in the browser; what your units saw comes by mail.

## Mail: game started

mail-started-subject = { $game }: the game begins
mail-started-lead = All seats are taken. You play { $seat }, and turn 1 takes orders now.
mail-started-force = Your force
mail-started-commitment = The dice are fixed already. Their seal, to be checked at the end: { $commitment }

## Mail: turn ready

mail-turn-subject = { $game }: turn { $turn } is fought, turn { $next } takes orders
mail-turn-lead = Turn { $turn } of { $game } has been fought. This is what { $seat } saw of it.
mail-turn-what-happened = What happened
mail-turn-losses = Your losses
mail-turn-no-losses = No unit of yours lost strength.
mail-turn-attention = What wants your attention
mail-turn-clock = The clock
mail-turn-action = Write orders for turn { $next }
mail-turn-witness = Witness of turn { $turn }, to be checked when the game is over: { $witness }

clock-none = There is no deadline: the turn closes when everybody has committed.
clock-deadline = Orders for turn { $turn } are due by { $deadline }.
clock-reserve = Your reserve beyond that: { $reserve }.
clock-no-reserve = You have no reserve left beyond that.

## Mail: timed out

mail-timed-out-subject = { $game }: turn { $turn } closed without you
mail-timed-out-lead = The clock of turn { $turn } ran out before { $seat } committed. Your units carried on with the orders they had; nothing else is lost.
mail-timed-out-action = Write orders for turn { $next }

## Mail: game over

mail-over-subject = { $game }: the game is over
mail-over-lead = { $game } ended with turn { $turn }.
mail-over-won-last-standing = Won by { $winners }: nobody else is left standing.
mail-over-won-cities = Won by { $winners }, who held the cities that it took.
mail-over-won-hold = Won by { $winners }, who held what was to be held.
mail-over-won-turn-limit = Won by { $winners }, who stood best when the last turn was over.
mail-over-draw = It is a draw.
mail-over-action = See how it went
mail-over-seed = The seed that drew every die is open now: { $seed }

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
report-weaker = { $unit } lost { $points } strength and has { $left } left.
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
tick-cancels = { $who } gives up its { $act }.
tick-breaks = { $who } is broken by { $by }.
tick-stands = { $who }: { $phase ->
    [broken] broken
    [idle] idle
    [preparation] preparing its { $act }
    [execution] carrying out its { $act }
   *[recovery] recovering from its { $act }
}, strength { $strength } ({ $lost } lost), at { $place } on the line, initiative { $initiative }.

## Drill ground

home-drill = To the drill ground: set two forces against each other, without an account
chances-title = If it attacked now
chances-line = { $name } at { $at }: wins { $chance } times in 1000
chances-stale = if it is still there

drill-title = Drill ground
drill-postmark = drill
drill-lead = Two forces, one fight, nothing at stake. It touches no game and keeps nothing: the whole drill stands in the address.
drill-forces = The forces
drill-kind = What happens
drill-kind-Assault = An assault
drill-kind-Bombardment = A bombardment
drill-kind-Reaction = A reaction to a move
drill-decides = Who decides by hand
drill-decides-nobody = Nobody: all by their habits
drill-seed = Seed of the dice
drill-attackers = Attackers
drill-defenders = Defenders
drill-terrain = Ground
drill-site = Works
drill-site-none = none
drill-unit-number = Unit { $number }
drill-class = Class
drill-class-none = nobody
drill-disrupted = Disrupted
drill-unsupplied = Out of supply
drill-unseen = Not seen coming
drill-fight = Fight it out
drill-step-through = Step through
drill-how-title = How it works
drill-how = Choose up to three units a side and fight. The predictor says beforehand what the attackers’ chance is; the seed decides which of the thousand fights you see.
drill-how-decide = Whoever decides by hand is asked each time one of their units may begin something or answer the enemy. The same decisions with the same seed give the same fight.
drill-problems = That cannot be fought so. Mend this:
drill-at-tick = { $tick ->
    [0] Before the first tick
   *[other] Tick { $tick } of { $time }
}
drill-chance = The predictor gives the attackers { $chance } in 1000.
drill-next = Next tick
drill-previous = Back a tick
drill-first = To the start
drill-to-the-end = To the end
drill-take-back = Take back the last decision
drill-wait = Wait
drill-profiles-first = The filled button is what it would do by habit.
drill-question-action = Tick { $tick }: what does { $who } begin against { $on }, at distance { $distance }?
drill-question-reaction = Tick { $tick }: does { $who } answer { $on }, at distance { $distance }?
drill-stand = How everybody stands, in the order of a tick
drill-who = Unit
drill-lost = Lost
drill-place = Place
drill-does = Does
drill-token = may begin
drill-doing = { $phase ->
    [broken] broken
    [idle] idle
    [preparation] prepares its { $act }
    [execution] { $act }
   *[recovery] recovers from its { $act }
}
drill-upcoming = Whose turn comes next
drill-json = The same drill for the command line
drill-fault-range = { $side ->
    [a] Attackers, unit { $place }: the number for { $field } is
    [d] Defenders, unit { $place }: the number for { $field } is
   *[none] The { $field } is
} out of bounds. Choose one that the field allows.
drill-fault-units = { $side ->
    [a] Choose one to three attackers
   *[d] Choose one to three defenders
}, but one each for a reaction, and one target for a bombardment.
drill-fault-class = There is no such class. Choose one from the list.
drill-fault-kind = { $side ->
    [a] Attackers, unit { $place }
   *[d] Defenders, unit { $place }
}: only guns and warships bombard, and they never assault. Choose another class or another kind of fight.
drill-fault-stance = { $side ->
    [a] Attackers, unit { $place }
   *[d] Defenders, unit { $place }
}: this Stance does not fit. Who marches begins no fight, who reacts is in Hold or Entrench, and not every class takes every Stance.
drill-fault-entrenchment = { $side ->
    [a] Attackers, unit { $place }
   *[d] Defenders, unit { $place }
}: only who is in Entrench is entrenched. Choose that Stance, or an entrenchment of 0.
drill-fault-decision = One of the decisions does not fit this fight any more. Step back, or fight it anew.
drill-fault-other = Something in the form does not fit. Go back and choose from the lists.
drill-unit = { $name } ({ $letter })
drill-head = { $kind ->
    [assault] An assault
    [bombardment] A bombardment
   *[reaction] A reaction
} from { $distance } steps away, seed { $seed }. The predictor gives the attacker { $chance } in 1000.
drill-ended = { $kind ->
    [assault] { $attacker } attacked { $defender }
    [bombardment] { $attacker } bombarded { $defender }
   *[reaction] { $attacker } caught { $defender }
} { $result ->
    [won] and won
    [lost] and was beaten off
   *[even] and neither gave way
}.
drill-asks-action = Tick { $tick }: what does { $who } begin against { $on }, { $distance } away? Possible: { $options }.
drill-asks-reaction = Tick { $tick }: how does { $who } answer { $on }, { $distance } away? Possible: { $options }.
drill-table-assault = Assaults in the open: fresh units in Advance, the row attacks the column. Wins of the attacker per mille · mean losses of attacker/defender, over { $fights } fights each.
drill-table-bombardment = Bombardments in the open from two tiles away, likewise.

## Report: what wants its owner's attention

wants-engaged = { $unit } was in a fight at { $at }.
wants-reaction = A reaction fired for or against { $unit } at { $at }.
wants-threatened = { $by } stands within reach of { $unit } at { $at }.
wants-task-done = { $unit } has done its task at { $at }.
wants-idle = { $unit } has done its task and waits for another at { $at }.
wants-impossible = { $unit } at { $at } had a task that can no longer be done, and went back to its standing job.
wants-fallback = { $unit } at { $at } could do nothing of what it was told.
wants-sighted = { $unit } was sighted at { $at }.
wants-site-lost = { $site } at { $at } was lost.
wants-site-taken = { $site } at { $at } is yours.
wants-built = { $what } is ready at { $at }.
wants-supply = { $unit } at { $at } is out of supply.
wants-commander = { $formation } has lost its commander, { $unit }, at { $at }.

## Refused orders: one text a code, each says what to do

refusal-malformed = The order could not be read{ $path ->
    [blank] {""}
   *[other] {" "}at “{ $path }”
}: { $reason }. Mend that and send it again.
refusal-not-in-orders = The game takes no orders just now. Wait for the next turn to open and send it again.
refusal-wrong-turn = That order was written for turn { $given }, and turn { $current } is open. Load the page again and write it for that one.
refusal-phase-closed = Turn { $turn } closed before the order came in, so it does not count. Write it for the next turn.
refusal-game-over = The game is over and takes no more orders. Look at how it went instead.
refusal-seat-out = Your seat is out of the game and gives no more orders. You may go on watching.
refusal-unknown-seat = This game has no seat { $seat }. Choose one of those that it has.
refusal-not-yours-to-issue = { $kind } is entered by the host alone. Send orders for your units instead.
refusal-unknown-unit = There is no unit { $unit }. Look its number up in your list of units.
refusal-not-your-unit = Unit { $unit } is not yours. Give the order to one of your own.
refusal-unknown-site = There is no site { $site }. Choose one that stands on your map.
refusal-not-your-site = Site { $site } is not yours. Choose one that you hold.
refusal-unknown-class = There is no class of unit called { $class }. Choose one from the list.
refusal-not-observed = You do not see { $what } now, so no order can name it. Choose something in sight.
refusal-off-map = The tile { $tile } is not on the map. Choose one that is.
refusal-stance-not-allowed = The class { $class } cannot take the stance { $stance }. Choose another stance.
refusal-march-without-movement = Unit { $unit } cannot move, so it cannot march. Choose another stance.
refusal-march-with-attack = Unit { $unit } cannot march and attack in one turn. Take back the one, then give the other.
refusal-task-without-end = That task would never end. Add when it does, such as “until turn 12”.
refusal-too-many-clauses = A task has at most { $most } clauses, and this one has { $given }. Take some out.
refusal-too-many-waypoints = A route has at most { $most } waypoints, and this one has { $given }. Take some out.
refusal-condition-too-deep = Conditions may be nested { $most } deep, and this one is nested { $given } deep. Make it simpler.
refusal-condition-too-large = A condition has at most { $most } parts, and this one has { $given }. Make it simpler.
refusal-empty-condition = A list of conditions is empty. Put a condition into it, or leave the list out.
refusal-too-many-predictions = A task may ask for the chance of winning { $most ->
    [1] once
   *[other] { $most } times
}, and this one asks { $given } times. Take some out.
refusal-out-of-range = { $field } is { $given } and must lie between { $low } and { $high }. Choose a number in between.
refusal-not-a-transport = Unit { $unit } carries nobody. Name a transport.
refusal-not-embarked = Unit { $unit } is not aboard. Name one that is.
refusal-cannot-carry = Unit { $unit } cannot be carried so. Choose another transport.
refusal-cannot-build = Unit { $unit } cannot build. Give that order to pioneers.
refusal-not-a-port = City { $city } has no sea next to it and cannot build { $class }. Choose a port.
refusal-not-a-city = Site { $site } is not a city and builds nothing. Choose a city.
refusal-queue-too-long = A queue has at most { $most } entries, and this one has { $given }. Take some out.
refusal-patrol-length = A patrol goes round two to eight tiles, and this one has { $given }. Add some or take some out.
refusal-not-here = “Here” means something only in a doctrine or a posting. Name the tile instead.
refusal-unknown-formation = You have no formation called { $name }. Make it first, or choose one that you have.
refusal-formation-exists = You have a formation called { $name } already. Change that one, or choose another name.
refusal-formation-full = A formation has at most { $most } units. Take one out first, or make another formation.
refusal-bad-name = A name has 1 to { $most } characters, and this one has { $given }. Choose another.
refusal-already-commander = Unit { $unit } commands a formation already. Name another one.
refusal-twice = Unit { $unit } stands in the list twice. Take one of the two out.
refusal-too-many-records = A turn takes at most { $most } edits from one seat. Go on next turn; what you entered counts.
