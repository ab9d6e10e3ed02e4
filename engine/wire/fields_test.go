package wire

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"gputour/engine/wire/fields"
)

// bodies are all bodies, and the envelope.
func bodies() map[string]any {
	all := map[string]any{"message": new(Message)}
	for _, table := range []map[string]func() any{events, classEvents} {
		for typ, body := range table {
			all[typ] = body()
		}
	}
	for _, table := range []map[string]spec{requests, classRequests} {
		for typ, s := range table {
			all["request "+typ] = s.body()
		}
	}
	return all
}

// TestFields: every body is written and read as encoding/json does it.
func TestFields(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for typ, body := range bodies() {
		object, ok := body.(fields.Object)
		if !ok {
			if reflect.TypeOf(body).Elem().NumField() > 0 {
				t.Errorf("%s: no list of fields", typ)
			}
			continue
		}
		for range 50 {
			scatter(random, reflect.ValueOf(body).Elem(), 3)
			data, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			if got := fields.Text(object); got != string(data) {
				t.Fatalf("%s: %s and %s", typ, data, got)
			}
			again := reflect.New(reflect.TypeOf(body).Elem()).Interface()
			if err := fields.Read(string(data), again.(fields.Object), true); err != nil {
				t.Fatalf("%s: %s: %v", typ, data, err)
			}
			want := reflect.New(reflect.TypeOf(body).Elem()).Interface()
			if err := json.Unmarshal(data, want); err != nil || !reflect.DeepEqual(again, want) {
				t.Fatalf("%s: %s: %+v and %+v (%v)", typ, data, want, again, err)
			}
		}
	}
}

var words = []string{"", "x", "张量", "<a href=\"&\">", "\x00\n\t\\\u2028", "\xff", "😀"}

// scatter puts random values into v; below a depth lists and pointers stay empty.
func scatter(r *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(words[r.IntN(len(words))])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt([]int64{0, 1, -5, 1 << 40}[r.IntN(4)])
	case reflect.Uint64, reflect.Uint32:
		v.SetUint([]uint64{0, 7, 1 << 31}[r.IntN(3)])
	case reflect.Float64:
		v.SetFloat([]float64{0, 1.5, 1e-9, 1e30}[r.IntN(4)])
	case reflect.Struct:
		for i := range v.NumField() {
			scatter(r, v.Field(i), depth)
		}
	case reflect.Pointer:
		v.SetZero()
		if depth > 0 && r.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			scatter(r, v.Elem(), depth-1)
		}
	case reflect.Slice:
		v.SetZero()
		if v.Type() == reflect.TypeFor[Raw]() {
			v.SetBytes([]byte(`{"a":[1]}`))
			return
		}
		if depth > 0 && r.IntN(3) > 0 {
			v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
			for i := range v.Len() {
				scatter(r, v.Index(i), depth-1)
			}
		}
	case reflect.Map:
		v.SetZero()
		for range r.IntN(3) {
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.SetString([]string{"a", "ключ", "b<"}[r.IntN(3)])
			scatter(r, value, depth-1)
			v.SetMapIndex(key, value)
		}
	}
}
