package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// uniqueOf is torch.unique with arguments sorted, return_inverse, return_counts, dim.
func uniqueOf(t *object.Thread, x *tensor.Tensor, a []object.Value) (object.Value, error) {
	return object.Value{}, object.Raise(object.NotImplementedError, "unique")
}
