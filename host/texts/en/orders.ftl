# Units and the forms that order them.

## Pages: units

panel-title = Selection
panel-nothing-look = Choose anything on the map to see what is known of it.
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
fact-reach = Reaction reach
fact-seen = Sight
fact-strength = Strength
fact-veterancy = Veterancy
fact-entrenchment = Entrenchment
fact-allowance = Movement
fact-vision = Vision
fact-reactions = Reactions
fact-skipped = Last turn
fact-skipped-why = No turn of its own: it { $why ->
    [aboard] was aboard another unit
    [landed] was set down from its carrier
   *[changed-sides] changed sides
}.
fact-reactions-spent = ({ $count } spent last turn)
fact-supply = Supply
fact-supplied = supplied
fact-unsupplied = cut off
fact-unpaid = was not paid: the treasury was empty. It counts as out of supply.
fact-supplied-again = was cut off at the end of the last turn; a way leads there again
fact-state = State
fact-disrupted = disrupted

## Pages: orders

choose = Choose
choose-nothing = Nothing
choose-all = Everybody aboard
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
task-is-new = What is set here takes the place of the task it has, exceptions, end and all.
task-write-change = Change the task it has
task-is-changed = This is the task it has, with its exceptions and its end.
task-write-new = Write a new one
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
field-target = Enemy
field-leader = Unit to follow
field-carrier = Transport
field-cargo = Who is to land
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

## Pages: the order pad

unit-lines = In your order lines
unit-formation = Found a formation under it
unit-doctrine = Doctrine for its class
unit-consignment = Give it a standing loop
site-posting = What new units do here
site-requisition = Ask for units here
pad-title = Order lines
pad-lead = These are your orders as they stand, one a line. Change a line, add one or take one out, and enter them. What you leave as it is stays in force; what you take out is taken back.
pad-label = Orders, one a line
pad-enter = Enter the lines
pad-enter-commit = Enter the lines and commit turn { $turn }
pad-unfinished = This differs from the orders that stand, and is not entered yet.
pad-discard = Show the orders that stand
pad-did = { $entered ->
    [0] { $back ->
        [0] Nothing was entered.
        [one] One order was taken back.
       *[other] { $back } orders were taken back.
    }
    [one] One order was entered{ $back ->
        [0] .
        [one] , and one taken back.
       *[other] , and { $back } taken back.
    }
   *[other] { $entered } orders were entered{ $back ->
        [0] .
        [one] , and one taken back.
       *[other] , and { $back } taken back.
    }
}
pad-would = { $entered ->
    [0] { $back ->
        [0] Nothing differs from the orders that stand.
        [one] One order would be taken back.
       *[other] { $back } orders would be taken back.
    }
    [one] One order would be entered{ $back ->
        [0] .
        [one] , and one taken back.
       *[other] , and { $back } taken back.
    }
   *[other] { $entered } orders would be entered{ $back ->
        [0] .
        [one] , and one taken back.
       *[other] , and { $back } taken back.
    }
}
pad-mend = { $count ->
    [one] One line needs fixing: change it and enter the lines again.
   *[other] { $count } lines need fixing: change them and enter the lines again.
}
pad-nothing = You asked for all or nothing, and { $count ->
    [one] one line
   *[other] { $count } lines
} could not be taken, so no order was entered. Fix what is listed and enter the lines again.
pad-cut = This looks like the beginning of a signature or of a quoted mail, so nothing behind it was read. Take the line out.
pad-line = Line { $line }
pad-no-line = Not on a line
pad-held = Left for now, until all of it is in order:
pad-against = It does not go together with line { $line }. Neither of two such lines is entered: change one of them, or take it out.
pad-overtaken = You, or another window of yours, changed this since this page was opened: it is now “{ $now }”. Enter the lines again to put this one in its place.
pad-overtaken-gone = You, or another window of yours, took this order back since this page was opened. Enter the lines again to give this one.
pad-overtaken-out = You took this line out, and it was changed elsewhere since this page was opened{ $now ->
    [blank] .
   *[other] {""}: it is now “{ $now }”.
} Enter the lines again to take that back too.
pad-elsewhere = Changed in another window since this page was opened, and left alone. Load the page again to see your orders as they stand.
pad-asks = These lines concede the game for your seat. That takes effect when this turn closes and can never be taken back, so it waits for your word.
pad-sure = I am sure: concede
pad-parts = Your orders are many, so they stand here in { $count } parts. What you change in one is entered before you go to another.
pad-part = Part { $number }, from { $first }
pad-changes-would = To be entered:
pad-changes-did = Entered:
pad-late = The turn had closed before these lines came in, so none of them counts. Keep what you still want for the next turn.
pad-left-before = You wrote these lines for turn
pad-left = That turn closed without them. They are only in this browser.
pad-left-put = Put them below
pad-late-open = Turn { $turn } closed before these lines came in, so it was played without them. Turn { $now } is open now: enter what you still want of them.
pad-late-label = What you had written
pad-undo = Undo the last change
pad-redo = Bring it back
pad-undo-help = Press again to go further back, to the turn’s beginning. A task that comes back begins anew. Keys: Ctrl+Z, Ctrl+Shift+Z.
pad-outlook-would = What that would come to, as a guess:
pad-examples = Begin a line
pad-examples-lead = For what has no form of its own: choose one, and it stands in the lines above, to be changed and entered.
pad-new-formation = New formation
pad-new-members = Change a formation
pad-new-group = New group, a name for several units
pad-new-doctrine = Doctrine: what new units of a class do
pad-new-posting = Posting: what the units of a city begin with
pad-new-consignment = Consignment: a transport’s standing loop
pad-new-requisition = Requisition: ask your cities for units
pad-new-draw = Offer a draw
pad-help = How lines are read
pad-help-gone = To take a line out is to take its order back. Without its task a unit does its standing job; without its standing job it stays in reserve; without a stance of its own the stance follows the job; without a sanction the usual one holds. A formation is ended, a group forgotten, a queue emptied; a posting, doctrine, consignment or requisition is withdrawn.
pad-help-bad = Good lines are entered although others are bad; the bad ones are listed with what to write instead. As long as a line cannot be read nothing is taken back, for that line may stand for the one that is gone, and a commit waits until every line is good.
pad-help-nothing = With “all or nothing” on the first line, either every line is entered or none.
pad-help-formation = A formation’s line names its members. Change the line and the formation is changed: who is not named any more leaves it.
pad-help-forms =
    #601 move to 15,9 via 13,9; if enemy at 15,9 then halt at 14,9
    #601 attack 15,9; until turn 12
    #601 march
    #601 stance derived
    #601 clear task
    #601 garrison 10,9
    #601 sanction engage winning 60%
    city Vell build line_infantry, field_gun x2
    formation Left commander #402 members #601 pace line
    commit

