package ops

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Picking and placing elements.

var indexRows = []row{
	{"gather", opGather}, {"scatter", dispatch.OneDevice(opScatter)}, {"scatter_add", opScatterAdd}, {"scatter_reduce", opScatterReduce},
	{"index_select", opIndexSelect}, {"index_add", opIndexAdd}, {"index_copy", opIndexCopy}, {"index_fill", dispatch.OneDevice(opIndexFill)},
	{"index_put", opIndexPut}, {"masked_fill", opMaskedFill}, {"masked_select", dispatch.OneDevice(opMaskedSelect)}, {"masked_scatter", dispatch.OneDevice(opMaskedScatter)},
	{"take", dispatch.OneDevice(opTake)}, {"take_along_dim", opTakeAlongDim}, {"nonzero", opNonzero}, {"argwhere", opArgwhere},
	{"embedding", opEmbedding}, {"one_hot", opOneHot}, {"fill_diagonal_", opFillDiagonal}, {"isin", dispatch.OneDevice(opIsin)},
}

var operators2 = struct {
	maximum, minimum BinaryOp
}{family(device.OpMaximum), family(device.OpMinimum)}

func opGather(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Gather(c.Input(), c.Int("dim"), c.Tensor("index")))
}

func opScatter(c *dispatch.Call) (object.Value, error) {
	x, dim, index := c.Input(), c.Int("dim"), c.Tensor("index")
	src := c.Tensor("src")
	if src == nil {
		src = c.Tape.Wrap(c.Scalar("value"))
	}
	if c.Given("reduce") {
		how, ok := map[string]string{"add": "sum", "multiply": "prod"}[c.Text("reduce")]
		if !ok {
			return object.Value{}, object.Raise(object.RuntimeError, "reduce argument must be either add or multiply.")
		}
		return c.One(c.Tape.ScatterReduce(x, dim, index, src, how, true))
	}
	return c.One(c.Tape.Scatter(x, dim, index, src))
}

func opScatterAdd(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.ScatterAdd(c.Input(), c.Int("dim"), c.Tensor("index"), c.Tensor("src")))
}

func opScatterReduce(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.ScatterReduce(c.Input(), c.Int("dim"), c.Tensor("index"), c.Tensor("src"), c.Text("reduce"), c.Bool("include_self")))
}

func opIndexSelect(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.IndexSelect(c.Input(), c.Int("dim"), c.Tensor("index")))
}

func opIndexAdd(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.IndexAdd(c.Input(), c.Int("dim"), c.Tensor("index"), c.Tensor("source"), c.Alpha()))
}

func opIndexCopy(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.IndexCopy(c.Input(), c.Int("dim"), c.Tensor("index"), c.Tensor("source")))
}

func opIndexFill(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.IndexFill(c.Input(), c.Int("dim"), c.Tensor("index"), c.Number("value")))
}

// beside is y on x's device.
func beside(c *dispatch.Call, x, y *tensor.Tensor) (*tensor.Tensor, error) {
	return c.Tape.To(y, tensor.Options{Device: x.Device()}, false, false)
}

func opIndexPut(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.IndexPutTensors(c.Input(), c.Tensors("indices"), c.Tensor("values"), c.Bool("accumulate")))
}

func opMaskedFill(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.MaskedFill(c.Input(), c.Tensor("mask"), c.Number("value")))
}

func opMaskedSelect(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.MaskedSelect(c.Input(), c.Tensor("mask")))
}

func opMaskedScatter(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.MaskedScatter(c.Input(), c.Tensor("mask"), c.Tensor("source")))
}

func opTake(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Take(c.Input(), c.Tensor("index")))
}

func opTakeAlongDim(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.TakeAlongDim(c.Input(), c.Tensor("indices"), c.OptInt("dim")))
}

func opNonzero(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Nonzero(c.Input()))
}

func opArgwhere(c *dispatch.Call) (object.Value, error) { return c.One(c.Tape.Nonzero(c.Input())) }

func opEmbedding(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Embedding(c.Tensor("weight"), c.Tensor("indices"), c.Int("padding_idx")))
}

func opFillDiagonal(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	if x.Dim() < 2 {
		return object.Value{}, object.Raise(object.RuntimeError, "dimensions must larger than 1")
	}
	shape, step, size := x.Shape(), 0, slices.Min(x.Shape())
	for d, n := range shape {
		if x.Dim() > 2 && n != shape[0] {
			return object.Value{}, object.Raise(object.RuntimeError, "all dimensions of input must be of equal length")
		}
		step += x.Strides()[d]
	}
	fill := func(size, from int) error {
		d, err := c.Tape.AsStrided(x, []int{size}, []int{step}, x.Offset()+from)
		if err == nil {
			err = c.Tape.FillInPlace(d, c.Scalar("fill_value"))
		}
		return err
	}
	err := fill(size, 0)
	if columns := shape[x.Dim()-1]; err == nil && c.Bool("wrap") && x.Dim() == 2 && shape[0] > columns+1 {
		whole := (shape[0]*columns + columns) / (columns + 1) // a row is left out where the diagonal ends
		err = fill(whole-size, x.Strides()[0]*(columns+1))
	}
	return c.Into(err)
}

// opIsin compares every element with every test element.
func opIsin(c *dispatch.Call) (object.Value, error) {
	x, y := c.Number("elements"), c.Number("test_elements")
	if c.Overload.Find("element") >= 0 {
		x = c.Number("element")
	}
	if c.Overload.Find("test_element") >= 0 {
		y = c.Number("test_element")
	}
	where := x // a number is where the tensor is
	if !values.IsTensor(c.Arg("elements")) && !values.IsTensor(c.Arg("element")) {
		where = y
	}
	x, err := beside(c, where, x)
	if err != nil {
		return object.Value{}, err
	}
	if y, err = beside(c, where, y); err != nil {
		return object.Value{}, err
	}
	flat, err := c.Tape.Reshape(y, []int{-1})
	if err != nil {
		return object.Value{}, err
	}
	column, err := c.Tape.Unsqueeze(x, -1)
	if err != nil {
		return object.Value{}, err
	}
	eq, err := c.Tape.Compare(device.OpEq, column, flat)
	if err == nil {
		eq, err = c.Tape.Any(eq, []int{-1}, false)
	}
	if err == nil && c.Bool("invert") {
		eq, err = c.Tape.Unary(device.OpLogicalNot, eq)
	}
	return c.One(eq, err)
}
