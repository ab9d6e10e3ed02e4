package parse

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
