# Units and the forms that order them.

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
