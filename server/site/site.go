// Package site writes a course as a static site, which any web server can serve as it is: pages in all their languages,
// the client, and the engine, which runs in the reader's tab.
//
// Its one idea: nothing is put in that a reader must not have. The course is read from a folder in which hidden tests are
// not there, nor are solutions unless the author wants them, so that no later step can let them through.
package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"gputour/engine/parts"
	"gputour/lessons/lesson"
	"gputour/server/export"
	"gputour/server/page"
	"gputour/web"
	"gputour/web/boot"
	"gputour/web/text"
)

// ErrNoEngine and ErrNoPage are the errors of a program that was built without what a site is made of.
var (
	ErrNoEngine = errors.New("this gputour was built without the engine for a browser's tab: run make tab binary")
	ErrNoPage   = errors.New("this gputour was built without the page: run make build")
)

// Options is what the author decides.
type Options struct {
	Langs    []text.Lang
	Practice bool   // solutions come with the site
	Base     string // as in page.Static
}

// Write makes the files of a site from a folder of lessons, and tells what is wrong in the folder.
func Write(lessons fs.FS, opts Options) ([]page.File, *lesson.Course, error) {
	w := &writer{lessons: lesson.Public(lessons, opts.Practice), opts: opts}
	w.course = lesson.Load(w.lessons)
	for _, step := range []func() error{w.engine, w.assets, w.pages, w.lessonFiles, w.notebooks, w.figures, w.manifest, w.worker} {
		if err := step(); err != nil {
			return nil, w.course, err
		}
	}
	return w.files, w.course, nil
}

type writer struct {
	lessons fs.FS
	opts    Options
	course  *lesson.Course
	files   []page.File
	wasm    boot.Engine
	client  map[string]int64
	scripts []string // that frames may run
}

func (w *writer) add(path string, data []byte) {
	w.files = append(w.files, page.File{Path: path, Data: data})
}

// engine writes the engine's twins, of which this program has one.
func (w *writer) engine() error {
	e, ok := web.LoadEngine()
	if !ok {
		return ErrNoEngine
	}
	twins, err := twins()
	if err != nil {
		return fmt.Errorf("the engine that this program carries: %w", err)
	}
	w.wasm = boot.Engine{URL: page.EngineURL(e), Size: e.Size, Packed: map[string]int64{}}
	for _, end := range slices.Sorted(maps.Keys(twins)) {
		w.wasm.Packed[end] = int64(len(twins[end]))
		w.add(w.wasm.URL+"."+end, twins[end])
	}
	return w.parts(e)
}

// parts writes what the engine fetches when it needs it.
func (w *writer) parts(e web.Engine) error {
	for _, p := range parts.All {
		name := e.Part(string(p))
		data, err := fs.ReadFile(web.Files(), name)
		if err != nil {
			return fmt.Errorf("the engine that this program carries: %w", err)
		}
		w.add(path.Join(path.Dir(w.wasm.URL), name), data)
	}
	return nil
}

// twins are the engine packed in both ways.
var twins = sync.OnceValues(func() (map[string][]byte, error) {
	e, _ := web.LoadEngine()
	br, err := fs.ReadFile(web.Files(), e.Name+".br")
	if err != nil {
		return nil, err
	}
	var gz bytes.Buffer
	pack, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression) // a level that there is
	_, err = io.Copy(pack, brotli.NewReader(bytes.NewReader(br)))
	err = errors.Join(err, pack.Close())
	return map[string][]byte{"br": br, "gz": gz.Bytes()}, err
})

