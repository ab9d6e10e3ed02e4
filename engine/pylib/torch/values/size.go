package values

import (
	"strconv"
	"strings"

	"gputour/engine/object"
)

// SizeClass is torch.Size, a tuple of ints.
var SizeClass = object.NewBuiltin("torch.Size")

// Size makes a torch.Size.
func Size(shape []int) object.Value {
	items := make([]object.Value, len(shape))
	for i, n := range shape {
		items[i] = object.Int(int64(n))
	}
	return object.Adopt(&object.Tuple{Items: items}, SizeClass)
}

// Ints makes a tuple of ints.
func Ints(list []int) object.Value {
	items := make([]object.Value, len(list))
	for i, n := range list {
		items[i] = object.Int(int64(n))
	}
	return object.NewTuple(items...)
}

// SizeRepr is "torch.Size([2, 3])".
func SizeRepr(t *object.Thread, v object.Value) (string, error) {
	items := v.Object().(*object.Tuple).Items
	parts := make([]string, len(items))
	for i, item := range items {
		if item.IsInt() {
			parts[i] = strconv.FormatInt(item.SmallInt(), 10)
			continue
		}
		text, err := object.Repr(t, item)
		if err != nil {
			return "", err
		}
		parts[i] = text
	}
	return "torch.Size([" + strings.Join(parts, ", ") + "])", nil
}
