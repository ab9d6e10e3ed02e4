// Package storetest is the suite that every engine of the store passes.
package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
)

// Run tests an engine; open returns a store on an empty database, and again on the same one each time it is called.
func Run(t *testing.T, open func(t *testing.T) func() store.Store) {
	for _, test := range append([]part{
		{"what is not there", absent},
		{"sessions", sessions},
		{"events", events},
		{"a fence keeps the old owner out", fences},
		{"a dropped session leaves nothing", drops},
		{"drafts", drafts},
		{"versions thin out", versions},
		{"large versions are bounded", largeVersions},
		{"files", files},
		{"names of what is kept elsewhere", blobs},
		{"logins", logins},
		{"the class", class},
		{"members", members},
		{"logins of a member", memberLogins},
		{"tickets", tickets},
		{"audit", audit},
		{"turns on GPUs", leases},
		{"all writes of a commit or none", atomic},
		{"a commit that fails leaves its neighbours alone", neighbours},
		{"a context that ended", cancelled},
	}, slices.Concat(assignments, federation, meeting, cluster)...) {
		t.Run(test.name, func(t *testing.T) {
			s := open(t)()
			defer s.Close()
			test.f(t, s)
		})
	}
	t.Run("what was acknowledged is there after opening again", func(t *testing.T) { reopened(t, open(t)) })
}

// part is one test of the suite, on an empty store.
type part struct {
	name string
	f    func(t *testing.T, s store.Store)
}

var ctx = context.Background()

