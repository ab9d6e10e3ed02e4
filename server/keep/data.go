// Package keep opens what a server keeps: a folder that is its alone, the rows, and the larger files.
package keep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"gputour/server/blob"
	"gputour/server/flags"
	"gputour/server/folder"
	"gputour/server/health"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// NoData is the value of --data that keeps nothing.
const NoData = "none"

// StoreFile is the store's name in the folder of --data.
const StoreFile = "gputour.db"

// Data is what a server keeps, and the folder that is its alone as long as it runs.
type Data struct {
	store.Store
	File   *sqlite.Store // below Store; nil: it is a database
	Larger *blob.Blobs   // where larger files are kept; nil: in their rows
	Dir    string
	Lock   *folder.Lock
}

// Close closes the store and gives the folder back.
func (d *Data) Close() error { return errors.Join(d.Store.Close(), d.Lock.Close()) }

// Open opens what is kept in a folder, which it makes if need be; "" is a place of the user's own, which other returns.
// Unless k is nil, it says where the rows and larger files are. It returns nil for "none".
func Open(dir string, k *Keeping, other func() (string, error)) (d *Data, err error) {
	if dir == NoData {
		return nil, nil
	}
	named := dir
	if dir == "" {
		if dir, err = other(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, flags.Usage(DataError(named, err))
	}
	d = &Data{Dir: dir}
	if d.Lock, err = takeFolder(dir); err != nil {
		return nil, flags.Usage(DataError(named, err))
	}
	if err := d.Open(k, named); err != nil {
		return nil, errors.Join(err, d.Lock.Close())
	}
	if err := d.openFiles(k); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Open opens the rows.
func (d *Data) Open(k *Keeping, named string) error {
	rows, err := k.Open()
	if rows != nil {
		d.Store = rows
	}
	if rows != nil || err != nil {
		return err
	}
	if d.File, err = sqlite.Open(context.Background(), filepath.Join(d.Dir, StoreFile)); err != nil {
		return flags.Usage(DataError(named, err))
	}
	d.Store = d.File
	return nil
}

// openFiles opens the place of larger files. One that cannot be reached now may be later; one that refuses will not do.
func (d *Data) openFiles(k *Keeping) (err error) {
	d.Larger, err = k.Blobs(context.Background(), d.Store)
	if d.Larger == nil || err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), filesWait)
	defer cancel()
	switch err := d.Larger.Ready(ctx); {
	case errors.Is(err, blob.ErrRefused):
		return flags.Usage(flags.Wrap("--files", err))
	case err != nil:
		slog.Warn("larger files cannot be kept until their place can be reached", "error", err)
	}
	d.Store = &blob.Store{Store: d.Store, Contents: d.Larger, Lost: func(f store.File, why error) {
		slog.Error("a file is lost; its session goes on without it", "session", f.Session, "file", f.Path, "why", why)
	}}
	return nil
}

// filesWait is how long a start waits for the place of larger files.
const filesWait = 5 * time.Second

// Parts are what a server with this data needs to be ready.
func (d *Data) Parts() (all []health.Part) {
	if d == nil {
		return nil
	}
	all = append(all, health.Part{Name: "database", Needed: true, Ask: d.Ready})
	if d.Larger != nil { // without it, small files and all else are kept
		all = append(all, health.Part{Name: "files", Ask: d.Larger.Ready})
	}
	return all
}

// takeFolder takes a folder for this process, which may have it from the program before.
func takeFolder(dir string) (*folder.Lock, error) {
	before, err := flags.Received()
	if err != nil {
		return nil, fmt.Errorf("what the program before has left: %w", err)
	}
	if before != nil && before.Lock > 0 {
		return folder.Adopt(before.Lock)
	}
	return folder.Take(dir)
}

// UserData is where programs of this system keep a user's data: $XDG_DATA_HOME or ~/.local/share on Linux
// (specifications.freedesktop.org/basedir-spec), and what the Go library calls the configuration elsewhere.
func UserData() (string, error) {
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

// DataError says what can be done about a folder that cannot be used.
func DataError(dir string, err error) error {
	named := dir
	if dir == "" {
		named = "its default place"
	}
	if errors.Is(err, sqlite.ErrDamaged) {
		return fmt.Errorf("--data: what is kept in %s cannot be read: %w; put it aside and take a backup: gputour class --data %s restore FILE", named, err, cmp.Or(dir, "DIR"))
	}
	return fmt.Errorf("--data: sessions cannot be kept in %s: %w; name another folder, or none to keep nothing", named, err)
}

// ClassData is the folder of a class of this user.
func ClassData() (string, error) {
	user, err := UserData()
	return filepath.Join(user, "class"), err
}
