# Every text for people, in English. Codes stand in the file of where they are read.
# House voice: say what happened, then what to do about it. No exclamation marks.
# This file: words that stand on every page and in every mail.

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

## Pages: around everything

skip-to-content = To the content
nav-label = Fieldpost
nav-games = Your games
nav-lobby = Lobby
nav-account = Account

## Pages: what was typed and not sent

draft-kept = What you wrote or chose here before is back. It has not been sent yet.
draft-drop = Throw it away
