package page

import (
	"encoding/json"
	"net/http"
	"strings"

	"gputour/lessons/lesson"
	"gputour/web"
	"gputour/web/boot"
)

// This file lets a page go on without the server that sent it: with the engine in its tab, which it has fetched before.

// spare is the engine of a page, about the lesson whose files have an address; nil where there is none.
func (s *Site) spare(files string) *boot.Tab {
	e, ok := web.LoadEngine()
	if !ok || s.opts.Files == nil {
		return nil
	}
	return &boot.Tab{Worker: s.files.Path("worker.js"), Engine: boot.Engine{URL: web.Prefix + e.Name, Size: e.Size}, Lesson: files}
}

// Files answers GET /course/{name}: what an engine in a tab has to know of a lesson.
func (s *Site) Files(w http.ResponseWriter, r *http.Request) {
	id, ok := strings.CutSuffix(r.PathValue("name"), ".json")
	if !ok || s.opts.Files == nil || s.opts.Course().Entry(id) == nil {
		s.Missing(w, r)
		return
	}
	files, err := lesson.FilesOf(lesson.Public(s.opts.Files(), false), id)
	if err != nil {
		http.Error(w, "the lesson's files cannot be read", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=86400") // it is read when the server is gone
	json.NewEncoder(w).Encode(files)                 // a client that went away is not an error of ours
}
