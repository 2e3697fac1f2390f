ALTER TABLE games DROP COLUMN adjourned_at;
ALTER TABLE seats
    DROP COLUMN resume_wanted_at,
    DROP COLUMN standby_since,
    DROP COLUMN next_account_id,
    DROP COLUMN ready_at;
DROP TABLE ballots, votes, absences;
