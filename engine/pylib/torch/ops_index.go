package torch

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Picking and placing elements.

var indexRows = []row{
	{"gather", opGather}, {"scatter", oneDevice(opScatter)}, {"scatter_add", opScatterAdd}, {"scatter_reduce", opScatterReduce},
	{"index_select", opIndexSelect}, {"index_add", opIndexAdd}, {"index_copy", opIndexCopy}, {"index_fill", oneDevice(opIndexFill)},
	{"index_put", opIndexPut}, {"masked_fill", opMaskedFill}, {"masked_select", oneDevice(opMaskedSelect)}, {"masked_scatter", oneDevice(opMaskedScatter)},
	{"take", oneDevice(opTake)}, {"take_along_dim", opTakeAlongDim}, {"nonzero", opNonzero}, {"argwhere", opArgwhere},
	{"embedding", opEmbedding}, {"one_hot", opOneHot}, {"fill_diagonal_", opFillDiagonal}, {"isin", oneDevice(opIsin)},
}

var operators2 = struct {
	maximum, minimum tensorOp
}{family(device.OpMaximum), family(device.OpMinimum)}

func opGather(c *call) (object.Value, error) {
	return c.one(c.tape.Gather(c.input(), c.int("dim"), c.tensor("index")))
}

func opScatter(c *call) (object.Value, error) {
	x, dim, index := c.input(), c.int("dim"), c.tensor("index")
	src := c.tensor("src")
	if src == nil {
		src = c.tape.Wrap(c.scalar("value"))
	}
	if c.given("reduce") {
		how, ok := map[string]string{"add": "sum", "multiply": "prod"}[c.text("reduce")]
		if !ok {
			return object.Value{}, object.Raise(object.RuntimeError, "reduce argument must be either add or multiply.")
		}
		return c.one(c.tape.ScatterReduce(x, dim, index, src, how, true))
	}
	return c.one(c.tape.Scatter(x, dim, index, src))
}

func opScatterAdd(c *call) (object.Value, error) {
	return c.one(c.tape.ScatterAdd(c.input(), c.int("dim"), c.tensor("index"), c.tensor("src")))
}

func opScatterReduce(c *call) (object.Value, error) {
	return c.one(c.tape.ScatterReduce(c.input(), c.int("dim"), c.tensor("index"), c.tensor("src"), c.text("reduce"), c.bool("include_self")))
}

func opIndexSelect(c *call) (object.Value, error) {
	return c.one(c.tape.IndexSelect(c.input(), c.int("dim"), c.tensor("index")))
}

func opIndexAdd(c *call) (object.Value, error) {
	return c.one(c.tape.IndexAdd(c.input(), c.int("dim"), c.tensor("index"), c.tensor("source"), c.alpha()))
}

func opIndexCopy(c *call) (object.Value, error) {
	return c.one(c.tape.IndexCopy(c.input(), c.int("dim"), c.tensor("index"), c.tensor("source")))
}

func opIndexFill(c *call) (object.Value, error) {
	return c.one(c.tape.IndexFill(c.input(), c.int("dim"), c.tensor("index"), c.number("value")))
}

// number reads a number, or a tensor of one, as an operand.
func (c *call) number(name string) *tensor.Tensor {
	if isTensor(c.arg(name)) {
		return c.tensor(name)
	}
	return c.tape.Wrap(c.scalar(name))
}

// beside is y on x's device.
func (c *call) beside(x, y *tensor.Tensor) (*tensor.Tensor, error) {
	return c.tape.To(y, tensor.Options{Device: x.Device()}, false, false)
}

func opIndexPut(c *call) (object.Value, error) {
	return c.one(c.tape.IndexPutTensors(c.input(), c.tensors("indices"), c.tensor("values"), c.bool("accumulate")))
}

func opMaskedFill(c *call) (object.Value, error) {
	return c.one(c.tape.MaskedFill(c.input(), c.tensor("mask"), c.number("value")))
}

func opMaskedSelect(c *call) (object.Value, error) {
	return c.one(c.tape.MaskedSelect(c.input(), c.tensor("mask")))
}

func opMaskedScatter(c *call) (object.Value, error) {
	return c.one(c.tape.MaskedScatter(c.input(), c.tensor("mask"), c.tensor("source")))
}

func opTake(c *call) (object.Value, error) { return c.one(c.tape.Take(c.input(), c.tensor("index"))) }

func opTakeAlongDim(c *call) (object.Value, error) {
	return c.one(c.tape.TakeAlongDim(c.input(), c.tensor("indices"), c.optInt("dim")))
}

func opNonzero(c *call) (object.Value, error) {
	return c.one(c.tape.Nonzero(c.input()))
}

func opArgwhere(c *call) (object.Value, error) { return c.one(c.tape.Nonzero(c.input())) }

func opEmbedding(c *call) (object.Value, error) {
	return c.one(c.tape.Embedding(c.tensor("weight"), c.tensor("indices"), c.int("padding_idx")))
}

func opFillDiagonal(c *call) (object.Value, error) {
	x := c.input()
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
	if columns := shape[x.Dim()-1]; c.bool("wrap") && x.Dim() == 2 && shape[0] > columns+1 {
		size = (shape[0]*columns + columns) / (columns + 1) // a row is left out where the diagonal ends
	}
	d, err := c.tape.AsStrided(x, []int{size}, []int{step}, x.Offset())
	if err == nil {
		err = c.tape.FillInPlace(d, c.scalar("fill_value"))
	}
	return c.into(err)
}

// opIsin compares every element with every test element.
func opIsin(c *call) (object.Value, error) {
	x, y := c.number("elements"), c.number("test_elements")
	if c.o.find("element") >= 0 {
		x = c.number("element")
	}
	if c.o.find("test_element") >= 0 {
		y = c.number("test_element")
	}
	where := x // a number is where the tensor is
	if !isTensor(c.arg("elements")) && !isTensor(c.arg("element")) {
		where = y
	}
	x, err := c.beside(where, x)
	if err != nil {
		return object.Value{}, err
	}
	if y, err = c.beside(where, y); err != nil {
		return object.Value{}, err
	}
	flat, err := c.tape.Reshape(y, []int{-1})
	if err != nil {
		return object.Value{}, err
	}
	column, err := c.tape.Unsqueeze(x, -1)
	if err != nil {
		return object.Value{}, err
	}
	eq, err := c.tape.Compare(device.OpEq, column, flat)
	if err == nil {
		eq, err = c.tape.Any(eq, []int{-1}, false)
	}
	if err == nil && c.bool("invert") {
		eq, err = c.tape.Unary(device.OpLogicalNot, eq)
	}
	return c.one(eq, err)
}
