package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"gputour/server/folder"
	"gputour/server/store"
	"gputour/server/store/postgres"
	"gputour/server/store/sqlite"
)

// This file finds the place where a server keeps what outlasts it.

// noData is the value of --data that keeps nothing.
const noData = "none"

// storeFile is the store's name in the folder of --data.
const storeFile = "gputour.db"

// data is what a server keeps, and the folder that is its alone as long as it runs.
type data struct {
	store.Store
	dir  string
	lock *folder.Lock
}

// Close closes the store and gives the folder back.
func (d *data) Close() error { return errors.Join(d.Store.Close(), d.lock.Close()) }

// openData opens what is kept in a folder, which it makes if need be; "" is a place of the user's own, which other returns.
// With the URL of a database the rows are there. It returns nil for "none".
func openData(dir, url string, other func() (string, error)) (d *data, err error) {
	if dir == noData {
		return nil, nil
	}
	named := dir
	if dir == "" {
		if dir, err = other(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &usageError{dataError(named, err)}
	}
	d = &data{dir: dir}
	if d.lock, err = takeFolder(dir); err != nil {
		return nil, &usageError{dataError(named, err)}
	}
	if url != "" {
		d.Store, err = postgres.Open(context.Background(), url)
		err = wrap("--db", err)
	} else if d.Store, err = sqlite.Open(context.Background(), filepath.Join(dir, storeFile)); err != nil {
		err = &usageError{dataError(named, err)}
	}
	if err != nil {
		d.lock.Close()
		return nil, err
	}
	return d, nil
}

// wrap puts what an error is about before it.
func wrap(about string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", about, err)
}

// takeFolder takes a folder for this process, which may have it from the program before.
func takeFolder(dir string) (*folder.Lock, error) {
	before, err := received()
	if err != nil {
		return nil, fmt.Errorf("what the program before has left: %w", err)
	}
	if before != nil && before.Lock > 0 {
		return folder.Adopt(before.Lock)
	}
	return folder.Take(dir)
}

// userData is where programs of this system keep a user's data: $XDG_DATA_HOME or ~/.local/share on Linux
// (specifications.freedesktop.org/basedir-spec), and what the Go library calls the configuration elsewhere.
func userData() (string, error) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "gputour"), err
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "gputour"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return "", errors.New("this user has no home folder")
	}
	return filepath.Join(home, ".local", "share", "gputour"), nil
}

// dataError says what can be done about a folder that cannot be used.
func dataError(dir string, err error) error {
	named := dir
	if dir == "" {
		named = "its default place"
	}
	if errors.Is(err, sqlite.ErrDamaged) {
		return fmt.Errorf("--data: what is kept in %s cannot be read: %w; put it aside and take a backup: gputour class --data %s restore FILE", named, err, cmp.Or(dir, "DIR"))
	}
	return fmt.Errorf("--data: sessions cannot be kept in %s: %w; name another folder, or none to keep nothing", named, err)
}
