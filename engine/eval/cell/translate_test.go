package cell

import "testing"

func TestTranslate(t *testing.T) {
	cases := []struct{ in, want string }{
		{"x = 1 % 2 != 3", "x = 1 % 2 != 3"},
		{"!ls -l", "get_ipython().system('ls -l')"},
		{"if x:\n  !echo 'a\\n'", "if x:\n  get_ipython().system('echo \\'a\\\\n\\'')"},
		{"files = !ls *.pt", "files = get_ipython().getoutput('ls *.pt')"},
		{"a, b = %magic x y", "a, b = get_ipython().run_line_magic('magic', 'x y')"},
		{"%timeit -n 3 f(x)", "get_ipython().run_line_magic('timeit', '-n 3 f(x)')"},
		{"%matplotlib inline\nx", "get_ipython().run_line_magic('matplotlib', 'inline')\nx"},
		{"torch.add?", "get_ipython().run_line_magic('pinfo', 'torch.add')"},
		{"f??", "get_ipython().run_line_magic('pinfo2', 'f')"},
		{"f???", "f???"},
		{"s = '''\n!ls\n%time\n'''\n!ls", "s = '''\n!ls\n%time\n'''\nget_ipython().system('ls')"},
		{"x = (1\n%2)", "x = (1\n%2)"},
		{"x = 7 \\\n%3", "x = 7 \\\n%3"},
		{"# what?\n!ls", "# what?\nget_ipython().system('ls')"},
		{"x = 'don\\'t'\n!ls", "x = 'don\\'t'\nget_ipython().system('ls')"},
		{"x == !y", "x == !y"},
		{"print('really?')", "print('really?')"},
		{"x = y != z", "x = y != z"},
	}
	for _, c := range cases {
		if got := Python(c.in); got != c.want {
			t.Errorf("%q:\ngot  %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestCutCellMagic(t *testing.T) {
	cases := []struct {
		in, line, rest string
		ok             bool
	}{
		{"%%cuda\n__global__ void k() {}", "cuda", "__global__ void k() {}", true},
		{"\n# a comment\n%%time\nf()", "time", "f()", true},
		{"%%writefile a.py -a\n", "writefile a.py -a", "", true},
		{"%time f()", "", "", false},
		{"x\n%%time", "", "", false},
		{"# only", "", "", false},
	}
	for _, c := range cases {
		line, rest, ok := CellMagic(c.in)
		if line != c.line || rest != c.rest || ok != c.ok {
			t.Errorf("%q: got %q, %q, %v", c.in, line, rest, ok)
		}
	}
}
