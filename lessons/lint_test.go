package lessons_test

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

// This file checks what a reviewer would: Chinese typography, and where links lead.

// prose is one line of running text: no code, no settings.
type prose struct {
	file string
	line int
	text string
}

// proseLines lists the running text of the lessons and pages whose name matches,
// with code spans cut down to a single letter.
func proseLines(t *testing.T, suffix string) []prose {
	t.Helper()
	var lines []prose
	err := fs.WalkDir(lessons.Files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, suffix) {
			return err
		}
		src, err := fs.ReadFile(lessons.Files, file)
		if err != nil {
			return err
		}
		lines = append(lines, proseOf(file, string(src))...)
		return nil
	})
	if err != nil || len(lines) == 0 {
		t.Fatal("no text", err)
	}
	return lines
}

var (
	codeSpan    = regexp.MustCompile("``[^`]+``|`[^`]+`")
	cellWording = regexp.MustCompile(`^ +(why|options|learned|[0-9]+): (.*)$`)
)

func proseOf(file, src string) []prose {
	var lines []prose
	fence, silent := "", false
	for i, text := range strings.Split(src, "\n") {
		ticks := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		switch {
		case i == 0 && text == "---":
			fence, silent = "---", true
			continue
		case fence == "" && len(ticks) >= 3:
			name := strings.TrimPrefix(text, ticks)
			fence, silent = ticks, !strings.HasPrefix(name, "{") || strings.HasPrefix(name, "{code-cell}")
			continue
		case fence != "" && text == fence:
			fence, silent = "", false
			continue
		}
		if m := cellWording.FindStringSubmatch(text); silent && m != nil {
			text = m[2]
		} else if silent {
			continue
		}
		lines = append(lines, prose{file, i + 1, codeSpan.ReplaceAllString(text, "`x`")})
	}
	return lines
}

// typography lists what Chinese text must not contain, with the reason. h is a Han
// character, f full-width punctuation.
var typography = []struct{ pattern, why string }{
	{`\p{Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Han}`, "a space belongs between Han and Latin text or figures"},
	{"\\p{Han}`|`\\p{Han}", "a space belongs between Han text and code"},
	{`\p{Han} +\p{Han}`, "no space belongs between Han characters"},
	{` [，。：；！？、）”》]|[，。；！？、（“《] `, "full-width punctuation takes no space"},
	{`\p{Han}[,;:!?]|[,;:!?]\p{Han}`, "Chinese text takes full-width punctuation"},
	{`\p{Han}\.(\s|$)`, "a Chinese sentence ends in 。"},
	{`[「」『』]|\p{Han}"|"\p{Han}`, "quotation marks are “” and ‘’"},
	{`\p{Han}\(|\)\p{Han}`, "Chinese text takes full-width brackets"},
	{`\*\*[^*]*[，。：；！？、）”》]\*\*[^\s*]`, "bold that ends in full-width punctuation needs a space behind it, or it is not bold elsewhere"},
	{`[^\s*]\*\*[（“《][^*]*\*\*`, "bold that begins with full-width punctuation needs a space in front of it"},
	{`[^(]\.\.\.|。。`, "an ellipsis is ……"},
}

// markup is what no reader sees: targets of links, and marks of emphasis that hug their word.
var (
	linkTarget  = regexp.MustCompile(`\]\([^)]*\)`)
	yamlQuotes  = regexp.MustCompile(`^\["|"\]$|^"|"$|", "`)
	sectionMark = regexp.MustCompile(`^\([a-z0-9-]+\)=$`)
)

func TestChineseTypography(t *testing.T) {
	for _, rule := range typography {
		re := regexp.MustCompile(rule.pattern)
		for _, p := range proseLines(t, ".zh.md") {
			text := yamlQuotes.ReplaceAllString(p.text, "\n")
			text = linkTarget.ReplaceAllString(text, "]")
			text = strings.NewReplacer("![", "", "[", "", "]", "", `\"`, "").Replace(text)
			if sectionMark.MatchString(p.text) {
				continue
			}
			if at := re.FindStringIndex(text); at != nil {
				t.Errorf("%s:%d: %s: …%s…", p.file, p.line, rule.why, around(text, at[0]))
			}
		}
	}
}

