package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"gputour/server/store/sqlite"
)

// This file finds the place where a server keeps what outlasts it.

// noData is the value of --data that keeps nothing.
const noData = "none"

// storeFile is the store's name in the folder of --data.
const storeFile = "gputour.db"

// openData opens the store in a folder, which it makes if need be; "" is the user's own place for it. It returns nil for "none".
func openData(dir string) (*sqlite.Store, error) {
	if dir == noData {
		return nil, nil
	}
	if dir == "" {
		var err error
		if dir, err = userData(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return sqlite.Open(context.Background(), filepath.Join(dir, storeFile))
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
	if dir == "" {
		dir = "its default place"
	}
	return fmt.Errorf("--data: sessions cannot be kept in %s: %w; name another folder, or none to keep nothing", dir, err)
}
