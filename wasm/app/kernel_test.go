package app

import (
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
