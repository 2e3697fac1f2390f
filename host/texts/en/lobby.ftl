# The lobby, making a game, joining one, and what is agreed in it.

## The lobby

lobby-title = Lobby
lobby-shelves = Which games
lobby-shelf-open = Looking for players
lobby-shelf-watched = To watch
lobby-shelf-finished = Finished
lobby-lead-open = Games that are looking for players.
lobby-lead-watched = Games that are being played and may be watched by everybody, some turns late.
lobby-lead-finished = Games that are over, the newest first. Your own private ones stand here for you alone.
lobby-search = Look for them
lobby-search-text = Name of the game or scenario
lobby-search-free = Free seats
lobby-search-free-least = { $count } or more
lobby-search-any = any
lobby-search-own = only games that I played in
lobby-speed-live = less than an hour a turn
lobby-speed-letter = an hour a turn or more
lobby-speed-unclocked = no clock
lobby-pages = Pages
lobby-page = Page { $page }
lobby-newer = Newer games
lobby-older = Older games
lobby-none-found = No game is like that. Ask for less.
lobby-none-watched = No game that may be watched is being played just now.
lobby-none-finished = No game is over yet.
lobby-make = Make a game
lobby-none-open = No game is looking for players just now. Make one, and it stands here for others to find.
lobby-board = { $scenario }, { $width } × { $height } tiles
lobby-free = { $free ->
    [0] Every seat is taken
    [one] One seat of { $seats } is free
   *[other] { $free } seats of { $seats } are free
}
lobby-join = Look and join
lobby-look = You are in it: look
lobby-full = Look
lobby-somebody = somebody without a name
tag-own = You played in it
tag-ranked = Ranked
tag-password = With a password
tag-anonymous = Nobody is named
tag-master = With a game master
tag-starts = Begins { $at }
chair-ai = A program
chair-unknown = A player, not named until the end
chair-invited = Offered to { $email }

chair-standing = { $reliability } · { $rating }
reliability = kept { $met } of { $due ->
    [one] one deadline
   *[other] { $due } deadlines
}
reliability-none = no deadline yet
rating = rated { $strength } ± { $uncertainty } after { $games ->
    [one] one ranked game
   *[other] { $games } ranked games
}
rating-none = no ranked game yet

## The game master's seat

master-title = Game master
master-running = Orders are being written.
master-paused = The clock stands. Orders are taken; the turn does not close.
master-adjourned = The players have adjourned the game; the clock stands until they go on.
master-map = The whole board, without fog. Players know that you see it.
master-pause = Stop the clock
master-resume = Let the clock run again
master-hours = More time for everybody, in hours
master-extend = Give it
master-recorded = Whatever you do here is recorded, and players see it on their clocks.
master-done-pause = The clock stands.
master-done-resume = The clock runs again, with the time that was left.
master-done-extend = Everybody has more time.
master-past = Past turns
master-acts = What was done to the game
master-acts-none = Nothing but play so far.
master-act = { $at }: { $what } ({ $actor })
master-actor-master = a game master
master-actor-operator = an operator of the host
master-actor-console = an operator of the host
master-actor-host = the host itself
master-act-pause = the clock was stopped
master-act-resume = the clock was let run again
master-act-extend = everybody got { $span } more
master-act-replace-seat = { $seat } was given to somebody else
master-act-announce-address = the player of { $seat } moves to another address
master-act-import = the game came from another host
master-act-export-with-seed = the game was exported, to go on elsewhere
master-act-retry = the stalled turn was tried again
master-act-other = { $act }
master-told = About this game; a game master can stop the clock
master-told-sees = About this game; a game master sees the whole board
about-link = About this game

## A player as others see them

profile-nameless = A player without a name
profile-own = This is how others see you.
profile-reliability = Reliability
profile-rating = Rating
profile-help = A deadline is kept by committing before it and one's reserve run out; announced absences count neither way. Everybody is first rated 25 ± 8.3; ratings follow from finished ranked games in the order in which they ended.
profile-games = Finished public games
profile-no-games = None yet.
profile-as = Played { $seat }
account-profile = How other players see you

