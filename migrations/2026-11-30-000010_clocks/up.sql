-- Clocks that can stand still, deadlines by the calendar, reminders, and the
-- guard over the database's clock itself.

-- NULL, or a rule as `calendar.rs` writes it: then deadline_seconds is NULL too.
ALTER TABLE games ADD COLUMN deadline_calendar text;

ALTER TABLE clocks
    -- Since when it stands still, by consent or by an operator.
    ADD COLUMN stopped_at timestamptz,
    -- Since when there was nobody to wait for, written at the close: closed_at
    -- minus this is how late the close was.
    ADD COLUMN over_at timestamptz,
    -- When those who have not committed are written to next, and how often they
    -- have been.
    ADD COLUMN remind_at timestamptz,
    ADD COLUMN reminded smallint NOT NULL DEFAULT 0,
    -- The seats that an AI holds for their players in this phase.
    ADD COLUMN substituted smallint[] NOT NULL DEFAULT '{}';
CREATE INDEX clocks_remind ON clocks (remind_at)
    WHERE closed_at IS NULL AND remind_at IS NOT NULL;

-- Spans in which a phase's clock stood still, and why. Never changed.
CREATE TABLE clock_pauses (
    game_id bigint NOT NULL REFERENCES games,
    turn integer NOT NULL,
    from_at timestamptz NOT NULL,
    until_at timestamptz NOT NULL CHECK (until_at >= from_at),
    cause text NOT NULL CHECK (cause IN ('downtime', 'adjourned', 'paused')),
    PRIMARY KEY (game_id, turn, from_at)
);

-- The guard: one row. While it is halted no turn is closed.
CREATE TABLE clock_guard (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    -- NULL until the first process lived.
    beat_at timestamptz,
    halted_at timestamptz,
    halted_why text,
    -- Counts how often an operator has accepted the clock.
    epoch integer NOT NULL DEFAULT 0
);
INSERT INTO clock_guard DEFAULT VALUES;

-- What the guard did, for the operator: never changed.
CREATE TABLE clock_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    happened_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    kind text NOT NULL CHECK (kind IN ('credited', 'halted', 'accepted')),
    from_at timestamptz,
    until_at timestamptz,
    -- How many open phases were given the time.
    phases integer NOT NULL DEFAULT 0,
    detail text NOT NULL DEFAULT ''
);

-- Addresses of calendars that a person's other programs may read. The row holds
-- the hash of the token in the address.
CREATE TABLE calendar_feeds (
    hash bytea PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    revoked_at timestamptz
);
CREATE INDEX calendar_feeds_account ON calendar_feeds (account_id);

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT SELECT, INSERT ON clock_pauses, clock_events TO fieldpost_host;
        GRANT SELECT, UPDATE ON clock_guard TO fieldpost_host;
        GRANT SELECT, INSERT, UPDATE ON calendar_feeds TO fieldpost_host;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fieldpost_host;
    END IF;
END
$$;
