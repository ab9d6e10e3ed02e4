package eval_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// page is what a page has of the controls: the last state of each display.
type page struct {
	*recorder
	shown map[string]map[string]any // by display
	order []string
}

func (p *page) Emit(typ string, body any) {
	p.recorder.Emit(typ, body)
	b, ok := body.(wire.DisplayBody)
	state := map[string]any{}
	if !ok || json.Unmarshal([]byte(b.Data[wire.ControlType]), &state) != nil {
		return
	}
	if typ == wire.Display {
		p.order = append(p.order, b.ID)
	}
	p.shown[b.ID] = state
}

// state is the n-th display.
func (p *page) state(n int) map[string]any { return p.shown[p.order[n]] }

// inner is the i-th control in a state.
func inner(state map[string]any, i int) map[string]any {
	return state["children"].([]any)[i].(map[string]any)
}

// bench is an evaluator with a page in front of it.
type bench struct {
	ev *eval.Evaluator
	*page
	n int
}

func newBench(t *testing.T) *bench {
	return &bench{ev: open(t, "cpu", eval.Config{}), page: &page{&recorder{}, map[string]map[string]any{}, nil}}
}

func (b *bench) run(code string) session.Outcome {
	b.n++
	return b.ev.Run(session.Run{RID: fmt.Sprint("r", b.n), Cell: "c", Code: code, Count: b.n, Lang: "en"}, b.page)
}

func (b *bench) touch(id any, event, value string) session.Outcome {
	body := &wire.ControlBody{ID: id.(string), Event: event, Value: value}
	return b.ev.Run(session.Run{RID: "p", Cell: "c", Lang: "en", KeepGoing: true, Control: body}, b.page)
}

func TestInteractRunsItsFunctionWhenAControlChanges(t *testing.T) {
	b := newBench(t)
	b.run("from ipywidgets import interact\n@interact(n=(0, 10), word=['a', 'b'])\ndef f(n, word):\n    print(word * n)\n    if n == 9: raise ValueError('nine')\n    return n + 1")
	root := b.state(0)
	if root["kind"] != "interactive" || fmt.Sprint(inner(root, 0)["value"], inner(root, 0)["max"], inner(root, 1)["options"]) != "5 10 [a b]" {
		t.Fatalf("shown: %v", root)
	}
	outputs := func() string { return fmt.Sprint(inner(b.state(0), 2)["outputs"]) }
	if got := outputs(); !strings.Contains(got, "aaaaa") || !strings.Contains(got, "text/plain:6") {
		t.Errorf("at first: %s", got)
	}
	b.touch(inner(root, 1)["id"], "set", "1")
	if got := outputs(); !strings.Contains(got, "bbbbb") || strings.Contains(got, "aaaaa") {
		t.Errorf("after another choice: %s", got)
	}
	b.touch(inner(root, 0)["id"], "set", "2")
	if got := outputs(); !strings.Contains(got, "bb\n") || !strings.Contains(got, "text/plain:3") || inner(b.state(0), 0)["value"] != 2.0 {
		t.Errorf("after a drag: %s", got)
	}
	if o := b.touch(inner(root, 0)["id"], "set", "9"); o.State != wire.RunDone {
		t.Errorf("an error in the function ended the run as %s", o.State)
	}
	if got := outputs(); !strings.Contains(got, "ValueError") || !strings.Contains(got, "nine") || strings.Contains(got, "ipywidgets/") {
		t.Errorf("after an error: %s", got)
	}
	if b.text["stdout"] != "" {
		t.Errorf("printed beside the controls: %q", b.text["stdout"])
	}
}

func TestCallbacksOfControls(t *testing.T) {
	b := newBench(t)
	b.run("import ipywidgets as w\ns, b, t = w.IntSlider(description='s'), w.Button(description='go'), w.Text()\nn = w.IntText()\nl = w.link((s, 'value'), (n, 'value'))\n" +
		"s.observe(lambda c: print(c.name, c.old, c.new), 'value')\nb.on_click(lambda b: print('pressed', b.description, s.value))\nt.on_submit(lambda t: print('sent', t.value))\nw.VBox([s, b, t, n])")
	root := b.state(0)
	id := func(i int) any { return inner(root, i)["id"] }
	b.touch(id(0), "set", "30")
	b.touch(id(0), "set", "300") // it is brought to the nearer bound
	b.touch(id(1), "click", "")
	b.touch(id(2), "submit", `"hey"`)
	if got, want := b.text["stdout"], "value 0 30\nvalue 30 100\npressed go 100\nsent hey\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
	if inner(b.state(0), 3)["value"] != 100.0 {
		t.Errorf("the linked one is %v", inner(b.state(0), 3))
	}
	b.run("s.value = 7\nprint(len(In), n.value)")
	if inner(b.state(0), 0)["value"] != 7.0 || !strings.HasSuffix(b.text["stdout"], "3 7\n") {
		t.Errorf("after a cell: %v, %q", b.state(0), b.text["stdout"])
	}
	b.run("b.on_click(lambda b: 1 / 0)")
	if o := b.touch(id(1), "click", ""); o.State != wire.RunFailed || find[wire.ErrorBody](b.recorder).Name != "ZeroDivisionError" {
		t.Errorf("a failing callback: %+v", o)
	} else if text := find[wire.ErrorBody](b.recorder).Text; strings.Contains(text, "ipywidgets") || !strings.Contains(text, "Cell In[") {
		t.Errorf("its traceback: %s", text)
	}
	if o := b.touch("no-such", "click", ""); !o.Gone || o.State != wire.RunAborted {
		t.Errorf("a control that is not there: %+v", o)
	}
	if o := b.touch(id(1), "set", "{"); o.State != wire.RunFailed && o.State != wire.RunDone {
		t.Errorf("nonsense: %+v", o)
	}
	if o := newBench(t).touch("w", "click", ""); !o.Gone {
		t.Errorf("before anything was imported: %+v", o)
	}
}

