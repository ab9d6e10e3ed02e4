// This file tells of faults beside their message: as attributes of the exception, and as
// an explanation whose words the page has.

package cellkernel

import (
	"strings"

	"gputour/cuda/cudac"
	"gputour/engine/eval"
	"gputour/engine/object"
)

// describeFault gives an exception its attributes: code ("memcheck.index"), details (what
// stands in the message), line, block and thread.
func describeFault(t *object.Thread, e object.Value, f *cudac.Fault) {
	var details []object.Value
	for _, a := range f.Args {
		details = append(details, object.NewStr(a))
	}
	triple := func(x [3]int) object.Value {
		return object.NewTuple(object.Int(int64(x[0])), object.Int(int64(x[1])), object.Int(int64(x[2])))
	}
	for name, v := range map[string]object.Value{
		"code": object.NewStr(f.Code), "details": object.NewTuple(details...), "line": object.Int(int64(f.Pos.Line)), "block": triple(f.Block), "thread": triple(f.Thread),
	} {
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
	e := &eval.Word{Code: "kernel." + code}
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
