package numpy

import (
	"slices"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// viewCodes are the struct codes of the types whose memory memoryview shows.
var viewCodes = map[tensor.DType]string{
	tensor.Bool: "?", tensor.Uint8: "B", tensor.Int8: "b", tensor.Int16: "h", tensor.Int32: "i", tensor.Int64: "l",
	tensor.Float32: "f", tensor.Float64: "d",
}

// View is what memoryview(array) looks at: the array's own memory.
func (a *Array) View() (b []byte, format string, shape []int, readonly bool, err error) {
	format = viewCodes[a.x.DType()]
	switch {
	case a.dom != nil || format == "":
		return nil, "", nil, false, object.Raise(object.ValueError, "cannot include this dtype in a buffer that memoryview shows; tobytes() copies")
	case !a.contiguous():
		return nil, "", nil, false, object.Raise(object.ValueError, "ndarray is not C-contiguous")
	}
	size := a.elementSize()
	from, to := a.offset*size, (a.offset+a.size())*size
	return a.memory()[from:to:to], format, slices.Clone(a.shape), a.locked, nil
}

// fromView is an array of what a memoryview shows.
func fromView(t *object.Thread, m *object.MemoryView) (*Array, error) {
	b, format, shape, err := m.Items()
	if err != nil {
		return nil, err
	}
	for d, code := range viewCodes {
		if code == format {
			a, err := newArray(envOf(t), d, shape)
			if err == nil {
				copy(a.memory()[a.offset*d.Size():], b)
			}
			return a, err
		}
	}
	return nil, nil // read as the sequence it is
}
