package wire

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// fill makes every field of v long: texts of size bytes, lists and maps of many members.
func fill(v reflect.Value, text string, members, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text, members, depth)
		}
	case reflect.Array: // as long as its type says
		for i := range v.Len() {
			fill(v.Index(i), text, members, depth+1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text, members, depth)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 || v.Type().Elem() == message {
			return
		}
		n := members
		if depth > 0 {
			n = 3
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		one := reflect.New(v.Type().Elem()).Elem()
		fill(one, text, members, depth+1)
		for i := range n {
			v.Index(i).Set(one)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range members / 100 {
			v.SetMapIndex(reflect.ValueOf(fmt.Sprintf("text/%d", i)), reflect.ValueOf(text).Convert(v.Type().Elem()))
		}
		v.SetMapIndex(reflect.ValueOf("text/plain"), reflect.ValueOf(text).Convert(v.Type().Elem()))
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint64:
		v.SetUint(7)
	case reflect.Float64:
		v.SetFloat(7)
	case reflect.Bool:
		v.SetBool(true)
	default:
		panic("a field of an event is a " + v.Kind().String())
	}
}

// serversOwn are the events whose every text is the server's own word.
var serversOwn = map[string]bool{Resumed: true, Queued: true, ClearOutput: true, Reply: true, PenHolder: true, Keeping: true, Done: true, Vote: true, Drafted: true}

// allEvents are those of both wires. What both have is the same.
func allEvents() map[string]func() any {
	all := maps.Clone(events)
	maps.Copy(all, classEvents)
	return all
}

// again are the events whose body another event has, too.
var again = map[string]bool{UpdateDisplay: true, Result: true, LimitNear: true}

// TestEveryFieldIsBounded fills every field of every event by itself and together, and wants
// a bounded message that says what is missing.
func TestEveryFieldIsBounded(t *testing.T) {
	for typ, spec := range allEvents() {
		if again[typ] {
			continue
		}
		whole := reflect.ValueOf(spec()).Elem()
		fill(whole, strings.Repeat("\x01<中", 3<<10), 4200, 0)
		check(t, typ, whole)
		asMessage(t, typ, whole)
		for i := range whole.NumField() {
			one := reflect.ValueOf(spec()).Elem()
			fill(one.Field(i), strings.Repeat("x", MaxBody/100), 4200, 0)
			check(t, typ+"."+whole.Type().Field(i).Name, one)
		}
	}
}

// check wants that v is bounded, and that it says so where something is missing.
func check(t *testing.T, name string, v reflect.Value) {
	t.Helper()
	if f := v.FieldByName("Cut"); f.IsValid() {
		f.SetInt(0)
	}
	bounded, size, cut := Bound(v.Interface())
	if size > MaxBody*5/4 {
		t.Errorf("%s: %d bytes", name, size)
	}
	whole := reflect.DeepEqual(bounded, v.Interface())
	if whole != (cut == 0) {
		t.Errorf("%s: %d bytes and members are left out, whole is %v", name, cut, whole)
	}
	if typ, _, _ := strings.Cut(name, "."); whole || serversOwn[typ] {
		return
	}
	if f := reflect.ValueOf(bounded).FieldByName("Cut"); !f.IsValid() || f.Int() == 0 {
		t.Errorf("%s was cut without a word", name)
	}
}

// asMessage wants that a body is a message that clients can read.
func asMessage(t *testing.T, typ string, v reflect.Value) {
	t.Helper()
	encode, decode := New, Decode
	if _, class := classEvents[typ]; class {
		encode, decode = Class.New, Class.Decode
	}
	data, err := Encode(encode(typ, v.Addr().Interface()))
	if err != nil {
		t.Fatalf("%s: %v", typ, err)
	}
	if len(data) > MaxBody*5/4 || !utf8.Valid(data) || strings.Contains(string(data), `\ufffd`) {
		t.Errorf("%s: %d bytes, or cut within a character", typ, len(data))
	}
	if _, _, err := decode(data, FromServer); err != nil {
		t.Errorf("%s cannot be read: %v", typ, err)
	}
}

func TestBoundLeavesWhatIsShort(t *testing.T) {
	for typ, spec := range allEvents() {
		v := reflect.ValueOf(spec()).Elem()
		fill(v, "text", 100, 0)
		if f := v.FieldByName("Cut"); f.IsValid() {
			f.SetInt(0)
		}
		if typ == Failed { // a frame shows a few lines
			v.Set(reflect.ValueOf(ErrorBody{Name: "E", Value: "v", Text: "t", Notes: []string{"n"}}))
		}
		if got, _, cut := Bound(v.Interface()); cut != 0 && typ != CheckResult || !reflect.DeepEqual(got, v.Interface()) && cut == 0 {
			t.Errorf("%s: cut %d", typ, cut)
		}
	}
	body := DisplayBody{Data: Bundle{"text/plain": "a picture", "image/png": strings.Repeat("A", MaxBody+1), "text/html": "<b>"}}
	got, _, cut := Bound(body)
	if d := got.(DisplayBody).Data; d["text/plain"] != "a picture" || d["text/html"] != "<b>" || d["image/png"] != "" || cut < MaxBody || got.(DisplayBody).Cut != cut {
		t.Errorf("a picture that is too large: %d left out, %d representations", cut, len(d))
	}
	if len(body.Data) != 3 {
		t.Error("the body itself was changed")
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		s     string
		limit int
	}{{strings.Repeat("a", 1000), 300}, {strings.Repeat("中", 1000), 301}, {"short", 300}, {"long", 2}, {"long", 3}, {"long", 0}, {strings.Repeat("é", 100), 10}} {
		got := Shorten(c.s, c.limit)
		if len(got) > c.limit || !utf8.ValidString(got) {
			t.Errorf("Shorten(%d bytes, %d) = %q", len(c.s), c.limit, got)
		}
		if c.limit >= 2*maxMark && len(c.s) > c.limit && !strings.Contains(got, "bytes are left out") {
			t.Errorf("%q does not say what is missing", got)
		}
	}
}
