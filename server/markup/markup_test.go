package markup

import (
	"fmt"
	"html/template"
	"strings"
	"testing"
	"testing/fstest"
)

type lang string

func (l lang) Tag() string { return "tag-" + string(l) }

type person struct {
	Name string
	Lang lang
	Age  int64
}

func (p *person) Older(by int) int64 { return p.Age + int64(by) }

type embedded struct{ Inside string }

type data struct {
	embedded
	Text    string
	Nasty   []string
	Map     map[string]int
	People  []*person
	Nobody  []int
	One     person
	None    *person
	Any     any
	Share   float64
	Yes     bool
	N       int
	HTML    template.HTML
	Address string
}

func (d data) T(key string, args ...any) string { return key + fmt.Sprint(args...) }
func (d data) With(key string, args []string) string {
	return key + strings.Join(args, "+")
}
func (d data) Fails() (string, error) { return "", fmt.Errorf("it fails") }

var methods = Methods{"T": {data.T}, "With": {data.With}, "Fails": {data.Fails}, "Tag": {lang.Tag}, "Older": {(*person).Older}}

// nasty are texts that break out of where they stand.
var nasty = []string{
	"", "plain", `a"b`, "a'b", "<b>x</b>", "a&b &amp; &lt;", "</textarea><script>", "</title>", "a+b", "\x00nul", "ä ü 数",
	"javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "data:text/html,<x>", "https://a.b/c?d=e&f=g#h", "http:x", "mailto:a@b",
	"/class/a b", "//host/x", "?q=1&r=ä", "#top", "100%", "%41%zz", "a:b/c", "x/y:z", `onload="x"`, "`", "-->", "{{.}}", "a\nb", "(x)", "~._-", "[1]",
}

func sample() data {
	return data{embedded: embedded{"in"}, Text: `<i>"&'`, Nasty: nasty, Map: map[string]int{"b": 2, "a": 1}, One: person{"A<", "en", 3},
		People: []*person{{"Ann", "en", 7}, {`B"ob`, "zh", 8}}, Any: 5, Share: 0.5, Yes: true, N: 3, HTML: "<b title=\"x\">a &amp; b</b>", Address: "/x"}
}

// TestAgainstHTMLTemplate: what html/template takes too says the same there.
func TestAgainstHTMLTemplate(t *testing.T) {
	for _, source := range []string{
		`{{range .Nasty}}<p>{{.}}</p>{{end}}`, `{{range .Nasty}}<p title="{{.}}" class='a {{.}}'>x</p>{{end}}`,
		`{{range .Nasty}}<a href="{{.}}">x</a>{{end}}`, `{{range .Nasty}}<a href="/a/{{.}}/b">x</a>{{end}}`, `{{range .Nasty}}<a href="/a?x={{.}}&amp;y={{.}}">x</a>{{end}}`,
		`{{range .Nasty}}<a href="#{{.}}">x</a>{{end}}`, `{{range .Nasty}}<form action="{{.}}?to={{.}}"></form>{{end}}`, `{{range .Nasty}}<img data-src="{{.}}" alt="{{.}}">{{end}}`,
		`{{range .Nasty}}<textarea name="x">{{.}}</textarea>{{end}}`, `<title>{{.Text}} · x</title>`, `{{range .Nasty}}<script data-wasm="{{.}}" src="{{.}}"></script>{{end}}`,
		`{{range .Nasty}}<meta content="{{.}}">{{end}}`, `<script>if (a < b && "</p>") {}</script>{{.Text}}<style>a > b {}</style>{{.Text}}`,
		`<p>{{.HTML}}</p>`, `<p>{{if .Yes}}a{{else}}b{{end}}{{if not .Yes}}a{{else if .N}}b{{else}}c{{end}}</p>`,
		`{{with .Text}}{{.}}{{$.N}}{{end}}{{with .None}}x{{else}}none{{end}}`, `{{range $i, $p := .People}}{{if $i}}, {{end}}{{$p.Name}} {{.Lang.Tag}} {{.Older 3}}{{end}}`,
		`{{range $k, $v := .Map}}{{$k}}={{$v}};{{end}}{{range .Nobody}}x{{else}}nobody{{end}}`, `{{.Map.a}} {{.Map.z}} {{index .Map "b"}} {{(index .People 1).Name}} {{index .Nasty 1}}`,
		`{{.T "key" .N (print "x" .N) .Text}} {{.T "k"}} {{.With "k" .Nasty}}`, `{{eq .N 3}} {{ne .One.Lang "en"}} {{eq .Text "a" "b"}} {{gt (len .People) 1}} {{lt .Share 0.75}} {{le .N 3}} {{ge .N 4}}`,
		`{{or .None .N}} {{and .Yes .N}} {{or "" 0 "last"}} {{and 1 0 .None.Name}}`, `{{$x := .N}}{{if .Yes}}{{$x = 7}}{{end}}{{$x}} {{.Inside}} {{.Any}} {{.Share}} {{true}} {{"a<"}} {{1.5}}`,
		`{{define "part"}}<b>{{.Name}}</b>{{end}}{{range .People}}{{template "part" .}}{{end}}{{template "part" .One}}`,
		`<p{{if .Yes}} class="a"{{end}}{{with .Text}} title="{{.}}"{{end}}>x</p><input value="{{if .Yes}}{{.N}}{{end}}"><br/>`,
		`a < b <!doctype html> 1<2 {{- .N -}} x`, `{{len .Text | print "n" | print}}`, `{{range .People}}{{.Name}}{{$.T "x"}}{{end}}`,
	} {
		theirs := template.Must(template.New("t").Parse(source))
		var want, got strings.Builder
		if err := theirs.Execute(&want, sample()); err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		s := New(Funcs{"own": func(h template.HTML) HTML { return HTML(h) }}, methods)
		if err := s.Parse("t", strings.ReplaceAll(source, "{{.HTML}}", "{{own .HTML}}")); err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if err := s.Execute(&got, "t", sample()); err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if say := strings.NewReplacer("#ZgotmplZ", refused, "a &lt; b", "a < b", "1&lt;2", "1<2").Replace(want.String()); got.String() != say {
			t.Errorf("%s:\n got %s\nwant %s", source, got.String(), say)
		}
	}
}

