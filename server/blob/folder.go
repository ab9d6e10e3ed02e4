package blob

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// folder is a place in the file system. Contents are spread over 256 folders by the first two letters of their names.
type folder string

func openFolder(dir string) (folder, error) {
	return folder(dir), os.MkdirAll(filepath.Join(dir, aside), 0o700)
}

func (f folder) String() string { return string(f) }

// file is where a path is.
func (f folder) file(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(string(f), dir, name[:2], name)
}

// put writes a file of another name first, so that one that is there is whole.
func (f folder) put(_ context.Context, path string, data []byte) (err error) {
	to := f.file(path)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	out, err := os.CreateTemp(string(f), ".new-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	_, err = out.Write(data)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if err := os.Rename(out.Name(), to); err != nil {
		return err
	}
	return errors.Join(syncFolder(filepath.Dir(to)), syncFolder(string(f)))
}

// syncFolder makes the names in a folder last.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	d.Sync() // some systems cannot, and need not
	return d.Close()
}

func (f folder) get(_ context.Context, path string) ([]byte, error) {
	data, err := os.ReadFile(f.file(path))
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrMissing
	}
	return data, err
}

func (f folder) has(_ context.Context, path string) (bool, error) {
	_, err := os.Stat(f.file(path))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (f folder) list(ctx context.Context, sub string, each func(string, time.Time) error) error {
	dirs, err := filepath.Glob(filepath.Join(string(f), sub, "[0-9a-f][0-9a-f]"))
	if err != nil {
		return err
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		files, err := os.ReadDir(dir) // in order
		if err != nil {
			return err
		}
		for _, file := range files {
			info, err := file.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue // moved meanwhile
			}
			if err = errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			if err := each(file.Name(), info.ModTime()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f folder) move(_ context.Context, from, to string) error {
	source, target, now := f.file(from), f.file(to), time.Now()
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	if err := os.Chtimes(source, now, now); err != nil {
		return gone(err)
	}
	return gone(os.Rename(source, target))
}

func (f folder) remove(_ context.Context, path string) error { return gone(os.Remove(f.file(path))) }

// gone is nil for the error of a file that another node has moved.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (f folder) ready(context.Context) error {
	_, err := os.Stat(string(f))
	return err
}
