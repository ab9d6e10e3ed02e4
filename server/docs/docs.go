// Package docs makes pages of the project's own documents: which there are, what they are called, and where their links lead.
package docs

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"gputour"
)

// Document is one of the project.
type Document struct {
	Path  string // in the project
	Name  string // of its page
	Title string // Markdown of its H1
	Text  string // Markdown below the H1
}

// First is the name of the document that a reader begins with.
const First = "readme"

// first are the documents that are read before the others, which follow by path.
var first = []string{
	"README.md", "CHANGELOG.md", "server/DEPLOYING.md", "server/SECURITY.md", "CONTRIBUTING.md", "engine/README.md",
}

// All are the documents in the order of reading.
var All = sync.OnceValue(func() []Document { return read(gputour.Documents) })

func read(files fs.FS) (all []Document) {
	paths := slices.Clone(first)
	// What is embedded can be walked and read.
	fs.WalkDir(files, ".", func(file string, d fs.DirEntry, _ error) error {
		if !d.IsDir() && !slices.Contains(first, file) {
			paths = append(paths, file)
		}
		return nil
	})
	for _, file := range paths {
		src, _ := fs.ReadFile(files, file)
		title, text, _ := strings.Cut(string(src), "\n")
		all = append(all, Document{file, nameOf(file), strings.TrimPrefix(title, "# "), text})
	}
	return all
}

// nameOf is the name of the page of a path: server/RATIONALE.md is server-rationale.
func nameOf(file string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSuffix(file, ".md"), "/", "-"))
}

// Find is the document of a name; nil where there is none.
func Find(name string) *Document {
	return find(func(d Document) bool { return d.Name == name })
}

func find(is func(Document) bool) *Document {
	i := slices.IndexFunc(All(), is)
	if i < 0 {
		return nil
	}
	return &All()[i]
}

// Target is where a link of a document leads. All is empty of one to a file that no page shows.
type Target struct {
	Outside  string    // an address
	Document *Document // of the project; the document itself, too
	Course   string    // a file of the course, as its own files link to it
	Section  string    // of the document
}

// Follow says where a link leads.
func (d *Document) Follow(link string) Target {
	if strings.Contains(link, "://") {
		return Target{Outside: link}
	}
	file, section, _ := strings.Cut(link, "#")
	if file == "" {
		return Target{Document: d, Section: section}
	}
	file = path.Join(path.Dir(d.Path), file)
	if to := find(func(d Document) bool { return d.Path == file }); to != nil {
		return Target{Document: to, Section: section}
	}
	if lesson, ok := strings.CutPrefix(file, "lessons/"); ok {
		if section != "" {
			lesson += "#" + section
		}
		return Target{Course: lesson}
	}
	return Target{}
}
