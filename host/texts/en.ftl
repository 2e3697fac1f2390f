# Every text for people, in English. Codes are grouped by where they are read.
# House voice: say what happened, then what to do about it. No exclamation marks.

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

## Sign-in

sign-in-title = Sign in
sign-in-lead = Write your e-mail address. We send you a link that signs you in. There is no password.
sign-in-email = E-mail address
sign-in-send = Send me a link
sign-in-sent-title = Look in your mail
sign-in-sent-lead = If that address can be written to, a link is on its way to it. It works once, for 20 minutes.
sign-in-sent-nothing = Nothing there? Look among the unwanted mail, check the address, and ask again.
sign-in-sent-mailbox = This host keeps its mail in a local mailbox. Open it here.
sign-in-again = Ask for another link
sign-in-confirm-title = Finish signing in
sign-in-confirm-lead = One press and you are in. The button is here because some mail programs open links by themselves, and a link works only once.
sign-in-confirm-button = Sign in
sign-in-needed = Sign in to see this page.
sign-out = Sign out

## What went wrong around signing in

auth-email-invalid = That does not read as an e-mail address. Write it as name@example.org.
auth-link-spent = This link has been used, has run out, or is not whole. Ask for a new one.
auth-csrf-missing = The form came without its safety mark, so nothing was changed. Go back, load the page again, and send it once more.
auth-csrf-wrong = The form belongs to another sign-in or was open too long, so nothing was changed. Go back, load the page again, and send it once more.
auth-form-unreadable = The form could not be read, so nothing was changed. Go back and fill it in again.
auth-too-many = Too many tries in a short time. Wait { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
} and try again.
auth-error-title = That did not work
auth-internal = Something failed on our side and was written down. Try again in a minute.
auth-back-to-sign-in = To the sign-in page

## Your account

account-title = Your account
account-email = E-mail address
account-name = Name shown to other players
account-name-help = 1 to 40 characters. Until you set one, players see your seat.
account-time-zone = Time zone
account-time-zone-help = A name such as Europe/Vienna. Deadlines are shown to you in it.
account-save = Save
account-saved = Saved.
account-name-invalid = A name has 1 to 40 characters, none of them invisible. Choose another.
account-time-zone-invalid = No time zone has that name. Write one such as Europe/Vienna or UTC.
account-sessions = Where you are signed in
account-session-here = this browser
account-session-agent-unknown = a browser that gave no name
account-session-since = since { $since }
account-session-revoke = Sign it out
account-session-revoked = That browser is signed out.
account-session-column-agent = Browser
account-session-column-since = Signed in
account-session-column-action = Action

## The local mailbox

mailbox-title = Mailbox
mailbox-lead = No mail server is set, so every mail of this host lands here. Newest first.
mailbox-empty = No mail yet. Ask for a sign-in link and it will be here.
mailbox-back = All mail
mailbox-from = From
mailbox-to = To
mailbox-date = Date
mailbox-subject = Subject
mailbox-html = As HTML
mailbox-text = As text
mailbox-html-frame = The mail as HTML
mailbox-gone = There is no such mail.
mailbox-unreadable = This file in the mailbox folder cannot be read as a mail.

## Mail: frame

mail-footer = Sent by { $host } because you hold a seat in a game there.
mail-footer-people = Sent by { $host }. Nobody reads answers to this address.
mail-greeting = { $seat },
mail-open-game = Open the game
mail-subject-game = { $game }

## Mail: sign-in

mail-sign-in-subject = Your link to sign in to Fieldpost
mail-sign-in-lead = Somebody, most likely you, asked to sign in to Fieldpost with this address.
mail-sign-in-action = Sign in
mail-sign-in-limits = The link works once, for 20 minutes.
mail-sign-in-ignore = If it was not you, do nothing: without this mail nobody can use your address.

## Mail: invitation

mail-invitation-subject = { $game }: a seat for you
mail-invitation-lead = You are asked to play { $seat } in { $game }, a game by correspondence.
mail-invitation-by = { $name } asked for you.
mail-invitation-action = Take the seat
mail-invitation-how = The link signs you in with this address and gives you the seat. Orders are written in the browser; what your units saw comes by mail.

## Mail: game started