// TestRefused: templates that cannot be told to be safe are none.
func TestRefused(t *testing.T) {
	for source, want := range map[string]string{
		`<p {{.Text}}>`: "a value in the tag p", `<p class={{.Text}}>`: "not quoted", `<p onclick="{{.Text}}">`: "a value in the attribute onclick",
		`<p style="{{.Text}}">`: "a value in the attribute style", `<img srcset="{{.Text}}">`: "srcset", `<p`: "ends in the tag p", `<script>x`: "ends in the element script",
		`<iframe srcdoc="{{.Text}}"></iframe>`: "srcdoc",
		`<!-- {{.Text}} -->`:                   "a comment", `{{if .Yes}}<p class="{{end}}">`: "one branch ends", `{{range .Nasty}}<p {{end}}>`: "one branch ends",
		`<p class="{{template "x"}}">`: "a template in", `{{range .Nasty}}{{break}}{{end}}`: "not for pages", `{{nothing}}`: "not defined", `<p "a">`: `in the tag p`,
		`{{define "a"}}<p title="{{end}}`: "ends in the attribute title",
	} {
		if err := New(nil, methods).Parse("t", source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

// TestFaults: what goes wrong while a page is written is an error.
func TestFaults(t *testing.T) {
	for source, want := range map[string]string{
		`{{.Missing}}`: "has no Missing", `{{.None.Name}}`: "of nothing", `{{.Text.X}}`: "has no X", `{{.T}}`: "takes 3 arguments and not 1", `{{.T 5}}`: "takes a string",
		`{{.Fails}}`: "it fails", `{{index .Nasty 99}}`: "has no element", `{{range .N}}{{end}}`: "range over", `{{template "x"}}`: "no template x", `{{eq .Text 5}}`: "cannot be compared",
		`{{len .N}}`: "no length", `<script>{{.Text}}</script>`: "only a markup.JSON may", `<style>{{.Text}}</style>`: "only a markup.CSS may", `{{.Text .N}}`: "has no method",
		`{{1 2}}`: "no function", `{{.embedded.Inside}}`: "has no embedded",
	} {
		s := New(nil, methods)
		if err := s.Parse("t", source); err != nil {
			if !strings.Contains(err.Error(), "non executable") && !strings.Contains(err.Error(), "bad character") {
				t.Errorf("%s: %v", source, err)
			}
			continue
		}
		if err := s.Execute(&strings.Builder{}, "t", sample()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
	if err := New(nil, nil).Execute(&strings.Builder{}, "t", nil); err == nil {
		t.Error("a template that is none was written")
	}
}

// TestAsTheyStand: texts that somebody answers for stay as they are where they may stand, and nowhere else.
func TestAsTheyStand(t *testing.T) {
	s := New(Funcs{"twice": func(n int) int { return 2 * n }}, nil).Must(fstest.MapFS{
		"x/a.html": {Data: []byte(`{{define "b"}}{{.N | twice}}{{end}}<style>{{.CSS}}</style><script type="application/json">{{.JSON}}</script>{{.HTML}}<p title="{{.HTML}}">{{.CSS}}`)},
		"x/c.html": {Data: []byte(`{{template "b" .}}`)},
	}, "x/*.html")
	given := struct {
		CSS  CSS
		JSON JSON
		HTML HTML
		N    int
	}{"a > b", `{"a":"\u003c"}`, "<b>1 &lt; 2</b>", 21}
	for name, want := range map[string]string{
		"a.html": `<style>a > b</style><script type="application/json">{"a":"\u003c"}</script><b>1 &lt; 2</b><p title="1 &lt; 2">a &gt; b`, "c.html": "42",
	} {
		var b strings.Builder
		if err := s.Lookup(name).Execute(&b, given); err != nil || b.String() != want {
			t.Errorf("%v\n got %s\nwant %s", err, b.String(), want)
		}
	}
	if Escape(`<a href="x">'&`) != "&lt;a href=&#34;x&#34;&gt;&#39;&amp;" {
		t.Error(Escape(`<a href="x">'&`))
	}
}
