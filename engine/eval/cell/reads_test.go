package cell

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
		reads, _ := readNames(code)
		if got := strings.Join(reads, " "); got != want {
			t.Errorf("%q reads %q, want %q", code, got, want)
		}
	}
}

// TestMethodsThatChange: a cell writes what its methods change, as Python's and PyTorch's own do, and nothing else.
func TestMethodsThatChange(t *testing.T) {
	for code, want := range map[string]string{
		"xs.append(1)":                        "xs",
		"x = xs.pop()":                        "x xs",
		"d.setdefault(k, []).append(1)":       "d",
		"data['train'].extend(more)":          "data",
		"net.layers.append(layer)":            "net",
		"for i in r:\n    xs.append(i)":       "i xs",
		"print([seen.discard(x) for x in a])": "seen",
		"w.grad.zero_()":                      "w",
		"net.load_state_dict(saved)":          "net",
		"seen.add(1)\nprint(seen)":            "seen",
		"xs.sort()\nxs":                       "xs",
		"t.add(1)":                            "", // shown: of a tensor, most likely
		"y = t.sort()":                        "y",
		"x.to('cuda')\ny = x.add(1)":          "y",
		"x.__init__()":                        "",
		"def f():\n    xs.append(1)":          "f", // nobody has called it
		"f = lambda: xs.append(1)":            "f xs",
		"make().append(1)":                    "",
		"'a'.join(b)":                         "",
		"%%cuda\n__global__ void k() {}":      "k",
	} {
		if got := strings.Join(Names(code).Writes, " "); got != want {
			t.Errorf("%q writes %q, want %q", code, got, want)
		}
	}
}
