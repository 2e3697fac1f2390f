-- Absence, votes, and seats that change hands while a game goes on.

-- When a seat is not waited for. An announcement has both ends; a notice to one
-- who lets the others wait begins in the future and holds for its turn alone,
-- as does what a vote decided in a turn without a deadline.
CREATE TABLE absences (
    game_id bigint NOT NULL,
    seat smallint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    from_at timestamptz NOT NULL,
    until_at timestamptz CHECK (until_at > from_at),
    cause text NOT NULL CHECK (cause IN ('announced', 'notice', 'vote')),
    turn integer CHECK ((turn IS NULL) = (cause = 'announced')),
    made_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (game_id, id),
    FOREIGN KEY (game_id, seat) REFERENCES seats
);
CREATE INDEX absences_seat ON absences (game_id, seat);

CREATE TABLE votes (
    game_id bigint NOT NULL REFERENCES games,
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL CHECK (kind IN ('substitute', 'standby', 'deadline', 'adjourn')),
    -- The seat it is about; NULL for what concerns the whole game.
    seat smallint,
    -- The deadline that is asked for, as `calendar.rs` writes it.
    rule text,
    turn integer NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    -- When it is counted if its turn is still open; NULL: at the close.
    counted_from timestamptz,
    -- Ranked games need no ballots for a substitution.
    is_automatic boolean NOT NULL DEFAULT false,
    outcome text CHECK (outcome IN ('passed', 'failed', 'lapsed')),
    decided_at timestamptz,
    -- The turn at whose close it took effect.
    applied_turn integer,
    in_favour smallint,
    eligible smallint,
    PRIMARY KEY (game_id, id),
    CHECK ((outcome IS NULL) = (decided_at IS NULL)),
    CHECK ((kind IN ('substitute', 'standby')) = (seat IS NOT NULL)),
    CHECK ((kind = 'deadline') = (rule IS NOT NULL))
);
-- One question is asked once at a time.
CREATE UNIQUE INDEX votes_open ON votes (game_id, kind, coalesce(seat, -1))
    WHERE outcome IS NULL;
CREATE INDEX votes_due ON votes (counted_from) WHERE outcome IS NULL AND counted_from IS NOT NULL;

-- Secret until the vote is decided; the last word of a seat counts.
CREATE TABLE ballots (
    game_id bigint NOT NULL,
    vote_id bigint NOT NULL,
    seat smallint NOT NULL,
    in_favour boolean NOT NULL,
    cast_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (game_id, vote_id, seat),
    FOREIGN KEY (game_id, vote_id) REFERENCES votes
);

ALTER TABLE seats
    -- Its player wants it back at the next boundary.
    ADD COLUMN resume_wanted_at timestamptz,
    -- Since when the others may offer it to somebody else.
    ADD COLUMN standby_since timestamptz,
    -- Who holds it from the next boundary on.
    ADD COLUMN next_account_id bigint REFERENCES accounts ON DELETE SET NULL,
    -- Whether its player is ready to go on after an adjournment.
    ADD COLUMN ready_at timestamptz;
ALTER TABLE games ADD COLUMN adjourned_at timestamptz;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON absences, ballots TO fieldpost_host;
        GRANT SELECT, INSERT, UPDATE ON votes TO fieldpost_host;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fieldpost_host;
    END IF;
END
$$;
