package codec

import (
	"maps"
	"slices"
	"testing"

	"gputour/engine/object/char"
)

type text string

func (s text) String() string { return string(s) }
func (s text) Len() int       { return char.Count(string(s)) }
func (s text) Runes() []rune  { return char.Runes(string(s), s.Len()) }

// TestMistakes has CPython 3.11's reasons and places.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		encoding string
		bytes    string // to decode, or
		text     text   // to encode
		want     Mistake
	}{
		{encoding: "utf-8", bytes: "a\xffb", want: Mistake{"utf-8", 1, 2, "invalid start byte", []byte("a\xffb")}},
		{encoding: "UTF_8", bytes: "a\xe4\xb8", want: Mistake{"utf-8", 1, 3, "unexpected end of data", []byte("a\xe4\xb8")}},
		{encoding: "ascii", bytes: "é", want: Mistake{"ascii", 0, 1, "ordinal not in range(128)", []byte("é")}},
		{encoding: "utf-16-le", bytes: "a", want: Mistake{"utf-16-le", 0, 1, "truncated data", []byte("a")}},
		{encoding: "cp1252", bytes: "\x81", want: Mistake{"charmap", 0, 1, "character maps to <undefined>", []byte("\x81")}},
		{encoding: "unicode_escape", bytes: `\x1`, want: Mistake{"unicodeescape", 0, 3, `truncated \xXX escape`, []byte(`\x1`)}},
		{encoding: "ascii", text: "aéèb", want: Mistake{"ascii", 1, 3, "ordinal not in range(128)", nil}},
		{encoding: "latin-1", text: "a中", want: Mistake{"latin-1", 1, 2, "ordinal not in range(256)", nil}},
		{encoding: "utf-8", text: "a\xed\xa0\x80", want: Mistake{"utf-8", 1, 2, "surrogates not allowed", nil}},
	} {
		e, err := Find(c.encoding)
		if err != nil {
			t.Fatal(err)
		}
		if c.text != "" {
			_, err = e.Encode(c.text, "strict", nil)
		} else {
			_, err = e.Decode([]byte(c.bytes), "strict", nil)
		}
		m, ok := err.(*Mistake)
		if !ok || m.Encoding != c.want.Encoding || m.Start != c.want.Start || m.End != c.want.End || m.Reason != c.want.Reason || string(m.Bytes) != string(c.want.Bytes) {
			t.Errorf("%s: %+v, want %+v", c.encoding, err, c.want)
		}
	}
}

// FuzzPieces: bytes that come in pieces give the text that they give at once.
func FuzzPieces(f *testing.F) {
	for _, s := range []string{"abc", "é中😀", "\xff\xfea\x00", "\xed\xa0\x80", `\N{DIGIT ONE}\x4`, "\xa4\xa4\xff", ""} {
		f.Add(s, 1)
	}
	names := slices.Sorted(maps.Keys(codecs))
	f.Fuzz(func(t *testing.T, s string, at int) {
		for _, name := range names {
			c, err := Find(name)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := c.Decode([]byte(s), "ignore", nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			d := c.Pieces("ignore")
			cut := min(max(at, 0), len(s))
			first, err := d.Decode([]byte(s[:cut]), false, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			rest, err := d.Decode([]byte(s[cut:]), true, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if first+rest != whole {
				t.Errorf("%s: %q and %q in pieces, %q at once", name, first, rest, whole)
			}
		}
	})
}
