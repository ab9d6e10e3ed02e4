package profiler

import (
	"fmt"

	"gputour/engine/device"
)

// atenNames are PyTorch's names of what is called otherwise here.
var atenNames = map[string]string{
	"cuda": "to", "cpu": "to", "copy": "copy_", "relu_grad": "threshold_backward",
	"log_softmax_grad": "_log_softmax_backward_data", "softmax_grad": "_softmax_backward_data",
}

// OperationName is the profiler's name of an operation.
func OperationName(name string) string {
	if other := atenNames[name]; other != "" {
		name = other
	}
	return "aten::" + name
}

// copyName is the profiler's name of a copy.
func copyName(d device.Record) string {
	side := func(name string) (short, long string) {
		switch {
		case name != "cpu":
			return "D", "Device"
		case d.Held >= d.Nanos:
			return "H", "Pageable"
		}
		return "H", "Pinned"
	}
	from, fromWhole := side(d.From)
	to, toWhole := side(d.To)
	if from == "D" && to == "D" && d.From != d.To {
		return "Memcpy PtoP (Device -> Device)"
	}
	return fmt.Sprintf("Memcpy %sto%s (%s -> %s)", from, to, fromWhole, toWhole)
}
