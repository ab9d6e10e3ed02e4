package assign

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"
	"testing/quick"

	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/store"
)

// TestDigest: answers have the same digest when they are the same, and else not.
func TestDigest(t *testing.T) {
	if err := quick.Check(func(a, b map[string]string) bool {
		return (Answers(a).Digest() == Answers(b).Digest()) == maps.Equal(a, b) && Answers(a).Digest() == Answers(maps.Clone(a)).Digest()
	}, nil); err != nil {
		t.Error(err)
	}
	for _, c := range [][2]Answers{{{"a": "b"}, {"a": "b\n"}}, {{"a": "1\nb 1\n2"}, {"a": "1", "b": "2"}}, {{"a": ""}, {}}} {
		if c[0].Digest() == c[1].Digest() {
			t.Errorf("%q and %q have one digest", c[0], c[1])
		}
	}
	items := []store.Item{{Cell: "a"}, {Cell: "b"}}
	if got := (Answers{"a": "x\r\ny", "z": "1"}).Of(items); !maps.Equal(got, Answers{"a": "x\ny"}) {
		t.Error(got)
	}
}

func TestReadAnswers(t *testing.T) {
	a, err := ReadAnswers(store.Submission{Answers: Answers{"a": "x"}.Encode()})
	if err != nil || !maps.Equal(a, Answers{"a": "x"}) {
		t.Errorf("%v, %v", a, err)
	}
	if _, err := ReadAnswers(store.Submission{Answers: []byte(`{"a":`)}); err == nil {
		t.Error("broken answers are read")
	}
}

func TestReceipt(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	answers := Answers{"b": "y", "a": "x = '张'"}
	s := store.Submission{ID: "s1", Assignment: "one", Member: "ann", N: 2, At: 1_790_000_000_123, Digest: answers.Digest(), Answers: answers.Encode()}
	file := ReceiptFor(&store.Assignment{Title: "设备 <1>"}, s, "Ann").Sign(key)
	r, err := ReadReceipt(file, key)
	if err != nil || !r.Matches(s) || r.N != 2 || strings.Join(r.Cells, " ") != "a b" || r.Time != "2026-09-21T14:13:20.123Z" {
		t.Errorf("%+v, %v", r, err)
	}
	for name, forged := range map[string][]byte{
		"later":         bytes.Replace(file, []byte("14:13"), []byte("14:12"), 1),
		"another name":  bytes.Replace(file, []byte("Ann"), []byte("Bob"), 1),
		"no signature":  bytes.Replace(file, []byte(`"signature"`), []byte(`"sig"`), 1),
		"no receipt":    []byte("[]"),
		"not even JSON": []byte("{"),
		"empty":         nil,
	} {
		if _, err := ReadReceipt(forged, key); !errors.Is(err, ErrReceipt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadReceipt(file, other); !errors.Is(err, ErrReceipt) {
		t.Error("another class's receipt is taken")
	}
	changed := s
	changed.Answers = Answers{"a": "x"}.Encode()
	if r.Matches(changed) {
		t.Error("the answers were changed, and the receipt still matches")
	}
}

// TestPin pins every lesson that is shipped: what comes back has the same exercises and tests, and no other answers.
func TestPin(t *testing.T) {
	n := 0
	for _, e := range lesson.Load(lessons.Files).Entries {
		content, err := Pin(lessons.Files, e.ID)
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
			continue
		}
		again, _ := Pin(lessons.Files, e.ID)
		if again.Digest != content.Digest {
			t.Errorf("%s has two digests", e.ID)
		}
		back, err := Unpin(content.Data, e.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range Exercises(e.Lang("")) {
			n++
			item := ItemOf(back, back.Lang("").Cell(c.ID), 1000)
			if len(item.Parts) == 0 || Sum(item.Parts) != 1000 || len(item.Parts) != len(TestsOf(e, c.ID)) {
				t.Errorf("%s %s: %+v", e.ID, c.ID, item)
			}
		}
		if len(back.Secret.Answers) > 0 {
			t.Errorf("%s keeps other answers", e.ID)
		}
	}
	if n < 10 {
		t.Errorf("only %d exercises", n)
	}
	if _, err := Pin(lessons.Files, "none"); !errors.Is(err, ErrLesson) {
		t.Error(err)
	}
	if _, err := Pin(lessons.Files, "../x"); err == nil {
		t.Error("a lesson outside of the folder")
	}
}