func TestProgressIsTold(t *testing.T) {
	b := newBench(t)
	b.run("from ipywidgets import IntProgress\nfrom IPython.display import display\np = IntProgress(max=5000)\ndisplay(p)\nfor i in range(5000): p.value += 1")
	if got := b.state(0)["value"]; got != 5000.0 {
		t.Errorf("shown at the end: %v", got)
	}
	if n := len(b.events); n > 100 {
		t.Errorf("%d events for one bar", n)
	}
}

func TestOutputTakesWhatIsShownInIt(t *testing.T) {
	b := newBench(t)
	b.run("import ipywidgets as w, sys\nfrom IPython.display import display, Markdown, clear_output\no = w.Output()\ndisplay(o)\n" +
		"with o:\n    print('in')\n    print('err', file=sys.stderr)\n    display(Markdown('**x**'))\n    display(w.Label('inside'))\nprint('out')")
	outputs := b.state(0)["outputs"].([]any)
	var got []string
	for _, x := range outputs {
		m := x.(map[string]any)
		got = append(got, fmt.Sprint(m["output_type"], m["name"], m["text"]))
	}
	if want := "streamstdoutin\n|streamstderrerr\n|display_data<nil> <nil>|display_data<nil> <nil>"; strings.Join(got, "|") != want {
		t.Fatalf("holds %q, want %q", outputs, want)
	}
	if data := outputs[3].(map[string]any)["data"].(map[string]any); !strings.Contains(fmt.Sprint(data[wire.ControlType]), `"kind": "Label"`) {
		t.Errorf("a control in it: %v", data)
	}
	if b.text["stdout"] != "out\n" {
		t.Errorf("beside it: %q", b.text["stdout"])
	}
	b.run("with o:\n    clear_output(wait=True)\n    print('anew')\no.append_stdout('more')\n@o.capture()\ndef f(): print('captured')\nf()")
	if got := fmt.Sprint(b.state(0)["outputs"]); !strings.Contains(got, "anew\nmorecaptured") || strings.Contains(got, "in\n") {
		t.Errorf("after clear_output: %s", got)
	}
	b.run("for i in range(20000): o.append_stdout('a line\\n')")
	if n := len(fmt.Sprint(b.state(0)["outputs"])); n > 80<<10 {
		t.Errorf("holds %d bytes", n)
	}
	b.run("with o:\n    raise KeyboardInterrupt")
	b.run("print('free')")
	if !strings.HasSuffix(b.text["stdout"], "free\n") {
		t.Error("what came later was held back")
	}
}

// TestControlsAreWrittenAsInJupyter holds texts of ipywidgets 8 and traitlets 5.5.
func TestControlsAreWrittenAsInJupyter(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"w.IntSlider(7, description='Test:', max=10)", "IntSlider(value=7, description='Test:', max=10)"},
		{"w.FloatSlider(value=7.5, max=10.0, description='Test:', continuous_update=False, readout_format='.1f')", "FloatSlider(value=7.5, continuous_update=False, description='Test:', max=10.0, readout_format='.1f')"},
		{"w.Button(description='Click Me!')", "Button(description='Click Me!', style=ButtonStyle())"},
		{"w.Dropdown(options=['1', '2', '3'], value='2', description='Number:')", "Dropdown(description='Number:', index=1, options=('1', '2', '3'), value='2')"},
		{"w.HBox([w.Checkbox(False), w.Label('x')])", "HBox(children=(Checkbox(value=False), Label(value='x')))"},
		{"w.interactive(lambda x: print(x), x=10)", "interactive(children=(IntSlider(value=10, description='x', max=30, min=-10), Output()), _dom_classes=('widget-interact',))"},
		{"w.IntSlider('a')", "TraitError: The 'value' trait of an IntSlider instance expected an int, not the str 'a'."},
		{"w.IntSlider(min=5, max=1)", "TraitError: setting min > max"},
		{"w.FloatSlider(min=5, max=1)", "TraitError: Setting min > max"},
		{"w.Dropdown(options=[1], value=2)", "TraitError: Invalid selection: value not found"},
		{"w.Checkbox(3)", "TraitError: The 'value' trait of a Checkbox instance expected a boolean, not the int 3."},
		{"w.interact(lambda x: x)", "ValueError: cannot find widget or abbreviation for argument: 'x'"},
		{"w.interact(lambda x: x, x=(3, 1))", "ValueError: value must be between min and max (min=3, value=2, max=1)"},
		{"w.interact.options(bad=1)", "ValueError: invalid option 'bad'"},
		{"w.link((w.Text(), 'nope'), (w.Text(), 'value'))", "TypeError: Text(value='') has no trait 'nope'"},
	} {
		r, _ := cells(open(t, "cpu", eval.Config{}), "import ipywidgets as w\ntry: x = repr("+c.code+")\nexcept Exception as e: x = f'{type(e).__name__}: {e}'\nprint(x)")
		if got := strings.TrimSuffix(r.text["stdout"], "\n"); got != c.want {
			t.Errorf("%s\n gives %s\n want %s", c.code, got, c.want)
		}
	}
}
