package ops

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
)

// Views, joining and splitting.

var shapeRows = []row{
	{"view", opView}, {"reshape", opReshape}, {"view_as", opViewAs}, {"reshape_as", opReshapeAs},
	{"flatten", opFlatten}, {"unflatten", opUnflatten}, {"ravel", opRavel},
	{"transpose swapaxes swapdims", opTranspose}, {"t", dispatch.Simple((*autograd.Tape).T)}, {"permute", opPermute},
	{"movedim moveaxis", opMovedim}, {"adjoint", opAdjoint},
	{"squeeze", opSqueeze}, {"unsqueeze", opUnsqueeze}, {"expand", opExpand}, {"expand_as", opExpandAs}, {"broadcast_to", opBroadcastTo},
	{"select", opSelect}, {"narrow", opNarrow}, {"diagonal linalg_diagonal", opDiagonal}, {"diag", opDiag}, {"diagflat", opDiagflat}, {"diag_embed", opDiagEmbed},
	{"unfold", opUnfoldDim}, {"as_strided", opAsStrided}, {"view_as_real", dispatch.Simple((*autograd.Tape).ViewAsReal)},
	{"view_as_complex", dispatch.WideOnCPU(dispatch.Simple((*autograd.Tape).ViewAsComplex))}, {"real", dispatch.Simple((*autograd.Tape).Real)}, {"imag", dispatch.Simple((*autograd.Tape).Imag)},
	{"contiguous", dispatch.Simple((*autograd.Tape).Contiguous)}, {"clone", dispatch.Simple((*autograd.Tape).Clone)}, {"detach", dispatch.Simple((*autograd.Tape).Detach)},
	{"detach_", opDetachInPlace},
	{"cat concat concatenate", opCat}, {"stack", opStack}, {"hstack", stackRank(1, 1)}, {"vstack row_stack", stackRank(2, 0)}, {"dstack", stackRank(3, 2)},
	{"column_stack", opColumnStack}, {"split", opSplit}, {"split_with_sizes", opSplit}, {"chunk", opChunk}, {"tensor_split", opTensorSplit},
	{"hsplit", splitAt("hsplit", 1)}, {"vsplit", splitAt("vsplit", 0)}, {"dsplit", splitAt("dsplit", 2)}, {"unbind", opUnbind},
	{"repeat", opRepeat}, {"tile", opTile}, {"flip", opFlip}, {"fliplr", flipAt(1)}, {"flipud", flipAt(0)},
	{"roll", opRoll}, {"rot90", opRot90}, {"meshgrid", dispatch.OneDevice(opMeshgrid)}, {"atleast_1d", atLeast(1)}, {"atleast_2d", atLeast(2)}, {"atleast_3d", atLeast(3)},
	{"cartesian_prod", dispatch.OneDevice(opCartesianProd)}, {"combinations", opCombinations}, {"block_diag", dispatch.OneDevice(opBlockDiag)},

	{"transpose_ swapaxes_ swapdims_", viewInto(opTranspose)}, {"t_", viewInto(dispatch.Simple((*autograd.Tape).T))},
	{"squeeze_", viewInto(opSqueeze)}, {"as_strided_", viewInto(opAsStrided)}, {"unsqueeze_", viewInto(opUnsqueeze)}, {"resize_", opResize}, {"diff", opDiff},
	{"pixel_shuffle", opPixelShuffle}, {"pixel_unshuffle", opPixelUnshuffle}, {"channel_shuffle", opChannelShuffle},
	{"pad_sequence", opPadSequence},
}

func opView(c *dispatch.Call) (object.Value, error) {
	if c.Has("dtype") {
		return c.One(c.Tape.ViewDType(c.Input(), c.Dtype("dtype")))
	}
	return c.One(c.Tape.View(c.Input(), c.Ints("size")))
}

func opReshape(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Reshape(c.Input(), c.Ints("shape")))
}

func opViewAs(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.View(c.Input(), c.Tensor("other").Shape()))
}

func opReshapeAs(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Reshape(c.Input(), c.Tensor("other").Shape()))
}

