package main

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// folders are those in which a file asks for the generator.
func folders(t *testing.T, root string) (list []string) {
	asks := []byte("\n//go:generate go run gputour/engine/wire/fields/gen\n")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == "node_modules" {
			return cmp.Or(err, fs.SkipDir)
		}
		if filepath.Ext(path) == ".go" {
			if text, err := os.ReadFile(path); err != nil || bytes.Contains(text, asks) {
				list = append(list, filepath.Dir(path))
				return err
			}
		}
		return nil
	})
	if err != nil || len(list) == 0 {
		t.Fatal("no folder asks for the generator", err)
	}
	return list
}

// TestGenerated: what was generated is what would be.
func TestGenerated(t *testing.T) {
	for _, folder := range folders(t, "../../../..") {
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