mail-started-subject = { $game }: the game begins
mail-started-lead = All seats are taken. You play { $seat }, and turn 1 takes orders now.
mail-started-force = Your force
mail-started-commitment = The dice are fixed already. Their seal, to be checked at the end: { $commitment }

## Mail: turn ready

mail-turn-subject = { $game }: turn { $turn } is fought, turn { $next } takes orders
mail-turn-lead = Turn { $turn } of { $game } has been fought. This is what { $seat } saw of it.
mail-turn-what-happened = What happened
mail-turn-losses = Your losses
mail-turn-no-losses = No unit of yours lost strength.
mail-turn-attention = What wants your attention
mail-turn-clock = The clock
mail-turn-action = Write orders for turn { $next }
mail-turn-witness = Witness of turn { $turn }, to be checked when the game is over: { $witness }

clock-none = There is no deadline: the turn closes when everybody has committed.
clock-deadline = Orders for turn { $turn } are due by { $deadline }.
clock-reserve = Your reserve beyond that: { $reserve }.
clock-no-reserve = You have no reserve left beyond that.
clock-timed-out = You were not in time for turn { $turn }; your units carried on with the orders they had.

## Mail: timed out

mail-timed-out-subject = { $game }: turn { $turn } closed without you
mail-timed-out-lead = The clock of turn { $turn } ran out before { $seat } committed. Your units carried on with the orders they had; nothing else is lost.
mail-timed-out-missed = { $count ->
    [one] That is one turn missed in a row.
   *[other] That is { $count } turns missed in a row.
}
mail-timed-out-action = Write orders for turn { $next }

## Mail: game over

mail-over-subject = { $game }: the game is over
mail-over-lead = { $game } ended with turn { $turn }.
mail-over-won = { $seat } has won.
mail-over-won-by = Won by { $winners }.
mail-over-draw = It is a draw.
mail-over-action = See how it went
mail-over-seed = The seed that drew every die is open now: { $seed }

## Report: what one seat observed

report-nothing = Nothing moved that your units could see.
report-steps = { $count ->
    [one] one tile
   *[other] { $count } tiles
}

## Refused orders: one text a code, each says what to do

refusal-not-in-orders = The game takes no orders just now. Wait for the next turn to open and send it again.
refusal-wrong-turn = That order was written for another turn. Load the page again and write it for the turn that is open.
refusal-phase-closed = The turn closed before the order came in, so it does not count. Write it for the next turn.
refusal-not-your-unit = That unit is not yours. Give the order to one of your own.
refusal-unknown-unit = There is no unit with that number. Look it up in your list of units.
refusal-unknown-site = There is no site with that number. Choose one that stands on your map.
refusal-unknown-class = There is no such class of unit. Choose one from the list.
refusal-not-observed = You do not see that now, so no order can name it. Choose something in sight.
refusal-off-map = That tile is not on the map. Choose one that is.
refusal-stance-not-allowed = That class cannot take that stance. Choose another stance.
refusal-march-without-movement = A unit that cannot move cannot march. Choose another stance.
refusal-march-with-attack = A marching unit cannot attack. Take back the stance or the attack, then give the other.
refusal-task-without-end = That task would never end. Add an "until", such as "until turn 12".
refusal-too-many-clauses = A task has at most four clauses. Take one out.
refusal-condition-too-deep = That condition is nested too deeply or has too many parts. Make it simpler.
refusal-too-many-waypoints = A route has at most 16 waypoints. Take some out.
refusal-not-a-transport = That unit carries nobody. Name a transport.
refusal-not-embarked = That unit is not aboard. Name one that is.
refusal-cannot-carry = That transport cannot take that unit. Choose another transport.
refusal-cannot-build = That cannot be built by this unit or in this city. Choose something else to build.
refusal-queue-too-long = A city's queue has at most 12 entries. Take some out.
refusal-formation-full = That formation is full. Take a unit out first, or make another one.
refusal-already-commander = That unit already commands a formation. Name another commander.
refusal-seat-out = Your seat is out of the game and gives no more orders. You may go on watching.
refusal-not-yours-to-issue = Only the host itself enters that kind of record. Send orders for your units instead.
refusal-game-over = The game is over and takes no more orders. Look at how it went instead.