func opFlatten(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Flatten(c.Input(), c.Int("start_dim"), c.Int("end_dim")))
}

func opUnflatten(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Unflatten(c.Input(), c.Int("dim"), c.Ints("sizes")))
}

func opRavel(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Reshape(c.Input(), []int{-1}))
}

func opTranspose(c *dispatch.Call) (object.Value, error) {
	a, b := "dim0", "dim1"
	if c.Has("axis0") {
		a, b = "axis0", "axis1"
	}
	return c.One(c.Tape.Transpose(c.Input(), c.Int(a), c.Int(b)))
}

func opPermute(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Permute(c.Input(), c.Ints("dims")))
}

func opMovedim(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Movedim(c.Input(), c.IntOrInts("source"), c.IntOrInts("destination")))
}

func opAdjoint(c *dispatch.Call) (object.Value, error) {
	if c.Input().Dim() == 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.")
	}
	return c.One(Conjugate(c.Tape)(Matrices("adjoint")(c.Tape, c.Input())))
}

func opSqueeze(c *dispatch.Call) (object.Value, error) {
	if !c.Has("dim") {
		return c.One(c.Tape.Squeeze(c.Input(), nil))
	}
	return c.One(c.Tape.Squeeze(c.Input(), c.IntOrInts("dim")))
}

func opUnsqueeze(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Unsqueeze(c.Input(), c.Int("dim")))
}
func opExpand(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Expand(c.Input(), c.Ints("size")))
}

func opExpandAs(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Expand(c.Input(), c.Tensor("other").Shape()))
}

func opBroadcastTo(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Expand(c.Input(), c.Ints("size")))
}

func opSelect(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Select(c.Input(), c.Int("dim"), c.Int("index")))
}

func opNarrow(c *dispatch.Call) (object.Value, error) {
	if start, ok := values.AsTensor(c.Arg("start")); ok && (start.Dim() != 0 || !start.DType().IsIntegral()) {
		return object.Value{}, object.Raise(object.RuntimeError, "start must be an 0-dim integral Tensor.")
	}
	return c.One(c.Tape.Narrow(c.Input(), c.Int("dim"), c.Int("start"), c.Int("length")))
}

func opDiagonal(c *dispatch.Call) (object.Value, error) {
	a, b := c.Int("dim1"), c.Int("dim2")
	return c.One(c.Tape.Diagonal(c.Input(), c.Int("offset"), a, b))
}

func opDiag(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Diag(c.Input(), c.Int("diagonal")))
}

func opDiagflat(c *dispatch.Call) (object.Value, error) {
	x, err := c.Tape.Reshape(c.Input(), []int{-1})
	if err != nil {
		return object.Value{}, err
	}
	return c.One(c.Tape.Diag(x, c.Int("offset")))
}

func opDiagEmbed(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.DiagEmbed(c.Input(), c.Int("offset"), c.Int("dim1"), c.Int("dim2")))
}

func opUnfoldDim(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Unfold(c.Input(), c.Int("dimension"), c.Int("size"), c.Int("step")))
}

func opAsStrided(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	offset := x.Offset()
	if c.Given("storage_offset") {
		offset = c.Int("storage_offset")
	}
	return c.One(c.Tape.AsStrided(x, c.Ints("size"), c.Ints("stride"), offset))
}

func opDetachInPlace(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.DetachInPlace(c.Input()))
}

func opCat(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Cat(c.Tensors("tensors"), c.Int("dim")))
}

func opStack(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Stack(c.Tensors("tensors"), c.Int("dim")))
}

func opSplit(c *dispatch.Call) (object.Value, error) {
	sizes := "split_size"
	if c.Has("split_sizes") {
		sizes = "split_sizes"
	}
	if c.TakesInt(sizes) {
		return c.Many(c.Tape.Split(c.Input(), c.Int(sizes), c.Int("dim")))
	}
	return c.Many(c.Tape.SplitSizes(c.Input(), c.Ints(sizes), c.Int("dim")))
}

