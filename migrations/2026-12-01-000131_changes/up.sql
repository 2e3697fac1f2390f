-- What changed around a game: who was told follows from it, and its pages list it.
-- Only ever added to.
CREATE TABLE changes (
    game_id bigint NOT NULL REFERENCES games,
    id bigint GENERATED ALWAYS AS IDENTITY,
    turn integer NOT NULL,
    at timestamptz NOT NULL DEFAULT fieldpost_now(),
    -- Whether the letter of the turn says it, in place of one of its own.
    with_turn boolean NOT NULL,
    what jsonb NOT NULL,
    PRIMARY KEY (game_id, id)
);

-- Both are said by changes from here on.
UPDATE outbox SET state = 'dropped', last_error = 'what it was about is settled'
    WHERE kind IN ('substituted', 'seats_change') AND state = 'waiting';

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT SELECT, INSERT ON changes TO fieldpost_host;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fieldpost_host;
    END IF;
END
$$;
