package machine

import (
	"strings"
	"testing"
)

// TestCards: GPUs are given out when each of the machine's can be used, since turns call them by their numbers.
func TestCards(t *testing.T) {
	good := func(name string) Found { return Found{Name: name, Usable: true} }
	bad := Found{Name: "Old GPU", Why: "too old"}
	for _, c := range []struct {
		found []Found
		count int
		says  string // the name, or a part of the error
	}{
		{[]Found{good("0 Test GPU"), good("1 Test GPU")}, 2, "Test GPU"},
		{[]Found{bad}, 0, "has no GPU that can be used (Old GPU: too old)"},
		{[]Found{good("0 Test GPU"), bad}, 0, "some cannot be used (Old GPU: too old)"},
		{nil, 0, "has no GPU"},
	} {
		m, err := New("", 0)
		if err != nil {
			t.Fatal(err)
		}
		m.backends[0].found = func() []Found { return c.found }
		count, name, err := m.Cards()
		if err != nil {
			name = err.Error()
		}
		if count != c.count || (err == nil) != (count > 0) || !strings.Contains(name, c.says) {
			t.Errorf("%v: %d, %q, %v; want %d, %q", c.found, count, name, err, c.count, c.says)
		}
	}
}

// TestFound: each device says what kind it is, and the host itself can always be used.
func TestFound(t *testing.T) {
	m, err := New("", 0)
	if err != nil {
		t.Fatal(err)
	}
	m.backends[0].found = func() []Found { return []Found{{Name: "none", Why: "no driver"}} }
	kinds := map[string]int{}
	for _, f := range m.Found() {
		if kinds[f.Kind]++; f.Name == "" || f.Why == "" || f.Usable == (f.Kind == "cuda") {
			t.Errorf("%+v", f)
		}
	}
	if kinds["cuda"] != 1 || kinds["cpu"] != 1 || kinds["sim"] < 3 {
		t.Errorf("found %v", kinds)
	}
	if _, err := New("tpu", 0); err == nil {
		t.Error("a machine of tpu")
	}
}
