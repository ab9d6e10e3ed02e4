// This file defines the spec strings that say which devices to use.

package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// Spec is what a device spec string asks for.
type Spec struct {
	Kind   string // "auto", "cpu", "cuda" or "sim"
	Count  int    // GPUs; 0 of kind "cuda": all there are
	Memory int64  // bytes of each; 0: the model's
	Model  *Model
}

// Bounds of a spec. The least memory leaves room for one large segment of the allocator.
const (
	maxCount  = 16
	minMemory = 32 * mib
	maxMemory = 1 << 40
)

// ParseSpec reads a device spec string:
//
//	auto | cpu | cuda[:N] | sim[:N][,memory=SIZE][,model=NAME]
//
// SIZE is a whole or decimal number with a unit: KiB, MiB, GiB, TiB (powers of 1024, also
// written K, M, G, T) or KB, MB, GB, TB (powers of 1000). cuda:N are the first N GPUs of the machine.
func ParseSpec(s string) (Spec, error) {
	spec, err := parseSpec(strings.TrimSpace(s))
	if err != nil {
		return Spec{}, fmt.Errorf("devices %q: %w", s, err)
	}
	return spec, nil
}

func parseSpec(s string) (Spec, error) {
	head, options, some := strings.Cut(s, ",")
	kind, count, counted := strings.Cut(head, ":")
	switch kind {
	case "auto", "cpu", "cuda":
		if some || counted && kind != "cuda" {
			return Spec{}, fmt.Errorf("%s takes no options", kind)
		}
		n, err := gpus(count, counted, 0)
		return Spec{Kind: kind, Count: n}, err
	case "sim":
	default:
		return Spec{}, fmt.Errorf("must be auto, cpu, cuda[:N] or sim:N[,memory=SIZE][,model=NAME]")
	}
	n, err := gpus(count, counted, 1)
	if err != nil {
		return Spec{}, err
	}
	spec := Spec{Kind: kind, Count: n}
	if some {
		for _, option := range strings.Split(options, ",") {
			if err := spec.option(option); err != nil {
				return Spec{}, err
			}
		}
	}
	if spec.Model == nil {
		spec.Model, _ = FindModel(DefaultModel)
	}
	return spec, nil
}

// gpus reads how many there are to be.
func gpus(count string, counted bool, otherwise int) (int, error) {
	if !counted {
		return otherwise, nil
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || n > maxCount {
		return 0, fmt.Errorf("the number of GPUs must be from 1 to %d, not %q", maxCount, count)
	}
	return n, nil
}

func (s *Spec) option(option string) (err error) {
	name, value, ok := strings.Cut(option, "=")
	if !ok {
		return fmt.Errorf("option %q must have the form name=value", option)
	}
	switch strings.TrimSpace(name) {
	case "memory":
		s.Memory, err = parseSize(strings.TrimSpace(value))
	case "model":
		s.Model, err = FindModel(strings.TrimSpace(value))
	default:
		err = fmt.Errorf("no option %q; there are memory and model", name)
	}
	return err
}

var units = map[string]float64{
	"k": 1 << 10, "kib": 1 << 10, "kb": 1e3, "m": 1 << 20, "mib": 1 << 20, "mb": 1e6,
	"g": 1 << 30, "gib": 1 << 30, "gb": 1e9, "t": 1 << 40, "tib": 1 << 40, "tb": 1e12,
}

func parseSize(s string) (int64, error) {
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	number, err := strconv.ParseFloat(digits, 64)
	unit, known := units[strings.ToLower(strings.TrimSpace(s[len(digits):]))]
	if err != nil || !known || strings.ContainsAny(digits, "eExXpP_") {
		return 0, fmt.Errorf("memory %q must be a number with a unit, such as 16GiB or 512MiB", s)
	}
	bytes := number * unit
	if !(bytes >= minMemory && bytes <= maxMemory) {
		return 0, fmt.Errorf("memory %s must be from 32MiB to 1TiB", s)
	}
	return int64(bytes), nil
}
