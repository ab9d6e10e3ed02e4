package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/server/blob"
	"gputour/server/store"
	"gputour/server/store/database"
	"gputour/server/store/postgres"
	"gputour/server/store/postgres/postgrestest"
	"gputour/server/store/sqlite"
)

var ctx = context.Background()

func open(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// filled is a store with something of everything that an engine could spoil.
func filled(t *testing.T) *sqlite.Store {
	s := open(t, filepath.Join(t.TempDir(), "a.db"))
	e := wire.New(wire.Stream, wire.StreamBody{Name: "stdout", Text: "张量 '\x00\n"})
	e.Seq = 1
	err := s.Commit(ctx,
		store.SaveSession{Session: store.Session{ID: "s1", Owner: "m1", Token: [32]byte{1, 0, 255}, Spec: "sim:2", Fence: 1, Snapshot: []byte{0, 255}}},
		store.AddEvents{Session: "s1", Fence: 1, Events: []wire.Message{e}},
		store.SaveFile{File: store.File{Session: "s1", Path: "/../../etc/passwd", Data: []byte{0, 1, 2}}},
		store.SaveFile{File: store.File{Session: "s1", Path: "/a/CON.txt", Data: []byte("x")}},
		store.SaveDraft{Draft: store.Draft{Owner: "m1", Lesson: "devices", Cell: "c1", Rev: 1, Code: "x = '张量'"}},
		store.SaveDraft{Draft: store.Draft{Owner: "m1", Lesson: "devices", Cell: "c1", Rev: 2, Code: "=cmd()"}},
		store.SaveDraft{Draft: store.Draft{Owner: "../../m2", Lesson: "scratch", Cell: "s1", Rev: 1, Code: "y"}},
		store.AddLogin{Login: store.Login{Hash: [32]byte{9}, Owner: "m1", Agent: "secret agent", Created: 7}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// content is all of a store as text.
func content(t *testing.T, s *database.Store) string {
	t.Helper()
	var all []string
	err := s.Read(ctx, func(s *database.Snapshot) error {
		tables, err := s.Tables(ctx)
		for _, table := range tables {
			if err = errors.Join(err, s.Each(ctx, table, "", func(columns []string, values []any) error {
				line := table
				for i, c := range columns {
					line += " " + c + "=" + cell(values[i])
				}
				all = append(all, line)
				return nil
			})); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// TestMoves takes a class from a file to a database and back, with nothing lost.
func TestMoves(t *testing.T) {
	address := postgrestest.Start(t)
	first := filled(t)
	want := content(t, first.Store)
	dir := t.TempDir()
	one, two, three := filepath.Join(dir, "one"), filepath.Join(dir, "two"), filepath.Join(dir, "three.db")
	if err := first.Backup(ctx, one); err != nil {
		t.Fatal(err)
	}
	pg, err := postgres.Open(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close()
	if err := Restore(ctx, one, pg, nil, 0); err != nil {
		t.Fatal(err)
	}
	if got := content(t, pg); got != want {
		t.Errorf("in PostgreSQL:\n%s\nwant\n%s", got, want)
	}
	if err := Restore(ctx, one, pg, nil, 0); !errors.Is(err, database.ErrNotEmpty) {
		t.Errorf("over a class that is there: %v", err)
	}
	if err := Backup(ctx, pg, nil, two); err != nil {
		t.Fatal(err)
	}
	if err := Backup(ctx, pg, nil, two); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a backup that is there: %v", err)
	}
	if err := RestoreFile(ctx, two, three, nil, 0); err != nil {
		t.Fatal(err)
	}
	if got := content(t, open(t, three).Store); got != want {
		t.Errorf("back in a file:\n%s\nwant\n%s", got, want)
	}
	if err := RestoreFile(ctx, two, three, nil, 0); !errors.Is(err, database.ErrNotEmpty) {
		t.Errorf("over a file that is there: %v", err)
	}
	for _, path := range []string{one, two, three} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", path, info.Mode(), err)
		}
	}
}

// TestElsewhere: a backup has all contents in it, wherever they are kept, and a class is restored with them where they belong.
func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	place := func(ctx context.Context, rows *database.Store) (Contents, error) {
		owner, err := blob.Owner(ctx, rows)
		if err != nil {
			return nil, err
		}
		return blob.Open(filepath.Join(dir, "files"), owner, blob.Keys{})
	}
	path := filepath.Join(dir, "class.db")
	rows := open(t, path)
	contents, err := place(ctx, rows.Store)
	if err != nil {
		t.Fatal(err)
	}
	kept := &blob.Store{Store: rows, Contents: contents.(*blob.Blobs)}
	large, pinned := bytes.Repeat([]byte("large"), blob.Small), bytes.Repeat([]byte("lesson"), blob.Small)
	err = kept.Commit(ctx, store.SaveFile{File: store.File{Session: "s", Path: "/large", Data: large, At: 3}},
		store.SaveFile{File: store.File{Session: "s", Path: "/small", Data: []byte("small"), At: 4}},
		store.AddContent{Digest: sha256.Sum256(pinned), Data: pinned})
	if err != nil {
		t.Fatal(err)
	}
	want := content(t, rows.Store)
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two.db")
	var nowhere *ElsewhereError
	if err := BackupFile(ctx, path, nil, one); !errors.As(err, &nowhere) {
		t.Errorf("without the place: %v", err)
	}
	if err := Export(ctx, rows.Store, nil, nil, io.Discard); !errors.As(err, &nowhere) || nowhere.What != "the file /large of session s" {
		t.Errorf("an export without the place: %v", err)
	}
	if err := BackupFile(ctx, path, place, one); err != nil {
		t.Fatal(err)
	}
	if names, err := open(t, one).Blobs(ctx, "", 1); len(names) > 0 || err != nil {
		t.Errorf("the backup keeps elsewhere: %v, %v", names, err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "files")); err != nil {
		t.Fatal(err)
	}
	if err := RestoreFile(ctx, one, two, place, blob.Small); err != nil {
		t.Fatal(err)
	}
	back := open(t, two)
	if got := content(t, back.Store); got != want {
		t.Errorf("restored:\n%s\nwant\n%s", got, want)
	}
	contents, _ = place(ctx, back.Store)
	kept = &blob.Store{Store: back, Contents: contents.(*blob.Blobs)}
	if files, err := kept.Files(ctx, "s"); err != nil || len(files) != 2 || !bytes.Equal(files[0].Data, large) {
		t.Errorf("files: %d, %v", len(files), err)
	}
	if data, err := kept.Content(ctx, sha256.Sum256(pinned)); err != nil || !bytes.Equal(data, pinned) {
		t.Errorf("the lesson: %d bytes, %v", len(data), err)
	}
	var out bytes.Buffer
	if err := Export(ctx, back.Store, place, func(string, map[string]string) ([]byte, bool) { return nil, false }, &out); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if strings.Contains(f.Name, "large") && f.UncompressedSize64 != uint64(len(large)) {
			t.Errorf("%s has %d bytes", f.Name, f.UncompressedSize64)
		}
	}
}

// TestRestoreRefuses: what is not a whole backup is not restored, and leaves nothing behind.
func TestRestoreRefuses(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	if err := filled(t).Backup(ctx, good); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	scribbled := slices.Clone(whole)
	for i := 4096; i < 5*4096; i++ { // pages behind the first
		scribbled[i] = 0xfe
	}
	for name, data := range map[string][]byte{
		"cut off": whole[:len(whole)/2], "scribbled": scribbled, "a letter": []byte("dear aunt"), "empty": {},
	} {
		path := filepath.Join(dir, "bad")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		into := filepath.Join(dir, "into.db")
		if err := RestoreFile(ctx, path, into, nil, 0); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(into); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: something was left", name)
		}
	}
	if err := RestoreFile(ctx, filepath.Join(dir, "nowhere"), filepath.Join(dir, "into.db"), nil, 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestExport(t *testing.T) {
	var out bytes.Buffer
	notebook := func(lesson string, texts map[string]string) ([]byte, bool) {
		return []byte(lesson + " " + texts["c1"]), lesson == "devices"
	}
	s := filled(t)
	if err := Export(ctx, s.Store, nil, notebook, &out); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) || strings.ContainsAny(f.Name, `\:`) {
			t.Errorf("%q leads out of the folder", f.Name)
		}
		if _, twice := files[f.Name]; twice {
			t.Errorf("%s is there twice", f.Name)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(r)
		files[f.Name] = string(data)
		if strings.Contains(string(data), "secret agent") {
			t.Errorf("%s tells of logins", f.Name)
		}
	}
	for name, want := range map[string]string{
		"people/m1/devices.ipynb": "devices =cmd()", "people/m1/cells/devices/c1.txt": "=cmd()",
	} {
		if files[name] != want {
			t.Errorf("%s is %q, want %q; there are %v", name, files[name], want, len(files))
		}
	}
}

// TestEveryTableIsDecided: a table that nobody has thought about might hold a secret.
func TestEveryTableIsDecided(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "a.db"))
	err := s.Read(ctx, func(s *database.Snapshot) error {
		tables, err := s.Tables(ctx)
		for _, table := range tables {
			if told[table] == untold[table] {
				t.Errorf("is table %s told in an export, or not? See export.go", table)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSafe(t *testing.T) {
	names := map[string]string{}
	for _, text := range []string{"", ".", "..", "a/b", `a\b`, "a_b", "con", "CON.txt", "com1", "a.", "a", " a", "张三", "a\x00", "a:b", strings.Repeat("字", 200), "\xff", "ann@x.org"} {
		name := safe(text)
		if !filepath.IsLocal(name) || strings.ContainsAny(name, "/\\:\x00") || len(name) > longName+9 {
			t.Errorf("%q becomes %q", text, name)
		}
		if other, twice := names[name]; twice {
			t.Errorf("%q and %q become %q", text, other, name)
		}
		names[name] = text
	}
	if safe("张三") != "张三" || safe("ann@x.org") != "ann@x.org" {
		t.Error("a good name was changed")
	}
}

func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", " @x": "' @x", "-5": "-5", "-5+2": "'-5+2", "Ann": "Ann", "": "", "＝x": "'＝x"} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
