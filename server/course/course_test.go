package course

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func write(t *testing.T, dir, lang, title string) {
	t.Helper()
	text := "---\ngputour: {lesson: a, lang: " + lang + "}\n---\n# " + title + "\n"
	if err := os.WriteFile(filepath.Join(dir, "a."+lang+".md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReload(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "en", "One")
	c, err := Dir(dir, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(c.Load().Entries); got != 0 {
		t.Fatalf("%d lessons are served without a sibling", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	watched := make(chan error, 1)
	go func() { watched <- c.Watch(ctx) }()
	deadline := time.Now().Add(10 * time.Second)
	for len(c.Load().Entries) == 0 { // the watch may begin after the first write
		if time.Now().After(deadline) {
			t.Fatal("the new sibling was not read")
		}
		write(t, dir, "zh", "一")
		time.Sleep(2 * settle)
	}
	cancel()
	if err := <-watched; err != nil {
		t.Error(err)
	}
}

func TestNoFolder(t *testing.T) {
	if _, err := Dir(filepath.Join(t.TempDir(), "absent"), slog.Default()); err == nil {
		t.Error("an absent folder was served")
	}
}
