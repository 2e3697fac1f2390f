DROP INDEX games_adjourned;
