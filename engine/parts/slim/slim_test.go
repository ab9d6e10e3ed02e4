package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// TestStraighten makes a function of the form that Go gives them, with a loop for places and a search, and looks at what
// became of it.
func TestStraighten(t *testing.T) {
	jump := func(to, loop byte) []byte { return []byte{opI32Const, to, opLocalSet, 0, opBr, loop} }
	compare := func(constant, op, to, loop byte) []byte {
		return slices.Concat([]byte{opLocalGet, 1, opI64Const, constant, op, opIf, noResult}, jump(to, loop), []byte{opEnd, opEnd})
	}
	rest := slices.Concat(
		compare(1, opI64Eq, 5, 5), // place 1
		compare(2, opI64Eq, 6, 4), // place 2
		compare(3, opI64Eq, 7, 3), // place 3
		jump(0, 1), []byte{opEnd, opNop, opEnd, opReturn, opEnd, opUnreachable, opEnd, opUnreachable, opEnd})
	// Places 0 to 7 have the numbers 0 to 7, in the blocks of a loop; 4 is for others, 5 to 7 for 1 to 3.
	head := slices.Concat([]byte{0, opLoop, noResult}, bytes.Repeat([]byte{opBlock, noResult}, 8), []byte{opLocalGet, 0, opBrTable, 7, 0, 1, 2, 3, 4, 5, 6, 7, opEnd})
	body := slices.Concat(head, compare(0, opI64LtS, 4, 6), rest)
	got, err := straighten(body)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(got, []byte{opBr, 3, opEnd}) && !bytes.Contains(got, []byte{opBrIf}) {
		t.Errorf("no jump goes straight: % x", got)
	}
	if bytes.Count(got, []byte{opLocalSet}) != 1 {
		t.Errorf("a jump down goes by way of the table: % x", got)
	}
	table := slices.Concat(head, compare(4, opI64Eq, 4, 6), rest)
	if got, err = straighten(table); err != nil || !bytes.Contains(got, []byte{opI64LtU, opSelect, opI32WrapI64, opBrTable, 6, 3, 4, 5, 6, 3, 3, 3}) {
		t.Errorf("the search is no table: % x, %v", got, err)
	}
}

// FuzzStraighten: what is no code is an error, or left as it is.
func FuzzStraighten(f *testing.F) {
	f.Add([]byte{0, opLoop, noResult, opBlock, noResult, opLocalGet, 0, opBrTable, 0, 0, opEnd, opI32Const, 0, opLocalSet, 0, opBr, 0, opEnd, opEnd})
	f.Add([]byte{0, opBlock, noResult, opLocalGet, 0, opBrTable, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, body []byte) {
		if out, err := straighten(body); err == nil && len(out) > 2*len(body)+8*most {
			t.Errorf("%d bytes became %d", len(body), len(out))
		}
	})
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