## A scenario before it is a game

preview-facts = { $width } × { $height } tiles, { $seats ->
    [one] one seat
   *[other] { $seats } seats
}, { $cities ->
    [0] no city
    [one] one city
   *[other] { $cities } cities
}.
preview-wraps = What leaves the map at one edge comes in at the other.
preview-shared-sight = Allies see what one of them sees.
preview-units = Ground and sites are known to everybody; where units stand is for each side to find out.
preview-map-keys = Map of the scenario; scroll with the arrow keys
preview-map-label = Ground and sites of { $name }
preview-victory = How it is won
preview-victory-last-standing = Be the last who is still standing.
preview-victory-cities = Hold { $count ->
    [one] one city
   *[other] { $count } cities
} at the end of { $turns ->
    [one] a turn
   *[other] { $turns } turns running
}.
preview-victory-turn-limit = Have the highest score when turn { $turn } is over.
preview-victory-hold = Hold { $sites } when turn { $turn } is over.
scenario-kelsey-ford = Three powers, one ford, and guns that cannot cross anywhere else.
scenario-first-steps = Twelve turns against a program, each with one thing to learn.
scenario-two-rivers = Two armies with a river before each of them, and one stretch of land between.
scenario-crown-and-league = Two against two: allies share their sight, and the middle belongs to nobody.
scenario-archipelago = Four islands, and ships to get from one to the next.
scenario-great-game = Eight powers on a map that takes a season to cross.

## Making a game

