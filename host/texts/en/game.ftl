# The game page but its forms: seats, clock, map, board, what happened.

## Pages: the game

game-held = An AI plays { $seat } for you · turn { $turn }
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
done-Concede = Your concession is entered.
done-CommitOrders = { $count ->
    [0] { $clock ->
        [stopped] You have committed, as has everybody else. The turn closes when the clock runs again.
       *[runs] You have committed, as has everybody else: the turn closes now.
    }
   *[other] You have committed. You may go on changing orders until the turn closes.
}
done-lines = { $entered ->
    [0] { $back ->
        [0] Nothing differs from the orders that stand, so nothing was entered.
        [one] One order is taken back.
       *[other] { $back } orders are taken back.
    }
    [one] One order is entered{ $back ->
        [0] .
        [one] , and one is taken back.
       *[other] , and { $back } are taken back.
    }
   *[other] { $entered } orders are entered{ $back ->
        [0] .
        [one] , and one is taken back.
       *[other] , and { $back } are taken back.
    }
}
done-again = This was sent before and counts once. Below are your orders as they stand.
done-undone = The last change is undone. The orders below stand now; a commit that you gave by itself stands as well.
done-undone-commit = The last change is undone, and the commit that you gave with it is taken back: the turn waits for you.
done-redone = The change is back. The orders below stand now.
done-nothing-undone = There is no change of this turn to undo.
done-nothing-redone = There is no undone change to bring back: nothing was undone, or something was changed since.
done-undo-overtaken = Something was ordered since that page was opened, so nothing was undone. Below are your orders as they stand now.
done-closed = Turn { $turn } has closed with your orders in it. This is turn { $now }.
done-closing = Turn { $turn } has closed with your orders in it and is being fought. Open this page again in a moment.
done-over = Turn { $turn } has closed with your orders in it, and the game is over.
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
    [0] { $clock ->
        [stopped] Everybody else has committed. Once you have too, the turn closes when the clock runs again.
       *[runs] Everybody else has committed: the turn closes at once.
    }
    [one] The turn closes when the other player has committed too. Orders can be changed until then.
   *[other] The turn closes when the other { $count } players have committed too. Orders can be changed until then.
}
commit-done = { $count ->
    [0] { $clock ->
        [stopped] Everybody has committed. The turn closes when the clock runs again.
       *[runs] Everybody has committed. The turn closes now.
    }
    [one] You have committed. One other player has not.
   *[other] You have committed. { $count } other players have not.
}
concede-stands = You concede: it takes effect when this turn closes, and cannot be taken back.
concede-title = Give the game up
concede-lead = You are about to give up { $seat } in { $game }. It takes effect when turn { $turn } closes. Until then your orders count, and nobody learns of it.
concede-means = From then on you give no orders any more; your units and cities stay where they are, hold, and only defend themselves. Once entered, a concession cannot be taken back.
concede-sure = I give up { $seat }, and know that I cannot take it back
concede-button = Give the game up
concede-not = Play on
concede-unsure = Nothing was entered. Mark that you are sure, or play on.
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
legend-own = The square at the upper left of your units is their stance, the bar below their strength. A letter in a circle is the side of somebody else's.
legend-bands = Chevrons below a foreign unit tell how early it acts: three for quick, two for steady, one for slow.
legend-fog = Cross-hatched ground was never seen. Veiled ground is remembered and not seen now. Dashed counters are where a unit was last seen.
legend-routes = Solid lines are the ways that your units would take, with the turn in which each stretch ends; dotted where the ground was never seen. They are a guess: as if everybody else stood still.
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

## Pages: what happened

story-title = Turn { $turn }, as your side saw it
history-title = Earlier turns
history-lead = { $seat } · the board as turn { $turn } left it
history-previous = Turn before
history-next = Turn after
history-now = To the turn that is open
acted-title = The order in which your units acted
acted-lead = With the initiative they had, and what it was made of.

## Pages: what failed

error-home = To your games
error-back = Back to the page
error-typed = What you had written
error-typed-lead = None of it was taken. Copy what you still want.
error-title-sign-in = Sign in first
error-title-forbidden = That is not for you to do
error-title-not-found = Nothing here
error-title-conflict = That does not fit any more
error-title-refused = The order was refused
error-title-too-large = That is too long
error-title-too-many = Too many at once
error-title-bad-request = That could not be read
error-title-internal = Something failed on our side
error-sign-in-needed = Your sign-in has ended, so this was not taken. Sign in again, and you are back where you were.
error-not-found = There is nothing at this address, or it is not open to you. Check the address, or go to your games.
error-bad-request = The request could not be understood, so nothing was changed. Go back, load the page again and try once more.
error-internal = It was written down for the operator, and nothing you entered is lost. Try again in a minute.
error-too-large = That was more than this host takes at once. Send less.
error-content-encoding = The request was compressed, and this host takes none that is. Send it again without Content-Encoding.
error-too-slow = What you sent did not arrive in time, so none of it was taken. Check your connection and send it again.
error-method-not-allowed = This address does not take that. Go back and use the buttons of the page.
error-too-many-requests = Wait { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
} and try again.
error-already-seated = You hold another seat of this game, and nobody may hold two. Leave this one to somebody else.
error-seat-taken = Somebody else took that seat first. Ask whoever invited you for another one.
error-idempotency-key-reused = This form was sent before with other orders in it. Load the page again and send it once more.
error-bad-idempotency-key = The key that makes a request count once must have 1 to 100 printable characters, and this one has not. Choose another and send it again.
error-turn-closed = The turn closes just now and takes no lines. Load the page again in a moment.
error-rules-version = This game is played by rules that this host does not have just now. The operator can mend that; nothing is lost.
