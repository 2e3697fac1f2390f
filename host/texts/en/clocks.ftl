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
