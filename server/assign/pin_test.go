package assign

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gputour/lessons/lesson"
	"gputour/server/store"
)

const metres = `---
file_format: mystnb
kernelspec: {name: python3}
gputour: {lesson: metres, lang: LANG, order: 1, version: 1, minutes: 1, devices: [cpu], summary: "A sum"}
---
# Metres

~~~{code-cell} python
:gputour: {id: convert, kind: exercise}
def metres(km): ...
~~~

~~~{code-cell} python
:gputour: {id: convert-tests, kind: tests, for: convert}
def test_one():
    """One kilometre.
    一千米。"""
    assert metres(1) == 1000

def test_of_nothing() -> None:
    assert metres(0) == 0
~~~

~~~{code-cell} python
:gputour: {id: free, kind: exercise}
pass
~~~

~~~{code-cell} python
:gputour: {id: free-tests, kind: tests, for: free}
assert True
~~~
`

const secrets = `---
gputour: {lesson: metres}
---
# More

~~~{code-cell} python
:gputour: {id: convert-hidden, kind: tests, for: convert}
def test_one():
    'Two'
    assert metres(2) == 2000
~~~
`

// files are a lesson with two exercises: one has two tests that are shown and one that is not, the other an assert alone.
func files() fstest.MapFS {
	fs := fstest.MapFS{}
	for name, text := range map[string]string{
		"metres.en.md": metres, "metres.zh.md": metres, "metres.tests.md": secrets,
		"metres.solution.md": "---\ngputour: {lesson: metres}\n---\n# Solution\n\n~~~{code-cell} python\n:gputour: {id: convert-solution, kind: solution, for: convert}\ndef metres(km): return 1000 * km\n~~~\n\n~~~{code-cell} python\n:gputour: {id: free-solution, kind: solution, for: free}\npass\n~~~\n",
		"metres.answers.md":  "---\ngputour: {lesson: metres}\n---\n# Other answers\n\n~~~{code-cell} python\n:gputour: {id: wrong-1, kind: wrong, for: convert, why: no factor}\ndef metres(km): return km\n~~~\n",
	} {
		fs[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer("~~~", "```", "LANG", strings.Split(name, ".")[1]).Replace(text))}
	}
	return fs
}

func TestTestsOf(t *testing.T) {
	e := lesson.Load(files()).Entry("metres")
	if e == nil {
		for _, p := range lesson.Load(files()).Problems {
			t.Error(p)
		}
		t.FailNow()
	}
	for exercise, want := range map[string][]Test{
		"convert": {{"test_one", "One kilometre."}, {"test_of_nothing", "of nothing"}, {"test_one (hidden)", "Two"}},
		"free":    {{"", "free-tests"}},
		"none":    nil,
	} {
		if got := TestsOf(e, exercise); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", exercise, got, want)
		}
	}
}

// TestPinnedFiles: a lesson is pinned with its languages, solution and tests, and nothing else.
func TestPinnedFiles(t *testing.T) {
	content, err := Pin(files(), "metres")
	if err != nil {
		t.Fatal(err)
	}
	var kept map[string]string
	if err := json.Unmarshal(content.Data, &kept); err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(kept)); fmt.Sprint(got) != "[metres.en.md metres.solution.md metres.tests.md metres.zh.md]" {
		t.Error(got)
	}
	if _, err := Unpin([]byte("{"), "metres"); err == nil || errors.Is(err, ErrLesson) {
		t.Error(err)
	}
}

// unread is a folder in which one file is there and cannot be read.
type unread struct {
	fstest.MapFS
	name string
}

func (u unread) Open(name string) (fs.File, error) {
	if name == u.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.MapFS.Open(name)
}

func (u unread) ReadFile(name string) ([]byte, error) { return fs.ReadFile(struct{ fs.FS }{u}, name) }

// TestPinUnread: a lesson whose tests cannot be read is not pinned without them.
func TestPinUnread(t *testing.T) {
	if _, err := Pin(unread{files(), "metres.tests.md"}, "metres"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v", err)
	}
}

// TestCarry: what the tests of a new version of a lesson are worth.
func TestCarry(t *testing.T) {
	e := lesson.Load(files()).Entry("metres")
	got := Carry([]store.Item{
		{Cell: "convert", Max: 500, Parts: []store.Part{{Test: "test_one", Points: 200}, {Test: "test_gone", Points: 100}, {Test: "test_one (hidden)", Points: 50}}},
		{Cell: "gone", Max: 300},
	}, e)
	want := "[{convert 5 [{test_one 2} {test_of_nothing 0} {test_one (hidden) 0.5}]}]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	if left := ByHand(got[0]); left != 250 {
		t.Errorf("%v are left to a person", left)
	}
}
