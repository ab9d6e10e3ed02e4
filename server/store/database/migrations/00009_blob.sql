-- +goose Up
-- The SHA-256, in hex, of contents that are kept elsewhere; '': they are in data.
ALTER TABLE file ADD COLUMN blob TEXT NOT NULL DEFAULT '';
ALTER TABLE lesson_content ADD COLUMN blob TEXT NOT NULL DEFAULT '';
CREATE INDEX file_blob ON file (blob) WHERE blob <> '';

-- +goose Down
DROP INDEX file_blob;
ALTER TABLE lesson_content DROP COLUMN blob;
ALTER TABLE file DROP COLUMN blob;
