package text

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var place = regexp.MustCompile(`\{\d\}`)

func TestEveryTextStandsInBothLanguagesWithTheSamePlaces(t *testing.T) {
	for key, e := range catalogue {
		if e.zh == "" || e.en == "" {
			t.Errorf("%s lacks a language", key)
		}
		if a, b := places(e.zh), places(e.en); a != b {
			t.Errorf("%s: places %s in Chinese, %s in English", key, a, b)
		}
	}
}

func places(s string) string {
	seen := [10]bool{}
	for _, p := range place.FindAllString(s, -1) {
		seen[p[1]-'0'] = true
	}
	out := ""
	for i, on := range seen {
		if on {
			out += string(rune('0' + i))
		}
	}
	return out
}

// uses are calls of T with a literal key, in Go and in templates.
var uses = regexp.MustCompile(`(?:\bT\(|\.T )"([a-z][a-zA-Z0-9.+-]*)"`)

// prefixes are keys that are put together at run time; the rest of each is a name
// from a table of the protocol or of the commands.
var prefixes = regexp.MustCompile(`\bT\((?:"([a-z]+\.(?:[a-z-]+\.?)?)"\s*\+|kind\s*\+\s*"(\.[a-z]+)")`)

func TestEveryKeyInTheSourcesIsInTheCatalogue(t *testing.T) {
	found := 0
	for _, dir := range []string{"../../wasm", "../../server"} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
				return err
			}
			src, err := os.ReadFile(path)
			for _, m := range uses.FindAllStringSubmatch(string(src), -1) {
				found++
				if key := m[1]; !strings.HasSuffix(key, ".") && !strings.HasSuffix(key, "-") && !prefixed(string(src), key) && catalogue[key] == (entry{}) {
					t.Errorf("%s asks for %q, which the catalogue lacks", path, key)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 100 {
		t.Errorf("only %d uses were found", found)
	}
}

// prefixed reports whether key is only the beginning of keys in this source.
func prefixed(src, key string) bool {
	for _, m := range prefixes.FindAllStringSubmatch(src, -1) {
		if m[1] == key {
			return true
		}
	}
	return false
}

func TestKeysThatArePutTogether(t *testing.T) {
	for prefix, names := range map[string]string{
		"state.": "never running queued done error stopped", "save.": "kept saved here saving failed", "history.": "no-store store busy offline", "theme.": "system light dark",
		"restart.": "asked killed devices failed gpu gpu-over put-away machine machines full", "limit.": "time memory device-memory output steps recursion killed idle drain", "near.": "drain drain-job",
		"check.": "pass fail error", "verdict.": "right wrong", "refused.": "queue-full unknown-cell busy not-waiting no-solution try-first no-store store quota gpu-asked gpu-cards gpu-kind gpu-off gpu-unknown", "onekeys.": "on off",
		"class.no.":   "role unknown-poll unknown-option unknown-hand unknown-member too-many nobody-looks not-kept failed",
		"board.only.": "all need here away", "board.sort.": "need name progress place", "push.kind.": "cell text goto", "push.body.": "cell text", "push.note.": "cell text",
		"poll.": "clear.name clear.1 clear.2 clear.3 pace.name pace.3 done.name done.2 true.name true.2 predict.name predict.3 letters.name letters.4",
		"gpu.":  "begun.job begun.session save.job save.session ended.done ended.error ended.stopped ended.released ended.slot ended.taken ended.failed ended.lost ended.away ended.server",
		"full.": "places memory visitor machines sockets rate",
		"lock.": "off off.lead exec exec.do exec.lead edit edit.do edit.lead",
	} {
		for _, name := range strings.Fields(names) {
			if catalogue[prefix+name] == (entry{}) {
				t.Errorf("the catalogue lacks %s%s", prefix, name)
			}
		}
	}
}

// TestTextsOfATabStandForOthers: each is said in the place of another, with no place for more.
func TestTextsOfATabStandForOthers(t *testing.T) {
	for key, here := range catalogue {
		base, ok := strings.CutSuffix(key, "@tab")
		if !ok {
			continue
		}
		there, known := catalogue[base]
		if !known || strings.Contains(here.en, "{0}") && !strings.Contains(there.en, "{0}") {
			t.Errorf("%s stands for %q: %v", key, there.en, known)
		}
	}
}

func TestT(t *testing.T) {
	for _, c := range []struct {
		lang Lang
		key  string
		args []string
		want string
	}{
		{Chinese, "run", nil, "运行"}, {English, "run", nil, "Run"}, {Lang("fr"), "run", nil, "Run"},
		{English, "lesson.of", []string{"3", "13"}, "Lesson 3 of 13"}, {English, "no-such-key", nil, "no-such-key"},
	} {
		if got := c.lang.T(c.key, c.args...); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.lang, c.key, got, c.want)
		}
	}
}

func TestPrefer(t *testing.T) {
	for header, want := range map[string]Lang{
		"": English, "zh-CN,zh;q=0.9,en;q=0.8": Chinese, "en-US,en;q=0.9,zh;q=0.8": English,
		"fr;q=1, zh;q=0.5": Chinese, "zh;q=x": English, "de": English,
	} {
		if got := Prefer(header); got != want {
			t.Errorf("%q gives %s", header, got)
		}
	}
}
