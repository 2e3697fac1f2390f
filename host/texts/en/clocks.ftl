# Clocks, absence and votes: pages and letters.

## Mail: the game stands still

mail-stalled-subject = { $game }: the game stands still
mail-stalled-lead = Turn { $turn } of { $game } was closed, and could not be computed. The fault is the host's, not yours.
mail-stalled-kept = Every order is kept and the clock stands still. The operator of the host has been told; you will hear when the game goes on.

## Mail: the deadline is near

mail-near-subject = { $game }: turn { $turn } waits for you
mail-near-lead = { $seat } has not committed turn { $turn } of { $game }, and its deadline is near.
mail-near-else = If you do nothing your units carry on with the orders they have.
mail-near-action = Write orders for turn { $turn }

## Mail: a vote is open

mail-vote-subject = { $game }: you are asked
mail-vote-lead = The players of { $game } are asked something, and you have a say in it.
mail-vote-secret = Your ballot stays secret, and can be changed until it is counted. Who does not vote is not in favour.
mail-vote-action = Vote

## Mail: an AI took a seat over

mail-substituted-subject = { $game }: a seat has changed hands
mail-substituted-own = You missed several turns, so from now on an AI plays { $seat }. The seat stays yours: take it back on the game's page, and it is in your hands from the next turn on.
mail-substituted-other = From turn { $next } on an AI plays { $seat }, whose player was absent.
mail-substituted-back-own = From turn { $next } on { $seat } is in your hands.
mail-substituted-back = From turn { $next } on a player holds { $seat } again.

## Mail: notice

mail-notice-subject = { $game }: the others wait for you
mail-notice-lead = Turn { $turn } has waited for you for a week or more, and another player has asked to go on. Commit by { $at }; from then on the turn does not wait for you.

## Votes

vote-substitute = Shall an AI play { $seat } until its player is back?
vote-standby = Shall { $seat }, which an AI plays, be offered to somebody else?
vote-deadline = Shall turns end like this from now on? { $rule }
vote-adjourn = Shall the game stand still when this turn is over?
vote-counted-at = Counted { $at }, or when turn { $turn } closes before.
vote-counted-close = Counted when turn { $turn } closes.

rule-none = Every turn waits for everybody; there is no deadline.
rule-period = Every turn is due { $span } after it opens.
rule-calendar = Turns are due at { $times } ({ $zone }), { $days }.
rule-every-day = every day
rule-and = { $most } and { $last }
day-short-mon = Mondays
day-short-tue = Tuesdays
day-short-wed = Wednesdays
day-short-thu = Thursdays
day-short-fri = Fridays
day-short-sat = Saturdays
day-short-sun = Sundays
