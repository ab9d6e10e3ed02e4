package page

import (
	"regexp"
	"strings"
	"testing"

	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/docs"
)

var (
	href = regexp.MustCompile(`href="([^"]*)"`)
	ids  = regexp.MustCompile(`\bid="([^"]*)"`)
)

// TestLinksOfDocuments follows every link of every document, to the section that it names.
func TestLinksOfDocuments(t *testing.T) {
	site := serving(lesson.Load(lessons.Files))
	pages := map[string]string{}
	page := func(path string) string {
		if _, ok := pages[path]; !ok {
			w := ask(site, path)
			pages[path] = w.Body.String()
			if w.Code != 200 {
				pages[path] = ""
			}
		}
		return pages[path]
	}
	followed, sections := 0, 0
	for _, lang := range []string{"en", "zh"} {
		for _, d := range docs.All() {
			at := "/" + lang + "/docs/" + d.Name
			for _, m := range href.FindAllStringSubmatch(page(at), -1) {
				file, section, has := strings.Cut(m[1], "#")
				if strings.Contains(file, "://") || strings.HasPrefix(file, "/assets/") {
					continue
				}
				if file == "" {
					file = at
				}
				there := page(file)
				if there == "" {
					t.Errorf("%s leads to %s, which is no page", at, m[1])
				}
				followed++
				if !has || section == "main" {
					continue
				}
				sections++
				if !strings.Contains(there, ` id="`+section+`"`) {
					t.Errorf("%s leads to %s, which has no such section", at, m[1])
				}
			}
			seen := map[string]bool{}
			for _, m := range ids.FindAllStringSubmatch(page(at), -1) {
				if seen[m[1]] {
					t.Errorf("%s has two elements %q", at, m[1])
				}
				seen[m[1]] = true
			}
		}
	}
	if followed < 500 || sections < 200 {
		t.Errorf("only %d links, %d sections", followed, sections)
	}
}

// TestDocumentsBesideAnotherCourse: what a course lacks is named and not linked, and neither are the sources.
func TestDocumentsBesideAnotherCourse(t *testing.T) {
	page := get(t, course(t), "/en/docs/readme").Body.String()
	for _, want := range []string{"A guide to teaching the course", "one table"} {
		if !strings.Contains(page, want) {
			t.Errorf("the text %q is lost", want)
		}
	}
	for _, not := range []string{"pages/teaching", "role.go", `href=""`} {
		if strings.Contains(page, not) {
			t.Errorf("%q is linked", not)
		}
	}
}
