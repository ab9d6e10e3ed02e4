package lessons_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

// TestFigures holds drawings to what the page and a reader need: well-formed, able to
// do nothing, readable in both themes, titled, used, and the same in both languages.
func TestFigures(t *testing.T) {
	course := lesson.Load(lessons.Files)
	if len(course.Figures) == 0 {
		t.Fatal("no drawings")
	}
	used := allText(t)
	for name, f := range course.Figures {
		shapes, err := drawn(f.Data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range []string{"<title>", "prefers-color-scheme:dark", "viewBox="} {
			if !bytes.Contains(f.Data, []byte(want)) {
				t.Errorf("%s: has no %s", name, want)
			}
		}
		if !strings.Contains(used, "(figures/"+name+")") {
			t.Errorf("%s: no lesson shows it", name)
		}
		if base, ok := strings.CutSuffix(name, ".en.svg"); ok {
			other, _ := drawn(course.Figures[base+".zh.svg"].Data)
			if shapes != other {
				t.Errorf("%s: its Chinese version draws something else", name)
			}
		}
	}
}

// drawn lists the shapes of a drawing without its words, or says why it must not be shown.
func drawn(data []byte) (shapes string, err error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	var b strings.Builder
	for {
		token, err := d.Token()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "script", "foreignObject", "image", "use", "a", "iframe":
			return "", fmt.Errorf("<%s> does not belong into a drawing", start.Name.Local)
		}
		for _, a := range start.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
				return "", fmt.Errorf("attribute %s does not belong into a drawing", a.Name.Local)
			}
		}
		if start.Name.Local == "rect" || start.Name.Local == "path" || start.Name.Local == "circle" {
			fmt.Fprintln(&b, start.Name.Local, start.Attr)
		}
	}
}

func TestDrawn(t *testing.T) {
	for _, bad := range []string{`<svg><script/></svg>`, `<svg onload="x()"/>`, `<svg><image href="https://example.org/x.png"/></svg>`, `<svg>`} {
		if _, err := drawn([]byte(bad)); err == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

func allText(t *testing.T) string {
	t.Helper()
	names, err := fs.Glob(lessons.Files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range names {
		src, err := fs.ReadFile(lessons.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(src)
	}
	return b.String()
}
