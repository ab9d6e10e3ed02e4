package eval

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"

	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file shows objects: a cell's value, and display().

// maxChips are the tensors of one display that get a chip.
const maxChips = 16

// result shows a cell's value and keeps it as _, __, ___ and Out[n].
func (e *Evaluator) result(a *active, v object.Value) error {
	body := wire.DisplayBody{Data: wire.Bundle{}}
	done, err := e.bundle(a.thread, v, choice{object.None, object.None}, &body)
	if err != nil {
		return err
	}
	e.keepResult(a, v)
	if done {
		return nil
	}
	body.Count = a.Count
	e.offerTable(a.thread, a, v, &body)
	return e.show(a.thread, wire.Result, body)
}

// keepResult moves the last values on. They stand in builtins, as Python's own _
// does, so that a learner's variables of the same names win.
func (e *Evaluator) keepResult(a *active, v object.Value) {
	b := e.session.Builtins
	for _, pair := range [][2]string{{"__", "___"}, {"_", "__"}} {
		if old, ok := b.Get(pair[0]); ok {
			b.Set(pair[1], old)
		}
	}
	b.Set("_", v)
	b.Set("_oh", object.Of(e.out))
	b.Set(fmt.Sprintf("_%d", a.Count), v)
	_ = e.out.Set(a.thread, object.Int(int64(a.Count)), v)
}

// keepInput adds the cell's text to In.
func (e *Evaluator) keepInput(a *active) {
	for len(e.history) < a.Count {
		e.history = append(e.history, "")
	}
	e.history = append(e.history, a.Code)
	b := e.session.Builtins
	v, ok := b.Get("In")
	if ok {
		_, ok = v.Object().(*object.List)
	}
	if !ok { // a cell has put something else there
		v = object.NewList(nil)
		b.Set("In", v)
	}
	in := v.Object().(*object.List)
	for back, name := range []string{"_i", "_ii", "_iii"} {
		if n := len(e.history) - 2 - back; n >= 0 {
			b.Set(name, object.NewStr(e.history[n]))
		}
	}
	b.Set(fmt.Sprintf("_i%d", a.Count), object.NewStr(a.Code))
	b.Set("_ih", v)
	for _, text := range e.history[min(len(in.Items), len(e.history)):] {
		in.Items = append(in.Items, object.NewStr(text))
	}
}

// showFigures displays the plots that the cell drew and did not show, as Jupyter's
// inline backend does at the end of a cell.
func (e *Evaluator) showFigures(a *active) (object.Value, error) {
	pyplot, ok := e.session.Modules.GetStr("matplotlib.pyplot")
	if !ok {
		return object.None, nil
	}
	return object.CallAttr(a.thread, pyplot, "show")
}

// reprs are the methods that give one representation each, and the MIME type it is in.
var reprs = []struct {
	method, mime string
}{
	{"_repr_html_", "text/html"},
	{"_repr_markdown_", "text/markdown"},
	{"_repr_svg_", "image/svg+xml"},
	{"_repr_png_", "image/png"},
	{"_repr_jpeg_", "image/jpeg"},
	{"_repr_latex_", "text/latex"},
	{"_repr_json_", "application/json"},
	{"_repr_javascript_", "application/javascript"},
}

// choice is which representations are wanted: include and exclude, sequences of MIME types or None.
type choice struct{ include, exclude object.Value }

// wants reports whether a representation is wanted.
func (c choice) wants(t *object.Thread, mime string) bool {
	for _, rule := range []struct {
		types object.Value
		want  bool
	}{{c.include, true}, {c.exclude, false}} {
		if rule.types.IsNil() || rule.types.IsNone() {
			continue
		}
		if in, err := object.Contains(t, rule.types, object.NewStr(mime)); err != nil || in != rule.want {
			return false
		}
	}
	return true
}

// bundle makes the representations of v that are wanted. done is true when v has
// shown itself (_ipython_display_). A representation that raises is left out, and its
// traceback goes to stderr; only the plain text's error is the program's.
func (e *Evaluator) bundle(t *object.Thread, v object.Value, of choice, body *wire.DisplayBody) (done bool, err error) {
	if _, class := v.Object().(*object.Class); !class { // a class has these methods for its instances
		if done, err = e.offered(t, v, of, body); err != nil || done {
			return done, err
		}
	}
	if _, have := body.Data["text/plain"]; !have && of.wants(t, "text/plain") {
		if body.Data["text/plain"], err = e.plainText(t, v); err != nil {
			return false, err
		}
	}
	body.Tensors = e.chips(v)
	return false, nil
}

