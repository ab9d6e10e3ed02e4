package cell

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestCertain(t *testing.T) {
	for code, want := range map[string]string{
		"x = y = 1":                            "x y",
		"a, (b, *c) = f()\n[d, e] = g()":       "a b c d e",
		"x.a = 1; x[0] = 2; n += 1":            "",
		"import torch, os.path as p":           "p torch",
		"from m import f as g":                 "g",
		"def f():\n    x = 1":                  "f",
		"class C:\n    x = 1":                  "C",
		"with profile() as prof:\n    y = 1":   "prof",
		"if t:\n    x = 1":                     "",
		"for i in r:\n    x = 1":               "",
		"try:\n    x = 1\nexcept E:\n    pass": "",
		"x = 1\ndel x":                         "",
		"(x := 1)":                             "",
		"%%writefile a.py\nx = 1":              "",
		"%%cuda\n__global__ void k(int* x) {}": "",
		"x = (":                                "",
		"out = !nvidia-smi\nprint(out)":        "out",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(Certain(code))), " "); got != want {
			t.Errorf("%q gives values to %q for certain, want %q", code, got, want)
		}
	}
}
