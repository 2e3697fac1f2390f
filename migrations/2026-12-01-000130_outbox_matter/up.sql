-- A letter is owed once for its matter: the number of a vote, the instant of a
-- deadline. A second matter of one kind in one turn is a letter of its own.
ALTER TABLE outbox
    ADD COLUMN matter text NOT NULL DEFAULT '',
    -- The lower goes first: somebody sits before a page and waits for a link.
    ADD COLUMN urgency smallint NOT NULL DEFAULT 2;
UPDATE outbox SET urgency = 0 WHERE kind = 'sign_in';
UPDATE outbox SET urgency = 1 WHERE kind = 'invitation';
-- These had no key so far and may be there twice.
UPDATE outbox SET matter = 'row ' || id WHERE seat IS NULL OR turn IS NULL;
UPDATE outbox o SET matter = v.id::text FROM votes v
    WHERE o.kind = 'vote_open' AND o.state = 'waiting'
      AND v.game_id = o.game_id AND v.turn = o.turn AND v.outcome IS NULL;
UPDATE outbox o SET matter = extract(epoch FROM date_trunc('second', c.deadline_at))::bigint::text
    FROM clocks c
    WHERE o.kind IN ('deadline_near', 'deadline_hour') AND o.state = 'waiting'
      AND c.game_id = o.game_id AND c.turn = o.turn AND c.deadline_at IS NOT NULL;

-- What may not be read any more by whom it is for is dropped, and did not fail.
ALTER TABLE outbox DROP CONSTRAINT outbox_state_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_state_check
    CHECK (state IN ('waiting', 'sent', 'dead', 'dropped'));

ALTER TABLE outbox DROP CONSTRAINT outbox_game_id_seat_turn_kind_key;
CREATE UNIQUE INDEX outbox_matter ON outbox
    (coalesce(game_id, 0), coalesce(seat, -1), account_id, coalesce(turn, -1), kind, matter)
    WHERE account_id IS NOT NULL;
-- For how the letters to an account fared.
CREATE INDEX outbox_account ON outbox (account_id, id);
DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (urgency, not_before, id) WHERE state = 'waiting';

-- That the clock ran out is said in the letter of its turn.
UPDATE outbox SET state = 'dropped', last_error = 'said in the letter of the turn'
    WHERE kind = 'timed_out' AND state = 'waiting';
