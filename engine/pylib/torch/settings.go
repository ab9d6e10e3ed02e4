package torch

import (
	"math"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// What the Python source of torch asks of Go about the build.

func init() {
	def := func(sig string, fn object.GoFunc) { moduleFunctions = append(moduleFunctions, object.Def(sig, fn, "")) }
	def("_import(name, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		name, _ := object.AsStr(a[0])
		return interp.Import(t, name)
	})
	def("_compiled_with_cuda()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Bool(stateOf(t).compiled()), nil
	})
	def("_log_api_usage_once(name, /)", noneMethod)
}

// constants are the numbers in module torch.
var constants = map[string]object.Value{
	"_inf": object.Float(math.Inf(1)), "_nan": object.Float(math.NaN()), "_pi": object.Float(math.Pi), "_e": object.Float(math.E),
}
