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

-- What may not be read any more by whom it is for is dropped, and did not fail.
ALTER TABLE outbox DROP CONSTRAINT outbox_state_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_state_check
    CHECK (state IN ('waiting', 'sent', 'dead', 'dropped'));

ALTER TABLE outbox DROP CONSTRAINT outbox_game_id_seat_turn_kind_key;
CREATE UNIQUE INDEX outbox_matter ON outbox
    (coalesce(game_id, 0), coalesce(seat, -1), account_id, coalesce(turn, -1), kind, matter)
    WHERE account_id IS NOT NULL;
CREATE INDEX outbox_game ON outbox (game_id, seat);
DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (urgency, not_before, id) WHERE state = 'waiting';

-- That the clock ran out is said in the letter of its turn.
UPDATE outbox SET state = 'dropped', last_error = 'said in the letter of the turn'
    WHERE kind = 'timed_out' AND state = 'waiting';
