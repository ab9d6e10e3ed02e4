package keep

import (
	"context"
	"fmt"
	"strings"

	"gputour/server/blob"
	"gputour/server/flags"
	"gputour/server/store"
	"gputour/server/store/database"
	"gputour/server/store/postgres"
)

// This file is where a class is kept beside its folder: its rows in a database, its larger files in an object store.

// Keeping are the flags.
type Keeping struct {
	DB        string `help:"Keep the class in a PostgreSQL database instead of a file in --data. All users of this machine can read what stands here: better use --db-file or GPUTOUR_DB." name:"db" placeholder:"postgres://…"`
	DBFile    string `help:"A file with the database's address." name:"db-file" placeholder:"FILE"`
	Files     string `help:"Keep larger files in a folder that all nodes share, or in an object store: s3://BUCKET[/PREFIX][?endpoint=HOST:PORT&region=NAME&path-style=on&tls=off]." name:"files" placeholder:"DIR|s3://…"`
	FilesKeys string `help:"A file with the object store's keys, ACCESS:SECRET; otherwise GPUTOUR_FILES_KEYS, or what programs for S3 use by themselves." name:"files-keys" placeholder:"FILE"`
}

// Open opens the database; nil without one.
func (k *Keeping) Open() (*database.Store, error) {
	if k == nil {
		return nil, nil
	}
	url, from, err := flags.DatabaseAddress.Read(k.DB, k.DBFile)
	if err != nil || url == "" {
		return nil, err
	}
	s, err := postgres.Open(context.Background(), url)
	return s, flags.Wrap(from, err)
}

// Blobs opens the place of larger files; nil without one.
func (k *Keeping) Blobs(ctx context.Context, rows store.Store) (*blob.Blobs, error) {
	if k == nil || k.Files == "" {
		return nil, nil
	}
	pair, from, err := flags.FilesKeys.Read("", k.FilesKeys)
	if err != nil {
		return nil, err
	}
	var keys blob.Keys
	if pair != "" {
		var whole bool
		if keys.Access, keys.Secret, whole = strings.Cut(pair, ":"); !whole || keys.Access == "" || keys.Secret == "" {
			return nil, flags.Usage(fmt.Errorf("%s: not of the form ACCESS:SECRET", from))
		}
	}
	owner, err := blob.Owner(ctx, rows)
	if err != nil {
		return nil, fmt.Errorf("the name of the class's files: %w", err)
	}
	b, err := blob.Open(k.Files, owner, keys)
	if err != nil {
		return nil, flags.Usage(flags.Wrap("--files", err))
	}
	return b, nil
}