// registered asks what a program has registered for the class of v.
func (e *Evaluator) registered(t *object.Thread, v object.Value, body *wire.DisplayBody) error {
	if e.formats.IsNil() {
		return nil
	}
	res, err := object.Call(t, e.formats, v)
	if err == nil {
		addBundle(t, res.Object().(*object.Dict), body)
	}
	return err
}

// offered asks the methods of v for representations.
func (e *Evaluator) offered(t *object.Thread, v object.Value, of choice, body *wire.DisplayBody) (done bool, err error) {
	if _, any, err := object.GetAttrOpt(t, v, "_no_class_has_this_method_"); any || err != nil && !object.Catch(err, object.ExceptionClass) {
		return false, err // it has every attribute that it is asked for
	}
	res, err := e.ask(t, v, "_ipython_display_")
	if err != nil || !res.IsNil() {
		return err == nil, err
	}
	keywords := []object.Keyword{{Name: "include", Value: of.include}, {Name: "exclude", Value: of.exclude}}
	if res, err = e.ask(t, v, "_repr_mimebundle_", keywords...); err != nil {
		return false, err
	}
	if d, ok := first(res).Object().(*object.Dict); ok {
		addBundle(t, d, body)
	}
	if err := e.registered(t, v, body); err != nil {
		return false, err
	}
	for _, r := range reprs {
		if _, have := body.Data[r.mime]; have {
			continue
		}
		if res, err = e.ask(t, v, r.method); err != nil {
			return false, err
		}
		if text, ok := mimeText(t, first(res)); ok {
			body.Data[r.mime] = text
		}
	}
	for mime := range body.Data {
		if !of.wants(t, mime) {
			delete(body.Data, mime)
		}
	}
	return false, nil
}

// ask calls a method that shows v; nothing comes back if there is none. An exception is
// printed, but for those that end a run.
func (e *Evaluator) ask(t *object.Thread, v object.Value, method string, keywords ...object.Keyword) (object.Value, error) {
	fn, ok, err := object.GetAttrOpt(t, v, method)
	if object.Catch(err, object.ExceptionClass) || err == nil && (!ok || !object.Callable(fn)) {
		return object.Value{}, nil
	}
	var res object.Value
	if err == nil {
		res, err = object.CallArgs(t, fn, object.Args{Kw: keywords})
	}
	if x, ok := object.AsException(err); ok && object.Catch(err, object.ExceptionClass) {
		_, err = io.WriteString(e.session.Stderr, e.traceback(t, x))
		return object.Value{}, err
	}
	return res, err
}

// first is the data of a pair (data, metadata).
func first(v object.Value) object.Value {
	if v.IsNil() {
		return object.None
	}
	if pair, ok := v.Object().(*object.Tuple); ok && len(pair.Items) == 2 {
		return pair.Items[0]
	}
	return v
}

// addBundle adds the representations that a dict holds.
func addBundle(t *object.Thread, d *object.Dict, body *wire.DisplayBody) {
	for k, x := range d.All() {
		if mime, ok := object.AsStr(k); ok {
			if text, ok := mimeText(t, x); ok {
				body.Data[mime] = text
			}
		}
	}
}

// mimeText is a representation as wire.Bundle holds it.
func mimeText(t *object.Thread, v object.Value) (string, bool) {
	if text, ok := object.AsStr(v); ok {
		return text, true
	}
	switch o := v.Object().(type) {
	case *object.Bytes:
		return base64.StdEncoding.EncodeToString(o.B), true
	case *object.Dict, *object.List:
		if data, err := json.Marshal(plain(v, 8)); err == nil {
			return string(data), true
		}
	}
	return "", false
}

// plain turns a value of JSON's kinds into Go's.
func plain(v object.Value, depth int) any {
	if n, ok := object.AsInt(v); ok && !v.IsBool() {
		return n
	}
	if s, ok := object.AsStr(v); ok {
		return s
	}
	switch {
	case v.IsNone() || depth == 0:
		return nil
	case v.IsBool():
		return v.SmallInt() != 0
	case v.IsFloat():
		return v.Float64()
	}
	switch o := v.Object().(type) {
	case *object.Dict:
		m := map[string]any{}
		for k, x := range o.All() {
			if s, ok := object.AsStr(k); ok {
				m[s] = plain(x, depth-1)
			}
		}
		return m
	case *object.List:
		return plainItems(o.Items, depth)
	case *object.Tuple:
		return plainItems(o.Items, depth)
	}
	return nil
}

func plainItems(items []object.Value, depth int) []any {
	list := make([]any, len(items))
	for i, x := range items {
		list[i] = plain(x, depth-1)
	}
	return list
}