// assets writes the built page's files with their twins, but those of a class, and those that the site has under another name.
func (w *writer) assets() error {
	manifest := web.Load()
	if len(manifest) == 0 {
		return ErrNoPage
	}
	w.client = map[string]int64{}
	for _, plain := range slices.Sorted(maps.Keys(manifest)) {
		if elsewhere[plain] {
			continue
		}
		for _, end := range []string{"", ".br", ".gz"} {
			data, err := fs.ReadFile(web.Files(), manifest[plain]+end)
			switch {
			case errors.Is(err, fs.ErrNotExist) && end != "":
				continue // what is packed already has no twin
			case err != nil:
				return err
			case frames[plain] && end != "":
				continue // of the document before it was made whole
			case frames[plain]:
				if data, err = whole(data); err != nil {
					return err
				}
				w.scripts = append(w.scripts, hashes(data)...)
			}
			if plain == "client.wasm" && end != "" {
				w.client[end[1:]] = int64(len(data))
			}
			if plain == "client.wasm" && end == "" {
				continue // the page unpacks it
			}
			w.add(web.Prefix[1:]+manifest[plain]+end, data)
		}
	}
	return nil
}

var elsewhere = map[string]bool{"marking.js": true, "sw.js": true, "main-chunk.js": true, "mermaid.js": true, "diagram.js": true}

func (w *writer) pages() error {
	made, err := page.Render(page.Options{Course: func() *lesson.Course { return w.course }}, page.Static{
		Langs: w.opts.Langs, Engine: w.wasm, Client: w.client, Practice: w.opts.Practice, Base: w.opts.Base, Scripts: w.scripts,
	})
	w.files = append(w.files, made...)
	return err
}

// lessonFiles writes what the engine has to know of each lesson.
func (w *writer) lessonFiles() error {
	for _, e := range w.course.Entries {
		files, err := lesson.FilesOf(w.lessons, e.ID)
		if err != nil {
			return err
		}
		data, err := json.Marshal(files)
		if err != nil {
			return err
		}
		w.add(page.LessonFiles(e.ID), data)
	}
	return nil
}

func (w *writer) notebooks() error {
	for _, e := range w.course.Entries {
		for _, lang := range w.opts.Langs {
			file, err := export.Notebook(w.course, string(lang), e.ID)
			if err != nil {
				return err
			}
			w.add(string(lang)+"/lessons/"+e.ID+".ipynb", file.Data)
		}
	}
	return nil
}

func (w *writer) figures() error {
	for _, name := range slices.Sorted(maps.Keys(w.course.Figures)) {
		w.add("lessons/"+lesson.FiguresFolder+"/"+name, w.course.Figures[name].Data)
	}
	return nil
}

// manifest lets the site be installed.
func (w *writer) manifest() error {
	lang := w.opts.Langs[0]
	icon := map[string]string{"src": strings.TrimPrefix(web.Load().Path("icon.svg"), "/"), "sizes": "any", "type": "image/svg+xml"}
	about := map[string]any{
		"name": "gputour: " + lang.T("home.title"), "short_name": "gputour", "lang": lang.Tag(), "start_url": ".", "scope": ".",
		"display": "standalone", "background_color": "#fbfaf7", "theme_color": "#fbfaf7", "icons": []any{icon},
	}
	data, err := json.MarshalIndent(about, "", " ")
	w.add("site.webmanifest", append(data, '\n'))
	return err
}

// worker writes the service worker, which keeps all other files as one version of the site.
func (w *writer) worker() error {
	script, err := fs.ReadFile(web.Files(), web.Load()["sw.js"])
	if err != nil {
		return ErrNoPage
	}
	all := sha256.New()
	var names []string
	for _, f := range w.files {
		fmt.Fprintf(all, "%s %x\n", f.Path, sha256.Sum256(f.Data))
		if end := path.Ext(f.Path); end != ".br" && end != ".gz" && f.Path != "404.html" {
			names = append(names, f.Path)
		}
	}
	client := strings.TrimPrefix(web.Load().Path("client.wasm"), "/")
	about, err := json.Marshal(map[string]any{"version": hex.EncodeToString(all.Sum(nil)[:8]), "files": names, "packed": []string{client, w.wasm.URL}})
	w.add("sw.js", slices.Concat([]byte("self.gputourSite = "), about, []byte(";\n"), script))
	return err
}
