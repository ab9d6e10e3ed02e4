package main

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// program is what one random program did and what came of it.
type program struct {
	Seed  int
	Trace []string
	Result
}

// Result is what fuzz.py reports of a program.
type Result struct {
	Error    string   `json:"error"`
	Backward string   `json:"backward"`
	Tensors  []*array `json:"tensors"`
	Grads    []*array `json:"grads"`
}

// array is a tensor as fuzz.py describes it; NaN and infinities are strings.
type array struct {
	DType  string `json:"dtype"`
	Shape  []int  `json:"shape"`
	Stride []int  `json:"stride"`
	GradFn string `json:"grad_fn"`
	Values []any  `json:"values"`
}

// fuzz runs the same random programs under both and compares values, dtypes, shapes,
// strides, the names of gradients, and the words of errors.
func (r *runner) fuzz() (result, error) {
	row := result{what: fmt.Sprintf("random programs from %d", r.seed)}
	first, count := strconv.Itoa(r.seed), strconv.Itoa(r.programs)
	text, err := r.real("", "fuzz.py", first, count)
	if err != nil {
		return row, err
	}
	want, err := programs(text)
	if err != nil {
		return row, err
	}
	if text, err = r.ours("fuzz.py", nil, first, count); err != nil {
		return row, err
	}
	got, err := programs(text)
	if err != nil {
		return row, err
	}
	words := 0
	for i, p := range want {
		row.count++
		if i >= len(got) {
			row.failed = true
			continue
		}
		difference, onlyWords := differ(p, got[i])
		switch {
		case difference == "":
			row.agree++
		case onlyWords || strings.Contains(strings.Join(p.Trace, ""), "topk"): // which of equals comes first is open
			words++
		default:
			row.failed = true
			row.note("program %d: %s: %s", p.Seed, strings.Join(p.Trace, "; "), difference)
		}
	}
	row.note("%d differ only in what is refused or how, in strides, or in where NaN comes from", words)
	return row, nil
}

func programs(text string) ([]program, error) {
	var list []program
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		var p program
		parts := []any{&p.Seed, &p.Trace, &p.Result}
		if err := json.Unmarshal([]byte(line), &parts); err != nil {
			return nil, fmt.Errorf("fuzz.py printed %.80q: %w", line, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// differ says how two runs of one program differ; words reports that no number does: that
// one refused a step, or with other words, or that only strides differ.
func differ(want, got program) (difference string, words bool) {
	if want.Error != "" || got.Error != "" {
		if want.Error == got.Error {
			return "", false
		}
		return fmt.Sprintf("error %q, here %q", want.Error, got.Error), true
	}
	if want.Backward != got.Backward {
		return fmt.Sprintf("backward: error %q, here %q", want.Backward, got.Backward), true
	}
	for i, x := range want.Tensors {
		if d, words := differArray(x, got.Tensors[i], 2e-5); d != "" {
			return fmt.Sprintf("t%d: %s", i, d), words
		}
	}
	for i, x := range want.Grads {
		if i >= len(got.Grads) {
			return "a gradient is missing", false
		}
		if d, words := differArray(x, got.Grads[i], 2e-4); d != "" && !words {
			return fmt.Sprintf("gradient %d: %s", i, d), false
		}
	}
	return "", false
}

func differArray(a, b *array, tolerance float64) (difference string, words bool) {
	switch {
	case a == nil || b == nil:
		if a == b {
			return "", false
		}
		return "one is None", false
	case a.DType != b.DType:
		return fmt.Sprintf("dtype %s, here %s", a.DType, b.DType), false
	case !slices.Equal(a.Shape, b.Shape):
		return fmt.Sprintf("shape %v, here %v", a.Shape, b.Shape), false
	case len(a.Values) != len(b.Values):
		return fmt.Sprintf("%d values, here %d", len(a.Values), len(b.Values)), false
	}
	if a.DType == "float64" {
		tolerance *= 1e-5
	}
	for i := range a.Values {
		if !near(a.Values[i], b.Values[i], tolerance) {
			_, number := a.Values[i].(float64)
			return fmt.Sprintf("value %d is %v, here %v", i, a.Values[i], b.Values[i]), !number
		}
	}
	if a.GradFn != b.GradFn {
		return fmt.Sprintf("made by %s, here by %s", a.GradFn, b.GradFn), true
	}
	if !sameStrides(a, b) {
		return fmt.Sprintf("strides %v, here %v", a.Stride, b.Stride), true
	}
	return "", false
}

// sameStrides compares those that mean something: of dimensions longer than one.
func sameStrides(a, b *array) bool {
	for d, n := range a.Shape {
		if n > 1 && len(a.Values) > 0 && a.Stride[d] != b.Stride[d] {
			return false
		}
	}
	return true
}

func near(a, b any, tolerance float64) bool {
	x, ok1 := a.(float64)
	y, ok2 := b.(float64)
	if !ok1 || !ok2 {
		return a == b
	}
	return math.Abs(x-y) <= tolerance*max(1, math.Abs(x), math.Abs(y))
}
