# What changes around a game but by its orders: pages and letters.

## Page: what has changed

changes-title = What has changed
change-line = { $at }: { $line }

change-paused = { $by ->
    [master] The game master
   *[operator] The operator of this host
} has stopped the clock of turn { $turn }. The turn does not close until the clock runs again, even if everybody commits. You can go on writing orders, and no time is lost.
change-resumed = { $by ->
    [master] The game master
   *[operator] The operator of this host
} has started the clock of turn { $turn } again, with the time that was left.
change-extended = { $by ->
    [master] The game master
   *[operator] The operator of this host
} has moved the deadline of turn { $turn } to { $at }.
change-reconvened = The game goes on: the players are ready, and the clock of turn { $turn } runs again.
change-ready = { $seat } is ready to go on with the game.
change-substituted = From turn { $next } on an AI plays { $seat }, whose player was absent.
change-substituted-own = From turn { $next } on an AI plays your seat, since you missed several turns.
change-returned = From turn { $next } on a player holds { $seat } again.
change-returned-own = From turn { $next } on you play your seat yourself again.
change-replaced = The operator of this host has given { $seat } to another player, from turn { $next } on. Until turn { $turn } has closed nothing changes.
change-replaced-own = The operator of this host has given your seat, { $seat }, to another player. You play it until turn { $turn } has closed, and not after that.
change-moving = The mail of the player of { $seat } goes to another address from turn { $next } on. The operator of this host has moved it.
change-moving-own = Your mail goes to another address once turn { $turn } has closed. The operator of this host has moved it, and you sign in with that address from then on.
change-removed = The operator of this host has shown out the player of { $seat }. Nobody writes its orders for now: its units carry on with those they have.
change-noticed = { $seat } has been given notice. From { $at } on turn { $turn } does not wait for it any longer.

## Mail: something has changed

mail-changed-paused = { $game }: the clock is stopped
mail-changed-resumed = { $game }: the clock runs again
mail-changed-extended = { $game }: another deadline
mail-changed-voted = { $game }: a vote is counted
mail-changed-ready = { $game }: a player waits for you
mail-changed-reconvened = { $game }: the game goes on
mail-changed-table = { $game }: a change at the table
mail-changed-adjourns = The clock stands still from turn { $next } on, until the players say that they are ready to go on.
mail-changed-next = No order of turn { $turn } is touched.
mail-changed-ready-action = Say that you are ready
mail-changed-votes-action = See the votes
mail-turn-changed = What else has changed

## Mail: turns missed in a row

mail-missed = { $count ->
    [one] You have missed one turn.
   *[other] You have missed { $count } turns in a row.
} { $asked ->
    [yes] { $ranked ->
        [yes] An AI takes over { $seat } when turn { $next } closes, unless you commit before that.
       *[no] The others are asked now whether an AI shall play { $seat } until you are back. Commit turn { $next }, and nothing comes of it.
    }
   *[no] { $ranked ->
        [yes] After { $most } in a row an AI takes over { $seat } until you are back.
       *[no] After { $most } in a row the others are asked whether an AI shall play { $seat } until you are back.
    }
} A turn that you miss during an announced absence counts too.

## Mail: a new player has the seat

mail-new-given = From turn { $next } on you play { $seat } in { $game }: the operator of this host has given you the seat.
mail-new-invited = From turn { $next } on you play { $seat } in { $game }: you took the seat that the players offered, since its player was away.
mail-new-report = Turn { $turn } was the last of the player before you. Below is what { $seat } saw of it.

mail-seat-given-subject = { $game }: { $seat } is yours
mail-seat-given-gathering = The operator of this host has given you { $seat } in { $game }. The game begins when all seats are taken.
mail-seat-given-next = The operator of this host has given you { $seat } in { $game }. You play it from turn { $next } on. When turn { $turn } has closed, you get a letter with what { $seat } saw of it.
mail-seat-given-how = You sign in with this e-mail address, without a password.
mail-seat-given-action = Open Fieldpost

## Mail: a game was called off

mail-called-off-subject = { $game } is called off
mail-called-off-lead = { $game } will not begin: the player who made it has called it off. Nothing more is asked of you.
mail-called-off-invited = You were asked to play in { $game }. The player who made it has called it off, so the invitation is void.

## Pages: mail does not arrive

mail-bounced = Mail to { $email } does not arrive. The mail server said: { $why }. Letters that came back are not sent again; what they said is on the pages of your games. If you cannot use this address any more, ask the operator of this host to move your account to another one.
