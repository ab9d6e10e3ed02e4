package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
)

// Views, joining and splitting.

var shapeRows = []row{
	{"view", opView}, {"reshape", opReshape}, {"view_as", opViewAs}, {"reshape_as", opReshapeAs},
	{"flatten", opFlatten}, {"unflatten", opUnflatten}, {"ravel", opRavel},
	{"transpose swapaxes swapdims", opTranspose}, {"t", simple((*autograd.Tape).T)}, {"permute", opPermute},
	{"movedim moveaxis", opMovedim}, {"adjoint", opAdjoint},
	{"squeeze", opSqueeze}, {"unsqueeze", opUnsqueeze}, {"expand", opExpand}, {"expand_as", opExpandAs}, {"broadcast_to", opBroadcastTo},
	{"select", opSelect}, {"narrow", opNarrow}, {"diagonal linalg_diagonal", opDiagonal}, {"diag", opDiag}, {"diagflat", opDiagflat}, {"diag_embed", opDiagEmbed},
	{"unfold", opUnfoldDim}, {"as_strided", opAsStrided}, {"view_as_real", simple((*autograd.Tape).ViewAsReal)},
	{"view_as_complex", wideOnCPU(simple((*autograd.Tape).ViewAsComplex))}, {"real", simple((*autograd.Tape).Real)}, {"imag", simple((*autograd.Tape).Imag)},
	{"contiguous", simple((*autograd.Tape).Contiguous)}, {"clone", simple((*autograd.Tape).Clone)}, {"detach", simple((*autograd.Tape).Detach)},
	{"detach_", opDetachInPlace},
	{"cat concat concatenate", opCat}, {"stack", opStack}, {"hstack", stackRank(1, 1)}, {"vstack row_stack", stackRank(2, 0)}, {"dstack", stackRank(3, 2)},
	{"column_stack", opColumnStack}, {"split", opSplit}, {"split_with_sizes", opSplit}, {"chunk", opChunk}, {"tensor_split", opTensorSplit},
	{"hsplit", splitAt("hsplit", 1)}, {"vsplit", splitAt("vsplit", 0)}, {"dsplit", splitAt("dsplit", 2)}, {"unbind", opUnbind},
	{"repeat", opRepeat}, {"tile", opTile}, {"flip", opFlip}, {"fliplr", flipAt(1)}, {"flipud", flipAt(0)},
	{"roll", opRoll}, {"rot90", opRot90}, {"meshgrid", oneDevice(opMeshgrid)}, {"atleast_1d", atLeast(1)}, {"atleast_2d", atLeast(2)}, {"atleast_3d", atLeast(3)},
	{"cartesian_prod", oneDevice(opCartesianProd)}, {"combinations", opCombinations}, {"block_diag", oneDevice(opBlockDiag)},

	{"transpose_ swapaxes_ swapdims_", viewInto(opTranspose)}, {"t_", viewInto(simple((*autograd.Tape).T))},
	{"squeeze_", viewInto(opSqueeze)}, {"as_strided_", viewInto(opAsStrided)}, {"unsqueeze_", viewInto(opUnsqueeze)}, {"resize_", opResize}, {"diff", opDiff},
	{"pixel_shuffle", opPixelShuffle}, {"pixel_unshuffle", opPixelUnshuffle}, {"channel_shuffle", opChannelShuffle},
	{"pad_sequence", opPadSequence},
}

func opView(c *call) (object.Value, error) {
	if c.has("dtype") {
		return c.one(c.tape.ViewDType(c.input(), c.dtype("dtype")))
	}
	return c.one(c.tape.View(c.input(), c.ints("size")))
}

func opReshape(c *call) (object.Value, error) {
	return c.one(c.tape.Reshape(c.input(), c.ints("shape")))
}

func opViewAs(c *call) (object.Value, error) {
	return c.one(c.tape.View(c.input(), c.tensor("other").Shape()))
}

func opReshapeAs(c *call) (object.Value, error) {
	return c.one(c.tape.Reshape(c.input(), c.tensor("other").Shape()))
}

func opFlatten(c *call) (object.Value, error) {
	return c.one(c.tape.Flatten(c.input(), c.int("start_dim"), c.int("end_dim")))
}

func opUnflatten(c *call) (object.Value, error) {
	return c.one(c.tape.Unflatten(c.input(), c.int("dim"), c.ints("sizes")))
}

func opRavel(c *call) (object.Value, error) { return c.one(c.tape.Reshape(c.input(), []int{-1})) }

