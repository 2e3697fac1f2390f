ALTER TABLE seats DROP COLUMN watching_agreed_at;
ALTER TABLE lobby DROP COLUMN usual_pace;