func opChunk(c *dispatch.Call) (object.Value, error) {
	return c.Many(c.Tape.Chunk(c.Input(), c.Int("chunks"), c.Int("dim")))
}

func opTensorSplit(c *dispatch.Call) (object.Value, error) { return tensorSplit(c, c.Int("dim")) }

// tensorSplit cuts into equal sections or at indices.
func tensorSplit(c *dispatch.Call, dim int) (object.Value, error) {
	if c.Has("sections") {
		return splitSections(c, c.Input(), c.Int("sections"), dim)
	}
	if c.Has("indices") {
		return c.Many(splitAtEnds(c.Tape, c.Input(), c.Ints("indices"), dim))
	}
	where := c.Tensor("tensor_indices_or_sections")
	if where.DType() != device.Int64 {
		return object.Value{}, object.Raise(object.RuntimeError, "tensor_split expected tensor_indices_or_sections to have dtype of long, but got %s", where.DType().Scalar())
	}
	list, err := c.Tape.Int64s(where)
	if err != nil {
		return object.Value{}, err
	}
	if where.Dim() == 0 {
		return splitSections(c, c.Input(), int(list[0]), dim)
	}
	at := make([]int, len(list))
	for i, n := range list {
		at[i] = int(n)
	}
	return c.Many(splitAtEnds(c.Tape, c.Input(), at, dim))
}

func splitAt(name string, dim int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		d, x := dim, c.Input()
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
		if n := c.Int("sections"); values.IsIndex(c.Arg("sections")) && (n == 0 || x.Shape()[d]%n != 0) {
			return object.Value{}, object.Raise(object.RuntimeError, "torch.%s attempted to split along dimension %d, but the size of the dimension %d is not divisible by the split_size %d!", name, d, x.Shape()[d], n)
		}
		return tensorSplit(c, d)
	}
}

func opUnbind(c *dispatch.Call) (object.Value, error) {
	return c.Many(c.Tape.Unbind(c.Input(), c.Int("dim")))
}
func opRepeat(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Repeat(c.Input(), c.Ints("repeats")))
}
func opTile(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Tile(c.Input(), c.Ints("dims")))
}

func opFlip(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Flip(c.Input(), c.Ints("dims")))
}

func flipAt(dim int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		if c.Input().Dim() <= dim {
			return object.Value{}, object.Raise(object.RuntimeError, "Input must be >= %d-d.", dim+1)
		}
		return c.One(c.Tape.Flip(c.Input(), []int{dim}))
	}
}

func opRoll(c *dispatch.Call) (object.Value, error) {
	x, dims := c.Input(), c.Ints("dims")
	if x.Dim() == 0 && len(dims) > 0 {
		return object.Value{}, object.Raise(object.IndexError, "Dimension specified as %d but tensor has no dimensions", dims[0])
	}
	return c.One(c.Tape.Roll(x, c.Ints("shifts"), dims))
}

func opRot90(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Rot90(c.Input(), c.Int("k"), c.Ints("dims")))
}

func opMeshgrid(c *dispatch.Call) (object.Value, error) {
	return c.Many(c.Tape.Meshgrid(c.Tensors("tensors"), c.Text("indexing") != "xy"))
}

func atLeast(rank int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		if !c.Has("tensors") {
			return c.One(atLeastRank(c.Tape, c.Input(), rank))
		}
		list := c.Tensors("tensors")
		for i := range list {
			var err error
			if list[i], err = atLeastRank(c.Tape, list[i], rank); err != nil {
				return object.Value{}, err
			}
		}
		return c.Many(list, nil)
	}
}

func opResize(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.Resize(c.Input(), c.Ints("size")))
}

// viewInto makes an in-place operation of a view: the tensor itself takes the shape.
func viewInto(view dispatch.Operation) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		v, err := view(c)
		if err != nil || c.Err != nil {
			return object.Value{}, err
		}
		y, _ := values.AsTensor(v)
		x := c.Input()
		x.Set(y)
		x.Bump()
		return c.Into(nil)
	}
}
