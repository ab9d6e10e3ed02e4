package blob

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"gputour/server/store"
)

// Small is how large contents may be that stay in their row, where they cost less than a request does.
const Small = 16 << 10

// atOnce bounds the requests of one reader.
const atOnce = 8

// Store is a store whose larger files are kept elsewhere.
type Store struct {
	store.Store
	Contents *Blobs
	// Lost is told of a file that is gone for good: its session goes on without it.
	Lost func(f store.File, why error)
}

// Commit implements store.Store. Contents are put before the rows are committed that name them; when they cannot be, nothing is.
func (s *Store) Commit(ctx context.Context, writes ...store.Write) error {
	writes, err := s.put(ctx, writes)
	if err != nil {
		return err
	}
	return s.Store.Commit(ctx, writes...)
}

func (s *Store) put(ctx context.Context, writes []store.Write) ([]store.Write, error) {
	var all errgroup.Group
	all.SetLimit(atOnce)
	out := slices.Clone(writes)
	for i, w := range writes {
		all.Go(func() (err error) {
			switch w := w.(type) {
			case store.SaveFile:
				if len(w.Data) > Small {
					w.Blob, err = s.Contents.Put(ctx, w.Data)
					w.Data = nil
					out[i] = w
				}
			case store.AddContent:
				if len(w.Data) > Small {
					w.Blob, err = s.Contents.Put(ctx, w.Data)
					w.Data = nil
					out[i] = w
				}
			}
			return err
		})
	}
	return out, all.Wait()
}

// Files implements store.Store. The error names the files that cannot be read now.
func (s *Store) Files(ctx context.Context, session string) ([]store.File, error) {
	rows, err := s.Store.Files(ctx, session)
	if err != nil {
		return nil, err
	}
	errs := s.get(ctx, rows)
	var files []store.File
	var later []error
	for i, f := range rows {
		switch err := errs[i]; {
		case err == nil:
			f.Blob = ""
			files = append(files, f)
		case errors.Is(err, ErrMissing), errors.Is(err, ErrDamaged):
			s.Lost(f, err)
		default:
			later = append(later, fmt.Errorf("the file %s cannot be read: %w", f.Path, err))
		}
	}
	if len(later) > 0 {
		return nil, errors.Join(later...)
	}
	return files, nil
}

// get reads the contents of files.
func (s *Store) get(ctx context.Context, files []store.File) []error {
	errs := make([]error, len(files))
	var all errgroup.Group
	all.SetLimit(atOnce)
	for i := range files {
		if f := &files[i]; f.Blob != "" {
			all.Go(func() error {
				f.Data, errs[i] = s.Contents.Get(ctx, f.Blob)
				return nil
			})
		}
	}
	all.Wait()
	return errs
}

// Content implements store.Store.
func (s *Store) Content(ctx context.Context, digest [32]byte) ([]byte, error) {
	data, err := s.Store.Content(ctx, digest)
	if err != nil || len(data) > 0 || digest == sha256.Sum256(nil) {
		return data, err
	}
	return s.Contents.Get(ctx, hex.EncodeToString(digest[:]))
}

// Owner is the name under which a class keeps its contents; the first who asks makes it.
func Owner(ctx context.Context, rows store.Store) (string, error) {
	const secret = "files"
	name, err := rows.Secret(ctx, secret)
	if errors.Is(err, store.ErrNone) {
		if err := rows.Commit(ctx, store.AddSecret{Name: secret, Data: []byte(rand.Text())}); err != nil {
			return "", err
		}
		name, err = rows.Secret(ctx, secret)
	}
	return string(name), err
}
