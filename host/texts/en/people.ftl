# Signing in, accounts, the start page and joining a game.

## Sign-in

sign-in-title = Sign in
sign-in-lead = Write your e-mail address. We send you a link that signs you in. There is no password.
sign-in-email = E-mail address
sign-in-send = Send me a link
sign-in-sent-title = Look in your mail
sign-in-sent-lead = If that address can be written to, a link is on its way to it. It works once, for 20 minutes.
sign-in-sent-late = Mail goes out late at present: the oldest link has waited for { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}. Yours is sent as soon as the mail server takes it, and its 20 minutes begin then.
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
auth-link-maybe = Pressed twice? You may be signed in already. Look here.
auth-csrf-missing = The form came without its safety mark, so nothing was changed. Open the page again and send it once more.
auth-csrf-wrong = The form belongs to another sign-in or was open too long, so nothing was changed. Open the page again and send it once more.
error-auth-form-unreadable = The form could not be read, so nothing was changed. Go back and fill it in again.
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

## Pages: start and joining

home-postmark = post
home-lead = Give your units their orders in your own time. When everybody has committed, the turn is fought, and what your side saw of it comes by mail.
home-mailbox = This host keeps its mail in a local mailbox. Open it here.
home-title = Your games
home-none = You hold no seat yet. Open the link in an invitation, find a game in the lobby, or make one.
home-waiting = Waiting for you
home-others = Going on without you for now
home-as = You play { $seat }
home-due = Due by { $deadline }
home-gathering-title = Not begun yet
home-finished = Over
home-lobby = Find a game
home-directs = You direct it
home-made = You made it
home-running = Orders are being written
home-ended-won = You won
home-ended-draw = A draw
home-ended-place = You came in { $place }
home-your-orders = Your orders are wanted
home-more-finished = All finished games
home-held = An AI plays your seat. You can take it back.
home-committed = Committed; waiting for the others
home-closing = The turn is being fought
home-ended = Over
home-stalled = Stopped by a fault; the operator has been told
invitation-title = { $game }: a seat for you
invitation-lead = You are asked to play { $seat } in { $game }. The game begins when every seat is taken.
invitation-as = You are signed in as { $email }.
invitation-take = Take the seat of { $seat }
invitation-taken = Somebody else has taken the seat of { $seat }. Ask whoever invited you for another one.
still-closing = Turn { $turn } is being fought. This page looks again by itself.
still-look = Look again now
still-stalled = This game has stopped because its turn could not be played out. The operator has been told; no clock runs, and nothing you entered is lost.