func opTranspose(c *call) (object.Value, error) {
	a, b := "dim0", "dim1"
	if c.has("axis0") {
		a, b = "axis0", "axis1"
	}
	return c.one(c.tape.Transpose(c.input(), c.int(a), c.int(b)))
}

func opPermute(c *call) (object.Value, error) {
	return c.one(c.tape.Permute(c.input(), c.ints("dims")))
}

func opMovedim(c *call) (object.Value, error) {
	return c.one(c.tape.Movedim(c.input(), c.intOrInts("source"), c.intOrInts("destination")))
}

// intOrInts reads a list of ints or one of them.
func (c *call) intOrInts(name string) []int {
	if i := c.o.find(name); i >= 0 && c.o.params[i].typ == typInt {
		return []int{c.int(name)}
	}
	return c.ints(name)
}

func opAdjoint(c *call) (object.Value, error) {
	if c.input().Dim() == 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.")
	}
	return c.one(conjugate(c.tape)(matrices("adjoint")(c.tape, c.input())))
}

func opSqueeze(c *call) (object.Value, error) {
	if !c.has("dim") {
		return c.one(c.tape.Squeeze(c.input(), nil))
	}
	return c.one(c.tape.Squeeze(c.input(), c.intOrInts("dim")))
}

func opUnsqueeze(c *call) (object.Value, error) {
	return c.one(c.tape.Unsqueeze(c.input(), c.int("dim")))
}
func opExpand(c *call) (object.Value, error) { return c.one(c.tape.Expand(c.input(), c.ints("size"))) }

func opExpandAs(c *call) (object.Value, error) {
	return c.one(c.tape.Expand(c.input(), c.tensor("other").Shape()))
}

func opBroadcastTo(c *call) (object.Value, error) {
	return c.one(c.tape.Expand(c.input(), c.ints("size")))
}

func opSelect(c *call) (object.Value, error) {
	return c.one(c.tape.Select(c.input(), c.int("dim"), c.int("index")))
}

func opNarrow(c *call) (object.Value, error) {
	if start, ok := AsTensor(c.arg("start")); ok && (start.Dim() != 0 || !start.DType().IsIntegral()) {
		return object.Value{}, object.Raise(object.RuntimeError, "start must be an 0-dim integral Tensor.")
	}
	return c.one(c.tape.Narrow(c.input(), c.int("dim"), c.int("start"), c.int("length")))
}

func opDiagonal(c *call) (object.Value, error) {
	a, b := c.int("dim1"), c.int("dim2")
	return c.one(c.tape.Diagonal(c.input(), c.int("offset"), a, b))
}

func opDiag(c *call) (object.Value, error) { return c.one(c.tape.Diag(c.input(), c.int("diagonal"))) }

func opDiagflat(c *call) (object.Value, error) {
	x, err := c.tape.Reshape(c.input(), []int{-1})
	if err != nil {
		return object.Value{}, err
	}
	return c.one(c.tape.Diag(x, c.int("offset")))
}

func opDiagEmbed(c *call) (object.Value, error) {
	return c.one(c.tape.DiagEmbed(c.input(), c.int("offset"), c.int("dim1"), c.int("dim2")))
}

func opUnfoldDim(c *call) (object.Value, error) {
	return c.one(c.tape.Unfold(c.input(), c.int("dimension"), c.int("size"), c.int("step")))
}

func opAsStrided(c *call) (object.Value, error) {
	x := c.input()
	offset := x.Offset()
	if c.given("storage_offset") {
		offset = c.int("storage_offset")
	}
	return c.one(c.tape.AsStrided(x, c.ints("size"), c.ints("stride"), offset))
}

func opDetachInPlace(c *call) (object.Value, error) { return c.into(c.tape.DetachInPlace(c.input())) }

func opCat(c *call) (object.Value, error) {
	return c.one(c.tape.Cat(c.tensors("tensors"), c.int("dim")))
}

func opStack(c *call) (object.Value, error) {
	return c.one(c.tape.Stack(c.tensors("tensors"), c.int("dim")))
}

func opSplit(c *call) (object.Value, error) {
	sizes := "split_size"
	if c.has("split_sizes") {
		sizes = "split_sizes"
	}
	if i := c.o.find(sizes); c.o.params[i].typ == typInt {
		return c.many(c.tape.Split(c.input(), c.int(sizes), c.int("dim")))
	}
	return c.many(c.tape.SplitSizes(c.input(), c.ints(sizes), c.int("dim")))
}

func opChunk(c *call) (object.Value, error) {
	return c.many(c.tape.Chunk(c.input(), c.int("chunks"), c.int("dim")))
}

