package assign

import (
	"strings"
	"testing"
)

const (
	honest = `def mean_of_squares(values):
    total = 0.0
    for v in values:          # each
        total += v * v
    if not values:
        raise ValueError("no values")
    return total / len(values)
`
	renamed = `def f(xs):
    """Something else."""
    s = 0
    for x in xs:
        s += x * x


    if not xs:
        raise RuntimeError('empty list')
    return s / len(xs)
`
	different = `import statistics

def mean_of_squares(values):
    return statistics.fmean([value ** 2 for value in values])
`
)

func alike(base string, a, b string) float64 {
	return Alike(PrintsOf(a, Base(base)), PrintsOf(b, Base(base)))
}

func TestAlike(t *testing.T) {
	docless := strings.Replace(renamed, `    """Something else."""`+"\n", "", 1)
	for _, c := range []struct {
		name        string
		base, a, b  string
		least, most float64
	}{
		{"the same", "", honest, honest, 1, 1},
		{"other names, spaces, texts", "", honest, docless, 1, 1},
		{"one line more", "", honest, renamed, 0.6, 1},
		{"another way", "", honest, different, 0, 0.4},
		{"what the exercise gives does not count", honest, honest, honest, 0, 0},
		{"too little to say", "", "x = 1", "x = 1", 0, 0},
		{"nothing", "", "", honest, 0, 0},
		{"floor division is no comment", "", "y = a // b + c * d - e / f % g ** h", "y = a // k", 0, 0},
		{"comments of C++", "", "%%cuda\n__global__ void f(int* a, int n) { if (threadIdx.x < n) a[0] = 2 * a[1] + n / 3; } // one", "%%cuda\n/* two */ __global__ void g(int* b, int m)\n{ if (threadIdx.x < m) b[7] = 3 * b[0] + m / 4; }", 1, 1},
	} {
		got, back := alike(c.base, c.a, c.b), alike(c.base, c.b, c.a)
		if got < c.least || got > c.most || got != back {
			t.Errorf("%s: %v and %v, want %v to %v", c.name, got, back, c.least, c.most)
		}
	}
}

// FuzzAlike: whatever is handed in is read, and is like itself.
func FuzzAlike(f *testing.F) {
	f.Add(honest)
	f.Add("%%cuda\n\"")
	f.Add("'''\xff")
	f.Fuzz(func(t *testing.T, code string) {
		p := PrintsOf(code, nil)
		if got := Alike(p, p); len(p) >= AlikeLeast && got != 1 {
			t.Errorf("%v", got)
		}
	})
}
