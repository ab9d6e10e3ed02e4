package kernels_test

import (
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gputour/cuda/kernels"
)

// NVIDIA's assembler takes the PTX, for GPUs of every generation, where the machine has it.
func TestAssembles(t *testing.T) {
	if _, err := exec.LookPath("ptxas"); err != nil {
		t.Skip("no ptxas: the PTX is not assembled")
	}
	names, _ := filepath.Glob("ptx/*.ptx.gz")
	for _, arch := range []string{"sm_70", "sm_75", "sm_80", "sm_89", "sm_90"} {
		for _, name := range names {
			if strings.Contains(name, "_sm80") && arch < "sm_80" {
				continue
			}
			t.Run(arch+"/"+filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				ptx := filepath.Join(t.TempDir(), "kernels.ptx")
				if err := os.WriteFile(ptx, unpack(t, name), 0o644); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command("ptxas", "-arch="+arch, "-o", ptx+".cubin", ptx).CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}

func unpack(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var (
	symbol  = regexp.MustCompile(`\b(_Z\w+|dynamicShared)\b`)
	defines = regexp.MustCompile(`(?m)^\.(?:visible \.entry|func|const|global|shared|extern \.shared).*?\b(_Z\w+|dynamicShared)\b(?:\(|\[|$)|^\.shared .*?\b(_Z\w+)\[`)
)

// A module cut out of a family holds its kernel alone, and every symbol that it mentions.
func TestModules(t *testing.T) {
	names := kernels.Modules()
	if len(names) < 300 {
		t.Errorf("only %d kernels", len(names))
	}
	for _, name := range names {
		text := string(kernels.Module(name))
		if strings.Count(text, ".entry") != 1 || !strings.Contains(text, ".visible .entry "+name+"(") {
			t.Errorf("%s: the module has %d entries", name, strings.Count(text, ".entry"))
		}
		if !strings.HasPrefix(text, ".version") || !strings.Contains(text, "\n.target sm_") || !strings.Contains(text, "\n.address_size 64") {
			t.Errorf("%s: the module has no header", name)
		}
		if strings.Count(text, "{") != strings.Count(text, "}") {
			t.Errorf("%s: braces do not match", name)
		}
		defined := map[string]bool{}
		for _, m := range defines.FindAllStringSubmatch(text, -1) {
			defined[m[1]+m[2]] = true
		}
		for _, s := range symbol.FindAllString(text, -1) {
			if strings.Contains(s, "_param_") {
				continue
			}
			if !defined[s] {
				t.Errorf("%s: %s is not defined", name, s)
				break
			}
		}
	}
	if kernels.Module("no_such_kernel") != nil {
		t.Error("a kernel that does not exist has a module")
	}
}
