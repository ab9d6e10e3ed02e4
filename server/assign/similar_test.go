package assign

import (
	"maps"
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

// TestWinnow takes the hashes of the paper's figure 2, and what its windows of four select.
func TestWinnow(t *testing.T) {
	got := winnow([]uint64{77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98})
	if want := (Prints{17: true, 8: true, 39: true}); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for n, want := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2} { // of hashes that rise
		if got := winnow([]uint64{1, 2, 3, 4, 5}[:n]); len(got) != want {
			t.Errorf("of %d hashes that rise are kept %v", n, got)
		}
	}
}

// TestTokens: what renaming, other texts and other numbers cannot hide.
func TestTokens(t *testing.T) {
	for code, want := range map[string]string{
		"total += 3.5e2 # more":                 "v + = n",
		`for x in 'it\'s', "two":`:              "for v in s , s :",
		"s = \"\"\"one\n\"two\" \"\"\"+'''3'''": "v = s + s",
		"a // b":                                "v / / v",
		"%%cuda\nint a = 1; // one":             "% % v int v = n ;",
		"变量 = 1":                                "v = n",
	} {
		if got := strings.Join(tokens(code), " "); got != want {
			t.Errorf("%q is %s, want %s", code, got, want)
		}
	}
}

// TestLeast: of fewer than six fingerprints in common nothing is said, and how much is of the smaller answer.
func TestLeast(t *testing.T) {
	upTo := func(n uint64) Prints {
		p := Prints{}
		for h := range n {
			p[h] = true
		}
		return p
	}
	for _, c := range []struct {
		a, b uint64
		want float64
	}{{5, 5, 0}, {6, 6, 1}, {6, 12, 1}, {12, 6, 1}, {5, 50, 0}} {
		if got := Alike(upTo(c.a), upTo(c.b)); got != c.want {
			t.Errorf("%d prints and %d, which have the fewer in common: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if n, more := len(PrintsOf("a = b +", nil)), len(PrintsOf("a = b + c", nil)); n != 0 || more != 1 {
		t.Errorf("four tokens have %d prints, five %d", n, more)
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
