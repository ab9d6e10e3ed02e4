package torch

import (
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/object"
)

func TestDeviceText(t *testing.T) {
	cases := []struct {
		text, want string
		ok         bool
	}{
		{"cpu", "cpu", true}, {"cuda", "cuda", true}, {"cuda:1", "cuda:1", true}, {"", "", false}, {"cuda:", "", false},
		{"cuda:-1", "", false}, {"cuda:01", "", false}, {"gpu", "", false}, {"cuda:1:2", "", false}, {"cuda:9999999999999", "", false},
	}
	for _, c := range cases {
		d, err := deviceText(c.text)
		if (err == nil) != c.ok || err == nil && d.String() != c.want {
			t.Errorf("%q: got %v, %v", c.text, d, err)
		}
	}
}

func FuzzDeviceText(f *testing.F) {
	f.Add("cuda:1")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := deviceText(text)
		if err != nil {
			return
		}
		again, err := deviceText(d.String())
		if err != nil || *again != *d {
			t.Fatalf("%q reads as %v, which reads as %v (%v)", text, d, again, err)
		}
	})
}

func TestPick(t *testing.T) {
	all := []device.Device{cpu.New(), cpu.New(), cpu.New()}
	cases := []struct {
		text string
		want []int
	}{
		{"", nil}, {"0", []int{0}}, {"2, 0", []int{2, 0}}, {"0,5,1", []int{0}}, {"-1", nil}, {"1,1", nil}, {"NoDevFiles", nil},
		{"1abc", []int{1}}, {"0,,1", []int{0}}, {"GPU-" + UUID(1)[:5], []int{1}},
	}
	for _, c := range cases {
		got := pick(all, c.text)
		if len(got) != len(c.want) {
			t.Errorf("%q: %d devices, want %v", c.text, len(got), c.want)
			continue
		}
		for i, k := range c.want {
			if got[i] != all[k] {
				t.Errorf("%q: device %d is not %d", c.text, i, k)
			}
		}
	}
}

func FuzzPick(f *testing.F) {
	f.Add("0,1")
	all := []device.Device{cpu.New(), cpu.New()}
	f.Fuzz(func(t *testing.T, text string) {
		if n := len(pick(all, text)); n > len(all) {
			t.Fatalf("%q picks %d of %d", text, n, len(all))
		}
	})
}

func TestOverloads(t *testing.T) {
	for key, texts := range signatures() {
		for _, text := range texts {
			o := parseOverload(text)
			if o.name != key[1:] {
				t.Errorf("%s has overload %s", key, o.name)
			}
		}
	}
}

func TestInvalidCombination(t *testing.T) {
	p := newParser(asFunction, "f", "f(Tensor input, int dim)", "f(Tensor input)")
	_, _, err := p.parse(nil, object.Args{Pos: []object.Value{object.Int(1), object.Int(2), object.Int(3)}})
	want := "TypeError: f() received an invalid combination of arguments - got (int, int, int), but expected one of:\n" +
		" * (Tensor input, int dim)\n * (Tensor input)\n"
	if err == nil || err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}
