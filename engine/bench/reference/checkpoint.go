package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// checkpoints has the real PyTorch write a file, reads it here and writes it again, and
// has PyTorch read that: what each sees must be the same to the bit.
func (r *runner) checkpoints() (result, error) {
	row := result{what: "checkpoint, both ways"}
	if _, err := r.real("", "checkpoint.py", "make", "made.pt"); err != nil {
		return row, err
	}
	want, err := r.real("", "checkpoint.py", "show", "made.pt")
	if err != nil {
		return row, err
	}
	got, err := r.ours("checkpoint.py", []string{"--file", "made.pt=made.pt"}, `"again"`, `"made.pt"`)
	if err != nil {
		return row, err
	}
	got, encoded, ok := strings.Cut(got, "@@@ ")
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if !ok || err != nil {
		return row, fmt.Errorf("checkpoint.py printed no file: %v", err)
	}
	row.compare("read here", want, got)
	if err := os.WriteFile(filepath.Join(r.dir, "again.pt"), raw, 0o600); err != nil {
		return row, err
	}
	back, err := r.real("", "checkpoint.py", "show", "again.pt")
	if err != nil {
		return row, err
	}
	row.compare("read back by PyTorch", want, back)
	return row, nil
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
