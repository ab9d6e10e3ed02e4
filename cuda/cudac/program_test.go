package cudac

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gputour/cuda/cudac/report"
)

// TestPrograms runs whole programs and holds what they print against the file beside them.
// For programs without kernels reference.sh made the file: it is what g++'s program prints.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs found", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".cu")
		t.Run(name, func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".cu") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := runProgram(t, string(source))
			if err != nil {
				t.Error(err)
			}
			if diff := firstDifference(got, string(want)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// firstDifference names the first line in which two texts differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "(nothing)", "(nothing)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return "got  " + x + "\nwant " + y
		}
	}
	return ""
}

// TestHostFaults runs programs that do with memory what they must not: each must name the
// line marked "// here".
func TestHostFaults(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"device memory on the host": {"int *d; cudaMalloc(&d, 40);\nd[0] = 1; // here", "host code cannot reach device memory ('d', 40 bytes of cudaMalloc in line 3)"},
		"host memory in a kernel":   {"int *h = (int *)malloc(40);\nfill<<<1, 10>>>(h);", "a kernel cannot reach host memory (40 bytes of malloc in line 3)"},
		"double free":               {"int *h = (int *)malloc(40); free(h);\nfree(h); // here", "double free: 40 bytes of malloc in line 3 was freed in line 3"},
		"use after free":            {"int *h = new int[4]; delete[] h;\nh[1] = 2; // here", "use after free"},
		"delete of an array":        {"int *h = new int[4];\ndelete h; // here", "16 bytes of new[] in line 3 is given to delete"},
		"past the end":              {"int *h = new int[4];\nh[4] = 1; // here", "index 4"},
		"wrong direction":           {"int *d, h[4]; cudaMalloc(&d, 16);\ncudaMemcpy(d, h, 16, cudaMemcpyDeviceToHost); // here", "the destination of cudaMemcpy is device memory"},
		"copy too much":             {"int *d, h[4]; cudaMalloc(&d, 8);\ncudaMemcpy(d, h, 16, cudaMemcpyHostToDevice); // here", "out of bounds: 16 bytes from byte 0 on of 'd', 8 bytes"},
		"null":                      {"int *h = nullptr;\n*h = 1; // here", "null or wild pointer"},
		"past the end, late":        {"int *h = new int[300];\nfor (int i = 0; i < 400; i++) h[i] = i; // here", "index 300"},
		"two ends":                  {"int *x = new int[200], *y = new int[210];\nfor (int i = 0; i < 400; i++) { y[i] = 1;\nx[i] = y[i]; // here\n}", "index 200"},
		"the end of a sum":          {"double s = 0; float *x = new float[130];\nfor (int i = 0; i < 130; i++) x[i] = i;\nfor (int i = 0; i < 400; i++) s += x[i]; // here", "index 130"},
		"vector, late":              {"std::vector<int> v(300);\nfor (int i = 0; i < 400; i++) v[i] = i; // here", "index 300 is out of range: there are 300 elements"},
		"null in a loop":            {"struct { int *p; } s = {nullptr};\nfor (int i = 0; i < 400; i++) s.p[i] = 1; // here", "null or wild pointer"},
		"local array":               {"int a[3] = {1, 2, 3}; int i = 3;\na[i] = 1; // here", "index 3 is out of bounds of array 'a' of 3 elements"},
		"unset variable":            {"int x;\nreturn x; // here", "has not set 'x' yet"},
		"endless recursion":         {"return f(1);", "stack overflow"},
		"division":                  {"int z = 0;\nreturn 5 / z; // here", "division by zero"},
		"assert":                    {"int z = 0;\nassert(z == 1); // here", "Assertion `z == 1' failed"},
		"vector":                    {"std::vector<int> v(3);\nv[3] = 1; // here", "index 3 is out of range: there are 3 elements"},
		"endless loop":              {"while (true) {}", "more statements than"},
	} {
		t.Run(name, func(t *testing.T) {
			source := "#include <vector>\n__global__ void fill(int *p) { p[threadIdx.x] = 1; } int f(int n) { return f(n) + 1; } int main() {\n" + c.body + "\nreturn 0; }"
			_, _, err := runStrict(t, source, true)
			var f *report.Fault
			if !errors.As(err, &f) || !strings.Contains(f.Message, c.want) {
				t.Fatalf("got %v, want a fault with %q", err, c.want)
			}
			if i := strings.Index(source, "// here"); i >= 0 && f.Pos.Line != 1+strings.Count(source[:i], "\n") {
				t.Errorf("fault in line %d: %v", f.Pos.Line, err)
			}
		})
	}
}

// TestHostNotes runs programs whose mistakes do no harm on any machine: they are told, and the program goes on.
func TestHostNotes(t *testing.T) {
	out, _, err := runStrict(t, "int main() {\n  int *a = new int[4], *b = new int;\n  delete a;\n  delete[] b;\n  printf(\"on\");\n}", false)
	for _, want := range []string{"note: 16 bytes of new[] in line 2 is given to delete\n  in host code, line 3", "note: 4 bytes of new in line 2 is given to delete[]\n  in host code, line 4", "on"} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("got %q, %v; want %q", out, err, want)
		}
	}
}

// TestEnd looks at how programs end.
func TestEnd(t *testing.T) {
	out, r, err := runProgram(t, `int main(int argc, char **argv) {
  float *d; cudaMalloc(&d, 100); int *h = (int *)malloc(8); h[0] = 1;
  fprintf(stderr, "argc %d\n", argc);
  exit(7);
}`)
	if err != nil {
		t.Fatal(err)
	}
	if out != "argc 1\n" || r.Exit != 7 {
		t.Errorf("printed %q, ended with %d", out, r.Exit)
	}
	want := "never freed: 'd', 100 bytes of cudaMalloc in line 2|never freed: 8 bytes of malloc in line 2"
	if got := strings.Join(r.Notes, "|"); got != want {
		t.Errorf("notes %s\nwant  %s", got, want)
	}
}
