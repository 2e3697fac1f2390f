-- Background work that failed: which step, on what, how often, and when it is tried
-- again. A row is gone as soon as the work succeeds; one that failed too often is what
-- an operator must look at. Kept here so that every process leaves the same alone.
CREATE TABLE set_aside (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    step text NOT NULL,
    -- What of the step: a game's number, a game's and a seat's, a mail's; empty for
    -- the step itself.
    subject text NOT NULL,
    -- The game it belongs to, where it belongs to one.
    game_id bigint REFERENCES games ON DELETE CASCADE,
    attempts integer NOT NULL DEFAULT 1 CHECK (attempts > 0),
    cause text NOT NULL,
    first_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    last_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    -- Before this nobody tries it.
    next_try_at timestamptz NOT NULL,
    UNIQUE (step, subject)
);
CREATE INDEX set_aside_game ON set_aside (game_id) WHERE game_id IS NOT NULL;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON set_aside TO fieldpost_host;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fieldpost_host;
    END IF;
END
$$;
