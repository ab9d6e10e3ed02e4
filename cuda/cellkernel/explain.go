// This file tells of faults beside their message: as attributes of the exception, and as
// an explanation whose words the page has.

package cellkernel

import (
	"strings"

	"gputour/cuda/cudac/report"
	"gputour/engine/eval"
	"gputour/engine/object"
)

// describeFault gives an exception its attributes: code ("memcheck.index"), details (what
// stands in the message), line, block and thread; where it was in an array, also array, index,
// length and touched: who touched that element, each as (block, thread, line, text of the line, what it did).
func describeFault(t *object.Thread, e object.Value, f *report.Fault) {
	var details []object.Value
	for _, a := range f.Args {
		details = append(details, object.NewStr(a))
	}
	triple := func(x [3]int) object.Value {
		return object.NewTuple(object.Int(int64(x[0])), object.Int(int64(x[1])), object.Int(int64(x[2])))
	}
	attributes := map[string]object.Value{
		"code": object.NewStr(f.Code), "details": object.NewTuple(details...), "line": object.Int(int64(f.Pos.Line)), "block": triple(f.Block), "thread": triple(f.Thread),
	}
	if p := f.Place; p != nil {
		toucher := func(o report.Toucher) object.Value {
			return object.NewTuple(triple(o.Block), triple(o.Thread), object.Int(int64(o.Line)), object.NewStr(o.Source), object.NewStr(o.Does))
		}
		touched := []object.Value{toucher(report.Toucher{Block: f.Block, Thread: f.Thread, Line: f.Pos.Line, Source: f.Line, Does: p.Does})}
		if f.Other != nil {
			touched = append(touched, toucher(*f.Other))
		}
		attributes["array"], attributes["index"], attributes["length"] = object.NewStr(p.Array), object.Int(p.Index), object.Int(p.Length)
		attributes["touched"] = object.NewTuple(touched...)
	}
	for name, v := range attributes {
		_ = object.SetAttr(t, e, name, v) // exceptions take any attribute
	}
}

// Explain is eval.Config's: our word on a kernel's fault.
func Explain(t *object.Thread, x *object.Exception) *eval.Word {
	if !x.Class().IsSubclassOf(kernelError) {
		return nil
	}
	text := func(name string) string {
		v, _, _ := object.GetAttrOpt(t, object.Of(x), name)
		s, _ := object.AsStr(v)
		return s
	}
	code := text("code")
	if code == "" {
		return nil
	}
	e := &eval.Word{Code: "kernel." + code, Touch: touchOf(t, object.Of(x))}
	if v, ok, _ := object.GetAttrOpt(t, object.Of(x), "details"); ok {
		if details, ok := v.Object().(*object.Tuple); ok {
			for _, d := range details.Items {
				s, _ := object.AsStr(d)
				e.Args = append(e.Args, s)
			}
		}
	}
	if len(x.Args.Items) > 0 {
		s, _ := object.AsStr(x.Args.Items[0])
		e.Text, _, _ = strings.Cut(s, "\n")
	}
	return e
}

// touchOf reads what describeFault wrote; nil where the fault is in no array, or where somebody
// has put something else there.
func touchOf(t *object.Thread, e object.Value) *eval.Touch {
	get := func(name string) object.Value {
		if v, ok, err := object.GetAttrOpt(t, e, name); ok && err == nil {
			return v
		}
		return object.None
	}
	touched, ok := get("touched").Object().(*object.Tuple)
	array, named := object.AsStr(get("array"))
	index, _ := object.AsInt(get("index"))
	length, _ := object.AsInt(get("length"))
	if !ok || !named {
		return nil
	}
	w := &eval.Touch{Array: array, Index: index, Length: length}
	for _, one := range touched.Items {
		fields, ok := one.Object().(*object.Tuple)
		if !ok || len(fields.Items) != 5 {
			return nil
		}
		line, _ := object.AsInt(fields.Items[2])
		source, _ := object.AsStr(fields.Items[3])
		does, _ := object.AsStr(fields.Items[4])
		w.Threads = append(w.Threads, eval.Toucher{Block: tripleOf(fields.Items[0]), Thread: tripleOf(fields.Items[1]), Line: int(line), Source: source, Does: does})
	}
	return w
}

func tripleOf(v object.Value) (x [3]int) {
	if tuple, ok := v.Object().(*object.Tuple); ok && len(tuple.Items) == len(x) {
		for i, item := range tuple.Items {
			n, _ := object.AsInt(item)
			x[i] = int(n)
		}
	}
	return x
}
