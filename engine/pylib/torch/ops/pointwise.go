package ops

import (
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
)

// This file makes Python's functions of the table of ops: those that are an op and nothing
// else. What a function is called, what its parameters are and what autocast does to it, the
// op's row says.

// pointwiseRows are the functions that the table of ops names.
func pointwiseRows() []row {
	var rows []row
	for op := device.Op(1); op < device.NumOps; op++ {
		if python := &op.Row().Python; python.Names != "" {
			rows = append(rows, row{python.Names, dispatch.Autocast(python.Autocast, device.Keep, pointwise(op))})
		}
	}
	return rows
}

// pointwise is an operation that is an elementwise op.
func pointwise(op device.Op) dispatch.Operation {
	switch row := op.Row(); row.Family {
	case device.Binary:
		return func(c *dispatch.Call) (object.Value, error) { return c.One(c.Tape.Binary(op, c.Input(), c.Second())) }
	case device.Compare:
		return func(c *dispatch.Call) (object.Value, error) { return c.One(c.Tape.Compare(op, c.Input(), c.Second())) }
	default:
		params := strings.Fields(row.Python.Params)
		return func(c *dispatch.Call) (object.Value, error) {
			f := make([]float64, len(params))
			for i, name := range params {
				f[i] = c.Float(name)
			}
			return c.One(c.Tape.Unary(op, c.Input(), f...))
		}
	}
}
