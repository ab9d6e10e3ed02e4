package torch

import (
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
)

// This file makes Python's functions of the table of ops: those that are an op and nothing
// else. What a function is called, what its parameters are and what autocast does to it, the
// op's row says.

// pointwiseRows are the functions that the table of ops names.
func pointwiseRows() []row {
	var rows []row
	for op := device.Op(1); op < device.NumOps; op++ {
		if python := &op.Row().Python; python.Names != "" {
			rows = append(rows, row{python.Names, autocast(python.Autocast, keep, pointwise(op))})
		}
	}
	return rows
}

// pointwise is an operation that is an elementwise op.
func pointwise(op device.Op) operation {
	switch row := op.Row(); row.Family {
	case device.Binary:
		return func(c *call) (object.Value, error) { return c.one(c.tape.Binary(op, c.input(), c.second())) }
	case device.Compare:
		return func(c *call) (object.Value, error) { return c.one(c.tape.Compare(op, c.input(), c.second())) }
	default:
		params := strings.Fields(row.Python.Params)
		return func(c *call) (object.Value, error) {
			f := make([]float64, len(params))
			for i, name := range params {
				f[i] = c.float(name)
			}
			return c.one(c.tape.Unary(op, c.input(), f...))
		}
	}
}
