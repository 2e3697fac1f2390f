# The operator's page.

## Page: frame

admin-title = Operating this host
admin-lead = What is done here is written into a list that nobody can change. There is no way here to see or change orders.
admin-done = Done, and written down.

## Page: the clock

admin-clock = The clock
admin-clock-goes = Turns are closed as they fall due.
admin-clock-halted = No turn is closed: { $why }. If the database's clock is right now, accept it; open turns keep the time they had left.
admin-clock-accept = Accept the clock
admin-overdue = { $games ->
    [0] No turn is overdue.
    [one] One turn is overdue, for { $seconds } s.
   *[other] { $games } turns are overdue, the first for { $seconds } s.
}

## Page: alarms

admin-alarms = Stalled games and alarms
admin-no-alarms = None.
admin-alarm-one = turn { $turn }: { $kind }. { $detail }
admin-alarms-one = Alarms
admin-retry = Try again
admin-jobs = Background work that fails
admin-job = { $step }{ $subject ->
    [none] {""}
   *[other] {" "}{ $subject }
}: failed { $attempts ->
    [one] once
   *[other] { $attempts } times
}, { $state ->
    [aside] set aside and tried once an hour
   *[other] tried again by itself
}. { $cause }

## Page: mails

admin-mails = Mails that did not go out
admin-no-mails = None.
admin-mail = { $kind }, { $attempts ->
    [one] tried once
   *[other] tried { $attempts } times
}: { $why }
admin-mail-retry = Send again
admin-mail-bury = Give it up

## Page: games

admin-games = Games
admin-games-all = All games
admin-games-text = Name or key of the game
admin-games-state = How they stand
admin-games-back = Back
admin-games-on = More games
admin-standing-any = all
admin-standing-gathering = not begun
admin-standing-running = being played
admin-standing-stalled = stopped by a fault
admin-standing-ended = over
admin-standing-alarmed = with an alarm
admin-game-called-off = called off
admin-game-stopped = its clock stands
admin-game-closing = a turn is being computed
admin-game-alarms = { $count ->
    [one] one alarm
   *[other] { $count } alarms
}
admin-sure = I am sure
admin-pause = Stop its clock
admin-resume = Let its clock run
admin-replace = Give the seat to somebody else
admin-seat = Seat
admin-address = Mail address
admin-seat-help = Everybody at the table is told. It takes effect when the open turn has closed.

## Page: people

admin-people = A person
admin-new-address = New mail address
admin-move = Move to another address
admin-remove = Show out
admin-readmit = Let in again
admin-make-operator = Make an operator

## Page: acts

admin-acts = What was done
admin-no-acts = Nothing yet.
admin-act = { $at }: { $act }, by { $actor }{ $about }

error-admin-unsure = Nothing was done. Mark that you are sure, and send it again.
error-not-stalled = That game is not stalled, and no work on it has failed.
error-no-open-turn = No turn of that game is open.
error-already-paused = Its clock stands already.
error-paused-by-operator = An operator has stopped this clock, so an operator lets it run again. Ask the host.
error-not-paused = Its clock was not stopped by an operator.
error-no-deadline = The open turn has no deadline.
error-mail-not-waiting = That mail is not waiting, or was sent meanwhile.
error-address-taken = Somebody else has that address already.
error-game-over = That game is over.
