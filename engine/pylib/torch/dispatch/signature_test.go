package dispatch

import (
	"testing"

	"gputour/engine/object"
)

func TestOverloads(t *testing.T) {
	for key, texts := range signatures() {
		for _, text := range texts {
			o := parseOverload(text)
			if o.Name != key[1:] {
				t.Errorf("%s has overload %s", key, o.Name)
			}
		}
	}
}

func TestInvalidCombination(t *testing.T) {
	p := NewParser(Function, "f", "f(Tensor input, int dim)", "f(Tensor input)")
	_, _, err := p.Parse(nil, object.Args{Pos: []object.Value{object.Int(1), object.Int(2), object.Int(3)}})
	want := "TypeError: f() received an invalid combination of arguments - got (int, int, int), but expected one of:\n" +
		" * (Tensor input, int dim)\n * (Tensor input)\n"
	if err == nil || err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}