func commit(t *testing.T, s store.Store, writes ...store.Write) {
	t.Helper()
	if err := s.Commit(ctx, writes...); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

func is(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
}

// session returns a row whose every field differs from its zero.
func session(id string) store.Session {
	return store.Session{ID: id, Owner: "ann", Token: [32]byte{1, 31: 2}, Spec: "sim:2", Epoch: 3, Log: 2,
		First: 5, Seq: 9, Snapshot: []byte{0, 0xff, 'x'}, Fence: 1, Updated: 1_790_000_000_000}
}

// event returns an event whose body is not what a database would like: quotes, a NUL, other scripts.
func event(seq uint64) wire.Message {
	body, _ := json.Marshal(wire.StreamBody{Name: "stdout", Text: fmt.Sprintf("%d 'drop\x00 张量 😀\n", seq)})
	return wire.Message{Seq: seq, TS: int64(seq) * 1000, Type: wire.Stream, RID: "r1", Cell: "c1", Body: body}
}

func numbers(events []wire.Message) []uint64 {
	var seqs []uint64
	for _, m := range events {
		seqs = append(seqs, m.Seq)
	}
	return seqs
}

func absent(t *testing.T, s store.Store) {
	_, err := s.Session(ctx, "nobody")
	is(t, err, store.ErrNone)
	_, err = s.Draft(ctx, "ann", "devices", "c1")
	is(t, err, store.ErrNone)
	_, err = s.Login(ctx, [32]byte{})
	is(t, err, store.ErrNone)
	for what, ask := range map[string]func() (int, error){
		"sessions": func() (int, error) { v, err := s.Sessions(ctx, "ann", 9); return len(v), err },
		"events":   func() (int, error) { v, err := s.Since(ctx, "nobody", 0); return len(v), err },
		"drafts":   func() (int, error) { v, err := s.Drafts(ctx, "ann", "devices"); return len(v), err },
		"versions": func() (int, error) { v, err := s.Versions(ctx, "ann", "devices", "c1"); return len(v), err },
		"files":    func() (int, error) { v, err := s.Files(ctx, "nobody"); return len(v), err },
	} {
		if n, err := ask(); n != 0 || err != nil {
			t.Errorf("%s of nobody: %d, %v", what, n, err)
		}
	}
	commit(t, s, store.TrimEvents{Session: "nobody", First: 3}, store.DropSession{ID: "nobody"}, store.DropFile{Session: "nobody"}, store.DropLogin{})
	commit(t, s) // of nothing
}

func sessions(t *testing.T, s store.Store) {
	first := session("one")
	commit(t, s, store.SaveSession{Session: first})
	got, err := s.Session(ctx, "one")
	is(t, err, nil)
	same(t, "saved", got, first)
	first.Epoch, first.Snapshot, first.Updated = 4, nil, first.Updated+1
	commit(t, s, store.SaveSession{Session: first})
	got, err = s.Session(ctx, "one")
	is(t, err, nil)
	same(t, "saved again", got, first)

	later, other := session("two"), session("three")
	later.Updated, other.Owner = first.Updated+5, "bob"
	commit(t, s, store.SaveSession{Session: later}, store.SaveSession{Session: other})
	list, err := s.Sessions(ctx, "ann", 9)
	is(t, err, nil)
	later.Snapshot, first.Snapshot = nil, nil
	same(t, "ann's, newest first", list, []store.Session{later, first})
	list, err = s.Sessions(ctx, "ann", 1)
	is(t, err, nil)
	same(t, "ann's newest", list, []store.Session{later})
}

func events(t *testing.T, s store.Store) {
	commit(t, s, store.SaveSession{Session: session("one")}, store.SaveSession{Session: session("two")})
	add := func(id string, seqs ...uint64) store.Write {
		w := store.AddEvents{Session: id, Fence: 1}
		for _, n := range seqs {
			w.Events = append(w.Events, event(n))
		}
		return w
	}
	commit(t, s, add("one", 1, 2, 3), add("two", 1))
	commit(t, s, add("one", 3, 4)) // 3 again, as after a commit whose answer was lost
	got, err := s.Since(ctx, "one", 0)
	is(t, err, nil)
	same(t, "all", got, []wire.Message{event(1), event(2), event(3), event(4)})
	got, err = s.Since(ctx, "one", 2)
	is(t, err, nil)
	same(t, "since 2", numbers(got), []uint64{3, 4})
	commit(t, s, store.TrimEvents{Session: "one", First: 4})
	got, _ = s.Since(ctx, "one", 0)
	same(t, "trimmed", numbers(got), []uint64{4})
	got, _ = s.Since(ctx, "two", 0)
	same(t, "the neighbour's", numbers(got), []uint64{1})
}

func fences(t *testing.T, s store.Store) {
	old := session("one")
	add := func(fence int64, seq uint64) store.Write {
		return store.AddEvents{Session: "one", Fence: fence, Events: []wire.Message{event(seq)}}
	}
	is(t, s.Commit(ctx, add(1, 1)), store.ErrFenced) // there is no such session
	commit(t, s, store.SaveSession{Session: old}, add(1, 1))
	taken := old
	taken.Fence, taken.Epoch = 2, 7
	commit(t, s, store.SaveSession{Session: taken})
	is(t, s.Commit(ctx, add(1, 2)), store.ErrFenced)
	is(t, s.Commit(ctx, store.SaveSession{Session: old}), store.ErrFenced)
	commit(t, s, add(2, 2))
	got, _ := s.Since(ctx, "one", 0)
	same(t, "log", numbers(got), []uint64{1, 2})
	row, _ := s.Session(ctx, "one")
	same(t, "row", row, taken)
}

func drops(t *testing.T, s store.Store) {
	for _, id := range []string{"one", "two"} {
		commit(t, s, store.SaveSession{Session: session(id)}, store.AddEvents{Session: id, Fence: 1, Events: []wire.Message{event(1)}},
			store.SaveFile{File: store.File{Session: id, Path: "a", Data: []byte("x")}})
	}
	commit(t, s, store.DropSession{ID: "one"})
	for id, want := range map[string]int{"one": 0, "two": 1} {
		log, _ := s.Since(ctx, id, 0)
		kept, _ := s.Files(ctx, id)
		same(t, id, [2]int{len(log), len(kept)}, [2]int{want, want})
	}
	_, err := s.Session(ctx, "one")
	is(t, err, store.ErrNone)
}

func drafts(t *testing.T, s store.Store) {
	d := store.Draft{Owner: "ann", Lesson: "devices", Cell: "c1", Rev: 2, Code: "x = 'é\n'", At: 1000}
	commit(t, s, store.SaveDraft{Draft: d})
	got, err := s.Draft(ctx, "ann", "devices", "c1")
	is(t, err, nil)
	same(t, "draft", got, d)
	for _, rev := range []int64{1, 2} {
		stale := d
		stale.Rev, stale.Code = rev, "older"
		is(t, s.Commit(ctx, store.SaveDraft{Draft: stale}), store.ErrStale)
	}
	newer, other := d, d
	newer.Rev, newer.Code, newer.At = 5, "y", 90_000
	other.Cell, other.Code = "c0", "z"
	commit(t, s, store.SaveDraft{Draft: newer}, store.SaveDraft{Draft: other})
	list, err := s.Drafts(ctx, "ann", "devices")
	is(t, err, nil)
	same(t, "drafts", list, []store.Draft{other, newer})
	for _, page := range []struct {
		after string
		most  int
		want  []store.Draft
	}{{"", 9, []store.Draft{other, newer}}, {"", 1, []store.Draft{other}}, {"c0", 1, []store.Draft{newer}}, {"c1", 9, nil}} {
		list, err = s.DraftsAfter(ctx, "ann", "devices", page.after, page.most)
		is(t, err, nil)
		same(t, "drafts after "+page.after, list, page.want)
	}
	n, err := s.CountDrafts(ctx, "ann", "devices")
	is(t, err, nil)
	same(t, "number of drafts", n, 2)
	old, err := s.Versions(ctx, "ann", "devices", "c1")
	is(t, err, nil)
	same(t, "versions", old, []store.Draft{d})
}

// largeVersions saves large texts at long intervals: their versions are bounded in size.
func largeVersions(t *testing.T, s store.Store) {
	large := strings.Repeat("x", 256<<10)
	for rev := range int64(40) {
		commit(t, s, store.SaveDraft{Draft: store.Draft{Owner: "ann", Lesson: "l", Cell: "c", Rev: rev + 1, Code: large, At: rev * 600_000}})
	}
	old, err := s.Versions(ctx, "ann", "l", "c")
	is(t, err, nil)
	same(t, "large versions", len(old), 20)
}

// versions saves every five seconds for ten minutes: of that the last twenty versions stay, and before them one a minute.
func versions(t *testing.T, s store.Store) {
	for rev := range int64(120) {
		commit(t, s, store.SaveDraft{Draft: store.Draft{Owner: "ann", Lesson: "l", Cell: "c", Rev: rev + 1, Code: "x", At: rev * 5000}})
	}
	old, err := s.Versions(ctx, "ann", "l", "c")
	is(t, err, nil)
	var revs []int64
	for _, d := range old {
		revs = append(revs, d.Rev)
	}
	want := []int64{}
	for rev := int64(119); rev >= 100; rev-- {
		want = append(want, rev)
	}
	want = append(want, 96, 84, 72, 60, 48, 36, 24, 12)
	same(t, "versions", revs, want)
}

func blobs(t *testing.T, s store.Store) {
	file := func(session, path, blob string) store.SaveFile {
		return store.SaveFile{File: store.File{Session: session, Path: path, Blob: blob}}
	}
	commit(t, s, file("one", "a", "0a"), file("one", "b", "ff"), file("two", "a", "0a"), file("two", "c", ""),
		store.AddContent{Digest: [32]byte{1}, Blob: "90"}, store.AddContent{Digest: [32]byte{2}, Data: []byte("here")})
	pages := map[string][]string{"": {"0a", "90"}, "0a": {"90", "ff"}, "90": {"ff"}, "ff": nil}
	for after, want := range pages {
		got, err := s.Blobs(ctx, after, 2)
		is(t, err, nil)
		same(t, "after "+after, got, want)
	}
	got, _ := s.Files(ctx, "two")
	same(t, "files", got, []store.File{{Session: "two", Path: "a", Blob: "0a"}, {Session: "two", Path: "c"}})
	commit(t, s, store.SaveFile{File: store.File{Session: "one", Path: "b", Data: []byte("here")}}, store.DropSession{ID: "two"},
		store.AddContent{Digest: [32]byte{1}, Data: []byte("back")})
	left, _ := s.Blobs(ctx, "", 9)
	same(t, "left", left, []string{"0a"})
	data, err := s.Content(ctx, [32]byte{1})
	is(t, err, nil)
	same(t, "content", string(data), "back")
}

func files(t *testing.T, s store.Store) {
	a, b := store.File{Session: "one", Path: "a/b.pt", Data: []byte{0, 1, 255}, At: 5}, store.File{Session: "one", Path: "空.txt", At: 6}
	commit(t, s, store.SaveFile{File: b}, store.SaveFile{File: a}, store.SaveFile{File: store.File{Session: "two", Path: "a/b.pt"}})
	got, err := s.Files(ctx, "one")
	is(t, err, nil)
	same(t, "files", got, []store.File{a, b})
	a.Data, a.At = []byte("new"), 9
	commit(t, s, store.SaveFile{File: a}, store.DropFile{Session: "one", Path: b.Path})
	got, _ = s.Files(ctx, "one")
	same(t, "files", got, []store.File{a})
}

func logins(t *testing.T, s store.Store) {
	l := store.Login{Hash: [32]byte{9}, Owner: "ann", Agent: "Firefox 张", Created: 7, Seen: 8}
	commit(t, s, store.AddLogin{Login: l})
	got, err := s.Login(ctx, l.Hash)
	is(t, err, nil)
	same(t, "login", got, l)
	commit(t, s, store.DropLogin{Hash: l.Hash})
	_, err = s.Login(ctx, l.Hash)
	is(t, err, store.ErrNone)
}

func atomic(t *testing.T, s store.Store) {
	d := store.Draft{Owner: "ann", Lesson: "l", Cell: "c", Rev: 1}
	other := store.Draft{Owner: "ann", Lesson: "l", Cell: "d", Rev: 1}
	commit(t, s, store.SaveDraft{Draft: d})
	is(t, s.Commit(ctx, store.SaveDraft{Draft: other}, store.SaveDraft{Draft: d}), store.ErrStale)
	_, err := s.Draft(ctx, "ann", "l", "d")
	is(t, err, store.ErrNone)
}

// neighbours commits from many goroutines, every third time what cannot be made.
func neighbours(t *testing.T, s store.Store) {
	kept := store.Draft{Owner: "ann", Lesson: "l", Cell: "kept", Rev: 9}
	commit(t, s, store.SaveDraft{Draft: kept})
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			d := store.Draft{Owner: "ann", Lesson: "l", Cell: fmt.Sprintf("c%02d", i), Rev: 1}
			want := error(nil)
			if i%3 == 0 {
				d, want = kept, store.ErrStale
			}
			is(t, s.Commit(ctx, store.SaveDraft{Draft: d}), want)
		})
	}
	wg.Wait()
	list, err := s.Drafts(ctx, "ann", "l")
	is(t, err, nil)
	same(t, "kept drafts", len(list), 41)
}

func cancelled(t *testing.T, s store.Store) {
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Commit(ended, store.SaveDraft{Draft: store.Draft{Owner: "ann", Rev: 1}}); err != nil {
		is(t, err, context.Canceled)
	}
	_, err := s.Session(ended, "one")
	is(t, err, context.Canceled)
}

func reopened(t *testing.T, open func() store.Store) {
	s := open()
	commit(t, s, store.SaveSession{Session: session("one")}, store.AddEvents{Session: "one", Fence: 1, Events: []wire.Message{event(1)}})
	is(t, s.Close(), nil)
	if s.Commit(ctx, store.DropSession{ID: "one"}) == nil {
		t.Error("a store that is closed took a write")
	}
	s = open()
	defer s.Close()
	got, err := s.Session(ctx, "one")
	is(t, err, nil)
	same(t, "session", got, session("one"))
	log, err := s.Since(ctx, "one", 0)
	is(t, err, nil)
	same(t, "log", log, []wire.Message{event(1)})
}
