-- +goose Up
-- A store holds one class. Times are ms since 1970.
CREATE TABLE class (
	id        BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
	rev       BIGINT NOT NULL,
	title     TEXT   NOT NULL,
	lang      TEXT   NOT NULL,
	state     TEXT   NOT NULL,
	joining   TEXT   NOT NULL,
	code      TEXT   NOT NULL,
	code_made BIGINT NOT NULL,
	settings  BYTEA  NOT NULL,
	created   BIGINT NOT NULL
);

CREATE TABLE member (
	id      TEXT   NOT NULL PRIMARY KEY,
	rev     BIGINT NOT NULL,
	role    TEXT   NOT NULL,
	name    TEXT   NOT NULL,
	number  TEXT   NOT NULL,
	team    TEXT   NOT NULL, -- GROUP is a word of SQL
	email   TEXT   NOT NULL,
	status  TEXT   NOT NULL,
	pass    TEXT   NOT NULL,
	issuer  TEXT   NOT NULL,
	subject TEXT   NOT NULL,
	lang    TEXT   NOT NULL,
	created BIGINT NOT NULL,
	claimed BIGINT NOT NULL
);
CREATE UNIQUE INDEX member_number ON member (number) WHERE number <> '';
CREATE UNIQUE INDEX member_subject ON member (issuer, subject) WHERE issuer <> '';

CREATE TABLE ticket (
	hash   BYTEA  NOT NULL PRIMARY KEY, -- SHA-256
	member TEXT   NOT NULL,
	made   BIGINT NOT NULL,
	until  BIGINT NOT NULL
);
CREATE INDEX ticket_member ON ticket (member);

CREATE TABLE audit (
	seq    BIGINT NOT NULL PRIMARY KEY,
	at     BIGINT NOT NULL,
	actor  TEXT   NOT NULL,
	name   TEXT   NOT NULL,
	action TEXT   NOT NULL,
	target TEXT   NOT NULL,
	detail TEXT   NOT NULL
);

ALTER TABLE login ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE login ADD COLUMN revoked BIGINT NOT NULL DEFAULT 0;
CREATE INDEX login_owner ON login (owner);

-- +goose Down
DROP INDEX login_owner;
ALTER TABLE login DROP COLUMN revoked;
ALTER TABLE login DROP COLUMN seen;
DROP TABLE audit;
DROP TABLE ticket;
DROP TABLE member;
DROP TABLE class;
