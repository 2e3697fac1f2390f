# Refused orders.

## Refused orders: one text a code, each says what to do

refusal-malformed = The order could not be read{ $path ->
    [blank] {""}
   *[other] {" "}at “{ $path }”
}: { $reason }. Mend that and send it again.
refusal-not-in-orders = The game takes no orders just now. Wait for the next turn to open and send it again.
refusal-wrong-turn = That order was written for turn { $given }, and turn { $current } is open. Load the page again and write it for that one.
refusal-phase-closed = Turn { $turn } closed before the order came in, so it does not count. Write it for the next turn.
refusal-adjourned = The game is adjourned, so its turn does not close. Reconvene first.
refusal-game-over = The game is over and takes no more orders. Look at how it went instead.
refusal-seat-held-by-ai = An AI plays your seat in this turn, as you missed several. Take the seat back with the button by the clock: it is in your hands from the next turn on.
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
refusal-posting-out-of-reach = Nothing that city { $city } builds can stand on { $tile }. Send them to ground that they can stand on.
refusal-not-a-city = Site { $site } is not a city and builds nothing. Choose a city.
refusal-queue-too-long = A queue has at most { $most } entries, and this one has { $given }. Take some out.
refusal-patrol-length = A patrol goes round two to eight tiles, and this one has { $given }. Add some or take some out.
refusal-patrol-stands = This patrol goes from { $tile } to { $tile }. Name a different tile there; after the last tile comes the first one again.
refusal-not-here = “Here” means something only in a doctrine or a posting. Name the tile instead.
refusal-unknown-formation = You have no formation called { $name }. Make it first, or choose one that you have.
refusal-formation-exists = You have a formation called { $name } already. Change that one, or choose another name.
refusal-formation-full = A formation has at most { $most } units. Take one out first, or make another formation.
refusal-bad-name = A name has 1 to { $most } characters, and this one has { $given }. Choose another.
refusal-hidden-in-name = The name holds characters that cannot be seen, or a blank at either end. Type it again without them.
refusal-follows-itself = Unit { $unit } cannot follow itself. Name another unit.
refusal-nothing-to-seize = Your side holds site { $site } already. Choose one that it does not hold, or let a condition send a unit back to it.
refusal-site-in-the-way = Unit { $unit } stands on site { $site }, and a tile holds one site. Build on another tile, or a road here.
refusal-posting-marches-to-attack = The posting of city { $city } has its units march and attack in one turn. Give them another stance, or no attack.
refusal-already-commander = Unit { $unit } commands a formation already. Name another one.
refusal-twice = Unit { $unit } stands in the list twice. Take one of the two out.
refusal-too-many-records = A turn takes at most { $most } edits from one seat. Go on next turn; what you entered counts.
