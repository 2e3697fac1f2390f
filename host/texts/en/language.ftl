# Order lines that cannot be read: one text a code (the engine's language::Code), each says what to do.
# Values: $line and $column (characters, from 1), $found, $expected and $among (lists joined by ", "),
# $meant. Values that are empty come as [blank].

## Lines that cannot be read

order-line-at = Line { $line }, column { $column }
order-fault-at = Line { $line }, column { $column }: { $text }

order-unexpected = “{ $found }” cannot stand here.{ $meant ->
    [blank] {""}
   *[other] {" "}Did you mean “{ $meant }”?
} Write one of these: { $expected }.
order-nothing-more = The order is complete before “{ $found }”. Leave out the rest.
order-unfinished = The order ends too early. Go on with one of these: { $expected }.
order-unknown-name = Nothing that you know is called “{ $found }”.{ $meant ->
    [blank] {""}
   *[other] {" "}Did you mean “{ $meant }”?
} Write { $expected }.
order-unknown-unit = No unit that you know is called “{ $found }”. A line begins with the unit that it is for. Write its number or its name, as the list of your units shows them.
order-one-unit = A line orders one unit, and this one names several. Write a line for each: { $among }.
order-unit-first = The unit comes first, then what it does. { $among ->
    [blank] Write the unit’s number or name before “{ $found }”.
   *[other] Write it this way round: “{ $among }”, and then the rest.
}
order-not-all = There is no line for all units at once. Write a line for each unit.
order-direction = “{ $found }” is a direction, and orders name tiles. Write the tile, such as 15,9, or a place’s name.
order-percent = A chance is written in per cent, with its sign. Write { $among ->
    [blank] one such as 60%
   *[other] { $among }
}.
order-ambiguous-name = “{ $found }” may be several. Write one of these: { $among }.
order-number-too-large = “{ $found }” is not a number that can stand here. { $among ->
    [blank] Write a smaller one.
   *[other] Write one within { $among }.
}
order-quote-open = The quotation mark before this is not closed: { $found }. Close it.
order-too-deep = There are too many conditions within one another here. Make it simpler, or split it into two “if”s.
order-said-twice = “{ $found }” stood in this order already. Leave one of the two out.
order-list-too-long = The list is too long. Write what is left in an order of its own.
order-line-too-long = An order has at most { $among } bytes, and this one has more. Shorten it.
order-message-too-long = A message has at most { $among } bytes, and from this line on it was not read. Send the rest in another one.

## What can stand in a line

language-kind-unit = a unit (#601, or its name)
language-kind-tile = a tile (15,9, or a place’s name)
language-kind-site = a city, depot or fort (its name, number or tile)
language-kind-class = a class of unit (line_infantry)
language-kind-number = a number
language-kind-percent = a chance in per cent (60%)
language-kind-name = a name
language-kind-end = nothing more
