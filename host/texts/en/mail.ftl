# Letters, but the report in them.

## Mail: frame

mail-footer = Sent by { $host } because you hold a seat in a game there.
mail-footer-people = Sent by { $host }. Nobody reads answers to this address.
mail-subject = { $game }: { $seat }
mail-open-game = Open the game

## Mail: sign-in

mail-sign-in-subject = Your link to sign in to Fieldpost
mail-sign-in-lead = Somebody, most likely you, asked to sign in to Fieldpost with this address.
mail-sign-in-action = Sign in
mail-sign-in-late = This mail comes late: the mail server did not take it when you asked. The time of the link begins now.
mail-sign-in-limits = The link works once, for 20 minutes.
mail-sign-in-ignore = If it was not you, do nothing: without this mail nobody can use your address.

## Mail: invitation

mail-invitation-subject = { $game }: a seat for you
mail-invitation-lead = You are asked to play { $seat } in { $game }, a game by correspondence.
mail-invitation-lead-by = { $who } asks you to play { $seat } in { $game }, a game by correspondence.
mail-invitation-fact = { $name }: { $value }
mail-invitation-action = Take the seat
mail-invitation-how = The link leads to the seat. You sign in with your e-mail address, without a password. Orders are written in the browser; what your units saw comes by mail.

## Mail: game started

mail-started-subject = { $game }: the game begins
mail-started-lead = All seats are taken. You play { $seat }, and turn 1 takes orders now.
mail-started-force = Your force
mail-started-commitment = The dice are fixed already. Their seal, to be checked at the end: { $commitment }

## Mail: turn ready

mail-turn-subject = { $game }: turn { $turn } is fought, turn { $next } takes orders
mail-turn-lead = Turn { $turn } of { $game } has been fought. This is what { $seat } saw of it.
mail-turn-out = { $seat } is out of the game, so nothing more is asked of you. You will have one more letter, when the game is over.
mail-turn-what-happened = What happened
mail-turn-losses = Your losses
mail-turn-no-losses = No unit of yours lost strength.
mail-turn-attention = What wants your attention
mail-turn-action = Write orders for turn { $next }
mail-turn-witness = Witness of turn { $turn }, to be checked when the game is over: { $witness }

clock-none = There is no deadline: the turn closes when everybody has committed.
clock-deadline = Orders for turn { $turn } are due by { $deadline }.
clock-reserve = Your reserve beyond that: { $reserve }.
clock-no-reserve = You have no reserve left beyond that.

## Mail: timed out

mail-timed-out-lead = The clock of turn { $turn } ran out before you committed. Your units carried on with the orders they had; nothing else is lost.

## Mail: game over

mail-over-subject = { $game }: the game is over
mail-over-lead = { $game } ended with turn { $turn }.
mail-over-won-last-standing = Won by { $winners }: nobody else is left standing.
mail-over-won-conceded = Won by { $winners }: { $conceded } conceded.
mail-over-won-conceded-in-part = Won by { $winners }: { $conceded } conceded, and nobody else is left standing.
mail-over-won-cities = Won by { $winners }, who held the cities that it took.
mail-over-won-hold = Won by { $winners }, who held what was to be held.
mail-over-won-turn-limit = Won by { $winners }, who stood best when the last turn was over.
mail-over-draw = It is a draw.
mail-over-action = See how it went
mail-over-seed = The seed that drew every die is open now: { $seed }