new-title = Make a game
new-choose-lead = Choose where it is played. You see the map before anything is made.
new-shipped = Scenarios
new-title-of = Make a game: { $name }
new-other = Choose another scenario
new-trouble = Nothing was made yet: something below needs another look.
new-name-title = Name
new-name = What the game is called
new-wrong-name = A name has at most 60 characters on one line, and none that are hidden or turn the text around. Choose another.
new-part-title = Your part
new-part-play = I play
new-part-master = I direct it and do not play
new-part-master-help = You can pause the game and give everybody more time. You see no board.
new-part-master-sees = I direct it and see the whole board
new-part-master-sees-help = The same, without fog. Players are told so before they join, and always.
new-seats-title = Seats
new-seats-help = A seat of a program needs nobody. All others are open until somebody takes them.
new-seat-team = of { $team }
new-seat-units = begins with { $count ->
    [0] no units
    [one] one unit
   *[other] { $count } units
}
new-seat-mine = Mine
new-seat-by = Who plays { $seat }
new-seat-human = A person
new-seat-ai = A program
new-wrong-seat = Your own seat has to be one that a person plays. Mark one, or give the seat back to a person.
new-pace-title = Pace
new-usual-correspondence = The usual clock of a game by letter
new-usual-correspondence-2 = One or two people: { $pace }.
new-usual-correspondence-3 = Three people or more: { $pace }.
new-usual-live = The usual clock of a game that all play at once
new-usual-live-2 = One or two people: { $pace }.
new-usual-live-3 = Three or four: { $pace }.
new-usual-live-5 = Five or more: { $pace }.
new-usual-now = { $people ->
    [one] With the seats as they stand above, one person plays: { $pace }.
   *[other] With the seats as they stand above, { $people } people play: { $pace }.
}
new-pace-preset = { $name }: { $pace }
pace-name-evening = In one evening
pace-name-daily = A turn a day
pace-name-steady = Unhurried
pace-name-weekly = A turn a week
pace-name-patient = Without a clock
pace-none = a turn closes when everybody has committed, whenever that is
pace-deadline = { $deadline } a turn
pace-deadline-reserve = { $deadline } a turn, and { $reserve } in reserve for the whole game
new-pace-custom = Another pace
new-span-deadline = Time for each turn
new-span-reserve = Reserve for the whole game
new-unit-days = Days
new-unit-hours = Hours
new-unit-minutes = Minutes
new-wrong-pace = Choose one of the paces.
new-wrong-deadline = A turn takes 30 seconds at least and 60 days at most. Write whole numbers.
new-wrong-reserve = A reserve is 60 days at most. Write whole numbers.
new-door-title = Who may join
new-door-public = Anybody
new-door-password = Anybody who knows a password
new-door-private = Only whom I invite
new-door-private-help = The game is in no list. You get a link to pass on, and can invite by mail.
new-password = Password
new-wrong-password = Write a password of 1 to 100 characters, or let anybody join.
new-start-title = When it begins
new-start-full = When every seat is taken
new-start-time = At a time
new-start-time-help = Seats that are still free then go to a program. A ranked game waits for people instead.
new-starts-at = Date and time ({ $zone })
new-wrong-start = Write a date and time that is still to come, within 60 days, such as 2026-12-24T18:00.
new-rules-title = Rules
new-tier = What initiative counts
new-tier-1 = Tier 1: the plain terms
new-tier-2 = Tier 2: more of them
new-tier-3 = Tier 3: all of them
new-tier-help = The order in which units act follows from their initiative. Higher tiers count more terms and are harder to foresee. Begin with tier 1.
new-wrong-tier = Choose tier 1, 2 or 3.
new-press-all = private and public
new-press-public = public only
new-press-none = none
new-press-help = This host does not carry messages between players yet. What you choose holds once it does.
new-wrong-press = Choose one of the three.
new-ranked = Ranked: the result counts for ratings
new-wrong-ranked = A ranked game is played by people, two at least. Give every seat to a person, or do not rank it.
new-anonymous = Players do not learn who the others are before the end
new-watch-title = Who may watch
new-watch-help = Others are all who have an account here. If you invite everybody yourself, they are those who have the game's link.
new-watch-after-end = Others, when it is over
new-watch-delayed = Others, some turns late
new-watch-delayed-help = Whoever takes a seat is asked to agree to it.
new-watch-delay = Turns of delay, { $least } at least
new-wrong-delay = Write a delay of 5 to 1000 turns, or choose otherwise.
new-seed = The dice are drawn when the game is made. Nobody sees them before the end, the host keeps to a seal that is published at once, and then anybody can check it.
new-make = Make this game

new-title-drawn = Make a game on a new map
new-pace-calendar = At fixed times of the week
new-pace-calendar-help = Turns close at these times. Whoever is late draws on a reserve, which never fills up again.
new-times = Times of day ({ $zone }), such as 08:00, 20:30
new-wrong-days = Mark one day at least.
new-wrong-times = Write 1 to 24 times of day, such as 08:00, 20:30.
pace-calendar = a turn closes at { $times }, { $days } ({ $zone })
pace-calendar-reserve = a turn closes at { $times }, { $days } ({ $zone }), and { $reserve } in reserve for the whole game
weekday-1 = Mondays
weekday-2 = Tuesdays
weekday-3 = Wednesdays
weekday-4 = Thursdays
weekday-5 = Fridays
weekday-6 = Saturdays
weekday-7 = Sundays
weekday-every = every day
weekday-short-mon = Mon
weekday-short-tue = Tue
weekday-short-wed = Wed
weekday-short-thu = Thu
weekday-short-fri = Fri
weekday-short-sat = Sat
weekday-short-sun = Sun

## A map that is drawn with its game

