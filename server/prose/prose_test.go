package prose

import (
	"strings"
	"testing"
)

// plain leaves links and images as they are.
func plain() *Renderer {
	same := func(url string) string { return url }
	return New(same, same)
}

func TestEmphasisBesideChinese(t *testing.T) {
	for src, want := range map[string]string{
		"**测试。**后面":       "<strong>测试。</strong>后面",
		"前面**“引”**后面":     "前面<strong>“引”</strong>后面",
		"把**`x`**放到":      "把<strong><code>x</code></strong>放到",
		"复制得到的是**新的**张量":  "复制得到的是<strong>新的</strong>张量",
		"a *b* c":         "a <em>b</em> c",
		"2 * 3 * 4":       "2 * 3 * 4",
		"snake_case_name": "snake_case_name",
		"*foo*bar":        "<em>foo</em>bar",
		"**a**.":          "<strong>a</strong>.",
		"一行\n两行":          "一行两行",
	} {
		got := strings.TrimSpace(string(plain().convert(src)))
		got = strings.TrimSuffix(strings.TrimPrefix(got, "<p>"), "</p>")
		if strings.ReplaceAll(got, "\n", "") != want {
			t.Errorf("%q gives %s, want %s", src, got, want)
		}
	}
}

func TestPlainText(t *testing.T) {
	if got := plain().Plain("Deep `to()` **and** back"); got != "Deep to() and back" {
		t.Errorf("%q", got)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"**测试。**后面", "```x\n<", "<script>", "[a](javascript:x)", "|a|\n|-|\n|b|", "![x](data:text/html,x)", " \x80\n0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		html := strings.ToLower(string(plain().convert(src)))
		for _, bad := range []string{"<script", "href=\"javascript:", "<img src=\"javascript:", "<iframe"} {
			if strings.Contains(html, bad) {
				t.Errorf("%q gives %s", src, html)
			}
		}
	})
}
