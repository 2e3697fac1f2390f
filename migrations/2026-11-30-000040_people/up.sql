ALTER TABLE lobby
    -- The pace whose usual clock a game has, for as long as it gathers: the clock
    -- follows the number of people. NULL where its maker chose a clock.
    ADD COLUMN usual_pace text CHECK (usual_pace IN ('live', 'correspondence'));
ALTER TABLE seats
    -- When whoever holds the seat agreed that the game is watched while it runs.
    ADD COLUMN watching_agreed_at timestamptz;
