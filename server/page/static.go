package page

import (
	"maps"
	"slices"
	"strings"

	"gputour/server/docs"
	"gputour/web"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file renders the site as files, for any web server. Addresses are relative to the page that has them, so that the
// site may lie anywhere.

// Static is what a site says of itself that has no server.
type Static struct {
	Langs []text.Lang // that it is written in; the first is the one for who prefers none
	// Engine is what runs cells, in the browser's tab. Its address is as seen from the site's root.
	Engine boot.Engine
	// Client are the sizes of the packed client, as boot.Engine has the engine's.
	Client map[string]int64
	// Practice says that solutions come with the site.
	Practice bool
	// Scripts are the sources of a policy that allow the scripts of documents that pages write into frames.
	Scripts []string
	// Base is the path under which the site will lie, with slashes at both ends; "" is anywhere, and then there is no page
	// for addresses that are none.
	Base string
}

// File is a file of a static site.
type File struct {
	Path string // from the site's root
	Data []byte
}

// LessonFiles is the path of the files of a lesson, by name, as JSON.
func LessonFiles(id string) string { return "course/" + id + ".json" }

// staticPolicy is the policy of a page of a static site. Pages cannot say there who may show them in a frame; styles are the
// editor's and those of outputs, whose frames have this policy when there is no network.
const staticPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"

// Render writes the pages of a static site.
func Render(opts Options, static Static) ([]File, error) {
	var files []File
	near, far := static.site(opts, "../"), static.site(opts, "../../")
	for _, lang := range static.Langs {
		for _, render := range []func(text.Lang) ([]File, error){near.home, near.scratch, far.lessons, far.readings, far.docs} {
			made, err := render(lang)
			if err != nil {
				return nil, err
			}
			files = append(files, made...)
		}
	}
	here := static.site(opts, "")
	start, err := here.start()
	files = append(files, start)
	if err == nil && static.Base != "" {
		var lost File
		lost, err = static.site(opts, static.Base).missing()
		files = append(files, lost)
	}
	return files, err
}

// site renders pages from which the root is seen as root.
type site struct {
	*Site
	static Static
}

func (static Static) site(opts Options, root string) site {
	s := newSite(opts, addresses{root: root, static: true})
	s.langsOf = static.Langs
	return site{s, static}
}

// page renders a page at a path.
func (s site) page(path, template string, l layout, p boot.Page) (File, error) {
	l.Root, l.Static = s.at.root, true
	l.Policy = strings.Replace(staticPolicy, "script-src 'self'", strings.Join(append([]string{"script-src 'self'"}, s.static.Scripts...), " "), 1)
	l.Packed = s.static.Client
	l.Note = "site.tests"
	if s.static.Practice {
		l.Note = "site.practice"
	}
	p.Root = s.at.root
	if p.Notebook() {
		p.Tab = &boot.Tab{Worker: s.at.root + s.files.Path("worker.js")[1:], Engine: s.static.Engine, Practice: s.static.Practice}
		p.Tab.Engine.URL = s.at.root + s.static.Engine.URL
		if p.Lesson != "" {
			p.Tab.Lesson = s.at.root + LessonFiles(p.Lesson)
		}
	}
	data, err := s.render(template, l, p)
	return File{path, data}, err
}

func (s site) home(lang text.Lang) ([]File, error) {
	l, p := s.layout(lang, boot.Home, s.at.home)
	s.homePage(&l)
	f, err := s.page(string(lang)+"/index.html", "home.html", l, p)
	return []File{f}, err
}

func (s site) scratch(lang text.Lang) ([]File, error) {
	l, p := s.layout(lang, boot.Scratch, s.at.scratch)
	s.scratchPage(&l, &p)
	f, err := s.page(string(lang)+"/scratch.html", "lesson.html", l, p)
	return []File{f}, err
}

func (s site) lessons(lang text.Lang) (files []File, err error) {
	for _, e := range s.opts.Course().Entries {
		l, p := s.layout(lang, boot.Lesson, func(to text.Lang) string { return s.at.lesson(to, e.ID) })
		s.lessonPage(e, &l, &p)
		f, err := s.page(string(lang)+"/lessons/"+e.ID+".html", "lesson.html", l, p)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func (s site) readings(lang text.Lang) (files []File, err error) {
	course := s.opts.Course()
	for _, name := range slices.Sorted(maps.Keys(course.Pages)) {
		l, p := s.layout(lang, boot.Reading, func(to text.Lang) string { return s.at.page(to, name) })
		s.readingPage(course.Page(name, string(lang)), &l, &p)
		f, err := s.page(string(lang)+"/pages/"+name+".html", "reading.html", l, p)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	if course.Pages[apiName] != nil {
		return files, nil
	}
	l, p := s.layout(lang, boot.Reading, func(to text.Lang) string { return s.at.page(to, apiName) })
	if err := s.apiPage(lang, &l, &p); err != nil {
		return nil, err
	}
	f, err := s.page(string(lang)+"/pages/"+apiName+".html", "reading.html", l, p)
	return append(files, f), err
}

func (s site) docs(lang text.Lang) (files []File, err error) {
	for _, d := range docs.All() {
		l, p := s.layout(lang, boot.Reading, func(to text.Lang) string { return s.at.doc(to, d.Name) })
		s.docPage(&d, &l, &p)
		f, err := s.page(string(lang)+"/docs/"+d.Name+".html", "doc.html", l, p)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// start is the page at the root, which leads to the reader's language.
func (s site) start() (File, error) {
	l, p := s.layout(s.static.Langs[0], plainKind, s.at.home)
	l.Title = l.T("home.title")
	return s.page("index.html", "start.html", l, p)
}

// missing is the page for addresses that are none.
func (s site) missing() (File, error) {
	l, p := s.layout(s.static.Langs[0], problemKind, s.at.home)
	l.Title, l.Body = l.T("problem.title"), problem{l.T("problem.missing"), l.Home}
	return s.page("404.html", "problem.html", l, p)
}

// EngineURL is the address of the engine's WebAssembly from the site's root.
func EngineURL(e web.Engine) string { return web.Prefix[1:] + e.Name }
