package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"codeberg.org/go-fonts/liberation/liberationsansregular"

	"gputour/engine/parts"
)

// TestProgram runs a program as it was linked and slimmed: it does the same, but for what
// it says of its lines, and without the files of its parts it says what it lacks.
func TestProgram(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	folder := t.TempDir()
	linked, slimmed := filepath.Join(folder, "linked.wasm"), filepath.Join(folder, "slim.wasm")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", linked, "./testdata/program")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := os.ReadFile(linked)
	if err != nil {
		t.Fatal(err)
	}
	small, files, err := slim(module, map[parts.Part][][]byte{parts.Fonts: {liberationsansregular.TTF}, parts.Names: {names()}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(slimmed, small, 0o644); err != nil {
		t.Fatal(err)
	}
	for p, file := range files {
		if err := os.WriteFile(filepath.Join(folder, string(p)+".part"), file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(program, parts string) string {
		cmd := exec.Command("node", "--stack-size=8192", "../../../.ci/wasm.mjs", program)
		cmd.Env = append(os.Environ(), "PARTS="+parts)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	want := strings.Replace(run(linked, folder), "knows its lines: true", "knows its lines: false", 1)
	for _, part := range []string{"nil pointer", "index out of range", "divide", "again after first", "LATIN SMALL LETTER E WITH ACUTE"} {
		if !strings.Contains(want, part) {
			t.Fatalf("the program says nothing of %q:\n%s", part, want)
		}
	}
	if got := run(slimmed, folder); got != want {
		t.Errorf("slimmed it says\n%s\nand as linked\n%s", got, want)
	}
	if got := run(slimmed, filepath.Join(folder, "nowhere")); !strings.Contains(got, "a part of the program could not be loaded (fonts)") {
		t.Errorf("without its parts it says\n%s", got)
	}
	if grown := 10*len(small) > 9*len(module); grown {
		t.Errorf("%d bytes became %d", len(module), len(small))
	}
}

// TestDamaged: what is no module is an error.
func TestDamaged(t *testing.T) {
	segment := []byte{1, 0, i32Const, 4, end, 2, 'a', 'b'}
	for name, module := range map[string][]byte{
		"empty":            nil,
		"other":            []byte("GIF89a"),
		"cut section":      append(bytes.Clone(magic), dataSection, 100, 1),
		"cut segment":      join([]section{{dataSection, segment[:len(segment)-1]}}),
		"passive":          join([]section{{dataSection, []byte{1, 1, 1, 'a'}}}),
		"no table":         join([]section{{dataSection, segment}}),
		"length past ends": append(bytes.Clone(magic), dataSection, 0xff, 0xff, 0xff),
	} {
		if _, _, err := slim(module, nil); !errors.Is(err, errModule) && !errors.Is(err, errPclntab) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestData writes a memory and reads it again.
func TestData(t *testing.T) {
	memory := make([]byte, 500)
	copy(memory[7:], "some text\x00\x00with zeros")
	copy(memory[200:], strings.Repeat("far", 30))
	memory[499] = 1
	got, err := image(data(memory))
	if err != nil || !bytes.Equal(got, memory) {
		t.Errorf("%v: %q", err, got)
	}
}
