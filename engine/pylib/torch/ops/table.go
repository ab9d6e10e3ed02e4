// Package ops holds PyTorch's operations: what each does with the arguments that dispatch has bound, in a table by family.
package ops

import (
	"strings"
	"sync"

	"gputour/engine/pylib/torch/dispatch"
)

// row is one operation.
type row struct {
	names string             // its name, then aliases
	fn    dispatch.Operation // op and its name (range and select alone are words of Go); functions that make one go without the op
}

func bind(tables ...[]row) *dispatch.Bindings {
	b := dispatch.NewBindings()
	for _, table := range tables {
		for _, r := range table {
			for _, name := range strings.Fields(r.names) {
				b.Add(name, r.fn)
			}
		}
	}
	return b
}

// All are the bindings of every table, made once in the process.
var All = sync.OnceValue(func() *dispatch.Bindings { return bind(append(tables, composedRows(), pointwiseRows())...) })

// tables are the rows of all operations.
var tables = [][]row{mathRows, createRows, reduceRows, shapeRows, indexRows, randomRows, linearRows, statRows, layerRows, lossRows, moreRows, fftRows}
