package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestCommitted builds the modules anew: they are what the assembly says today.
func TestCommitted(t *testing.T) {
	written, err := build("../..")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range written {
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is out of date (%v): run go generate in package vec", path, err)
		}
	}
}

// kernelOf reads one function of assembly.
func kernelOf(t *testing.T, code string) (*function, map[string][]byte) {
	t.Helper()
	path := t.TempDir() + "/x_amd64.s"
	text := "// func kAVX2(a *byte, n int)\nTEXT ·kAVX2(SB), NOSPLIT, $0-16\n" + code + "\tRET\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	a := &assembly{data: map[string][]byte{}}
	if err := a.read(path); err != nil {
		t.Fatal(err)
	}
	return a.functions[0], a.data
}

// TestRefused: what has no counterpart is an error that names it.
func TestRefused(t *testing.T) {
	for code, want := range map[string]string{
		"\tVPGATHERDD Y0, (AX), Y1\n":                             "VPGATHERDD",
		"\tVCMPPS $0x07, Y0, Y1, Y2\n":                            "no such comparison",
		"\tVADDPS nowhere<>+0(SB), Y1, Y2\n":                      "no constant",
		"\tMOVQ other+0(FP), AX\n":                                "no parameter",
		"\tJMP gone\n":                                            "no label gone",
		"\tJP end\nend:\n":                                        "no condition",
		"\tJMP inside\nagain:\n\tDECQ AX\ninside:\n\tJNZ again\n": "a jump into the loop",
	} {
		f, data := kernelOf(t, code)
		if _, err := translate(f, data, true, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", code, err, want)
		}
	}
}

// TestScopes nests the loops and blocks of a kernel with a loop in a loop and a way out.
func TestScopes(t *testing.T) {
	f, _ := kernelOf(t, "outer:\n\tCMPQ AX, CX\n\tJL end\ninner:\n\tDECQ CX\n\tJNZ inner\n\tJMP outer\nend:\n")
	list, err := scopes(f)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, map[bool]string{true: "loop ", false: "block "}[s.loop]+s.label)
	}
	if s := strings.Join(got, ", "); s != "loop outer, block end, loop inner" {
		t.Errorf("scopes are %s", s)
	}
}
