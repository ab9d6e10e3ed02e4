package dispatch

import (
	_ "embed"
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file refuses what PyTorch's CPU kernels do not take, so that a program fails here
// where it would fail there. Which overloads refuse which types, and in which words, stands in
// limits.txt, which facts.py (testdata/facts of module torch) takes from the real one; a line is
//
//	key TAB dtypes TAB words, with {} for the dtype
//
// where the key of an overload is its name and the types of the parameters that must be given.

//go:embed limits.txt
var limitText string

// emptyTaken are the operations that look for a kernel only where there is something to compute.
var emptyTaken = map[string]bool{
	"softmax": true, "log_softmax": true, "special_softmax": true, "special_log_softmax": true, "linalg_matrix_rank": true, "matrix_rank": true,
	"pdist": true, "inner": true, "batch_norm": true,
}

// limit is what an overload refuses of tensors on a CPU.
type limit struct {
	types device.Types
	lines string // of limits.txt
}

// limitOf finds the lines of an overload; those of a method have the object as well.
func limitOf(key string) limit {
	from := strings.Index(limitText, "\n"+key+"\t") + 1
	if from == 0 && !strings.HasPrefix(limitText, key+"\t") {
		return limit{}
	}
	var l limit
	to := from
	for line := range strings.Lines(limitText[from:]) {
		name, rest, _ := strings.Cut(line, "\t")
		if name != key {
			break
		}
		to += len(line)
		dtypes, _, _ := strings.Cut(rest, "\t")
		for d := range strings.FieldsSeq(dtypes) {
			l.types |= 1 << values.DTypeNames[d]
		}
	}
	l.lines = limitText[from:to]
	return l
}

// words are what PyTorch says to a type.
func (l limit) words(d tensor.DType) string {
	for line := range strings.Lines(l.lines) {
		fields := strings.SplitN(strings.TrimSpace(line), "\t", 3)
		for name := range strings.FieldsSeq(fields[1]) {
			if name == d.Name() {
				return strings.ReplaceAll(fields[2], "{}", d.Scalar())
			}
		}
	}
	return ""
}

// key is the overload's key in limits.txt.
func (o *overload) key(method bool) string {
	key := o.Name
	if method {
		key += " Tensor"
	}
	for _, p := range o.Params[:o.minPos] {
		for word, typ := range typeNames {
			if typ == p.typ && !strings.HasPrefix(word, "SymInt") {
				key += " " + word
			}
		}
	}
	return key
}

// refuse is the error of operands, all on the CPU, of a type that the overload does not take
// there; those that need not be given may have another type. What is converted first
// (dtype=) is the operation's matter.
func (c *Call) refuse() error {
	d := tensor.NoDType
	host := true
	see := func(v object.Value) {
		x, ok := values.AsTensor(v)
		if !ok {
			return
		}
		host = host && x.IsCPU()
		if d == tensor.NoDType || x.DType() >= tensor.Float16 { // integers may be positions
			d = max(d, x.DType())
		}
	}
	if c.Self != nil {
		see(object.Of(c.Self))
	}
	for i := range c.Overload.Params {
		if c.Args[i].IsNil() || i >= c.Overload.minPos && c.Overload.Params[i].typ != typDType {
			continue
		}
		switch c.Overload.Params[i].typ {
		case typTensor:
			see(c.Args[i])
		case typTensors:
			items, _ := values.Items(c.Args[i])
			for _, v := range items {
				see(v)
			}
		case typDType:
			return nil
		}
	}
	if !host || !c.Overload.limit.types.Has(d) || emptyTaken[c.Overload.Name] && c.Input().Numel() == 0 {
		return nil
	}
	return object.Raise(object.RuntimeError, "%s", c.Overload.limit.words(d))
}
