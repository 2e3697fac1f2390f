DROP TABLE watched;
