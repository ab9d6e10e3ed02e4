package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// checkpoints compares files of tensors and state dicts, which must be the same to the bit.
func (r *runner) checkpoints() (result, error) {
	return r.bothWays("checkpoint, both ways", "checkpoint.py")
}

// objects compares files of whole modules and optimizers, and what they compute.
func (r *runner) objects() (result, error) {
	return r.bothWays("whole objects, both ways", "objects.py")
}

// bothWays has the real PyTorch write a file, reads it here and writes it again, and has PyTorch
// read that, and a file made here as well: what each sees must be the same.
func (r *runner) bothWays(what, script string) (result, error) {
	row := result{what: what}
	if _, err := r.real("", script, "make", "made.pt"); err != nil {
		return row, err
	}
	want, err := r.real("", script, "show", "made.pt")
	if err != nil {
		return row, err
	}
	got, err := r.fileOf(script, "again.pt", []string{"--file", "made.pt=made.pt"}, `"again"`, `"made.pt"`)
	if err != nil {
		return row, err
	}
	row.compare("read here", want, got)
	if _, err := r.fileOf(script, "ours.pt", nil, `"print"`, `"ours.pt"`); err != nil {
		return row, err
	}
	for _, file := range []string{"again.pt", "ours.pt"} {
		back, err := r.real("", script, "show", file)
		if err != nil {
			return row, err
		}
		row.compare(file+" read by PyTorch", want, back)
	}
	return row, nil
}

// fileOf runs a script here that prints a file at its end, and returns what it printed before.
func (r *runner) fileOf(script, file string, files []string, args ...string) (string, error) {
	out, err := r.ours(script, files, args...)
	if err != nil {
		return "", err
	}
	out, encoded, ok := strings.Cut(out, "@@@ ")
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if !ok || err != nil {
		return "", fmt.Errorf("%s printed no file: %v", script, err)
	}
	return out, os.WriteFile(filepath.Join(r.dir, file), raw, 0o600)
}

// compare counts the lines that agree.
func (row *result) compare(what, want, got string) {
	a, b := strings.Split(strings.TrimSpace(want), "\n"), strings.Split(strings.TrimSpace(got), "\n")
	for i := range max(len(a), len(b)) {
		row.count++
		if i < len(a) && i < len(b) && a[i] == b[i] {
			row.agree++
			continue
		}
		row.failed = true
		row.note("%s: line %d: want %q, got %q", what, i+1, at(a, i), at(b, i))
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "<end>"
}

// note keeps the first few differences.
func (row *result) note(format string, args ...any) {
	if len(row.notes) < 12 {
		text := fmt.Sprintf(format, args...)
		if len(text) > 400 {
			text = text[:400] + "…"
		}
		row.notes = append(row.notes, text)
	}
}
