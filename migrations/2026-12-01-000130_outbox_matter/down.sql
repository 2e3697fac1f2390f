-- The older program knows one letter a seat, turn and kind: of several the first
-- keeps its turn. What was dropped would be dead to it.
UPDATE outbox SET state = 'dead' WHERE state = 'dropped';
UPDATE outbox o SET turn = NULL WHERE EXISTS (
    SELECT FROM outbox f WHERE f.game_id = o.game_id AND f.seat = o.seat AND f.turn = o.turn
        AND f.kind = o.kind AND f.id < o.id);

DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (not_before) WHERE state = 'waiting';
DROP INDEX outbox_account;
DROP INDEX outbox_matter;
ALTER TABLE outbox ADD CONSTRAINT outbox_game_id_seat_turn_kind_key
    UNIQUE (game_id, seat, turn, kind);
ALTER TABLE outbox DROP CONSTRAINT outbox_state_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_state_check CHECK (state IN ('waiting', 'sent', 'dead'));
ALTER TABLE outbox DROP COLUMN urgency, DROP COLUMN matter;
