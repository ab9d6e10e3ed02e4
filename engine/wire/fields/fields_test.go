package fields_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gputour/engine/wire/fields"
)

var texts = []string{
	`null`, `true`, `false`, `0`, `-0`, `-1.5e+3`, `1e400`, `01`, `1.`, `.5`, `-`, `1e`, `12a`, `""`, `"a"`, `"\u00e9\ud83d\ude00\ud83d x\n\/"`, `"\ud83d\u0041"`, `"\x"`, `"\u12"`, `"\u+123"`, "\"\x01\"", `"a`, "\"\xff\xfe\"", "\"\xe4\xb8\"", `"\`,
	`[]`, `[ 1 , 2 ]`, `[1,]`, `[,1]`, `[1 2]`, `[`, `]`, `[[[]]]`, `{}`, `{"a":1}`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{a:1}`, `{"a":1 "b":2}`, `{"a":{"b":[1,{"c":null}]},"a":2}`, `{`, `}`, ` {} x`, ``, ` `, `nul`, `truex`, `tru`, "\u00a01", `{"<&>": "\u2028<>&` + "\u2029" + `"}`,
	strings.Repeat("[", 10001) + strings.Repeat("]", 10001), strings.Repeat("[", 9999) + strings.Repeat("]", 9999),
}

// FuzzParse: what is JSON to encoding/json is JSON here, with the same value, written and indented the same way.
func FuzzParse(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want any
		err := json.Unmarshal([]byte(text), &want)
		got, err2 := fields.Parse(text)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%.200q: %v and %v", text, err, err2)
		}
		var laid bytes.Buffer
		err = json.Indent(&laid, []byte(text), "", "  ")
		indented, err2 := fields.Indent(text, 2)
		if (err == nil) != (err2 == nil) || err == nil && indented != strings.TrimSpace(laid.String()) {
			t.Fatalf("%.200q: indented %q (%v) and %q (%v)", text, laid.String(), err, indented, err2)
		}
		if !reflect.DeepEqual(got, want) && err == nil {
			t.Fatalf("%.200q: %#v and %#v", text, want, got)
		}
		if err == nil {
			data, _ := json.MarshalIndent(want, "", "  ")
			if s := fields.Indented(got, 2); s != string(data) {
				t.Fatalf("%q is written %q and %q", text, data, s)
			}
		}
	})
}

// TestNumbers: floats are written as encoding/json writes them.
func TestNumbers(t *testing.T) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, 1e20, 1e21, 1.5e-6, 1e-7, 1e-10, 1.0 / 3, math.MaxFloat64, math.SmallestNonzeroFloat64, -123456789.125} {
		want, _ := json.Marshal(f)
		if got := fields.Text(f); got != string(want) {
			t.Errorf("%g: %s and %s", f, want, got)
		}
	}
}

type all struct {
	S string             `json:"s,omitempty"`
	N int                `json:"n"`
	F float64            `json:"f,omitempty"`
	L []all              `json:"l,omitempty"`
	P *all               `json:"p"`
	M map[string]all     `json:"m,omitempty"`
	A [3]int             `json:"a"`
	T []string           `json:"t"`
	R fields.Raw         `json:"r,omitempty"`
	B *bool              `json:"b,omitempty"`
	D map[string]float64 `json:"d"`
}

func (v *all) JSONFields() []fields.Field {
	return []fields.Field{
		{Name: "s", At: &v.S, Omit: true}, {Name: "n", At: &v.N}, {Name: "f", At: &v.F, Omit: true},
		{Name: "l", At: fields.List(&v.L, func(e *all) any { return e }), Omit: true},
		{Name: "p", At: fields.Pointer(&v.P, func(e *all) any { return e })},
		{Name: "m", At: fields.Map(&v.M, func(e *all) any { return e }), Omit: true},
		{Name: "a", At: fields.Array(v.A[:], func(e *int) any { return e })},
		{Name: "t", At: &v.T}, {Name: "r", At: &v.R, Omit: true},
		{Name: "b", At: fields.Pointer(&v.B, func(e *bool) any { return e }), Omit: true},
		{Name: "d", At: fields.Map(&v.D, func(e *float64) any { return e })},
	}
}

// FuzzRead: an object is read as encoding/json reads it, and written as it writes it.
func FuzzRead(f *testing.F) {
	for _, text := range append(texts, `{"s":"x","n":7,"f":1e-9,"l":[{"s":"y"},null],"p":{"n":1,"p":{}},"m":{"b":{},"a":{"n":2}},"a":[1,2,3,4],"t":["a",null],"r":{"x":[1]},"b":true,"d":{"x":2}}`,
		`{"n":"x","s":"kept"}`, `{"n":1.5}`, `{"n":9223372036854775808}`, `{"s":7,"n":2}`, `{"l":{}}`, `{"l":[1,{"n":1}]}`, `{"p":[]}`, `{"a":[1]}`, `{"a":null,"t":null,"d":null,"r":null,"m":null,"p":null}`, `{"t":[]}`, `{"d":{"x":"y"}}`, `{"x":{"n":"no"},"n":4}`, `{"n":5,"n":6}`) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if folded(text) {
			t.Skip("names by case")
		}
		var want, got all
		err, err2 := json.Unmarshal([]byte(text), &want), fields.Read(text, &got, false)
		var fit *json.UnmarshalTypeError
		var fit2 *fields.TypeError
		if errors.As(err, &fit) != errors.As(err2, &fit2) || (err == nil) != (err2 == nil) {
			t.Fatalf("%.200q: %v and %v", text, err, err2)
		}
		if err != nil {
			return
		}
		wrote, _ := json.Marshal(&want)
		mine := fields.Text(&got)
		if !sameJSON(mine, string(wrote)) {
			t.Fatalf("%.200q: %s and %s", text, wrote, mine)
		}
	})
}

// sameJSON compares but for the space and escapes inside of a Raw, which encoding/json normalises.
func sameJSON(a, b string) bool {
	var x, y any
	return a == b || json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// folded reports whether encoding/json would take a name of another case for a field.
func folded(text string) bool {
	return strings.ContainsAny(text, "SNFLPMATRBDſK\\")
}

// TestStrict: a name that the object does not have is refused, and everything else is read.
func TestStrict(t *testing.T) {
	var v all
	err := fields.Read(`{"n":1,"new":{"a":[1]},"s":"x"}`, &v, true)
	var unknown *fields.UnknownError
	if !errors.As(err, &unknown) || unknown.Field != "new" || v.N != 1 || v.S != "x" {
		t.Errorf("%v, %+v", err, v)
	}
}
