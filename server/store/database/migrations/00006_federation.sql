-- +goose Up
CREATE TABLE handshake (
	state    BYTEA  NOT NULL PRIMARY KEY, -- SHA-256
	kind     TEXT   NOT NULL,
	browser  BYTEA  NOT NULL, -- SHA-256
	platform TEXT   NOT NULL,
	nonce    TEXT   NOT NULL,
	verifier TEXT   NOT NULL,
	next     TEXT   NOT NULL,
	data     BYTEA  NOT NULL,
	expires  BIGINT NOT NULL
);
CREATE INDEX handshake_expires ON handshake (expires);

CREATE TABLE member_identity (
	issuer  TEXT   NOT NULL,
	subject TEXT   NOT NULL,
	member  TEXT   NOT NULL,
	course  TEXT   NOT NULL,
	made    BIGINT NOT NULL,
	PRIMARY KEY (issuer, subject)
);
CREATE INDEX member_identity_member ON member_identity (member);

CREATE TABLE lti_platform (
	id          TEXT   NOT NULL PRIMARY KEY,
	name        TEXT   NOT NULL,
	issuer      TEXT   NOT NULL,
	client      TEXT   NOT NULL,
	auth        TEXT   NOT NULL,
	token       TEXT   NOT NULL,
	audience    TEXT   NOT NULL,
	jwks        TEXT   NOT NULL,
	deployments TEXT   NOT NULL, -- one a line, as origins
	origins     TEXT   NOT NULL,
	emails      BIGINT NOT NULL,
	made        BIGINT NOT NULL,
	UNIQUE (issuer, client)
);

CREATE TABLE lti_course (
	id         TEXT   NOT NULL PRIMARY KEY,
	platform   TEXT   NOT NULL,
	deployment TEXT   NOT NULL,
	context    TEXT   NOT NULL,
	title      TEXT   NOT NULL,
	admitted   BIGINT NOT NULL,
	members    TEXT   NOT NULL,
	columns    TEXT   NOT NULL,
	score      BIGINT NOT NULL,
	make       BIGINT NOT NULL,
	seen       BIGINT NOT NULL
);

CREATE TABLE lti_key (
	id   TEXT   NOT NULL PRIMARY KEY,
	der  BYTEA  NOT NULL,
	made BIGINT NOT NULL
);

CREATE TABLE lti_column (
	course     TEXT NOT NULL,
	assignment TEXT NOT NULL,
	url        TEXT NOT NULL,
	PRIMARY KEY (course, assignment)
);

CREATE TABLE lti_delivery (
	assignment TEXT   NOT NULL,
	member     TEXT   NOT NULL,
	course     TEXT   NOT NULL,
	title      TEXT   NOT NULL,
	subject    TEXT   NOT NULL,
	points     BIGINT NOT NULL, -- hundredths, as most,
	most       BIGINT NOT NULL,
	at         BIGINT NOT NULL,
	state      TEXT   NOT NULL,
	tries      BIGINT NOT NULL,
	next       BIGINT NOT NULL,
	why        TEXT   NOT NULL,
	sent       BIGINT NOT NULL,
	PRIMARY KEY (assignment, member, course)
);
CREATE INDEX lti_delivery_due ON lti_delivery (state, next);

-- +goose Down
DROP TABLE lti_delivery;
DROP TABLE lti_column;
DROP TABLE lti_key;
DROP TABLE lti_course;
DROP TABLE lti_platform;
DROP TABLE member_identity;
DROP TABLE handshake;
