-- +goose Up
CREATE TABLE lesson_content (
	digest BYTEA NOT NULL PRIMARY KEY, -- SHA-256 of data
	data   BYTEA NOT NULL
);

CREATE TABLE assignment (
	id           TEXT   NOT NULL PRIMARY KEY,
	lesson       TEXT   NOT NULL,
	title        TEXT   NOT NULL,
	digest       BYTEA  NOT NULL,
	state        TEXT   NOT NULL,
	opens        BIGINT NOT NULL,
	due          BIGINT NOT NULL,
	closes       BIGINT NOT NULL,
	late         TEXT   NOT NULL,
	late_percent BIGINT NOT NULL,
	late_most    BIGINT NOT NULL,
	grace        BIGINT NOT NULL,
	attempts     BIGINT NOT NULL,
	counts       TEXT   NOT NULL,
	feedback     TEXT   NOT NULL,
	weight       BIGINT NOT NULL,
	grouped      BIGINT NOT NULL,
	created      BIGINT NOT NULL,
	released     BIGINT NOT NULL
);
CREATE TABLE assignment_item (
	assignment TEXT   NOT NULL,
	cell       TEXT   NOT NULL,
	place      BIGINT NOT NULL,
	points     BIGINT NOT NULL, -- hundredths, here and below
	parts      BYTEA  NOT NULL, -- JSON
	PRIMARY KEY (assignment, cell)
);
CREATE TABLE assignment_extension (
	assignment TEXT   NOT NULL,
	member     TEXT   NOT NULL,
	due        BIGINT NOT NULL,
	why        TEXT   NOT NULL,
	given_by   TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (assignment, member)
);
CREATE TABLE assignment_group (
	assignment TEXT NOT NULL,
	member     TEXT NOT NULL,
	name       TEXT NOT NULL,
	PRIMARY KEY (assignment, member)
);
CREATE TABLE assignment_override (
	assignment TEXT   NOT NULL,
	member     TEXT   NOT NULL,
	points     BIGINT NOT NULL,
	why        TEXT   NOT NULL,
	given_by   TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (assignment, member)
);

-- A submission's state is the queue of the grader.
CREATE TABLE submission (
	id         TEXT   NOT NULL PRIMARY KEY,
	assignment TEXT   NOT NULL,
	holder     TEXT   NOT NULL,
	member     TEXT   NOT NULL,
	n          BIGINT NOT NULL,
	at         BIGINT NOT NULL,
	lang       TEXT   NOT NULL,
	digest     BYTEA  NOT NULL,
	answers    BYTEA  NOT NULL,
	state      TEXT   NOT NULL,
	round      BIGINT NOT NULL,
	tries      BIGINT NOT NULL,
	why        TEXT   NOT NULL,
	graded_at  BIGINT NOT NULL,
	node       TEXT   NOT NULL,
	claim      TEXT   NOT NULL,
	until      BIGINT NOT NULL,
	UNIQUE (assignment, holder, n)
);
CREATE INDEX submission_state ON submission (state, at);
CREATE TABLE submission_score (
	submission TEXT   NOT NULL,
	cell       TEXT   NOT NULL,
	round      BIGINT NOT NULL,
	auto       BIGINT NOT NULL,
	result     BYTEA  NOT NULL,
	engine     TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (submission, cell, round)
);
CREATE TABLE submission_mark (
	submission TEXT   NOT NULL,
	cell       TEXT   NOT NULL,
	points     BIGINT NOT NULL,
	given_by   TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (submission, cell)
);
CREATE TABLE submission_comment (
	submission TEXT   NOT NULL,
	cell       TEXT   NOT NULL,
	text       TEXT   NOT NULL,
	given_by   TEXT   NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (submission, cell)
);

-- What the class signs with, by name.
CREATE TABLE secret (
	name TEXT  NOT NULL PRIMARY KEY,
	data BYTEA NOT NULL
);

-- +goose Down
DROP TABLE secret;
DROP TABLE submission_comment;
DROP TABLE submission_mark;
DROP TABLE submission_score;
DROP TABLE submission;
DROP TABLE assignment_override;
DROP TABLE assignment_group;
DROP TABLE assignment_extension;
DROP TABLE assignment_item;
DROP TABLE assignment;
DROP TABLE lesson_content;
