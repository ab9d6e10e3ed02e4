package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"gputour/engine/session"
)

// TestShelf tells what changes between looks at a file system.
func TestShelf(t *testing.T) {
	fsys := afero.NewMemMapFs()
	write := func(name, text string) {
		if err := afero.WriteFile(fsys, name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var s shelf
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() { fsys.MkdirAll("/home/student/empty", 0o755) }, ""},
		{func() { write("/home/student/b", "1"); write("/a", ""); write("/tmp/x", "no") }, "/a= /home/student/b=1"},
		{func() {}, ""},
		{func() { write("/home/student/b", "2") }, "/home/student/b=2"},
		{func() { fsys.Rename("/a", "/c") }, "-/a /c="},
		{func() { fsys.RemoveAll("/home") }, "-/home/student/b"},
		{func() { write("/bad\x00name", "x"); write("/"+strings.Repeat("n", 5000), "x") }, ""},
		{func() { write("/c", strings.Repeat("x", session.FileBytes+1)) }, "-/c"},
		{func() { write("/c", "small again") }, "/c=small again"},
	} {
		step.do()
		var told []string
		for _, f := range s.changes(fsys) {
			if f.Gone {
				told = append(told, "-"+f.Path)
			} else {
				told = append(told, fmt.Sprintf("%s=%s", f.Path, f.Data))
			}
		}
		if got := strings.Join(told, " "); got != step.want {
			t.Errorf("told %q, want %q", got, step.want)
		}
	}
}

// TestShelfIsBounded: files beyond what all may hold together are not told.
func TestShelfIsBounded(t *testing.T) {
	fsys := afero.NewMemMapFs()
	data := make([]byte, session.FileBytes)
	for i := range session.FilesBytes/session.FileBytes + 2 {
		afero.WriteFile(fsys, fmt.Sprintf("/f%02d", i), data, 0o644)
	}
	var s shelf
	if n := len(s.changes(fsys)); n != session.FilesBytes/session.FileBytes {
		t.Errorf("%d files of %d bytes were told", n, len(data))
	}
	if n := len(s.changes(fsys)); n != 0 {
		t.Errorf("%d files were told once more", n)
	}
}
