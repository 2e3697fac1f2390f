# Clocks, absence and votes: pages and letters.

## Mail: the game stands still

mail-stalled-subject = { $game }: the game stands still
mail-stalled-lead = Turn { $turn } of { $game } is over, and could not be played out. The fault is the host's, not yours.
mail-stalled-kept = Every order is kept and the clock stands still. The operator of the host has been told; you will hear when the game goes on.

mail-operator-stalled-subject = A game stands still: { $game }
mail-operator-stalled-lead = Turn { $turn } of { $game } ({ $key }) is over and could not be played out. Its clock is stopped, its players are told, and nothing is tried again by itself.
mail-operator-stalled-do = Run `fieldpost admin alarms` to see why. Once the cause is gone: fieldpost admin retry { $key }.
mail-operator-action = Open the operators' page

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

## Mail: an AI holds the seat

mail-turn-subject-held = { $game }: turn { $turn } is fought
mail-held-title = An AI plays your seat
mail-held-kept = An AI plays { $seat } and gives its orders, so none are asked of you. The seat stays yours: take it back on the game's page, and you play it from the next turn on.
mail-held-comes = You have taken { $seat } back. The orders of this turn are still the AI's; you play from the next turn on.
mail-held-given = An AI gives the orders of this turn. From the next turn on somebody else plays { $seat }, as was announced.
mail-held-closes = Turn { $turn } is due { $at }.
mail-held-action = Take { $seat } back

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

## Page: clock, absence and votes

sitting-title = Clock, absence and votes
sitting-back = Back to { $game }
sitting-clock = The clock
sitting-feed = Your deadlines can stand in your own calendar.
sitting-feed-link = Get its address
sitting-link = { $count ->
    [0] Clock, absence and votes
    [one] Clock, absence and votes: one vote is open
   *[other] Clock, absence and votes: { $count } votes are open
}
sitting-done-announce = Your absence is announced. Turns do not wait for you while it lasts.
sitting-done-return = You are back: turns wait for you again.
sitting-done-vote = Your ballot is in. It can be changed until it is counted.
sitting-done-ask = The others are asked, by mail and on this page.
sitting-done-notice = The player is given notice by mail.
sitting-done-resume = The seat is yours from the next turn on.
sitting-done-ready = You are ready. The game goes on when the others are too.

clock-halted = The clock of this host's database was set, so no turn is closed until its operator has looked. You lose no time by it.
clock-adjourned = The players have adjourned the game: the clock stands still.
clock-stopped = The clock is stopped for now. It goes on with the time that was left.
clock-pause-downtime = The host was away for { $span } from { $from }. That time was given back to this turn.
clock-pause-adjourned = The game was adjourned for { $span } from { $from }. That time does not count.
clock-pause-paused = The clock was stopped for { $span } from { $from }. That time does not count.
seat-by-ai = played by an AI
seat-by-program = played by a program
seat-away = away

adjourned-title = The game is adjourned
adjourned-help = It goes on when everybody is ready, or when most are and three days have passed since the first.
adjourned-ready = Ready to go on:
adjourned-button = I am ready to go on

resume-title = An AI plays your seat
resume-help = An AI took your seat over when you had missed several turns, and it gives the orders of this turn. The seat stays yours: take it back, and you play it from the next turn on.
resume-comes = You play your seat again from the next turn on. The orders of this turn are the AI's.
resume-given-away = From the next turn on somebody else plays this seat, as the players decided.
resume-button = Take my seat back

votes-title = Votes
votes-none = Nothing is asked at present.
votes-decided = Decided lately
votes-secret = Ballots are secret until they are counted, and nobody is told who asked.
vote-needs-all = All { $count } players who have a say must be in favour.
vote-needs-most = More than half of the players who have a say ({ $count }) must be in favour.
vote-automatic = This is a ranked game: it happens without a vote, unless the player commits this turn.
vote-own-yes = You are in favour.
vote-own-no = You are against.
vote-own-none = You have not voted. That counts as not in favour.
vote-yes = In favour
vote-no = Against
vote-yes-label = In favour: { $question }
vote-no-label = Against: { $question }
vote-passed = Turn { $turn }: { $question } Yes, with { $yes } of { $of } in favour.
vote-passed-by-rule = Turn { $turn }: { $question } Yes, as in every ranked game.
vote-failed = Turn { $turn }: { $question } No, with { $yes } of { $of } in favour.
vote-lapsed = Turn { $turn }: { $question } No need any more: the player is back.

