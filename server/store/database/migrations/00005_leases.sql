-- +goose Up
-- Turns on the GPUs that a class shares. Times are ms since 1970, 0 where there is none.
CREATE TABLE lease (
	id      TEXT   NOT NULL PRIMARY KEY,
	member  TEXT   NOT NULL,
	session TEXT   NOT NULL,
	rid     TEXT   NOT NULL,
	kind    TEXT   NOT NULL,
	lesson  TEXT   NOT NULL,
	cards   BIGINT NOT NULL,
	gpu     TEXT   NOT NULL,
	asked   BIGINT NOT NULL,
	granted BIGINT NOT NULL,
	until   BIGINT NOT NULL,
	ended   BIGINT NOT NULL,
	ms      BIGINT NOT NULL,
	why     TEXT   NOT NULL,
	jump    BIGINT NOT NULL,
	tries   BIGINT NOT NULL,
	request BYTEA  NOT NULL
);
CREATE INDEX lease_ended ON lease (ended);

CREATE TABLE gpu_use (
	member TEXT   NOT NULL PRIMARY KEY,
	ms     BIGINT NOT NULL,
	at     BIGINT NOT NULL,
	total  BIGINT NOT NULL
);

CREATE TABLE gpu_queue (
	id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
	paused  BIGINT NOT NULL,
	jumps   BIGINT NOT NULL,
	typical BIGINT NOT NULL
);

-- +goose Down
DROP TABLE gpu_queue;
DROP TABLE gpu_use;
DROP TABLE lease;
