-- +goose Up
-- What lasts of a class that meets. Times are ms since 1970; lists are JSON; a flag is 0 or 1.
CREATE TABLE live (
	id        BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
	log       BIGINT NOT NULL,
	locked    TEXT   NOT NULL,
	presenter TEXT   NOT NULL,
	follow    BIGINT NOT NULL
);

CREATE TABLE push (
	id         TEXT   NOT NULL PRIMARY KEY,
	sender     TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	kind       TEXT   NOT NULL,
	recipients TEXT   NOT NULL, -- members; [] is all
	lesson     TEXT   NOT NULL,
	cell       TEXT   NOT NULL,
	body       TEXT   NOT NULL
);
CREATE INDEX push_at ON push (at);

CREATE TABLE poll (
	id       TEXT   NOT NULL PRIMARY KEY,
	sender   TEXT   NOT NULL,
	at       BIGINT NOT NULL,
	kind     TEXT   NOT NULL,
	question TEXT   NOT NULL,
	options  TEXT   NOT NULL,
	answer   BIGINT NOT NULL, -- -1 is none
	hidden   BIGINT NOT NULL,
	lesson   TEXT   NOT NULL,
	cell     TEXT   NOT NULL,
	closed   BIGINT NOT NULL -- 0 while it is open
);
CREATE INDEX poll_at ON poll (at);

CREATE TABLE vote (
	poll   TEXT   NOT NULL,
	member TEXT   NOT NULL,
	choice BIGINT NOT NULL,
	at     BIGINT NOT NULL,
	PRIMARY KEY (poll, member)
);

CREATE TABLE hand (
	id       TEXT   NOT NULL PRIMARY KEY,
	member   TEXT   NOT NULL,
	lesson   TEXT   NOT NULL,
	cell     TEXT   NOT NULL,
	note     TEXT   NOT NULL,
	at       BIGINT NOT NULL,
	taken_by TEXT   NOT NULL,
	ended    BIGINT NOT NULL -- 0 while it is up
);
CREATE INDEX hand_ended ON hand (ended, at);

CREATE TABLE progress (
	member   TEXT   NOT NULL,
	lesson   TEXT   NOT NULL,
	cell     TEXT   NOT NULL,
	attempts BIGINT NOT NULL,
	hints    BIGINT NOT NULL,
	first_at BIGINT NOT NULL,
	last_at  BIGINT NOT NULL,
	done     BIGINT NOT NULL, -- 0 is not yet
	spent    BIGINT NOT NULL, -- ms
	error    TEXT   NOT NULL,
	fails    BIGINT NOT NULL,
	killed   BIGINT NOT NULL,
	PRIMARY KEY (member, lesson, cell)
);

-- +goose Down
DROP TABLE progress;
DROP TABLE hand;
DROP TABLE vote;
DROP TABLE poll;
DROP TABLE push;
DROP TABLE live;
