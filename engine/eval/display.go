package eval

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file shows objects: a cell's value, and display().

// maxChips are the tensors of one display that get a chip.
const maxChips = 16

// result shows a cell's value and keeps it as _, __, ___ and Out[n].
func (e *Evaluator) result(a *active, v object.Value) error {
	body, err := e.bundle(a.thread, v)
	if err != nil {
		return err
	}
	e.keepResult(a, v)
	body.Count = a.Count
	a.out.Emit(wire.Result, body)
	return nil
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
	b.Set(fmt.Sprintf("_%d", a.Count), v)
	_ = e.out.Set(a.thread, object.Int(int64(a.Count)), v)
}

// keepInput adds the cell's text to In.
func (e *Evaluator) keepInput(a *active) {
	for len(e.history) < a.Count {
		e.history = append(e.history, "")
	}
	e.history = append(e.history, a.Code)
	v, ok := e.session.Builtins.Get("In")
	if ok {
		_, ok = v.Object().(*object.List)
	}
	if !ok { // a cell has put something else there
		v = object.NewList(nil)
		e.session.Builtins.Set("In", v)
	}
	in := v.Object().(*object.List)
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

// bundle makes every representation that v offers; text/plain is always there.
func (e *Evaluator) bundle(t *object.Thread, v object.Value) (wire.DisplayBody, error) {
	body := wire.DisplayBody{Data: wire.Bundle{}, Meta: map[string]string{}}
	if _, class := v.Object().(*object.Class); !class { // a class has these methods for its instances
		done, err := e.mimeBundle(t, v, body)
		if err != nil {
			return body, err
		}
		for _, r := range reprs {
			if _, have := body.Data[r.mime]; have || done {
				continue
			}
			if err := representation(t, v, r.method, r.mime, body); err != nil {
				return body, err
			}
		}
	}
	if _, have := body.Data["text/plain"]; !have {
		text, err := object.Repr(t, v)
		if err != nil {
			return body, err
		}
		body.Data["text/plain"] = text
	}
	body.Tensors = e.chips(v)
	return body, nil
}

// mimeBundle asks _repr_mimebundle_, which says all there is to say.
func (e *Evaluator) mimeBundle(t *object.Thread, v object.Value, body wire.DisplayBody) (done bool, err error) {
	fn, ok, err := object.GetAttrOpt(t, v, "_repr_mimebundle_")
	if err != nil || !ok {
		return false, err
	}
	res, err := object.Call(t, fn)
	if err != nil || res.IsNone() {
		return false, err
	}
	if pair, ok := res.Object().(*object.Tuple); ok && len(pair.Items) == 2 {
		res = pair.Items[0]
	}
	d, ok := res.Object().(*object.Dict)
	if !ok {
		return false, nil
	}
	for k, x := range d.All() {
		if mime, ok := object.AsStr(k); ok {
			if text, ok := mimeText(t, x); ok {
				body.Data[mime] = text
			}
		}
	}
	return len(body.Data) > 0, nil
}

// representation calls one of the methods; a class without it, or one that answers
// None, has none.
func representation(t *object.Thread, v object.Value, method, mime string, body wire.DisplayBody) error {
	fn, ok, err := object.GetAttrOpt(t, v, method)
	if err != nil || !ok {
		return err
	}
	res, err := object.Call(t, fn)
	if err != nil {
		return err
	}
	if pair, ok := res.Object().(*object.Tuple); ok && len(pair.Items) == 2 {
		res = pair.Items[0] // (data, metadata)
	}
	if text, ok := mimeText(t, res); ok {
		body.Data[mime] = text
	}
	return nil
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
