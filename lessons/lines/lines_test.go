package lines

import "testing"

func TestReadAndString(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"as it is", "for i in x:\n    print(i)\n# y = 1", "for i in x:\n    print(i)\n# y = 1"},
		{"a line that is left out keeps its indent", "#     y = 1\n#y = 2\n    # z", "#     y = 1\n# y = 2\n# z"},
		{"blanks go, tabs are steps, odd indents are rounded down", "a\n\n\tb  \n      c\r", "a\n    b\n    c"},
		{"C++ has marks of its own", "%%cuda\n// a;\n# if 1\n    b;", "%%cuda\n// a;\n# if 1\n    b;"},
		{"only the first line is a head", "a\n%%cuda", "a\n%%cuda"},
		{"no deeper than that", "                                    a", "                        a"},
		{"nothing", "", ""},
	} {
		got := Read(c.code)
		if got.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, got.String(), c.want)
		}
		again := Read(got.String())
		if again.String() != c.want {
			t.Errorf("%s: %q when it is read again, want %q", c.name, again.String(), c.want)
		}
	}
}

func TestMoveAndIndent(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*Code)
		want string
	}{
		{"down", func(c *Code) { c.Move(0, 2) }, "b\nc\na"},
		{"up", func(c *Code) { c.Move(2, 0) }, "c\na\nb"},
		{"beyond the end", func(c *Code) { c.Move(1, 99) }, "a\nc\nb"},
		{"before the beginning", func(c *Code) { c.Move(1, -99) }, "b\na\nc"},
		{"no such line", func(c *Code) { c.Move(3, 0); c.Move(-1, 0); c.Indent(9, 1); c.Indent(-1, 1) }, "a\nb\nc"},
		{"in, and no further than the margin", func(c *Code) { c.Indent(1, 2); c.Indent(2, -1) }, "a\n        b\nc"},
	} {
		code := Read("a\nb\nc")
		c.do(&code)
		if got := code.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLacks(t *testing.T) {
	given := Read("a\nb\nb\n# d")
	for code, want := range map[string]string{"b\n    a": "", "# b\nb\nd": "", "a\na": "a", "c": "c"} {
		if got := given.Lacks(Read(code)); got != want {
			t.Errorf("%q: lacks %q, want %q", code, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("%%cuda\n\t// a\n  b")
	f.Add("#\n##\n# #")
	f.Fuzz(func(t *testing.T, code string) {
		once := Read(code)
		again := Read(once.String())
		if once.String() != again.String() {
			t.Fatalf("%q is read as %q and then as %q", code, once.String(), again.String())
		}
	})
}
