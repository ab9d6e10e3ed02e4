package blob_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gputour/server/blob"
	"gputour/server/blob/blobtest"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

var (
	ctx  = context.Background()
	keys = blob.Keys{Access: "ann", Secret: "hidden-word"}
)

// places are the kinds of places.
func places(t *testing.T) map[string]string {
	return map[string]string{"folder": t.TempDir(), "s3": blobtest.Start(t).Where}
}

func open(t *testing.T, where, owner string) *blob.Blobs {
	t.Helper()
	b, err := blob.Open(where, owner, keys)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func put(t *testing.T, b *blob.Blobs, text string) string {
	t.Helper()
	name, err := b.Put(ctx, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func get(b *blob.Blobs, name string) string {
	data, err := b.Get(ctx, name)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func TestPutAndGet(t *testing.T) {
	for kind, where := range places(t) {
		b := open(t, where, "one")
		if err := b.Ready(ctx); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		large := strings.Repeat("large ", 1<<20)
		for _, text := range []string{"张量\x00", large, large} {
			if got := get(b, put(t, b, text)); got != text {
				t.Errorf("%s: %d bytes for %d", kind, len(got), len(text))
			}
		}
		if _, err := b.Get(ctx, blob.Name([]byte("never"))); !errors.Is(err, blob.ErrMissing) {
			t.Errorf("%s: what was never put: %v", kind, err)
		}
		if _, err := open(t, where, "two").Get(ctx, blob.Name([]byte("张量\x00"))); !errors.Is(err, blob.ErrMissing) {
			t.Errorf("%s: another class's: %v", kind, err)
		}
	}
}

// TestDamage: what is not what was kept is never handed out.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, "one")
	name := put(t, b, "whole")
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d.Name() == name {
			return os.WriteFile(path, []byte("whol"), 0o600)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Get(ctx, name); !errors.Is(err, blob.ErrDamaged) {
		t.Errorf("damaged: %v", err)
	}
}

// names are the names in use.
type names []string

func (n names) Blobs(_ context.Context, after string, most int) (some []string, _ error) {
	for _, name := range slices.Sorted(slices.Values(n)) {
		if name > after && len(some) < most {
			some = append(some, name)
		}
	}
	return some, nil
}

func TestSweep(t *testing.T) {
	for kind, where := range places(t) {
		b := open(t, where, "one")
		used, late, unused := put(t, b, "used"), put(t, b, "late"), put(t, b, "unused")
		other := put(t, open(t, where, "two"), "unused")
		now := time.Now()
		look := func(after time.Duration, removed int, in ...string) {
			t.Helper()
			if n, err := b.Sweep(ctx, names(in), now.Add(after)); n != removed || err != nil {
				t.Errorf("%s after %v: %d removed, want %d, %v", kind, after, n, removed, err)
			}
		}
		look(blob.Grace-time.Hour, 0, used)
		look(blob.Grace+time.Hour, 0, used) // two are put aside, and are young there
		look(time.Hour, 0, used)
		if got := get(b, late); got != "late" { // a row names it since
			t.Errorf("%s: what is aside: %s", kind, got)
		}
		look(blob.Grace+time.Hour, 1, used, late) // one is back, the other goes
		look(blob.Grace+time.Hour, 0, used, late)
		for name, want := range map[string]string{used: "used", late: "late"} {
			if got := get(b, name); got != want {
				t.Errorf("%s: %s became %s", kind, want, got)
			}
		}
		if _, err := b.Get(ctx, unused); !errors.Is(err, blob.ErrMissing) {
			t.Errorf("%s: the unused one: %v", kind, err)
		}
		if got := get(open(t, where, "two"), other); got != "unused" {
			t.Errorf("%s: another class's: %s", kind, got)
		}
	}
}

// TestManyNames: a page of names that ends between two objects hides none.
func TestManyNames(t *testing.T) {
	b := open(t, t.TempDir(), "one")
	var in names
	for i := range 2500 {
		in = append(in, blob.Name([]byte{byte(i), byte(i >> 8)}))
	}
	kept := []string{put(t, b, "\x00\x00"), put(t, b, "\x07\x03"), put(t, b, "\xc3\x09")}
	gone := put(t, b, "not one of them")
	for day := range time.Duration(4) {
		if _, err := b.Sweep(ctx, in, time.Now().Add((day+1)*25*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range kept {
		if _, err := b.Get(ctx, name); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.Get(ctx, gone); !errors.Is(err, blob.ErrMissing) {
		t.Error(err)
	}
}

// TestAddresses: nonsense is refused in words, none of which is a secret.
func TestAddresses(t *testing.T) {
	for where, want := range map[string]string{
		"":                                "folder",
		"s3://":                           "names no bucket",
		"s3://a:hidden-word@bucket":       "keys do not stand in the address",
		"s3://b?endpoint=a b":             "address",
		"s3://b?key=hidden-word":          `no parameter "key"`,
		"s3://b?path-style=yes":           "on or off",
		"s3://b?tls=perhaps":              "on or off",
		"https://bucket/":                 "https:// is not known",
		"s3://%zz?endpoint=x&hidden-word": "makes no sense",
	} {
		_, err := blob.Open(where, "one", keys)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden-word") {
			t.Errorf("%q: %v, want %q", where, err, want)
		}
	}
}

// kept is a store on a file whose larger files are in S3.
func kept(t *testing.T, where string) *blob.Store {
	rows, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rows.Close() })
	owner, err := blob.Owner(ctx, rows)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := blob.Owner(ctx, rows); again != owner || len(owner) < 20 || err != nil {
		t.Errorf("the owner is %q and then %q, %v", owner, again, err)
	}
	return &blob.Store{Store: rows, Contents: open(t, where, owner), Lost: func(f store.File, why error) { t.Error(f.Path, why) }}
}

func file(path string, n int) store.SaveFile {
	return store.SaveFile{File: store.File{Session: "s", Path: path, Data: bytes.Repeat([]byte("x"), n), At: 1}}
}

func TestStore(t *testing.T) {
	server := blobtest.Start(t)
	s := kept(t, server.Where)
	pinned := bytes.Repeat([]byte("lesson"), 10_000)
	content := store.AddContent{Digest: sha256.Sum256(pinned), Data: pinned}
	writes := []store.Write{file("small", blob.Small), file("large", blob.Small+1), content}
	if err := s.Commit(ctx, writes...); err != nil {
		t.Fatal(err)
	}
	if w := writes[1].(store.SaveFile); len(w.Data) != blob.Small+1 {
		t.Error("a caller's write was changed")
	}
	rows, err := s.Store.Files(ctx, "s")
	if err != nil || len(rows) != 2 || len(rows[0].Data) != 0 || rows[0].Blob == "" || len(rows[1].Data) != blob.Small || rows[1].Blob != "" {
		t.Errorf("rows: %v", err)
	}
	back := func() {
		t.Helper()
		files, err := s.Files(ctx, "s")
		if err != nil || len(files) != 2 || len(files[0].Data) != blob.Small+1 || files[0].Blob != "" {
			t.Errorf("files: %d, %v", len(files), err)
		}
		if data, err := s.Content(ctx, content.Digest); err != nil || !bytes.Equal(data, pinned) {
			t.Errorf("content: %d bytes, %v", len(data), err)
		}
	}
	back()

	server.Kill()
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	err = s.Commit(short, file("small", 1), file("other", blob.Small+2))
	if err == nil || !strings.Contains(err.Error(), "s3://class/files cannot be written to") || strings.Contains(err.Error(), keys.Secret) {
		t.Errorf("written without a server: %v", err)
	}
	if err := s.Commit(ctx, file("small", 2)); err != nil {
		t.Errorf("a small one needs no server: %v", err)
	}
	short, cancel = context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	if _, err := s.Files(short, "s"); err == nil || !strings.Contains(err.Error(), "the file large cannot be read") {
		t.Errorf("read without a server: %v", err)
	}
	if err := s.Contents.Ready(short); err == nil {
		t.Error("it is ready without a server")
	}

	server.Go()
	if err := s.Commit(ctx, file("small", blob.Small)); err != nil {
		t.Error(err)
	}
	back()

	var lost []string
	s.Lost = func(f store.File, why error) { lost = append(lost, f.Path) }
	if err := s.Store.Commit(ctx, store.SaveFile{File: store.File{Session: "s", Path: "gone", Blob: blob.Name(nil)}}); err != nil {
		t.Fatal(err)
	}
	back() // without it
	if !slices.Equal(lost, []string{"gone"}) {
		t.Errorf("lost: %v", lost)
	}
}

// TestRefusals: what waiting will not mend is told from what it may.
func TestRefusals(t *testing.T) {
	where := blobtest.Start(t).Where
	b := open(t, strings.Replace(where, blobtest.Bucket, "nowhere", 1), "one")
	if err := b.Ready(ctx); !errors.Is(err, blob.ErrRefused) || !strings.Contains(err.Error(), `no bucket "nowhere"`) {
		t.Errorf("no bucket: %v", err)
	}
	b = open(t, "s3://class?endpoint=127.0.0.1:1&region=r&tls=off", "one")
	if err := b.Ready(ctx); err == nil || errors.Is(err, blob.ErrRefused) {
		t.Errorf("nobody there: %v", err)
	}
}
