# What is wrong with a scenario file.

## Faults of a scenario: one text a code, each says what to do

scenario-fault-place = { $path } (#{ $number })
scenario-fault-too-large = The file is larger than { $most } bytes and was not read. Make the scenario smaller.
scenario-fault-byte-order-mark = The file begins with a byte order mark, which nobody sees. Save it as UTF-8 without one.
scenario-fault-not-json = From line { $line }, column { $column } on this is no JSON. Look for a comma too many or too few, or a quotation mark, just before it.
scenario-fault-ends-early = The file ends in line { $line } before all that it opened is closed. Add what is missing at its end.
scenario-fault-too-deep = Lists and objects lie in each other more than { $most } deep. Make it flatter.
scenario-fault-field-twice = “{ $field }” stands here twice, and only one of them would count. Take the other one out.
scenario-fault-wrong-type = { $found ->
    [text] Text stands
    [number] A number stands
    [fraction] A number with a fraction stands
    [yes-or-no] True or false stands
    [list] A list stands
    [object] An object in braces stands
    [nothing] Null stands
   *[other] Something else stands
} here, and { $expected ->
    [text] text belongs here. Write it in quotation marks.
    [number] a whole number belongs here. { $found ->
        [text] Write it without quotation marks.
       *[other] Write a whole number.
    }
    [yes-or-no] true or false belongs here. Write true or false.
    [list] a list belongs here. Write it in brackets.
    [tile] a tile belongs here. Write it as [x, y].
    [object] an object belongs here. Write its fields in braces.
    [word] a word from a fixed set belongs here. Look it up in the description of the format.
    [posture] a posture belongs here. Write one such as "Reserve" or {"{"}"Garrison": {"{"}"tile": [x, y]{"}"}{"}"}.
    [action] an action belongs here. Write one such as {"{"}"MoveTo": [x, y]{"}"}.
    [station] a place belongs here. Write {"{"}"tile": [x, y]{"}"}.
    [cargo] a unit’s number or "all" belongs here. Write one of the two.
   *[other] something of another kind belongs here. Look it up in the description of the format.
}
scenario-fault-unknown-word = “{ $found }” is none of the words that can stand here. Write one of these: { $known }{ $or_object ->
    [true] ; what needs more than a word is an object in braces
   *[false] {""}
}.
scenario-fault-unknown-field = There is no field “{ $field }” here. Leave it out, or write one of these: { $known }.
scenario-fault-missing-field = The field “{ $field }” is missing. Add it.
scenario-fault-not-a-tile = A tile has two numbers. Write it as [x, y].
scenario-fault-not-one-key = What stands in braces here has exactly one field, whose name says what it is, as in {"{"}"turn_limit": {"{"}"turn": 20{"}"}{"}"}. { $given ->
    [0] This has none: write it in.
    [one] This is not so: write it again.
   *[other] This has { $given }: keep the one that you mean.
}
scenario-fault-unreadable = This could not be read: { $reason }. Look it up in the description of the format.
scenario-fault-format = The format is “{ $found }”, which this program does not read. Write { $expected }.
scenario-fault-unknown-ruleset = There is no ruleset “{ $found }”. Write standard/1.
scenario-fault-bad-name = A name has 1 to { $most } characters, and this one has { $given }. Choose another.
scenario-fault-hidden-in-name = The name holds characters that cannot be seen or that turn the text around, or a blank at either end. Type it again without them.
scenario-fault-out-of-range = { $given } is not within { $low } to { $high }. Write a number in between.
scenario-fault-map-size = A side of { $given } tiles is not within { $low } to { $high }. Make the map larger or smaller.
scenario-fault-map-rows = There { $given ->
    [one] is one row
   *[other] are { $given } rows
} and the map is { $height } high. Write one row of terrain for each.
scenario-fault-map-columns = The row has { $given ->
    [one] one tile
   *[other] { $given } tiles
} and the map is { $width } wide. Write one character for each tile.
scenario-fault-unknown-terrain = “{ $glyph }” stands for no terrain. Use . plain, f forest, h hill, m marsh, ^ mountain, r river, = ford, ~ sea.
scenario-fault-off-map = The tile { $at } is off a map of { $width } × { $height } tiles, which are counted from 0. Choose one that is on it.
scenario-fault-seat-count = There { $given ->
    [one] is one seat
   *[other] are { $given } seats
}, and 1 to { $most } are possible. Add some or take some out.
scenario-fault-name-twice = { $other } has the same name. Choose another for one of the two.
scenario-fault-unknown-seat = There is no seat { $given }; they are counted from 0 to { $last }. Write one of those, or null for nobody.
scenario-fault-site-on-water = { $terrain ->
    [river] A river runs through { $at }
   *[sea] The tile { $at } is open sea
}, and no site can stand there. Move it to dry ground, or change the terrain.
scenario-fault-sites-overlap = { $other } stands on { $at } already. Move one of the two.
scenario-fault-not-a-city = Output, queue and progress are a city’s alone. Leave them out, or make it a city.
scenario-fault-queue-too-long = A queue has at most { $most } entries, and this one has { $given }. Take some out.
scenario-fault-not-a-port = There is no sea next to this city, so it cannot build a { $class }. Move the city to the coast, or take the ship out.
scenario-fault-unknown-class = The ruleset has no class “{ $class }”. Write one of these: { $known }.
scenario-fault-seq-missing = Other units or sites are numbered, and this one is not. Number all of them, or none.
scenario-fault-seq-range = { $given } is no number that a unit or site can have. Write one within 1 to { $most }.
scenario-fault-seq-twice = { $seq } is the number of { $other } already. Give each unit and site a number of its own.
scenario-fault-units-overlap = { $other } of another side stands on { $at } too. Move one of them.
scenario-fault-stack-too-high = More than { $most } units stand on { $at }. Move some of them.
scenario-fault-ground = The class { $class } cannot stand on { $at }, which is { $terrain ->
    [plain] plain
    [forest] forest
    [hill] hills
    [marsh] marsh
    [mountain] mountains
    [river] a river without a bridge
    [ford] a ford
   *[sea] open sea
}. Move the unit, or change the ground.
scenario-fault-neutral-without-hold = A unit of nobody holds its place, and the class { $class } cannot take Hold. Give it to a seat, or make it another class.
scenario-fault-no-formation-yet = There is no formation “{ $name }”: a game begins without any. Give the unit another posture.
scenario-fault-march-and-attack = In March no unit attacks, and the task tells it to. Choose another stance, or leave the attack out.
scenario-fault-condition-twice = There is a condition on cities already. Keep one of them.
scenario-fault-no-site = The list of sites is empty. Name at least one.
scenario-fault-no-site-of-that-name = No site has the name “{ $name }”. Write one as it stands in the list of sites.
scenario-fault-seat-without-units = The seat begins without a unit. Give it one, or leave the seat out.
scenario-fault-progress-without-queue = The points are paid for the first of the queue, and the queue is empty. Leave “progress” out, or add a queue.
scenario-fault-too-many-cities = { $given } cities are to be held, and there { $cities ->
    [0] are none
    [one] is one
   *[other] are { $cities }
}. Write a smaller number, or add cities.
scenario-fault-hold-too-late = The turn limit ends the game with turn { $limit }, and this is asked at the end of turn { $given }, behind it. Write an earlier turn, or the turn of the limit and this condition before the limit in the list.
scenario-fault-name-shared = { $sites } sites have the name “{ $name }”, and one must be meant. Give each of them a name of its own.
scenario-fault-no-victory = The list of ways of winning is empty. Write at least one, or leave the list out and the last side standing wins.
scenario-fault-too-many-conditions = There are { $given } conditions of victory, and at most { $most } are possible. Take some out.
scenario-fault-more = { $count ->
    [one] One more fault is not listed.
   *[other] { $count } more faults are not listed.
} Mend these first and check again.
