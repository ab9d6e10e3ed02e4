package cudac

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unlikeClang are the sources of testdata/errors of which clang does not say what we do, and why.
var unlikeClang = map[string]string{
	"beginners.cu missing_brace":          "clang has the end of the file, we the brace that is open",
	"syntax.cu missing_brace":             "likewise",
	"beginners.cu struct_semicolon":       "clang has the line after the one that lacks its end",
	"beginners.cu constant_write":         "clang takes a write that CUDA leaves undefined",
	"types.cu constant_written":           "likewise",
	"types.cu halves_and_floats":          "cuda_fp16.h is not there for clang",
	"types.cu local_struct_of_a_template": "we cannot",
	"beginners.cu malloc_device":          "kernels of a cell have no heap, which a program's have",
	"warnings.cu no_main":                 "a whole program lacks main when it is linked, which clang does not do here",
}

// TestSaidAsClang: where a source has errors clang's CUDA finds one in the same line, and where clang finds one we do
// (testdata/errors/clang.py wrote clang.txt).
func TestSaidAsClang(t *testing.T) {
	text, err := os.ReadFile("testdata/errors/clang.txt")
	if err != nil {
		t.Fatal(err)
	}
	clang := map[string]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.SplitN(strings.TrimSpace(line), " ", 3)
		clang[f[0]+" "+f[1]] = strings.Join(f[2:], "")
	}
	files, _ := filepath.Glob("testdata/errors/*.cu")
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split("\n"+string(source), "\n=== ")[1:] {
			head, body, _ := strings.Cut(part, "\n")
			name := filepath.Base(file) + " " + strings.TrimSuffix(head, " --run")
			lines, listed := clang[name]
			if !listed {
				t.Errorf("%s is not in clang.txt: run clang.py", name)
				continue
			}
			same := false
			ours := regexp.MustCompile(`(?m)^//~ (\d+):\d+: error`).FindAllStringSubmatch(body, -1)
			for _, at := range ours {
				same = same || strings.Contains(" "+lines+" ", " "+at[1]+" ")
			}
			if same = same || len(ours) == 0 && lines == ""; same == (unlikeClang[name] != "") {
				t.Errorf("%s: we have errors in %v, clang in lines %q; it is listed as unlike: %v", name, ours, lines, !same)
			}
		}
	}
}
