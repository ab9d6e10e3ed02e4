package syntax

import "testing"

func TestCheckComplete(t *testing.T) {
	for _, c := range []struct {
		src  string
		want Completeness
	}{
		{"", Complete},
		{"x = 1", Complete},
		{"f(1,", Incomplete},
		{"x = [1,\n2", Incomplete},
		{"x = '''abc", Incomplete},
		{"x = 'abc", Invalid},
		{"x = 'abc\\", Incomplete},
		{"x = 1 + \\", Incomplete},
		{"x = 1 +", Invalid},
		{"if x:", Incomplete},
		{"if x:\n    y", Incomplete},
		{"if x:\n    y\n", Incomplete},
		{"if x:\n    y\n\n", Complete},
		{"if x:\n    y\nelse:", Incomplete},
		{"if x: y", Complete},
		{"def f():\n    return 1\n\n", Complete},
		{"try:\n    x", Incomplete},
		{"@d", Incomplete},
		{"x = )", Invalid},
		{"for x in y", Invalid},
		{"class A:\n    def f(self):", Incomplete},
		{"x y\nif z:", Invalid},
	} {
		if got := CheckComplete(c.src); got != c.want {
			t.Errorf("%q: got %v, want %v", c.src, got, c.want)
		}
	}
}

func TestSegment(t *testing.T) {
	m, err := Parse("test", "é = f(\n  ü, 1)\ny = 2\n", Options{FirstLine: 10})
	if err != nil {
		t.Fatal(err)
	}
	a := m.Body[0].(*Assign)
	if got, want := m.Segment(a.Value.Span()), "f(\n  ü, 1)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := m.Line(12), "y = 2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := m.Line(13); got != "" {
		t.Errorf("line behind the end: %q", got)
	}
}