func opTensorSplit(c *call) (object.Value, error) { return c.tensorSplit(c.int("dim")) }

// tensorSplit cuts into equal sections or at indices.
func (c *call) tensorSplit(dim int) (object.Value, error) {
	if c.has("sections") {
		return c.splitSections(c.input(), c.int("sections"), dim)
	}
	if c.has("indices") {
		return c.many(splitAtEnds(c.tape, c.input(), c.ints("indices"), dim))
	}
	where := c.tensor("tensor_indices_or_sections")
	if where.DType() != device.Int64 {
		return object.Value{}, object.Raise(object.RuntimeError, "tensor_split expected tensor_indices_or_sections to have dtype of long, but got %s", where.DType().Scalar())
	}
	list, err := c.tape.Int64s(where)
	if err != nil {
		return object.Value{}, err
	}
	if where.Dim() == 0 {
		return c.splitSections(c.input(), int(list[0]), dim)
	}
	at := make([]int, len(list))
	for i, n := range list {
		at[i] = int(n)
	}
	return c.many(splitAtEnds(c.tape, c.input(), at, dim))
}

func splitAt(name string, dim int) operation {
	return func(c *call) (object.Value, error) {
		d, x := dim, c.input()
		need := dim + 1
		if dim == 0 {
			need = 2
		} else if dim == 1 {
			need = 1
			if x.Dim() == 1 {
				d = 0
			}
		}
		if x.Dim() < need {
			return object.Value{}, object.Raise(object.RuntimeError, "torch.%s requires a tensor with at least %d dimension, but got a tensor with %d dimensions!", name, need, x.Dim())
		}
		if n := c.int("sections"); isIndex(c.arg("sections")) && (n == 0 || x.Shape()[d]%n != 0) {
			return object.Value{}, object.Raise(object.RuntimeError, "torch.%s attempted to split along dimension %d, but the size of the dimension %d is not divisible by the split_size %d!", name, d, x.Shape()[d], n)
		}
		return c.tensorSplit(d)
	}
}

func opUnbind(c *call) (object.Value, error) { return c.many(c.tape.Unbind(c.input(), c.int("dim"))) }
func opRepeat(c *call) (object.Value, error) {
	return c.one(c.tape.Repeat(c.input(), c.ints("repeats")))
}
func opTile(c *call) (object.Value, error) { return c.one(c.tape.Tile(c.input(), c.ints("dims"))) }

func opFlip(c *call) (object.Value, error) { return c.one(c.tape.Flip(c.input(), c.ints("dims"))) }

func flipAt(dim int) operation {
	return func(c *call) (object.Value, error) {
		if c.input().Dim() <= dim {
			return object.Value{}, object.Raise(object.RuntimeError, "Input must be >= %d-d.", dim+1)
		}
		return c.one(c.tape.Flip(c.input(), []int{dim}))
	}
}

func opRoll(c *call) (object.Value, error) {
	x, dims := c.input(), c.ints("dims")
	if x.Dim() == 0 && len(dims) > 0 {
		return object.Value{}, object.Raise(object.IndexError, "Dimension specified as %d but tensor has no dimensions", dims[0])
	}
	return c.one(c.tape.Roll(x, c.ints("shifts"), dims))
}

func opRot90(c *call) (object.Value, error) {
	return c.one(c.tape.Rot90(c.input(), c.int("k"), c.ints("dims")))
}

func opMeshgrid(c *call) (object.Value, error) {
	return c.many(c.tape.Meshgrid(c.tensors("tensors"), c.text("indexing") != "xy"))
}

func atLeast(rank int) operation {
	return func(c *call) (object.Value, error) {
		if !c.has("tensors") {
			return c.one(atLeastRank(c.tape, c.input(), rank))
		}
		list := c.tensors("tensors")
		for i := range list {
			var err error
			if list[i], err = atLeastRank(c.tape, list[i], rank); err != nil {
				return object.Value{}, err
			}
		}
		return c.many(list, nil)
	}
}

func opResize(c *call) (object.Value, error) { return c.into(c.tape.Resize(c.input(), c.ints("size"))) }

// viewInto makes an in-place operation of a view: the tensor itself takes the shape.
func viewInto(view operation) operation {
	return func(c *call) (object.Value, error) {
		v, err := view(c)
		if err != nil || c.err != nil {
			return object.Value{}, err
		}
		y, _ := AsTensor(v)
		x := c.input()
		x.Set(y)
		x.Bump()
		return c.into(nil)
	}
}
