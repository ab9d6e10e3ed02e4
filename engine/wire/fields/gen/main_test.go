package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// folders have a fields_gen.go.
var folders = []string{"engine/wire", "web/boot", "wasm/app", "wasm/view", "wasm/notebook"}

// TestGenerated: what was generated is what would be.
func TestGenerated(t *testing.T) {
	for _, folder := range folders {
		folder = filepath.Join("../../../..", folder)
		want, err := generate(folder)
		if err != nil {
			t.Errorf("%s: %v", folder, err)
			continue
		}
		if got, err := os.ReadFile(filepath.Join(folder, file)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s does not list the fields as they are: go generate ./%s (%v)", folder, folder, err)
		}
	}
}

// TestUnlisted: a field of a type that cannot be read is refused by name.
func TestUnlisted(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []string{"C chan int", "M map[int]string", "T time.Time", "U uint8"} {
		text := "package p\n\nimport \"time\"\n\nvar _ time.Time\n\ntype S struct {\n\t" + c + " `json:\"c\"`\n}\n"
		if err := os.WriteFile(filepath.Join(folder, "p.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if source, err := generate(folder); err == nil && !bytes.Contains(source, []byte("time")) {
			t.Errorf("%s: %s", c, source)
		}
	}
}
