package prose

import (
	"strings"
	"testing"
)

// passing leaves links and images as they are.
func passing() *Renderer {
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
		got := strings.TrimSpace(string(passing().convert(src)))
		got = strings.TrimSuffix(strings.TrimPrefix(got, "<p>"), "</p>")
		if strings.ReplaceAll(got, "\n", "") != want {
			t.Errorf("%q gives %s, want %s", src, got, want)
		}
	}
}

func TestPlainText(t *testing.T) {
	if got := passing().Plain("Deep `to()` **and** back"); got != "Deep to() and back" {
		t.Errorf("%q", got)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"**测试。**后面", "```x\n<", "<script>", "[a](javascript:x)", "|a|\n|-|\n|b|", "![x](data:text/html,x)", " \x80\n0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		html := strings.ToLower(string(passing().convert(src)))
		for _, bad := range []string{"<script", "href=\"javascript:", "<img src=\"javascript:", "<iframe"} {
			if strings.Contains(html, bad) {
				t.Errorf("%q gives %s", src, html)
			}
		}
	})
}

func TestDocument(t *testing.T) {
	r := New(func(link string) string { return strings.TrimPrefix(link, "nowhere") }, func(string) string { return "" })
	html, headings := r.Document("## Why *not* `a_b`, then?\n\n[see **there**](nowhere), [here](#x)\n\n## Why not a_b then\n\n    code <x>\n")
	want := "<h2 id=\"why-not-a_b-then\">Why <em>not</em> <code>a_b</code>, then?</h2>\n<p>see <strong>there</strong>, <a href=\"#x\">here</a></p>\n" +
		"<h2 id=\"why-not-a_b-then-1\">Why not a_b then</h2>\n<pre tabindex=\"0\"><code>code &lt;x&gt;</code></pre>\n"
	if string(html) != want {
		t.Errorf("%s\nwant\n%s", html, want)
	}
	if len(headings) != 2 || headings[0] != (Heading{"why-not-a_b-then", "Why not a_b, then?", 2}) || headings[1].ID != "why-not-a_b-then-1" {
		t.Errorf("%+v", headings)
	}
}

func TestLinesOfAParagraph(t *testing.T) {
	for src, want := range map[string]string{
		"granted.\nHow, and\nwhy": "granted.\nHow, and\nwhy",
		"(a)\n`b`,\n*c*":          "(a)\n<code>b</code>,\n<em>c</em>",
		"张量\n在哪里":                 "张量在哪里",
		"张量，\n在":                  "张量，在",
		"张量。\nGPU":                "张量。GPU",
		"GPU\n（卡）":                "GPU（卡）",
		"张量\nGPU\n在":              "张量\nGPU\n在",
		"张量\n**在**":               "张量<strong>在</strong>",
		"张量\n`x`":                 "张量\n<code>x</code>",
		"텐서\n장치":                  "텐서\n장치",
		"a  \nb":                  "a<br>\nb",
		"a\n\xff":                 "a\n\uFFFD",
	} {
		if got := string(passing().Inline(src)); got != want {
			t.Errorf("%q is %q, want %q", src, got, want)
		}
	}
}
