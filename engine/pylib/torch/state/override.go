package state

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
)

// NoteClass remembers that the session has tensors of classes that answer themselves.
func (s *Session) NoteClass(c *object.Class) {
	if !s.Overriding && ClassAnswers(c) {
		s.Overriding = true
	}
}

// ClassAnswers reports a class of Python's, other than Tensor, whose operations are not plain.
func ClassAnswers(c *object.Class) bool {
	if c == values.TensorClass || c.Builtin {
		return false
	}
	fn, ok := c.Lookup("__torch_function__")
	return ok && fn != DisabledTorchFunction
}

// DisabledTorchFunction is the __torch_function__ of classes whose operations give plain
// tensors, as Parameter.
var DisabledTorchFunction = object.Of(object.Def("_disabled_torch_function_impl(*args, **kwargs)", func(*object.Thread, []object.Value) (object.Value, error) {
	return object.None, nil
}, ""))

// Answers reports a tensor whose class answers for its operations itself, as quantised and sparse ones: what it
// shows is not what its own elements are.
func Answers(v object.Value) bool {
	x, ok := v.Object().(*values.Tensor)
	return ok && ClassAnswers(x.Class())
}
