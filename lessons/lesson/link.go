package lesson

import "regexp"

// Link is a link between the course's files, written so that it works where the
// files are read as they are: cost.zh.md#hidden, or pages/glossary.zh.md#kernel.
type Link struct {
	Page    bool // leads to a page, not to a lesson
	Name    string
	Lang    string
	Section string // may be empty
}

var linkPattern = regexp.MustCompile(`^(?:\.\./)?(pages/)?([a-z][a-zA-Z0-9_-]*)\.(zh|en)\.md(?:#([a-z][a-zA-Z0-9_-]*))?$`)

// ParseLink reads the target of a link; ok is false when it leads out of the course.
func ParseLink(target string) (l Link, ok bool) {
	m := linkPattern.FindStringSubmatch(target)
	if m == nil {
		return Link{}, false
	}
	return Link{Page: m[1] != "", Name: m[2], Lang: m[3], Section: m[4]}, true
}
