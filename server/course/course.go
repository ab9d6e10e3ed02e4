// Package course is the course being served: the embedded one, or an instructor's
// folder that is read again when a file in it changes.
package course

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"gputour/lessons/lesson"
)

// settle is how long a folder must be quiet before it is read again; an editor
// writes a file in several steps.
const settle = 100 * time.Millisecond

// Course holds the course as it stands. It may be used from any goroutine.
type Course struct {
	// Changed is called after the folder was read again; it is set before Watch.
	Changed func()

	files fs.FS
	dir   string // empty for the embedded course
	log   *slog.Logger
	now   atomic.Pointer[lesson.Course]
}

// Embedded serves files, which never change.
func Embedded(files fs.FS, log *slog.Logger) *Course { return load(files, "", log) }

// Dir serves a folder. It fails when there is no such folder; what is wrong in the
// lessons is logged, and the sound ones are served.
func Dir(dir string, log *slog.Logger) (*Course, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", dir)
	}
	return load(os.DirFS(dir), dir, log), nil
}

func load(files fs.FS, dir string, log *slog.Logger) *Course {
	c := &Course{files: files, dir: dir, log: log}
	c.reload()
	return c
}

// Load returns the course as it stands.
func (c *Course) Load() *lesson.Course { return c.now.Load() }

// Files are the course's own.
func (c *Course) Files() fs.FS { return c.files }

func (c *Course) reload() {
	now := lesson.Load(c.files)
	c.now.Store(now)
	for _, p := range now.Problems {
		c.log.Warn("lesson", "problem", p.Error(), "hint", p.Hint)
	}
}

// Watch reloads the course when its folder changes, until ctx ends. For an
// embedded course it does nothing.
func (c *Course) Watch(ctx context.Context) error {
	if c.dir == "" {
		return nil
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Add(c.dir); err != nil {
		return err
	}
	quiet := time.NewTimer(time.Hour)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-w.Events:
			quiet.Reset(settle)
		case err := <-w.Errors:
			c.log.Warn("watching lessons", "error", err)
		case <-quiet.C:
			c.reload()
			if c.Changed != nil {
				c.Changed()
			}
			c.log.Info("lessons read again", "lessons", len(c.Load().Entries), "problems", len(c.Load().Problems))
		}
	}
}
