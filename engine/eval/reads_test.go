package eval

import (
	"strings"
	"testing"
)

func TestReadNames(t *testing.T) {
	for code, want := range map[string]string{
		"y = x + 1":                            "x",
		"x = 1\ny = x":                         "",
		"x = x + 1":                            "x",
		"x += 1":                               "x",
		"net.weight = w; table[k] = 2":         "k net table w",
		"for i in data:\n    s = i\n    t = s": "data",
		"[a for a in b if a > c]":              "b c",
		"f = lambda p: p + q":                  "q",
		"def f(p=d):\n    h = 1\n    return p + g + h":                                              "d g",
		"g = 1\ndef f():\n    return g":                                                             "",
		"def f():\n    return g\ng = 1":                                                             "",
		"def f():\n    def k():\n        return z\n    return k":                                    "z",
		"@dec\nclass C(Base, metaclass=M):\n    n = 1\n    m = n + k\n    def f(self): return late": "Base M dec k late",
		"with open(p) as f:\n    f.read()":                                                          "open p",
		"try:\n    a()\nexcept E as e:\n    print(e)":                                               "E a print",
		"match v:\n    case 1 if w:\n        u":                                                     "u v w",
		"import torch\ntorch.ones(n)":                                                               "n",
		"if t:\n    a = 1\nelse:\n    b = a2\nprint(a)":                                             "a2 print t",
		"class C:\n    n = 1\nprint(n)":                                                             "n print",
		"f'{x:{width}}'":                                                                            "width x",
		"del gone":                                                                                  "gone",
		"%%time\nz = x":                                                                             "x",
		"!ls\ny = x":                                                                                "get_ipython x",
		"x = (":                                                                                     "",
		"%%cuda\n__global__ void k(int* x) {}":                                                      "",
		"while a < b:\n    a = a + 1":                                                               "a b",
		"print((n := 10), n)":                                                                       "n print",
	} {
		if got := strings.Join(readNames(code), " "); got != want {
			t.Errorf("%q reads %q, want %q", code, got, want)
		}
	}
}