ask-button = Ask the others
ask-deadline-title = Ask for another deadline
ask-rule-none = No deadline: every turn waits for everybody
ask-rule-period = So long after a turn opens (30 seconds to 60 days)
ask-rule-calendar = At fixed times of day
ask-times = Times, such as 08:00, 20:00
ask-zone = Time zone
ask-adjourn-title = Ask to adjourn
ask-adjourn-help = The clock stands still from the next turn on, until everybody is ready to go on.
ask-standby-title = Ask to offer { $seat } to somebody else
ask-standby-help = An AI plays { $seat }. If most are in favour, any of you may invite somebody who then plays it; until then its own player may still come back.

away-title = Absence
away-announce-title = Announce an absence
away-announce-help = Turns that close meanwhile do not wait for you. Your units carry on with the orders they have, and you may commit all the same. The others see it. A turn without your commit counts as missed all the same: after three in a row an AI may take your seat until you are back.
away-from = From ({ $zone })
away-until = Until ({ $zone })
away-announce = Announce
away-return = Take it back
away-announced = { $seat } is away from { $from } until { $until }.
away-notice = { $seat } has been given notice: from { $from } on turn { $turn } does not wait any longer.
away-vote = Turn { $turn } does not wait for { $seat } any longer.
away-own-announced = You are away from { $from } until { $until }.
away-own-notice = The others have waited for you. Commit by { $from }, or turn { $turn } goes on without you.
away-own-vote = Turn { $turn } does not wait for you any longer, as the others have decided.
notice-help = The turn has waited for { $seat } for a week or more. After three days of notice it need not wait any longer.
notice-button = Give { $seat } notice

error-absence-ends-first = The absence ends before it begins, or is over. Choose a later end.
error-absence-too-long = An absence is at most 60 days long and begins within 60 days.
error-absence-too-many = Ten absences are announced already. Take one back first.
error-absence-unreadable = Write both times as in 2026-12-24T18:00.
error-notice-not-now = Notice can be given in a game without deadline, by one who has committed, to one who has been waited for at least seven days, once a turn.
error-vote-no-say = You have no say in this: it is about your own seat, or an AI plays it.
error-vote-not-now = This cannot be asked now.
error-vote-open = The same is asked already. Vote on it.
error-vote-decided = The vote is counted already.
error-seat-is-yours = Nobody has taken your seat over.
error-not-adjourned = The game is not adjourned.
error-rule-seconds = A deadline is 30 seconds to 60 days. Write whole numbers.
error-rule-zone = There is no such time zone. Write one such as Europe/Vienna.
error-rule-days = Choose at least one day.
error-rule-times = Write 1 to 24 times of day, such as 08:00, 20:00.
error-rule-shape = Choose how turns shall end.

invitation-next = { $seat } is yours from the next turn on. You will have a letter when it is.
invite-address = { $seat } may be offered to somebody else. Their e-mail address
invite-button = Send the invitation
sitting-done-invite = The invitation is on its way. Whoever takes it plays the seat from the turn after.
error-invite-address = Write a whole e-mail address.
error-invite-not-now = This seat is not on offer any more.
error-seat-given-away = Somebody else has taken the seat over meanwhile.

## The calendar feed

feed-title = Your deadlines as a calendar
feed-help = With this address another calendar program can read when your games wait for you. It can read that and nothing else, and names nobody. Whoever has the address can read it too, so keep it to yourself.
feed-fresh = Give this address to your calendar program. It is shown only now.
feed-make = Make an address
feed-again = Make a new address; the old one ends
feed-revoke = End the address
feed-back = Back to your account
feed-name = Fieldpost
feed-due = { $game }: orders for turn { $turn } are due
feed-committed = { $game }: turn { $turn } closes (you have committed)
