package parse

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/syntax/scan"
)

// chunks returns the sources of a test file, which lines of "---" part.
func chunks(t *testing.T, file string) []string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(src), "---\n")
}

// TestTrees compares the trees of testdata/*.py with those of CPython, which
// dump.py wrote into the golden files. Files without one hold newer syntax.
func TestTrees(t *testing.T) {
	goldens, _ := filepath.Glob("testdata/*.golden")
	for _, golden := range goldens {
		name := strings.TrimSuffix(filepath.Base(golden), ".golden")
		if name == "errors" {
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if isPython311() {
			cmd := exec.Command(python, "dump.py", name+".py")
			cmd.Dir = "testdata"
			if now, err := cmd.Output(); err != nil || string(now) != string(want) {
				t.Errorf("%s is not what CPython says (%v)", golden, err)
			}
		}
		trees := strings.Split(string(want), "\n---\n")
		for i, src := range chunks(t, name+".py") {
			compareTree(t, name, src, trees[i])
		}
	}
}

func compareTree(t *testing.T, name, src, want string) {
	t.Helper()
	got := ""
	m, err := Source(name, src, Options{})
	if err != nil {
		got = err.Error()
	} else {
		got = dumpStmts(m.Body)
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		if i >= len(gotLines) || i >= len(wantLines) || gotLines[i] != wantLines[i] {
			t.Errorf("%s.py: %s\n got  %s\n want %s", name, src, at(gotLines, i), at(wantLines, i))
			return
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// TestGrammar checks that each production of grammar.txt names test data, that
// the data exists, and that the production matches somewhere in it. So the
// grammar and the parser, which reads the same files, describe one language.
func TestGrammar(t *testing.T) {
	g := grammar()
	used := make(map[string][]bool)
	for i, r := range g.rules {
		if r.file == "" {
			t.Errorf("%s names no test data", r.name)
			continue
		}
		if used[r.file] == nil {
			used[r.file] = usedRules(t, g, r.file)
		}
		if !used[r.file][i] && r.name != "fstring" {
			t.Errorf("%s has no example in testdata/%s", r.name, r.file)
		}
	}
}

// usedRules interprets the grammar over a test file and returns which rules matched.
func usedRules(t *testing.T, g *pegGrammar, file string) []bool {
	used := make([]bool, len(g.rules))
	wrong := file == "errors.py"
	for _, src := range chunks(t, file) {
		src = scan.Normalize(src)
		s := scan.New(src, 1)
		s.All()
		m := &matcher{g: g, src: src, toks: s.Tokens, scan: s, used: used}
		ok, _ := m.pass(g.index["file"], false)
		if ok == wrong && !(wrong && isLexical(src)) {
			t.Errorf("%s: the grammar accepts is %v:\n%s", file, ok, src)
		}
		m.pass(g.index["eval"], false)
		if wrong {
			m.pass(g.index["file"], true)
		}
	}
	return used
}

// isLexical tells whether a source is wrong though its tokens are in order: a
// literal in it is.
func isLexical(src string) bool {
	_, err := Source("", src, Options{})
	return err == nil || strings.Contains(err.Error(), "f-string") || strings.Contains(err.Error(), "literal") ||
		strings.Contains(err.Error(), "(unicode error)") || strings.Contains(err.Error(), "(value error)")
}
