package page

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"gputour/lessons/lesson"
	"gputour/web/boot"
)

const front = "---\nfile_format: mystnb\nkernelspec: {name: python3}\ngputour: {lesson: mix, lang: LANG, order: 1, version: 1, minutes: 5, devices: [\"sim:2\"], summary: SUM}\n---\n"

const secretFront = "---\ngputour: {lesson: mix}\n---\n"

const body = `# Two *tensors* <script>alert(1)</script>

Text with <img src=x onerror=alert(1)> and [a link](javascript:alert(1)).

(second)=
## Second </script> part

` + "```{code-cell} python\n:gputour: {id: guess, kind: predict, options: [\"one\", \"`two` <b>\"], answer: 2, why: because}\nx = torch.ones(2, device=\"cuda:0\")  # </script><!--\n```\n" +
	"```{code-cell} python\n:gputour: {id: task, kind: exercise, points: 2}\npass\n```\n```{hint} task 1\nLook.\n```\n" +
	"```{code-cell} python\n:gputour: {id: seen, kind: tests, for: task}\nassert visible\n```\n" +
	"```{note} Mind\nA note.\n```\n```{math}\n\\frac{1}{2} < 1\n```\n```{figure} javascript:alert(1)\n:alt: pic\n```\n" +
	"```{figure} figures/bus.svg\n:alt: a bus\nThe bus.\n```\n```{mermaid}\ngraph LR; a-->b\n```\n" +
	"[there](mix.zh.md#second), [a word](pages/words.en.md#warp), ![bus](figures/bus.svg) ![spy](https://spy.example/x.png)\n"

func course(t *testing.T) *lesson.Course {
	t.Helper()
	files := fstest.MapFS{}
	for _, lang := range []string{"zh", "en"} {
		files["mix."+lang+".md"] = &fstest.MapFile{Data: []byte(strings.Replace(front, "LANG", lang, 1) + body)}
	}
	files["figures/bus.svg"] = &fstest.MapFile{Data: []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")}
	files["pages/words.en.md"] = &fstest.MapFile{Data: []byte("# Words\n\n(warp)=\n### Warp\n\nThirty-two threads.\n")}
	files["mix.solution.md"] = &fstest.MapFile{Data: []byte(secretFront + "# S\n\n```{code-cell} python\n:gputour: {id: sol, kind: solution, for: task}\nSECRET = 1\n```\n")}
	files["mix.tests.md"] = &fstest.MapFile{Data: []byte(secretFront + "# T\n\n```{code-cell} python\n:gputour: {id: hid, kind: tests, for: task}\nassert SECRET\n```\n")}
	c := lesson.Load(files)
	if len(c.Entries) != 1 {
		t.Fatalf("the sample course is broken: %v", c.Problems)
	}
	return c
}

// get asks for a page as the server's mux would.
func get(t *testing.T, c *lesson.Course, path string) *httptest.ResponseRecorder {
	t.Helper()
	return ask(serving(c), path)
}

func ask(site http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Language", "zh-CN")
	site.ServeHTTP(w, r)
	return w
}

// serving is a site behind a mux as the server's.
func serving(c *lesson.Course) http.Handler {
	s := New(Options{Course: func() *lesson.Course { return c }})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.Root)
	mux.HandleFunc("GET /{lang}/{$}", s.Home)
	mux.HandleFunc("GET /{lang}/lessons/{id}", s.Lesson)
	mux.HandleFunc("GET /{lang}/scratch", s.Scratch)
	mux.HandleFunc("GET /{lang}/pages/{name}", s.Reading)
	mux.HandleFunc("GET /{lang}/docs/{name}", s.Doc)
	mux.HandleFunc("GET /lessons/figures/{name}", s.Figure)
	mux.HandleFunc("/", s.Missing)
	return mux
}

