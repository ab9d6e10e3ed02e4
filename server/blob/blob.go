// Package blob keeps contents under their SHA-256, in a folder or in an object store that speaks S3, for rows that hold the name.
//
// Three rules make it safe without a transaction that spans both. Bytes are put before the commit that names them, so a row never
// names what is not there. A name is the hash of what it names, so nothing is ever written over. And what no row names goes in two
// steps of a day each, first aside and then for good, so that a commit that was on its way meanwhile finds its bytes again.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Errors of contents that cannot be had.
var (
	ErrMissing = errors.New("it is not there any more") // no object has the name
	ErrDamaged = errors.New("it is not what was kept")  // its hash is another one
	ErrRefused = errors.New("it does not let us in")    // waiting will not help
)

// place is where contents are. A path is NAME, or aside/NAME.
type place interface {
	put(ctx context.Context, path string, data []byte) error
	get(ctx context.Context, path string) ([]byte, error) // ErrMissing
	has(ctx context.Context, path string) (bool, error)
	// list calls f for what is below a folder ("" or aside), in order of the names.
	list(ctx context.Context, folder string, f func(name string, at time.Time) error) error
	// move makes to of from, as old as it is now. It need not be one step: both may be there for a while. What is not there is
	// moved and removed already.
	move(ctx context.Context, from, to string) error
	remove(ctx context.Context, path string) error
	// ready says whether it answers.
	ready(ctx context.Context) error
	String() string // without keys
}

// aside is the folder of what no row named when it was last looked for.
const aside = "aside"

// Keys let one in.
type Keys struct {
	Access, Secret string // both "": the machine's own, as other programs for S3 find them
}

// Blobs are the contents of one class.
type Blobs struct{ place }

// Open opens a folder, or s3://BUCKET[/PREFIX][?endpoint=HOST[:PORT]&region=NAME&path-style=on&tls=off]. owner, a name that no
// other class has, keeps the contents of classes apart that share a place.
func Open(where, owner string, keys Keys) (*Blobs, error) {
	if where == "" {
		return nil, errors.New("name a folder, or s3://BUCKET")
	}
	if !strings.Contains(where, "://") {
		f, err := openFolder(filepath.Join(where, owner))
		return &Blobs{f}, err
	}
	u, err := url.Parse(where)
	switch {
	case err != nil:
		return nil, errors.New("the address makes no sense: it is s3://BUCKET[/PREFIX][?endpoint=HOST&region=NAME]") // err has all of it
	case u.Scheme != "s3":
		return nil, fmt.Errorf("%s:// is not known: name a folder, or s3://BUCKET", u.Scheme)
	case u.User != nil:
		return nil, errors.New("keys do not stand in the address, where everybody on this machine can read them")
	}
	s, err := openS3(u, owner, keys)
	return &Blobs{s}, err
}

// Name is what contents are called.
func Name(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Put keeps contents and returns their name.
func (b *Blobs) Put(ctx context.Context, data []byte) (string, error) {
	name := Name(data)
	if there, err := b.has(ctx, name); err == nil && there {
		return name, nil
	}
	if err := b.put(ctx, name, data); err != nil {
		return "", fmt.Errorf("%s cannot be written to: %w", b, err)
	}
	return name, nil
}

// Get returns contents. ErrMissing is also the answer when nothing was ever kept under the name.
func (b *Blobs) Get(ctx context.Context, name string) ([]byte, error) {
	data, err := b.get(ctx, name)
	if errors.Is(err, ErrMissing) {
		data, err = b.get(ctx, aside+"/"+name)
	}
	if err == nil && Name(data) != name {
		err = ErrDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("%s in %s: %w", name, b, err)
	}
	return data, nil
}

// Ready is nil when the place answers.
func (b *Blobs) Ready(ctx context.Context) error {
	if err := b.ready(ctx); err != nil {
		return fmt.Errorf("%s: %w", b, err)
	}
	return nil
}
