# The war as a whole: cities, treasury, supply, score, and a game that is over.

## Pages: cities

city-title = Production
city-output = Yield
city-stored = Paid in
city-stored-of = { $progress } of { $cost }
city-queue-empty = Nothing is being built. Add something below.
city-done = done in turn { $turn }
city-waits = paid for in turn { $turn }, then waits for room: three stand here already, or the enemy does
city-later = not within { $turns } turns
city-class = { $class }: costs { $cost }, upkeep { $upkeep }
city-up = Move place { $place }, { $class }, up
city-down = Move place { $place }, { $class }, down
city-remove = Take place { $place }, { $class }, out of the queue
city-add-label = Add to the end
city-add = Add
city-forfeits = { $count ->
    [one] One point is paid for what was first before, and is lost when the turn closes. Put it first again to keep it.
   *[other] { $count } points are paid for what was first before, and are lost when the turn closes. Put it first again to keep them.
}
city-wanted = { $class }: { $fate }
city-wanted-lead = Requisitions will add:
city-posting = What new units begin with
city-posting-none = The standing job of their class; nothing is set for this city.
city-posting-formation = joins { $formation }
forecast-assumes = Reckoned as if nobody moved, fought, was lost or took anything.

## Pages: treasury

treasury-title = Treasury
treasury-lead = { $treasury } in hand. Cities yield { $income } a turn, units cost { $upkeep }; what is left pays for production.
treasury-hoard = What you can keep for good is about what your cities yield. A hoard pays the upkeep beyond that, until it is used up.
treasury-books = The turns to come
treasury-chart = Treasury, yield and upkeep over the turns to come
treasury-opening = Opens
treasury-income = Yield
treasury-upkeep = Upkeep
treasury-spent = Production
treasury-closing = Closes
treasury-short-column = Units short
treasury-by-class = Upkeep by class
treasury-units = Units
treasury-free = Free in a city
treasury-new-unit = a new { $class }
treasury-short = { $count ->
    [one] Turn { $turn }: the upkeep cannot be paid. One unit goes short and is out of supply: { $units }.
   *[other] Turn { $turn }: the upkeep cannot be paid. { $count } units go short and are out of supply: { $units }.
}
column-turn = Turn
chart-table = As a table

## Pages: supply

supply-title = Supply
supply-help = Supply comes at most six points of foot movement from your side's cities and depots, round the enemy; ships count sea. At risk is what it reaches only over ground you never saw, or would no longer reach if every enemy you know of held the tiles next to it too.
supply-all-in = All your units are in supply.
supply-out-units = Cut off:
supply-unpaid-units = Not paid, as the treasury was empty, and so out of supply:
supply-risk-units = At risk:
supply-rows = Where supply reaches, row by row
board-supply-in = { $alone ->
    [yes] { $from } in supply
   *[no] { $from } to { $to } in supply
}
board-supply-risk = { $alone ->
    [yes] { $from } at risk
   *[no] { $from } to { $to } at risk
}
map-show-supply = Supply on the map
map-fit = The whole map at once
map-stack-label = { $count } units: { $units }
legend-stacks = A dark disc counts the units on a tile. Choose the tile again to go through them; the list beside the map has them all.
legend-supply = With supply shown, upright lines are in supply, dots are at risk, bare ground is out. A triangle marks a unit of yours that is cut off or was not paid, a broken one a unit at risk.

## Pages: what else is there

here-title = On this tile
here-own = { $class }, strength { $strength }, { $stance }

## Pages: score and victory

score-title = Score and victory
score-cities = Cities
score-units = Units
score-score = Score
score-known = Your own figures are exact. Of others only what you have seen is counted, and their units as if at full strength.
victory-meter = { $value } of { $whole }
victory-last = The last side standing wins. { $sides } sides are in the game.
victory-cities = A side wins that holds { $needed } cities at the end of { $reckonings ->
    [one] a turn
   *[other] { $reckonings } turns running
}. You hold { $cities }{ $running ->
    [0] .
    [one] , and have held enough at the end of one turn.
   *[other] , and have held enough at the end of { $running } turns running.
}
victory-limit = At the end of turn { $turn } the highest score wins: ten for each city, and what units cost, by their strength. { $left ->
    [one] This is the last turn.
   *[other] { $left } turns are left, this one included.
}
victory-hold = At the end of turn { $turn } a side wins that holds all of these: { $sites }.
victory-site = { $site } ({ $owner }, as last seen)
victory-site-unseen = { $site } (not seen yet)

## Pages: who stood by

stood-by-title = { $count ->
    [one] One unit had a task and stayed where it was
   *[other] { $count } units had a task and stayed where they were
}
stood-by = { $unit } stayed at { $at }. { $why ->
    [stance] In { $stance } it does not move. It was told: { $task }.
    [exceptions] It was told: { $task }. If one of its exceptions held when it was to act, it went by that.
   *[none] It was told: { $task }.
}

## Pages: a game that is over

end-link = See the whole game
end-title = The whole game
end-lead = The game is over, and all of it is open to its players.
end-beginning = The beginning
end-turn = Turn { $turn } of { $last }
end-steps = Step through the game
end-first = To the beginning
end-last = To the end
end-turns = All turns
end-seats = All sides
end-own-report = What your side saw of it then
end-proof = Seed and log
end-proof-lead = The game file holds every order and the seed. Whoever runs the program can check each turn of it: fieldpost verify FILE.
end-file = Download the game file
keep-help = Your receipts prove that your orders were in before each close; “fieldpost verify” holds them to the game file when the game is over.
keep-receipts = Download your receipts
end-seed = Seed:
end-charts = Turn by turn
end-chart-cities = Cities held
end-chart-strength = Strength in the field
end-chart-lost = Units lost
end-chart-losses = Strength lost in fights
end-force = Everybody’s units
end-force-none = None are left.
end-counter = { $unit }, strength { $strength }