func TestPages(t *testing.T) {
	for _, c := range []struct {
		path   string
		status int
		wants  []string
	}{
		{"/", 302, nil},
		{"/zh/", 200, []string{`lang="zh-CN"`, "看见你的张量", `href="/zh/lessons/mix"`, `href="/en/"`, "约 5 分钟"}},
		{"/en/", 200, []string{`lang="en"`, "See where your tensors live", "about 5 min"}},
		{"/en/lessons/mix", 200, []string{`data-key="c-guess"`, `id="s-second"`, "Guess first", `class="tok-function">ones</span>`, `href="/zh/lessons/mix"`, `role="status"`, "data-tex="}},
		{"/en/lessons/mix", 200, []string{`src="/lessons/figures/bus.svg" alt="a bus"`, `<pre class="mermaid">graph LR; a--&gt;b`, `href="/zh/lessons/mix#s-second"`, `href="/en/pages/words#s-warp"`, `<img src="" alt="spy">`}},
		{"/en/pages/words", 200, []string{`<h3 id="s-warp">Warp</h3>`, "Thirty-two"}},
		{"/zh/pages/words", 200, []string{"Thirty-two"}},
		{"/en/pages/api", 200, []string{`<h2 id="torch.nn">torch.nn</h2>`, `href="https://pytorch.org/docs/stable/generated/torch.add.html"`, "(input, other, *, alpha=1, out=None)", "the function of the same name"}},
		{"/en/docs/engine-rationale", 200, []string{"<h1>Why the evaluator is as it is</h1>", "sections of this page</summary>", `href="/en/docs/engine-rationale" lang="en" aria-current="page"`, `href="/en/docs/readme"`}},
		{"/zh/docs/changelog", 200, []string{`<article class="notebook reading" lang="en">`, "关于 gputour", `href="/en/docs/changelog"`}},
		{"/en/docs/nothing", 404, nil}, {"/fr/docs/readme", 404, nil},
		{"/zh/pages/api", 200, []string{`<h2 id="numpy.linalg">`, "与同名函数相同", `href="/zh/pages/api" aria-current="page"`}},
		{"/en/pages/none", 404, nil},
		{"/lessons/figures/bus.svg", 200, []string{"<svg"}},
		{"/lessons/figures/none.svg", 404, nil},
		{"/zh/scratch", 200, []string{"草稿本"}},
		{"/en/lessons/none", 404, []string{"No page here"}},
		{"/fr/", 404, []string{"这里没有页面"}},
		{"/zh/a/b", 404, []string{"这里没有页面"}}, {"/en/a/b", 404, []string{"No page here"}},
	} {
		w := get(t, course(t), c.path)
		if w.Code != c.status {
			t.Errorf("%s: status %d, want %d", c.path, w.Code, c.status)
		}
		for _, want := range c.wants {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s lacks %s", c.path, want)
			}
		}
	}
}

func TestPolicyAndNonce(t *testing.T) {
	a, b := get(t, course(t), "/en/lessons/mix"), get(t, course(t), "/en/lessons/mix")
	csp := a.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "object-src 'none'", "frame-ancestors 'none'"} {
		if !strings.Contains(csp, want) {
			t.Errorf("policy lacks %s: %s", want, csp)
		}
	}
	if strings.Contains(csp, "unsafe-inline") || strings.Contains(csp, "'unsafe-eval'") || csp == b.Header().Get("Content-Security-Policy") {
		t.Errorf("policy %s", csp)
	}
	_, rest, _ := strings.Cut(csp, "'nonce-")
	nonce, _, _ := strings.Cut(rest, "'")
	if !strings.Contains(a.Body.String(), `nonce="`+strings.ReplaceAll(nonce, "+", "&#43;")+`"`) {
		t.Error("the page does not carry its nonce")
	}
}

func TestLessonTextCannotBecomeMarkup(t *testing.T) {
	html := get(t, course(t), "/en/lessons/mix").Body.String()
	for _, bad := range []string{"<script>alert", "<img src=x", "javascript:alert", "onerror=alert(1)>", "</code> <b>"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page holds %s", bad)
		}
	}
	if n := strings.Count(html, "</script>"); n != strings.Count(html, "<script") {
		t.Errorf("%d script ends for %d scripts", n, strings.Count(html, "<script"))
	}
	if strings.Contains(html, " style=") || strings.Contains(html, "<style") {
		t.Error("inline styles, which the policy forbids")
	}
}

func TestSecretsNeverReachThePage(t *testing.T) {
	html := get(t, course(t), "/en/lessons/mix").Body.String()
	if strings.Contains(html, "SECRET") {
		t.Error("a solution or hidden test is in the page")
	}
	if !strings.Contains(html, "assert visible") {
		t.Error("the visible test is not in the page")
	}
}

func TestBootTellsTheClientItsCells(t *testing.T) {
	html := get(t, course(t), "/en/lessons/mix").Body.String()
	_, rest, _ := strings.Cut(html, `id="boot"`)
	_, rest, _ = strings.Cut(rest, ">")
	text, _, _ := strings.Cut(rest, "</script>")
	var p boot.Page
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, b := range p.Blocks {
		keys = append(keys, b.Key)
	}
	if got := strings.Join(keys, " "); got != "t-0 c-guess c-task t-3" {
		t.Fatalf("blocks %s", got)
	}
	guess, task := p.Blocks[1].Cell, p.Blocks[2].Cell
	if guess.Code != "x = torch.ones(2, device=\"cuda:0\")  # </script><!--" || len(guess.Options) != 2 || guess.Answers[0] != 2 {
		t.Errorf("guess is %+v", guess)
	}
	if !task.Checked || task.Tests != "assert visible" || len(task.Hints) != 1 || task.Points != 2 {
		t.Errorf("task is %+v", task)
	}
	if p.Lesson != "mix" || p.Hash == "" || p.Langs["zh"] != "/zh/lessons/mix" || len(p.Course) != 1 {
		t.Errorf("page is %+v", p)
	}
}

func TestLanguagesShareTheirDrafts(t *testing.T) {
	hash := func(lang, text string) string {
		c := course(t)
		les := c.Entries[0].Lang(lang)
		les.Cells()[0].Code += text
		return codeHash(les)
	}
	if hash("zh", "") != hash("en", "") {
		t.Error("an edit in one language is lost in the other")
	}
	if hash("zh", "") == hash("zh", " ") {
		t.Error("other code has the same hash")
	}
}
