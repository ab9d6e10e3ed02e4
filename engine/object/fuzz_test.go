package object

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"gputour/engine/object/char"
)

func newTestThread() *Thread {
	s := NewSession()
	s.Limits.Alloc, s.Limits.Bytes = 1<<20, 1<<24
	return NewThread(s, nil)
}

// FuzzFormatSpec formats numbers and strings by any specification: it must
// answer or raise, and a width must be kept.
func FuzzFormatSpec(f *testing.F) {
	for _, s := range []string{"", "d", "08b", "*^12", ",.2f", "+#x", "020,.3f", "=10", "z.1f", "é>5", "5.3s", "_x", "%", "c", "0200020,"} {
		f.Add(s, int64(-12345), 3.14159, "text")
	}
	f.Fuzz(func(t *testing.T, spec string, n int64, x float64, text string) {
		th := newTestThread()
		for _, v := range []Value{Int(n), Float(x), NewStr(text), True, NewComplex(complex(x, -x))} {
			s, err := Format(th, v, spec)
			if err != nil {
				if _, ok := err.(*Exception); !ok {
					t.Fatalf("%q: %v", spec, err)
				}
				continue
			}
			p, err := parseFormatSpec(spec, "int", '>')
			if err == nil && char.Count(s) < p.Width {
				t.Fatalf("format(%s, %q) = %q is narrower than %d", plainRepr(v), spec, s, p.Width)
			}
		}
	})
}

// FuzzPercent applies any format with % to numbers and text.
func FuzzPercent(f *testing.F) {
	for _, s := range []string{"%d", "%5.2f|%-8s", "%(a)s", "%*d", "%c%%", "%.3r", "%#x", "%", "%ld"} {
		f.Add(s, int64(7), "x")
	}
	f.Fuzz(func(t *testing.T, format string, n int64, text string) {
		th := newTestThread()
		d := NewDict()
		d.SetStr("a", Int(n))
		for _, arg := range []Value{Int(n), NewTuple(Int(n), NewStr(text)), d.Value(), Float(float64(n) / 7)} {
			for _, v := range []Value{NewStr(format), NewBytes([]byte(format))} {
				if _, err := Binary(th, Mod, v, arg); err != nil {
					if _, ok := err.(*Exception); !ok {
						t.Fatalf("%q: %v", format, err)
					}
				}
			}
		}
	})
}

// FuzzStrFormat expands any format string.
func FuzzStrFormat(f *testing.F) {
	for _, s := range []string{"{}", "{0!r:>{1}}", "{a[0].b}", "{{}}", "{:{}}", "{0[}]}", "{!x}", "{a.}", "{0[1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, format string) {
		th := newTestThread()
		kw := NewDict()
		kw.SetStr("a", NewList([]Value{Int(1), NewStr("x")}))
		_, err := strFormat(th, []Value{NewStr(format), NewTuple(Int(1), Int(2), NewStr("y")), kw.Value()})
		if err != nil {
			if _, ok := err.(*Exception); !ok {
				t.Fatalf("%q: %v", format, err)
			}
		}
	})
}

func FuzzParseInt(f *testing.F) {
	for _, s := range []string{"1", " -1_000 ", "１２", "1__0", "0b101", "0x_f", "zz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		th := newTestThread()
		for base := 0; base <= 36; base += 4 {
			v, err := parseInt(th, text, base, NewStr(text))
			if err == nil && !IsInteger(v) {
				t.Fatalf("int(%q, %d) is no int", text, base)
			}
		}
	})
}

// FuzzDict runs operations on a dict and on a slice of pairs that models it.
// Each byte pair of ops is an operation and a key.
func FuzzDict(f *testing.F) {
	f.Add([]byte{0, 1, 0, 2, 1, 1, 0, 3, 2, 0, 0, 1})
	f.Add([]byte(strings.Repeat("\x00a\x00b\x00c\x01a", 20)))
	f.Fuzz(func(t *testing.T, ops []byte) {
		th := newTestThread()
		d, set := NewDict(), NewSet()
		type pair struct{ k, v int64 }
		var model []pair
		for i := 0; i+1 < len(ops); i += 2 {
			k := int64(ops[i+1])
			key := Int(k)
			if k%3 == 0 {
				key = NewStr(strconv.Itoa(int(k)))
			}
			at := slices.IndexFunc(model, func(p pair) bool { return p.k == k })
			switch ops[i] % 4 {
			case 0:
				if err := d.Set(th, key, Int(int64(i))); err != nil {
					t.Fatal(err)
				}
				if err := set.Add(th, key); err != nil {
					t.Fatal(err)
				}
				if at >= 0 {
					model[at].v = int64(i)
				} else {
					model = append(model, pair{k, int64(i)})
				}
			case 1:
				had, err := d.Delete(th, key)
				inSet, err2 := set.Remove(th, key)
				if err != nil || err2 != nil || had != (at >= 0) || inSet != had {
					t.Fatalf("delete %d: %v %v %v", k, had, inSet, err)
				}
				if at >= 0 {
					model = slices.Delete(model, at, at+1)
				}
			case 2:
				v, ok, err := d.Get(th, key)
				if err != nil || ok != (at >= 0) || ok && v.SmallInt() != model[at].v {
					t.Fatalf("get %d: %v %v", k, ok, err)
				}
			case 3:
				if _, v, ok := d.PopLast(); ok != (len(model) > 0) || ok && v.SmallInt() != model[len(model)-1].v {
					t.Fatal("popitem gives another item")
				}
				if len(model) > 0 {
					last := model[len(model)-1]
					key := Int(last.k)
					if last.k%3 == 0 {
						key = NewStr(strconv.Itoa(int(last.k)))
					}
					if ok, _ := set.Remove(th, key); !ok {
						t.Fatal("the set lacks what the dict had")
					}
					model = model[:len(model)-1]
				}
			}
			if d.Len() != len(model) || set.Len() != len(model) {
				t.Fatalf("%d keys, %d elements, want %d", d.Len(), set.Len(), len(model))
			}
		}
		i := 0
		for _, v := range d.All() {
			if v.SmallInt() != model[i].v {
				t.Fatalf("item %d is %d, want %d", i, v.SmallInt(), model[i].v)
			}
			i++
		}
	})
}

// FuzzDecode decodes any bytes; what was decoded strictly encodes to the same bytes.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("h\xc3\xa9"), "utf-8", "strict")
	f.Add([]byte("\xff\xfea\x00"), "utf-16", "replace")
	f.Add([]byte{0xed, 0xa0, 0x80}, "utf-8", "surrogatepass")
	f.Fuzz(func(t *testing.T, b []byte, encoding, handler string) {
		th := newTestThread()
		v, err := Decode(th, b, encoding, handler)
		if err != nil || handler != "strict" || encoding != "utf-8" {
			return
		}
		back, err := Encode(th, v, encoding, handler)
		if err != nil || string(back) != string(b) {
			t.Fatalf("%q decodes to %s, which encodes to %q (%v)", b, plainRepr(v), back, err)
		}
	})
}
