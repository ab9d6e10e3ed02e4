package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gputour/web/text"
)

func TestFindingsInTheLearnersLanguage(t *testing.T) {
	for _, c := range []struct {
		lang text.Lang
		code string
		args []string
		want string
	}{
		{text.Chinese, "memcheck.array", []string{"4", "a", "3"}, "数组 a 有 3 个元素，下标 4 越界"},
		{text.Chinese, "memcheck.null", []string{"write", "4"}, "通过空指针或野指针写 4 字节"},
		{text.English, "memcheck.array", []string{"4", "a", "3"}, "as it came"},
		{text.Chinese, "new", nil, "as it came"},
	} {
		s := &State{Lang: c.lang}
		if got := s.Kernel(c.code, c.args, "as it came"); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.code, c.lang, got, c.want)
		}
	}
}

// TestWordsOfKernels: what cuda/cudac calls memory in what it says has words in both languages.
func TestWordsOfKernels(t *testing.T) {
	files, err := filepath.Glob("../../cuda/cudac/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	words := map[string]bool{"the device's heap": true, "a block of the device's heap": true, "a block of new": true, "a block of new[]": true, "a block of malloc": true}
	role := regexp.MustCompile(`\.reach\(c, .*"([^"]+)"\)`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range role.FindAllStringSubmatch(string(source), -1) {
			words[m[1]] = true
		}
	}
	if len(words) < 10 {
		t.Errorf("only %d words found", len(words))
	}
	for word := range words {
		if key := "kernel.word." + strings.ReplaceAll(word, " ", "-"); text.English.T(key) != word || text.Chinese.T(key) == word {
			t.Errorf("%q has no words: %s", word, key)
		}
	}
}
