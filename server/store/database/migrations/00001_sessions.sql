-- +goose Up
-- Both engines read this: TEXT, BIGINT and BYTEA mean the same to them. Times are ms since 1970.
CREATE TABLE session (
	id       TEXT   NOT NULL PRIMARY KEY,
	owner    TEXT   NOT NULL,
	token    BYTEA  NOT NULL, -- SHA-256
	spec     TEXT   NOT NULL,
	epoch    BIGINT NOT NULL,
	log      BIGINT NOT NULL,
	first    BIGINT NOT NULL,
	seq      BIGINT NOT NULL,
	snapshot BYTEA  NOT NULL,
	fence    BIGINT NOT NULL,
	updated  BIGINT NOT NULL
);
CREATE INDEX session_owner ON session (owner, updated);

CREATE TABLE event (
	session TEXT   NOT NULL,
	seq     BIGINT NOT NULL,
	ts      BIGINT NOT NULL,
	type    TEXT   NOT NULL,
	rid     TEXT   NOT NULL,
	cell    TEXT   NOT NULL,
	body    BYTEA  NOT NULL,
	PRIMARY KEY (session, seq)
);

CREATE TABLE draft (
	owner  TEXT   NOT NULL,
	lesson TEXT   NOT NULL,
	cell   TEXT   NOT NULL,
	rev    BIGINT NOT NULL,
	code   TEXT   NOT NULL,
	at     BIGINT NOT NULL,
	PRIMARY KEY (owner, lesson, cell)
);
CREATE TABLE draft_version (
	owner  TEXT   NOT NULL,
	lesson TEXT   NOT NULL,
	cell   TEXT   NOT NULL,
	rev    BIGINT NOT NULL,
	code   TEXT   NOT NULL,
	at     BIGINT NOT NULL,
	PRIMARY KEY (owner, lesson, cell, rev)
);

CREATE TABLE file (
	session TEXT   NOT NULL,
	path    TEXT   NOT NULL,
	data    BYTEA  NOT NULL,
	at      BIGINT NOT NULL,
	PRIMARY KEY (session, path)
);

CREATE TABLE login (
	hash    BYTEA  NOT NULL PRIMARY KEY, -- SHA-256 of the cookie
	owner   TEXT   NOT NULL,
	agent   TEXT   NOT NULL,
	created BIGINT NOT NULL
);

-- +goose Down
DROP TABLE login;
DROP TABLE file;
DROP TABLE draft_version;
DROP TABLE draft;
DROP TABLE event;
DROP TABLE session;