draw-title = A new map
draw-lead = Land is drawn when the game is made, fair to every seat, and seen by nobody before it begins.
draw-size = Size
draw-size-small = Small, 24 × 24 tiles
draw-size-medium = Medium, 36 × 36 tiles
draw-size-large = Large, 64 × 64 tiles
draw-size-huge = Huge, 128 × 128 tiles
draw-seats = Seats, 2 to 8
draw-wrap = What leaves the map at one edge comes in at the other
draw-islands = Islands: each seat begins on land of its own
draw-go = Go on
draw-wrong-size = Choose one of the sizes.
draw-wrong-seats = That many seats find no room on such a map. A small one holds 2 to 4, small islands 2, medium islands 4, all others 8. Choose fewer seats or a larger map.
error-no-map-came = No fair map came about this time. Send the form again, or choose a larger map.
preview-drawn = The land is drawn when the game is made. Nobody sees it before the game begins.

## Uploading a scenario

upload-title = Your own scenario
upload-lead = A scenario is one file in JSON, one megabyte at most. It is checked first, and you see it on a map before you make a game of it.
upload-format = How a scenario is written
upload-file = Scenario file
upload-paste = Paste it instead
upload-pasted = The scenario's text
upload-check = Check it
upload-too-large = That is more than one megabyte. Make the scenario smaller and send it again.
upload-not-text = That file is no text. Send the scenario as JSON in UTF-8.
upload-nothing = Nothing came with the form. Choose a file, or paste the scenario.
upload-faults = { $count ->
    [one] The scenario has one fault. Mend it and send it again.
   *[other] The scenario has { $count } faults. Mend them and send it again.
}
error-scenario-unsound = This scenario does not pass the check any more. Upload it again to see why.

## Before it begins

gathering-maker = Made by { $who }
gathering-lead = { $free ->
    [0] Every seat is taken.
    [one] One seat is free.
   *[other] { $free } seats are free.
}
gathering-own = You play { $seat }. { $free ->
    [0] Every seat is taken.
    [one] One seat is still free.
   *[other] { $free } seats are still free.
}
gathering-mail = You get a mail when it begins.
gathering-master = You direct this game and do not play in it.
gathering-seats = Seats
gathering-taken = taken
gathering-free = free
gathering-tools = What you can do with this seat
gathering-invite-email = Offer it by mail to
gathering-invite = Invite
gathering-hand-over = Hand it to a program
gathering-take-back = Take it back from the program
gathering-kick = Take this player out
gathering-kick-help = They are told by mail, and cannot come back unless you invite them.
gathering-choose = Choose a seat
gathering-change = Choose another seat
gathering-password = The game's password
gathering-consent = { $by ->
    [link] I agree that whoever has the link of this game may watch it, my side included, { $turns } turns late. Its players can pass the link on.
   *[all] I agree that everybody may watch this game, my side included, { $turns } turns late.
}
gathering-take = Take the seat
gathering-change-button = Change to it
gathering-leave = Leave this game
gathering-share = A link to pass on
gathering-share-help = Whoever opens it may choose a free seat, without a password. Give it only to people you want in the game.
gathering-call-off-title = Call it off
gathering-call-off-help = Nobody can join any more, and the game never begins. This cannot be taken back.
gathering-call-off = Call the game off
gathering-called-off = This game was called off. It does not begin any more; look for another one in the lobby.
gathering-done-made = The game is made. It begins as soon as what you chose has come about.
gathering-done-joined = The seat is yours.
gathering-done-left = You have left the game.
gathering-done-kicked = The seat is free again, and its player is told by mail.
gathering-done-invited = The invitation is on its way.
gathering-done-handed = The seat is handed over.
gathering-done-called-off = The game is called off.

## What is agreed

