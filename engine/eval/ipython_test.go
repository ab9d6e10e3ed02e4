package eval_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

var differ = flag.Bool("differ", false, "write what the notebook shows, where that is not what IPython shows, below '--- differs'")

// TestAsIPython runs testdata/ipython/*.txt, whose form and source testdata/ipython.py
// describes. What a notebook in a page shows in another way than IPython says why.
func TestAsIPython(t *testing.T) {
	files, _ := filepath.Glob("testdata/ipython/*.txt")
	if len(files) == 0 {
		t.Fatal("no sessions")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			head, sessions := cutAt(string(text), "=== ")
			out.WriteString(head)
			for _, s := range sessions {
				out.WriteString(checkSession(t, s))
			}
			if *differ {
				if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// cutAt splits text into what stands before the first line that begins with mark, and what begins there.
func cutAt(text, mark string) (head string, parts []string) {
	var all []string
	current := ""
	for _, line := range strings.SplitAfter(text, "\n") {
		if strings.HasPrefix(line, mark) {
			all, current = append(all, current), ""
		}
		current += line
	}
	all = append(all, current)
	return all[0], all[1:]
}

// checkSession runs the cells of one session and returns its text as it should be.
func checkSession(t *testing.T, text string) string {
	title, cells := cutAt(text, "--- cell\n")
	whole := title
	ev := open(t, "cpu", eval.Config{})
	for i, cell := range cells {
		code, sections := cutAt(strings.TrimPrefix(cell, "--- cell\n"), "--- ")
		want, own := sections, false
		for j, s := range sections {
			if strings.HasPrefix(s, "--- differs") {
				want, own = sections[j+1:], true
				sections = sections[:j+1]
				break
			}
		}
		r := &recorder{}
		ev.Run(session.Run{RID: "r", Cell: "c", Code: strings.TrimSuffix(code, "\n"), Count: i + 1, Lang: "en"}, &ordered{recorder: r})
		got := shown(r)
		if joined := strings.Join(want, ""); got != joined && !*differ {
			t.Errorf("%s%s:\ngot\n%swant\n%s", title, code, got, joined)
		}
		if *differ && (own || got != strings.Join(want, "")) {
			if !own {
				sections = append(sections, "--- differs: \n")
			}
			whole += "--- cell\n" + code + strings.Join(sections, "") + got
		} else {
			whole += cell
		}
	}
	return whole
}

// ordered records streams among the events.
type ordered struct{ *recorder }

// printed is a piece of a stream.
type printed struct{ name, text string }

func (o *ordered) Stream(name, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.events); n > 0 {
		if p, ok := o.events[n-1].(printed); ok && p.name == name {
			o.events[n-1] = printed{name, p.text + text}
			return
		}
	}
	o.events = append(o.events, printed{name, text})
}

// shownBody is a display with the kind of its event.
type shownBody struct {
	kind string
	wire.DisplayBody
}

func (o *ordered) Emit(typ string, body any) {
	if b, ok := body.(wire.DisplayBody); ok {
		kind := map[string]string{wire.Display: "display", wire.UpdateDisplay: "update", wire.Result: "result"}[typ]
		body = shownBody{kind, b}
	}
	o.recorder.Emit(typ, body)
}

var (
	address = regexp.MustCompile(`0x[0-9a-f]{6,}`)
	digest  = regexp.MustCompile(`\b[0-9a-f]{32}\b`)
	trail   = regexp.MustCompile(`(?m)[ \t]+$`)
	// What differs in every traceback: the failing expression is marked below its line, and
	// carets below a line that is no Python are as many as CPython's.
	marks  = regexp.MustCompile(`(?m)^(-+> .*\n) {8} *[~^]+\n`)
	carets = regexp.MustCompile(`(?m)^( *\^)\^+$`)
	// The lines of a profile that hold times, and the times.
	profiled = regexp.MustCompile(`(?m)^ +\d.*\b\d+\.\d{3}\b.*$`)
	seconds  = regexp.MustCompile(`\b\d+\.\d{3}\b`)
)

// shown writes what a cell showed as sections.
func shown(r *recorder) string {
	var b strings.Builder
	section := func(kind, text string) {
		text = trail.ReplaceAllString(digest.ReplaceAllString(address.ReplaceAllString(text, "0xADDR"), "HEX"), "")
		text = profiled.ReplaceAllStringFunc(text, func(line string) string { return seconds.ReplaceAllString(line, "0.000") })
		if strings.HasPrefix(kind, "error") {
			text = carets.ReplaceAllString(marks.ReplaceAllString(text, "$1"), "$1")
		}
		if strings.HasPrefix(kind, "std") && !strings.HasSuffix(text, "\n") {
			kind += ", no newline"
		}
		b.WriteString("--- " + kind + "\n")
		if text = strings.TrimRight(text, "\n"); text != "" {
			b.WriteString(text + "\n")
		}
	}
	for _, e := range r.events {
		switch e := e.(type) {
		case printed:
			section(e.name, e.text)
		case shownBody:
			for _, mime := range sortedTypes(e.Data) {
				section(e.kind+" "+mime, e.Data[mime])
			}
		case wire.ErrorBody:
			section("error "+e.Name, e.Text)
		case wire.ClearBody:
			section("clear", map[bool]string{true: "wait"}[e.Wait])
		}
	}
	return b.String()
}

func sortedTypes(data wire.Bundle) []string {
	var types []string
	for mime := range data {
		types = append(types, mime)
	}
	sort.Strings(types)
	return types
}

// TestAwait runs cells that await: in one loop, whose tasks go on from cell to cell.
func TestAwait(t *testing.T) {
	ev := open(t, "cpu", eval.Config{})
	for _, c := range []struct{ code, want string }{
		{"import asyncio\nasync def f(x):\n    await asyncio.sleep(0)\n    return x * 2\nawait f(3)", "6"},
		{"await asyncio.gather(f(1), f(2))", "[2, 4]"},
		{"async def g():\n    yield 1\n[x async for x in g()]", "[1]"},
		{"done = []\nasync with asyncio.Lock():\n    async for x in g():\n        done.append(await f(x))\ndone", "[2]"},
		{"task = asyncio.create_task(f(7))\ntask.done()", "False"},
		{"await task", "14"},
		{"asyncio.run(f(5))", "10"},
		{"%%time\nr = await f(8)", ""},
		{"r", "16"},
	} {
		r, o := cells(ev, c.code)
		got := ""
		if d := find[wire.DisplayBody](r); d != nil {
			got = d.Data["text/plain"]
		}
		if o.State != wire.RunDone || got != c.want {
			t.Errorf("%q: %s, %q, want %q", c.code, o.State, got, c.want)
		}
	}
	for code, want := range map[string]string{
		"asyncio.run(f(1)); await f(2)": "asyncio.run() cannot be called from a running event loop",
		"await asyncio.Future()":        "deadlock: every task waits for something that none of them does",
		"def h(): await f(1)":           "'await' outside async function",
	} {
		r, _ := cells(ev, code)
		if b := find[wire.ErrorBody](r); b == nil || !strings.Contains(b.Value, want) || b.Frames[0].File[:4] != "Cell" {
			t.Errorf("%q: %+v", code, b)
		}
	}
}
