package json

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gputour/engine/object"
)

// jsonString quotes a string for JSON.
func jsonString(v object.Value, ascii bool) (object.Value, error) {
	s, ok := object.AsStr(v)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "first argument must be a string, not %s", object.TypeName(v))
	}
	var b strings.Builder
	quoteJSON(&b, s, ascii)
	return object.NewStr(b.String()), nil
}

var jsonShort = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\f': `\f`, '\b': `\b`}

func quoteJSON(b *strings.Builder, s string, ascii bool) {
	b.WriteByte('"')
	for len(s) > 0 {
		plain := 0
		for plain < len(s) && s[plain] >= ' ' && s[plain] < 0x7f && s[plain] != '"' && s[plain] != '\\' {
			plain++
		}
		b.WriteString(s[:plain])
		if s = s[plain:]; s == "" {
			break
		}
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 && len(s) >= 3 { // a lone surrogate, as three bytes
			r, n = rune(s[0]&0xf)<<12|rune(s[1]&0x3f)<<6|rune(s[2]&0x3f), 3
		}
		short, ok := jsonShort[r]
		switch {
		case ok:
			b.WriteString(short)
		case r < 0x20 || ascii && (r > 0x7e && r <= 0xffff):
			fmt.Fprintf(b, `\u%04x`, r)
		case ascii && r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	b.WriteByte('"')
}

// jsonEncoder writes one value.
type jsonEncoder struct {
	t                                      *object.Thread
	b                                      strings.Builder
	dflt                                   object.Value
	skipKeys, ascii, check, allowNaN, sort bool
	indent                                 string
	pretty                                 bool
	itemSep, keySep                        string
	open                                   map[object.Value]bool // containers being written
	charged                                int                   // bytes of b
}

// look polls the token and charges what has been written.
func (e *jsonEncoder) look() error {
	if grown := e.b.Len() - e.charged; grown > 1<<16 {
		e.charged = e.b.Len()
		if err := e.t.ChargeItems(e.b.Len(), 1); err != nil {
			return err
		}
	}
	return e.t.Poll()
}

func jsonEncode(t *object.Thread, a []object.Value) (object.Value, error) {
	e := &jsonEncoder{t: t, dflt: a[1], open: map[object.Value]bool{}}
	for _, flag := range [...]struct {
		arg int
		to  *bool
	}{{2, &e.skipKeys}, {3, &e.ascii}, {4, &e.check}, {5, &e.allowNaN}, {9, &e.sort}} {
		b, err := object.ToBool(t, a[flag.arg])
		if err != nil {
			return object.Value{}, err
		}
		*flag.to = b
	}
	if !a[6].IsNone() {
		e.pretty = true
		if s, ok := object.AsStr(a[6]); ok {
			e.indent = s
		} else {
			n, err := object.IndexInt(t, a[6])
			if err != nil {
				return object.Value{}, err
			}
			if err := t.Charge(n); err != nil {
				return object.Value{}, err
			}
			e.indent = strings.Repeat(" ", max(n, 0))
		}
	}
	e.itemSep, _ = object.AsStr(a[7])
	e.keySep, _ = object.AsStr(a[8])
	if err := e.value(a[0], 0); err != nil {
		return object.Value{}, err
	}
	return object.NewStr(e.b.String()), nil
}

func (e *jsonEncoder) value(v object.Value, depth int) error {
	if err := e.t.Enter(" while encoding a JSON object"); err != nil {
		return err
	}
	defer e.t.Leave()
	if err := e.look(); err != nil {
		return err
	}
	if s, ok := object.AsStr(v); ok {
		quoteJSON(&e.b, s, e.ascii)
		return nil
	}
	if text, ok, err := e.scalar(v); ok || err != nil {
		e.b.WriteString(text)
		return err
	}
	switch o := v.Object().(type) {
	case *object.List:
		return e.nest(v, func() error { return e.array(o.Items, depth) })
	case *object.Tuple:
		return e.nest(v, func() error { return e.array(o.Items, depth) })
	case *object.Dict:
		return e.nest(v, func() error { return e.object(v, o, depth) })
	}
	return e.nest(v, func() error {
		other, err := object.Call(e.t, e.dflt, v)
		if err != nil {
			return err
		}
		return e.value(other, depth)
	})
}

// scalar is the text of None, a bool or a number.
func (e *jsonEncoder) scalar(v object.Value) (text string, ok bool, err error) {
	switch {
	case v.IsNone():
		return "null", true, nil
	case v == object.True:
		return "true", true, nil
	case v == object.False:
		return "false", true, nil
	case object.IsInteger(v):
		if n, small := object.AsInt(v); small {
			return strconv.FormatInt(n, 10), true, nil
		}
		text, err = object.Repr(e.t, object.NewBig(object.BigOf(v)))
		return text, true, err
	}
	x, ok := object.AsFloat(v)
	if !ok {
		return "", false, nil
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		text := map[bool]string{true: "NaN"}[x != x]
		if text == "" {
			text = map[bool]string{true: "Infinity", false: "-Infinity"}[x > 0]
		}
		if !e.allowNaN {
			return "", false, object.Raise(object.ValueError, "Out of range float values are not JSON compliant")
		}
		return text, true, nil
	}
	text, err = object.Repr(e.t, object.Float(x))
	return text, true, err
}

// nest guards against containers that hold themselves.
func (e *jsonEncoder) nest(v object.Value, write func() error) error {
	if e.check {
		if e.open[v] {
			return object.Raise(object.ValueError, "Circular reference detected")
		}
		e.open[v] = true
		defer delete(e.open, v)
	}
	return write()
}

func (e *jsonEncoder) newline(depth int) {
	if e.pretty {
		e.b.WriteByte('\n')
		for range depth {
			e.b.WriteString(e.indent)
		}
	}
}

func (e *jsonEncoder) array(items []object.Value, depth int) error {
	if len(items) == 0 {
		e.b.WriteString("[]")
		return nil
	}
	e.b.WriteByte('[')
	for i, v := range items {
		if i > 0 {
			e.b.WriteString(e.itemSep)
		}
		e.newline(depth + 1)
		if err := e.value(v, depth+1); err != nil {
			return err
		}
	}
	e.newline(depth)
	e.b.WriteByte(']')
	return nil
}

type jsonItem struct {
	key, value object.Value
	name       string
}

func (e *jsonEncoder) object(v object.Value, d *object.Dict, depth int) error {
	items, err := e.items(v, d)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		e.b.WriteString("{}")
		return nil
	}
	e.b.WriteByte('{')
	for i, item := range items {
		if i > 0 {
			e.b.WriteString(e.itemSep)
		}
		e.newline(depth + 1)
		quoteJSON(&e.b, item.name, e.ascii)
		e.b.WriteString(e.keySep)
		if err := e.value(item.value, depth+1); err != nil {
			return err
		}
	}
	e.newline(depth)
	e.b.WriteByte('}')
	return nil
}

// items lists a dict's items with the text of their keys, sorted by key on request.
func (e *jsonEncoder) items(v object.Value, d *object.Dict) ([]jsonItem, error) {
	list := make([]jsonItem, 0, d.Len())
	for k, x := range d.All() {
		list = append(list, jsonItem{key: k, value: x})
	}
	if e.sort {
		var failed error
		sort.SliceStable(list, func(i, j int) bool {
			if failed != nil {
				return false
			}
			less, err := object.CompareBool(e.t, object.Lt, list[i].key, list[j].key)
			failed = err
			return less
		})
		if failed != nil {
			return nil, failed
		}
	}
	kept := list[:0]
	for _, item := range list {
		if s, ok := object.AsStr(item.key); ok {
			item.name = s
		} else if text, ok, err := e.scalar(item.key); err != nil {
			return nil, err
		} else if ok {
			item.name = text
		} else if e.skipKeys {
			continue
		} else {
			return nil, object.Raise(object.TypeError, "keys must be str, int, float, bool or None, not %s", object.TypeName(item.key))
		}
		kept = append(kept, item)
	}
	return kept, nil
}
