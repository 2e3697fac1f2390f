# Lessons: what a shipped scenario teaches, turn by turn. `lesson-ID-TURN-title` is the
# heading, `lesson-ID-TURN` the text, `lesson-ID-TURN-orders` the order lines that it speaks of.

## First Steps, turn by turn

lesson-first-steps-1-title = Give a move order
lesson-first-steps-1 = Whoever holds Tarn, east of the river, when turn 12 ends has won; if nobody does, Brack has, as long as Brackholm is its own. So there is something to be done. Your horse, the Lancers, stand behind your foot. Send them along the road to the foot of the bridge at 8,10. A task holds until it is done, so you need not repeat it next turn. Then commit: when everybody has committed, all units act, one after the other.
lesson-first-steps-1-orders = Lancers move to 8,10

lesson-first-steps-2-title = Take a city
lesson-first-steps-2 = Ferrow, two tiles north of your 3rd Foot, belongs to nobody and nobody is in it. Foot and horse take a city by entering it. Cities pay for your units: the more you hold, the more you can keep.
lesson-first-steps-2-orders = 3rd Foot seize Ferrow

lesson-first-steps-3-title = Build
lesson-first-steps-3 = A city builds what stands in its queue, head first, and pays up to its output each turn out of your treasury. The foot is ready in two turns, the gun four turns later: foot is cheap, a gun costs nearly twice as much. Every unit costs upkeep afterwards.
lesson-first-steps-3-orders = city Aldenhall build line_infantry, field_gun

lesson-first-steps-4-title = Choose a stance
lesson-first-steps-4 = A unit in March goes one tile farther and does not fight. In Advance it fights on its way. In Hold it stays and answers whoever comes near; in Entrench it digs in besides. Brack's riders are about, and look for what nobody guards. Your 2nd Foot stands at 8,11, by the near end of the bridge, and your Pioneers with it: put it in Hold, and whoever comes next to it is met with fire.
lesson-first-steps-4-orders = 2nd Foot hold

lesson-first-steps-5-title = Give a standing job
lesson-first-steps-5 = A standing job (posture) is what a unit does while it has no task. A picket goes to its tile, holds it, and reacts. The ford at 8,6 is the other way over the river: have the 3rd Foot, which has done its task at Ferrow, picket it. It takes two turns to get there, if nobody bars the way. Ferrow is left empty meanwhile, and riders can take an empty city.
lesson-first-steps-5-orders = 3rd Foot picket 8,6

lesson-first-steps-6-title = See who acts first
lesson-first-steps-6 = Units act one by one, the highest initiative first. Horse comes before foot, foot before guns, and a unit in March before one that holds. Your own numbers are on the board; of others you see a band. A gun acts late and must be where it is needed a turn before: bring the Battery over the bridge, in March and so two tiles in one turn, and let the 1st Foot come after.
lesson-first-steps-6-orders =
    Battery move to 10,10; stance march
    1st Foot move to 10,10

lesson-first-steps-7-title = Attack
lesson-first-steps-7 = Militia that belongs to nobody, the Tarn Watch, stands in Tarn, at 12,11. An attack goes to its target and fights it. The Battery hurts from two tiles away and is not hurt, and fires at once. In Hold it stays where it is, within supply; without that it would go after the Tarn Watch, up to the walls. The 1st Foot still has a way to go, so it goes in next turn, when the Tarn Watch is worn down.
lesson-first-steps-7-orders =
    Battery attack 12,11; stance hold
    1st Foot attack 12,11

lesson-first-steps-8-title = Choose the way
lesson-first-steps-8 = A unit takes the cheapest way that you know of. With waypoints you choose another one, here over the ford. Cautious halts it next to the first enemy that you see, which is what you want of riders who are to look and not to fight.
lesson-first-steps-8-orders = Riders move to 11,8 via 9,6 10,7; cautious

lesson-first-steps-9-title = Stay in supply
lesson-first-steps-9 = The 1st Foot goes on with its attack by itself: once the Tarn Watch has left the tile, the 1st Foot enters Tarn and takes it, so it needs no order this turn. A unit is supplied within six points of a city or depot of yours. One that is not grows weaker from the fourth turn on; one that rests next to a city or depot recovers. Your Pioneers stand with the 2nd Foot at 8,11, by the bridge: let them build a depot there, and supply comes as far as Tarn. It takes two turns, if nobody disturbs them.
lesson-first-steps-9-orders = Pioneers build depot

lesson-first-steps-10-title = Say what it may do by itself
lesson-first-steps-10 = What a unit may do by itself (sanction) is to fight, to take what is empty, to pursue, and to go back before it is broken. It holds in every task and every standing job. Here the 1st Foot goes back when it has less than 40 strength of 100, and the Lancers fight whom they meet if their chance to win is 600 per mille or more: 600 of 1000, or 60 in a hundred. You may write 60% as well.
lesson-first-steps-10-orders =
    1st Foot sanction retire below 40
    Lancers sanction engage winning 60%

lesson-first-steps-11-title = Form up
lesson-first-steps-11 = A formation follows its commander and keeps together at its pace: you then give one order instead of several. In games that count more than First Steps does, units near their commander also act a little sooner. The 2nd Foot is still told to hold, and what holds does not follow: take that back first.
lesson-first-steps-11-orders =
    2nd Foot stance derived
    formation Left commander "1st Foot" members "2nd Foot" pace line

lesson-first-steps-12-title = Write a condition
lesson-first-steps-12 = While a turn runs you cannot speak to your units. What they should look out for stands in the order: if something holds, they do this instead. Conditions go by what you know at that moment, tile by tile. With them you plan for what you do not see yet; this is what the game is about. This is the last turn: hold Tarn at its end, and you have won.
lesson-first-steps-12-orders = Lancers move to 12,9; if enemy within 2 of 12,9 then halt at 11,10
