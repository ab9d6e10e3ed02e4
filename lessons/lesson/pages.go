package lesson

import (
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"
)

// PagesFolder holds what is read beside the lessons: the glossary and the guides.
const PagesFolder = "pages"

// Page is a text beside the lessons, in one language. It has no cells.
type Page struct {
	Name  string
	Lang  string
	Title string // Markdown of its H1
	Text  string // Markdown below the H1
}

// Page returns a page in a language, or in another one when it lacks that; nil
// when there is no such page.
func (c *Course) Page(name, lang string) *Page {
	if p := c.Pages[name][lang]; p != nil {
		return p
	}
	for _, lang := range Languages {
		if p := c.Pages[name][lang]; p != nil {
			return p
		}
	}
	return nil
}

// readPages reads pages/NAME.LANG.md. A course may have none.
func (c *Course) readPages(files fs.FS) {
	c.Pages = map[string]map[string]*Page{}
	found, _ := fs.Glob(files, PagesFolder+"/*.md") // fails for a broken pattern only
	for _, file := range found {
		parts := strings.Split(path.Base(file), ".")
		if len(parts) != 3 || !isID(parts[0]) || !isLanguage(parts[1]) {
			c.problem(file, "name", "pages are named NAME.zh.md or NAME.en.md")
			continue
		}
		src, err := fs.ReadFile(files, file)
		if err != nil || len(src) > MaxFile || !utf8.Valid(src) {
			c.problem(file, "read", "cannot be read as UTF-8 text of at most 1 MiB")
			continue
		}
		title, text, ok := splitTitle(string(src))
		if !ok {
			c.problem(file, "title", "a page begins with its title: # …")
			continue
		}
		if c.Pages[parts[0]] == nil {
			c.Pages[parts[0]] = map[string]*Page{}
		}
		c.Pages[parts[0]][parts[1]] = &Page{parts[0], parts[1], title, text}
	}
}

// splitTitle parts a page at its H1, which must come first.
func splitTitle(src string) (title, text string, ok bool) {
	src = strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(src, "\ufeff"), "\r\n", "\n"))
	first, rest, _ := strings.Cut(src, "\n")
	title, ok = strings.CutPrefix(first, "# ")
	return strings.TrimSpace(title), rest, ok && strings.TrimSpace(title) != ""
}
