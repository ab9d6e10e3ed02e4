package cell

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestBoundNames(t *testing.T) {
	for code, want := range map[string]string{
		"x = 1":                                           "x",
		"x = y = 1; z: int = 2; w: int":                   "x y z",
		"a, (b, *c) = 1, (2, 3)\n[d] = [4]":               "a b c d",
		"x += 1":                                          "x",
		"net.head.bias = 0; table['k'][1] = 2":            "net table",
		"import torch.nn as nn, os.path":                  "nn os",
		"from math import pi, e as euler":                 "euler pi",
		"from math import *":                              "",
		"def f():\n    g = 1\n    global h\n    h = 2":    "f h",
		"class C:\n    x = 1":                             "C",
		"for i in range(3):\n    j = i\nelse:\n    k = 1": "i j k",
		"with open('a') as f, g() as (p, q): r = 1":       "f p q r",
		"try:\n    a = 1\nexcept E as e:\n    b = 1\nelse:\n    c = 1\nfinally:\n    d = 1": "a b c d",
		"if x:\n    a = 1\nelif y:\n    b = 1\nwhile z:\n    c = 1":                         "a b c",
		"match x:\n    case 1:\n        a = 1":                                              "a",
		"print(n := 3, lambda: (m := 1))":                                                   "n",
		"files = !ls\nx = 1":                                                                "files x",
		"%%time\nx = 1":                                                                     "x",
		"x = (":                                                                             "",
		"%%cuda\n__global__ void a(int* x) { }\n__global__ __launch_bounds__(256) void b (float y) {}\n__device__ int c() { return 1; }\ntemplate <int N> __global__ void d(int* x) {}": "a b d",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(Bound(code))), " "); got != want {
			t.Errorf("%q binds %q, want %q", code, got, want)
		}
	}
}
