-- +goose Up
-- Which nodes share these rows, and who has what. Leases (until) are by the database's clock, in ms since 1970.
ALTER TABLE session ADD COLUMN node TEXT NOT NULL DEFAULT '';

CREATE TABLE node (
	name   TEXT   NOT NULL PRIMARY KEY,
	place  TEXT   NOT NULL,
	boot   TEXT   NOT NULL,
	build  TEXT   NOT NULL,
	bus    BIGINT NOT NULL,
	alone  BIGINT NOT NULL,
	until  BIGINT NOT NULL,
	drains BIGINT NOT NULL,
	seats  BIGINT NOT NULL,
	taken  BIGINT NOT NULL
);

CREATE TABLE lead (
	what  TEXT   NOT NULL PRIMARY KEY,
	node  TEXT   NOT NULL,
	boot  TEXT   NOT NULL,
	fence BIGINT NOT NULL,
	until BIGINT NOT NULL
);

CREATE TABLE space (
	id   BIGINT NOT NULL PRIMARY KEY,
	name TEXT   NOT NULL
);

-- Programs that do not know the version of the schema that stands here must not write; there is no row until one is incompatible.
CREATE TABLE schema_least (
	version BIGINT NOT NULL
);

-- +goose Down
DROP TABLE schema_least;
DROP TABLE space;
DROP TABLE lead;
DROP TABLE node;
ALTER TABLE session DROP COLUMN node;