// TestTypographyRules makes sure that each rule finds what it is for, and lets good text pass.
func TestTypographyRules(t *testing.T) {
	bad := []string{"在GPU上", "调用`x`时", "张 量", "张量 ，在", "张量,在", "张量.", `叫作"流"`, "张量(tensor)", "**设备：**名字", "叫**“流”**吗", "等等..."}
	for i, rule := range typography {
		re := regexp.MustCompile(rule.pattern)
		if !re.MatchString(bad[i]) {
			t.Errorf("%q passes, though %s", bad[i], rule.why)
		}
		if good := "在 GPU 上，`x` 叫作“流”（stream）。**改一改：** 把 *设备* 换成 1.5 GB……"; re.MatchString(good) {
			t.Errorf("%q does not pass: %s", good, rule.why)
		}
	}
}

func around(text string, at int) string {
	runes := []rune(text[:at])
	from := max(0, len(runes)-6)
	rest := []rune(text[at:])
	return string(runes[from:]) + string(rest[:min(10, len(rest))])
}

// TestEnglishHasNoHan finds text that was left untranslated, in either direction.
func TestEnglishHasNoHan(t *testing.T) {
	for _, p := range proseLines(t, ".en.md") {
		if strings.HasPrefix(p.file, lesson.PagesFolder) {
			continue // the glossary names both
		}
		if i := strings.IndexFunc(p.text, func(r rune) bool { return unicode.Is(unicode.Han, r) }); i >= 0 {
			t.Errorf("%s:%d: Chinese in an English text: %s", p.file, p.line, p.text[i:])
		}
	}
}

var link = regexp.MustCompile(`(!?)\[([^\]]*)\]\(([^)\s]*)\)`)

func TestLinks(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for _, p := range proseLines(t, ".md") {
		for _, m := range link.FindAllStringSubmatch(p.text, -1) {
			if why := broken(course, p.file, m[1] == "!", m[2], m[3]); why != "" {
				t.Errorf("%s:%d: %s: %s", p.file, p.line, m[3], why)
			}
		}
	}
}

// broken says what is wrong with a link or an image, or "".
func broken(course *lesson.Course, file string, image bool, words, to string) string {
	lang := ""
	if parts := strings.Split(file, "."); len(parts) == 3 {
		lang = parts[1]
	}
	if strings.Contains(to, ":") {
		u, err := url.Parse(to)
		switch {
		case image:
			return "drawings come from figures/"
		case err != nil || u.Scheme != "https" || !strings.Contains(u.Host, ".") || u.User != nil:
			return "external links are whole https addresses"
		}
		return ""
	}
	target, anchor, _ := strings.Cut(to, "#")
	target = path.Join(path.Dir(file), target)
	if n := numbered.FindStringSubmatch(words); n != nil && !image {
		if e := course.Entry(strings.Split(path.Base(target), ".")[0]); e == nil || fmt.Sprint(e.Lang("").Order) != n[1] {
			return "is not the lesson of this number"
		}
	}
	if image {
		if len([]rune(words)) < 15 {
			return "a drawing needs words that say what it shows"
		}
		if _, there := course.Figures[path.Base(target)]; !there || path.Dir(target) != lesson.FiguresFolder {
			return "no such drawing"
		}
	} else if _, err := fs.Stat(lessons.Files, target); err != nil {
		return "no such file"
	} else if anchor != "" && !hasTarget(target, anchor) {
		return "no heading with this target there"
	}
	if lang != "" && !strings.Contains(target, "."+lang+".") {
		return "leads into the other language"
	}
	return ""
}

// numbered are the words of a link that count lessons.
var numbered = regexp.MustCompile(`^(?:[Ll]esson|第) (\d+)`)

func hasTarget(file, anchor string) bool {
	src, err := fs.ReadFile(lessons.Files, file)
	return err == nil && strings.Contains("\n"+string(src), "\n("+anchor+")=\n")
}