terms-title = What is agreed
terms-pace = Pace
terms-start = Begins
terms-start-full = when every seat is taken
terms-start-time = { $at }; seats that are free then go to a program
terms-start-time-ranked = { $at }, or later when every seat is taken
terms-tier = Initiative
terms-tier-value = tier { $tier }
terms-ranked = Ranking
terms-ranked-yes = the result counts for ratings
terms-ranked-no = not ranked
terms-press = Messages
terms-spectators = Watching
terms-spectators-none = Nobody watches, and nobody looks at it later
terms-spectators-after-end = Everybody, when it is over
terms-spectators-delayed = Everybody, { $turns } turns late
terms-spectators-after-end-link = Its players and whoever has its link, when it is over
terms-spectators-delayed-link = Whoever has its link, { $turns } turns late
terms-names = Names
terms-named = players know who the others are
terms-anonymous = players do not learn who the others are before the end
terms-master-title = Game master
terms-master = a game master can pause the game and give more time, and sees no board
terms-master-sees = a game master can pause the game and give more time, and sees the whole board

## Watching a game

watch-title = Watching
watch-link = Watch the game
watch-lead = You watch from no side's place, { $turns } turns late.
watch-lead-over = The game is over: you see the whole board, from no side's place.
watch-lead-master = You direct this game and see the whole board.
watch-from = There is nothing to see yet. The beginning is shown while turn { $turn } is played.
watch-unagreed = A seat has changed hands, and not everybody who plays has agreed yet that this game is watched. Look in again later.
watch-turn = Behind turn { $turn }
watch-share = This game is not listed. Whoever is to watch it needs this link, and an account on this host:
watch-legend = Each side has its own outline, letter and colour; the letter in a circle names the side.
watch-legend-bands = Chevrons below a unit tell how early it acts: three for quick, two for steady, one for slow. Strengths and stances are for its own side to see.
watch-units = Units of all sides
watch-ask-title = Others want to watch
watch-ask = { $by ->
    [link] This game was made to be watched by whoever has its link, { $turns } turns late, your side included. Its players can pass the link on. Nobody can watch before you agree.
   *[all] This game was made to be watched by everybody, { $turns } turns late, your side included. Nobody can watch before you agree.
}
watch-ask-button = I agree
sitting-done-agree-watching = You have agreed: the game can be watched once all others have, too.

## About a game

about-title = About { $game }
about-open = Open the game
about-running = Turn { $turn } is being played.
about-ended = The game ended with turn { $turn }.
about-stalled = The game has stopped in turn { $turn } by a fault; the operator has been told.
about-vacant = nobody
about-place = { $place ->
    [1] first
    [2] second
    [3] third
   *[other] place { $place }
}
about-seed = The seal on the dice
about-seed-help = The dice were drawn when the game was made. This seal was published then; when the game is over the dice are opened, and anybody can check that they are the same.

## What stood in the way of joining

error-kicked = The maker of this game has taken you out of it. You can come back only by an invitation from them.
error-called-off = This game was called off. Look for another one in the lobby.
error-game-has-begun = This game has begun, so its seats do not change any more. Look for another one in the lobby.
error-master-plays-not = You direct this game and may see what no player may, so you cannot take a seat in it. Invite somebody.
error-has-watched = Whoever has watched this game while it runs has seen what its seats must not see, so they cannot take one. The seat stays open to others.
error-ranked-needs-people = A ranked game is played by people, two at least. Leave the seat free, or make a game that is not ranked.
error-wrong-password = That is not the password of this game. Ask its maker for it, and write it again.
error-consent-needed = This game may be watched some turns late by others than its players, and every player agrees to that. Mark that you do, or choose another game.
error-bad-game-name = A game's name has at most 60 characters on one line. Choose another.
error-bad-deadline = A turn takes 30 seconds at least and 60 days at most. Choose a time in between.
error-bad-reserve = A reserve is 60 days at most. Choose a shorter one.
error-no-such-seat = The scenario has no such seat for a person. Choose another.

## Letters around a game that gathers

mail-joined-subject = { $game }: the seat of { $seat } is taken
mail-joined-lead = { $who } has taken the seat of { $seat } in { $game }.
mail-joined-action = See who is in it
mail-kicked-subject = { $game }: you are not in it any more
mail-kicked-lead = The maker of { $game } has taken you out of it before it began. Nothing else follows from that.
mail-kicked-action = Look for another game
