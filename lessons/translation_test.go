package lessons_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

// This file keeps the languages together. testdata/translations.txt records, for
// every block, the English text that the Chinese one follows and the Chinese text
// that follows it, both as hashes:
//
//	placement/asking/text-1 3f2a91c04b7d 90ce11d27a35
//
// An English block that changed while its Chinese one did not is stale.

const ledgerFile = "testdata/translations.txt"

var (
	update  = flag.Bool("update", false, "record translations that were changed along with their original")
	confirm = flag.Bool("confirm", false, "with -update: record stale translations too, since they still say the same")
)

// pair is a block in both languages, as hashes.
type pair struct{ original, translation string }

func TestTranslationsFollow(t *testing.T) {
	now := courseBlocks(t)
	recorded := readLedger(t)
	for _, key := range sortedKeys(now) {
		state := compare(recorded[key], now[key])
		switch {
		case state == current:
		case state == stale && !(*update && *confirm):
			t.Errorf("%s: stale: the English changed and the Chinese did not (if it still says the same: go test ./lessons -run Translations -update -confirm)", key)
		case *update:
			recorded[key] = now[key]
		default:
			t.Errorf("%s: not recorded: go test ./lessons -run Translations -update", key)
		}
	}
	for key := range recorded {
		if _, there := now[key]; !there {
			if !*update {
				t.Errorf("%s: recorded, but no such block: go test ./lessons -run Translations -update", key)
			}
			delete(recorded, key)
		}
	}
	if *update {
		writeLedger(t, recorded)
	}
}

// state is how a block stands to what was recorded of it.
type state int

const (
	current state = iota
	stale         // only the original changed
	changed       // the translation changed too, or the block is new
)

func compare(was, is pair) state {
	switch {
	case was == is:
		return current
	case was.translation == is.translation:
		return stale
	}
	return changed
}

func TestCompare(t *testing.T) {
	was := pair{"a", "甲"}
	for _, c := range []struct {
		is   pair
		want state
	}{{was, current}, {pair{"b", "甲"}, stale}, {pair{"b", "乙"}, changed}, {pair{"a", "乙"}, changed}} {
		if got := compare(was, c.is); got != c.want {
			t.Errorf("%v: state %d, want %d", c.is, got, c.want)
		}
	}
	if compare(pair{}, was) != changed {
		t.Error("a new block must be recorded")
	}
}

// courseBlocks pairs the blocks of all lessons and pages.
func courseBlocks(t *testing.T) map[string]pair {
	course := lesson.Load(lessons.Files)
	now := map[string]pair{}
	for _, e := range course.Entries {
		match(t, now, lessonBlocks(e.Lang("en")), lessonBlocks(e.Lang("zh")))
	}
	for name, langs := range course.Pages {
		if langs["en"] == nil || langs["zh"] == nil {
			t.Errorf("pages/%s: not in both languages", name)
			continue
		}
		match(t, now, pageBlocks(langs["en"]), pageBlocks(langs["zh"]))
	}
	return now
}

func match(t *testing.T, now map[string]pair, en, zh map[string]string) {
	for key, text := range en {
		if _, there := zh[key]; !there {
			t.Errorf("%s: not in Chinese", key)
		}
		now[key] = pair{hash(text), hash(zh[key])}
	}
	for key := range zh {
		if _, there := en[key]; !there {
			t.Errorf("%s: not in English", key)
		}
	}
}

// lessonBlocks are the texts of a lesson that are translated, by place.
func lessonBlocks(l *lesson.Lesson) map[string]string {
	blocks := map[string]string{l.ID + "/title": l.Title + "\n" + l.Summary + "\n" + l.Part}
	for _, s := range l.Sections {
		blocks[l.ID+"/"+s.ID+"/title"] = s.Title
		texts := 0
		for _, b := range s.Blocks {
			texts++
			place := fmt.Sprintf("%s/%s/text-%d", l.ID, s.ID, texts)
			switch {
			case b.Cell != nil:
				texts--
				if words := cellWords(b.Cell); words != "" {
					blocks[l.ID+"/"+s.ID+"/"+b.Cell.ID] = words
				}
			case b.Directive != nil:
				blocks[place] = fmt.Sprint(b.Directive.Argument, b.Directive.Options, b.Directive.Body)
			default:
				blocks[place] = b.Text
			}
		}
	}
	return blocks
}

// cellWords is what a translator writes in a cell.
func cellWords(c *lesson.Cell) string {
	words := append(append([]string{c.Why}, c.Options...), c.Reasons...)
	if c.Learned != "" {
		words = append(words, c.Learned)
	}
	for _, h := range c.Hints {
		words = append(words, h.Text)
	}
	if c.Localized {
		words = append(words, c.Code)
	}
	return strings.Trim(strings.Join(words, "\n"), "\n")
}

// pageBlocks cuts a page at the targets `(id)=` of its headings.
func pageBlocks(p *lesson.Page) map[string]string {
	blocks := map[string]string{}
	key, text := p.Name+"/title", p.Title
	for _, line := range strings.Split(p.Text, "\n") {
		if id, ok := strings.CutSuffix(line, ")="); ok && strings.HasPrefix(id, "(") {
			blocks[key] = strings.TrimSpace(text)
			key, text = p.Name+"/"+id[1:], ""
			continue
		}
		text += line + "\n"
	}
	blocks[key] = strings.TrimSpace(text)
	return blocks
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

func sortedKeys(m map[string]pair) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func readLedger(t *testing.T) map[string]pair {
	t.Helper()
	file, err := os.Open(ledgerFile)
	if os.IsNotExist(err) {
		return map[string]pair{}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	recorded := map[string]pair{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) != 3 {
			t.Fatalf("%s: line %q wants a place and two hashes", ledgerFile, lines.Text())
		}
		recorded[f[0]] = pair{f[1], f[2]}
	}
	return recorded
}

func writeLedger(t *testing.T, recorded map[string]pair) {
	t.Helper()
	var b strings.Builder
	for _, key := range sortedKeys(recorded) {
		fmt.Fprintln(&b, key, recorded[key].original, recorded[key].translation)
	}
	if err := os.WriteFile(ledgerFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
