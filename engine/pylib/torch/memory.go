package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Tensors over the memory of other objects: buffers, arrays and capsules.

var (
	frombufferParser = dispatch.NewParser(dispatch.Function, "frombuffer",
		"frombuffer(object buffer, *, ScalarType dtype, int count=-1, int offset=0, bool requires_grad=False)")
	asarrayParser = dispatch.NewParser(dispatch.Function, "asarray",
		"asarray(object obj, *, ScalarType? dtype=None, Device? device=None, bool? copy=None, bool requires_grad=False)")
)

const unwritable = "The given buffer is not writable, and PyTorch does not support non-writable tensors. This means you can " +
	"write to the underlying (supposedly non-writable) buffer using the tensor. You may want to copy the buffer to protect its " +
	"data or make it writable before converting it to a tensor. This type of warning will be suppressed for the rest of this program."

// torchFromBuffer makes a tensor over the memory of a buffer; of one that may only be read, a copy.
func torchFromBuffer(c *dispatch.Call) (object.Value, error) {
	d, count, offset := c.Options().DType, c.Int("count"), c.Int("offset")
	if c.Err != nil {
		return object.Value{}, c.Err
	}
	x, err := overBuffer(c, c.Arg("buffer"), d, count, offset)
	if err != nil {
		return object.Value{}, err
	}
	return c.Made(x, nil)
}

func overBuffer(c *dispatch.Call, buffer object.Value, d tensor.DType, count, offset int) (*tensor.Tensor, error) {
	b, readonly, err := object.Memory(buffer)
	if err != nil {
		if object.Catch(err, object.TypeError) {
			return nil, object.Raise(object.ValueError, "object does not implement Python buffer protocol.")
		}
		return nil, object.Raise(object.RuntimeError, "could not retrieve buffer from object")
	}
	size := d.Size()
	switch {
	case len(b) == 0 || count == 0:
		return nil, object.Raise(object.ValueError, "both buffer length (%d) and count (%d) must not be 0", len(b), count)
	case offset < 0 || offset >= len(b):
		return nil, object.Raise(object.ValueError, "offset (%d bytes) must be non-negative and no greater than buffer length (%d bytes) minus 1", offset, len(b))
	case count < 0 && (len(b)-offset)%size != 0:
		return nil, object.Raise(object.ValueError, "buffer length (%d bytes) after offset (%d bytes) must be a multiple of element size (%d)", len(b)-offset, offset, size)
	case count > 0 && count > (len(b)-offset)/size:
		return nil, object.Raise(object.ValueError, "requested buffer length (%d * %d bytes) after offset (%d bytes) must not be greater than actual buffer length (%d bytes)", count, size, offset, len(b))
	}
	if count < 0 {
		count = (len(b) - offset) / size
	}
	b = b[offset : offset+count*size]
	if readonly {
		c.Warn("UserWarning", unwritable)
		return c.Tape.Env.FromBytes(b, d, []int{count}, c.Tape.Env.CPU)
	}
	return c.Tape.Env.FromMemory(b, d, []int{count}, []int{1}, 0), nil
}

// torchAsArray shares the memory of what it is given, unless a copy is asked for or needed.
func torchAsArray(c *dispatch.Call) (object.Value, error) {
	obj, o := c.Arg("obj"), c.Options()
	if c.Err != nil {
		return object.Value{}, c.Err
	}
	x, err := shared(c, obj, o.DType)
	if err != nil {
		return object.Value{}, err
	}
	mayCopy, mustCopy := c.Arg("copy") != object.False, c.Arg("copy") == object.True
	if x == nil {
		if !mayCopy {
			return object.Value{}, object.Raise(object.ValueError, "can't alias arbitrary sequence into a tensor.")
		}
		y, err := fromNested(c.Session, c.Thread, obj, o, "asarray")
		return c.Made(y, err)
	}
	want := o.Or(x)
	switch {
	case mayCopy:
	case want.Device != x.Device():
		return object.Value{}, object.Raise(object.ValueError, "can't alias tensor from device '%s' to '%s'.", x.Device().Info(), want.Device.Info())
	case want.DType != x.DType():
		return object.Value{}, object.Raise(object.ValueError, "can't alias tensor with dtype '%s' into dtype '%s'.", x.DType().Scalar(), want.DType.Scalar())
	}
	keep := c.Arg("requires_grad") == object.True
	if y, ok := values.AsTensor(obj); ok && y == x && !mustCopy && want == x.Like() && keep == autograd.RequiresGrad(x) {
		return obj, nil
	}
	if !keep {
		if x, err = c.Tape.Detach(x); err != nil {
			return object.Value{}, c.Session.Raise(err)
		}
	}
	y, err := c.Tape.To(x, want, mustCopy, false)
	if err == nil && keep && autograd.RequiresGrad(y) {
		return c.One(y, nil)
	}
	return c.Made(y, err)
}

// shared is the tensor of obj's own memory; nil where it has none.
func shared(c *dispatch.Call, obj object.Value, d tensor.DType) (*tensor.Tensor, error) {
	if x, ok := values.AsTensor(obj); ok {
		return x, nil
	}
	if x, ok, err := fromArray(c.Session, c.Thread, obj); ok || err != nil {
		return x, err
	}
	switch obj.Object().(type) {
	case *object.MemoryView, *object.ByteArray, object.Buffered:
		if d == tensor.NoDType {
			d = c.Tape.DefaultDType
		}
		return overBuffer(c, obj, d, -1, 0)
	case nil, *object.Bytes, *object.List, *object.Tuple:
	default:
		return fromCapsule(c.Thread, obj)
	}
	return nil, nil
}

// fromCapsule takes the tensor out of one of torch.utils.dlpack's capsules.
func fromCapsule(t *object.Thread, obj object.Value) (*tensor.Tensor, error) {
	if obj.Class().Module != "torch.utils.dlpack" {
		return nil, nil
	}
	m, err := interp.Import(t, "torch.utils.dlpack")
	if err != nil {
		return nil, err
	}
	v, err := object.CallAttr(t, m, "from_dlpack", obj)
	if err != nil {
		return nil, err
	}
	x, _ := values.AsTensor(v)
	return x, nil
}
