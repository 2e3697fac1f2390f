-- A map that is drawn with its game is for nobody to see beforehand.
ALTER TABLE lobby ADD COLUMN is_ground_hidden boolean NOT NULL DEFAULT false;
