# The drill ground.

## Drill ground

home-drill = To the drill ground: set two forces against each other, without an account
chances-title = If it attacked now
chances-line = { $name } at { $at }: wins { $chance } times in 1000
chances-stale = if it is still there

drill-title = Drill ground
drill-postmark = drill
drill-lead = Two forces, one fight, nothing at stake. It touches no game and keeps nothing: the whole drill stands in the address.
drill-forces = The forces
drill-kind = What happens
drill-kind-Assault = An assault
drill-kind-Bombardment = A bombardment
drill-kind-Reaction = A reaction to a move
drill-decides = Who decides by hand
drill-decides-nobody = Nobody: all by their habits
drill-seed = Seed of the dice
drill-attackers = Attackers
drill-defenders = Defenders
drill-terrain = Ground
drill-site = Works
drill-site-none = none
drill-unit-number = Unit { $number }
drill-class = Class
drill-class-none = nobody
drill-disrupted = Disrupted
drill-unsupplied = Out of supply
drill-unseen = Not seen coming
drill-fight = Fight it out
drill-step-through = Step through
drill-how-title = How it works
drill-how = Choose up to three units a side and fight. The predictor says beforehand what the attackers’ chance is; the seed decides which of the thousand fights you see.
drill-how-decide = Whoever decides by hand is asked each time one of their units may begin something or answer the enemy. The same decisions with the same seed give the same fight.
drill-problems = That cannot be fought so. Mend this:
drill-at-tick = { $tick ->
    [0] Before the first tick
   *[other] Tick { $tick } of { $time }
}
drill-chance = The predictor gives the attackers { $chance } in 1000.
drill-next = Next tick
drill-previous = Back a tick
drill-first = To the start
drill-to-the-end = To the end
drill-take-back = Take back the last decision
drill-wait = Wait
drill-profiles-first = The filled button is what it would do by habit.
drill-question-action = Tick { $tick }: what does { $who } begin against { $on }, at distance { $distance }?
drill-question-reaction = Tick { $tick }: does { $who } answer { $on }, at distance { $distance }?
drill-stand = How everybody stands, in the order of a tick
drill-who = Unit
drill-lost = Lost
drill-place = Place
drill-does = Does
drill-token = may begin
drill-doing = { $phase ->
    [broken] broken
    [idle] idle
    [preparation] prepares its { $act }
    [execution] { $act }
   *[recovery] recovers from its { $act }
}
drill-upcoming = Whose turn comes next
drill-json = The same drill for the command line
drill-fault-range = { $side ->
    [a] Attackers, unit { $place }: the number for { $field } is
    [d] Defenders, unit { $place }: the number for { $field } is
   *[none] The { $field } is
} out of bounds. Choose one that the field allows.
drill-fault-units = { $side ->
    [a] Choose one to three attackers
   *[d] Choose one to three defenders
}, but one each for a reaction, and one target for a bombardment.
drill-fault-class = There is no such class. Choose one from the list.
drill-fault-kind = { $side ->
    [a] Attackers, unit { $place }
   *[d] Defenders, unit { $place }
}: only guns and warships bombard, and they never assault. Choose another class or another kind of fight.
drill-fault-stance = { $side ->
    [a] Attackers, unit { $place }
   *[d] Defenders, unit { $place }
}: this Stance does not fit. Who marches begins no fight, who reacts is in Hold or Entrench, and not every class takes every Stance.
drill-fault-entrenchment = { $side ->
    [a] Attackers, unit { $place }
   *[d] Defenders, unit { $place }
}: only who is in Entrench is entrenched. Choose that Stance, or an entrenchment of 0.
drill-fault-decision = One of the decisions does not fit this fight any more. Step back, or fight it anew.
drill-fault-other = Something in the form does not fit. Go back and choose from the lists.
drill-unit = { $name } ({ $letter })
drill-head = { $kind ->
    [assault] An assault
    [bombardment] A bombardment
   *[reaction] A reaction
} from { $distance } steps away, seed { $seed }. The predictor gives the attacker { $chance } in 1000.
drill-ended = { $kind ->
    [assault] { $attacker } attacked { $defender }
    [bombardment] { $attacker } bombarded { $defender }
   *[reaction] { $attacker } caught { $defender }
} { $result ->
    [won] and won
    [lost] and was beaten off
   *[even] and neither gave way
}.
drill-asks-action = Tick { $tick }: what does { $who } begin against { $on }, { $distance } away? Possible: { $options }.
drill-asks-reaction = Tick { $tick }: how does { $who } answer { $on }, { $distance } away? Possible: { $options }.
drill-table-assault = Assaults in the open: fresh units in Advance, the row attacks the column. Wins of the attacker per mille · mean losses of attacker/defender, over { $fights } fights each.
drill-table-bombardment = Bombardments in the open from two tiles away, likewise.