## Pages: what the orders would come to

outlook-title = What they would come to
outlook-lead = A guess from what your side knows, as if everybody else stood still, for eight turns at most. Whoever is not seen may change all of it.
outlook-label = As a guess
outlook-short-guess = as a guess, { $short }
outlook-none = Nobody would move.
outlook-stays = stays where it is
outlook-turns = Turn by turn
outlook-arrives = arrives at { $at } in turn { $turn }
outlook-done = done in turn { $turn }
outlook-open-short = a fight decides in turn { $turn }
outlook-open = What comes of turn { $turn } a fight decides, so nothing further is foretold.
outlook-turn = Turn { $turn }: { $what }.
outlook-goes = to { $at }
outlook-goes-unknown = to { $at }, over ground never seen
outlook-at = at { $at }
outlook-contact = halts at { $at } before { $before }
outlook-contact-unseen = halts at { $at } before the enemy
outlook-opportunity = halts at { $at } for you to look at what it has found
outlook-full = halts at { $at }, for the next tile is full
outlook-blocked = is held up at { $at }, and goes on when it can
outlook-reaction = { $with } would fire on it at { $at }
outlook-attacks = would attack { $with } at { $at }
outlook-attacks-chance = would attack { $with } at { $at }, with a chance of { $chance }‰
outlook-bombards = would bombard { $with } at { $at }
outlook-bombards-chance = would bombard { $with } at { $at }, with a chance of { $chance }‰
outlook-boards = goes aboard { $carrier }
outlook-lands = lands at { $at }
outlook-takes = takes { $site }
outlook-disbands = leaves play
outlook-task-done = has done its task
outlook-impossible = its task can no longer be done, so it would fall back to this: { $posture }
outlook-nothing = could do nothing: { $why ->
    [stance] its stance does not let it
    [points] its points do not pay for the next tile
    [nobody-there] nobody is seen there to attack
    [unfit-to-attack] it is in no state to attack
    [site-not-taken] it may not take the site that it stands on
    [no-room-aboard] there is no room for it aboard
    [no-landing] what it carries cannot be set down there
   *[not-in-own-city] it stands in no city of yours
}
outlook-supply = is out of supply
outlook-unpaid = is not paid, as the treasury is empty, and so is out of supply
outlook-by-do = its task goes on as told
outlook-by-posture = its standing job goes on ({ $posture })
outlook-by-reflex = falls back by itself
outlook-by-clause = exception { $number } takes over ({ $then })

## Before a commit

unset-title = Not set yet
unset-lead = You chose something here, and it is no part of your orders until it is set:
unset-set = Set it and commit turn { $turn }
unset-without = Commit turn { $turn } without it
unset-back = Go back
unset-plain = A form was open beside the map. What you chose in it counts only if you pressed its own button, and this page cannot tell. Go back to look, or commit. Your order lines go along.
unset-lines = Only enter the lines
