package cudac

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/printf"
)

// seeds adds the sources of testdata to a fuzz target.
func seeds(f *testing.F) {
	files, err := filepath.Glob("testdata/*/*.cu")
	if err != nil || len(files) == 0 {
		f.Fatal("no sources found", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n=== ") {
			f.Add(part)
		}
	}
	f.Add("#define A(x) x*2\n__global__ void k(float *p) { for (int i = 0; i < A(3); ++i) p[i] += 1.0f; }")
	f.Add("template<int N> struct { int a[N]; } x; #if 1\n#endif")
}

// FuzzCompile: no source breaks the compiler, and it comes to an end.
func FuzzCompile(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, source string) { Compile("cell", source, 1) })
}

// FuzzRun: no program breaks what runs it.
func FuzzRun(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, source string) {
		p, err := CompileProgram("cell", source, 1)
		if err == nil {
			p.Run(host.Machine{Stdout: io.Discard, Stderr: io.Discard, Steps: 20_000, Device: host.Device{Memory: 1 << 24}})
		}
	})
}

// FuzzFormat: no format breaks printf.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"%d", "%-08.3f|%5s", "%*.*g", "%lld%%%c%", "%+#x"} {
		f.Add(s, 1.5, int64(-3))
	}
	f.Fuzz(func(t *testing.T, format string, x float64, n int64) {
		for _, p := range printf.Parse(format) {
			if p.D != nil {
				p.D.FormatFloat(x)
				p.D.FormatInteger(uint64(n), true)
			}
		}
	})
}
