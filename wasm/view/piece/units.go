package piece

import (
	"strconv"
	"strings"
)

// This file writes numbers as people read them.

// Bytes writes a size as people read it, and as the engine does in its explanations: three digits, no zeros behind the
// point. 24 B, 1.5 KiB, 3.73 GiB, 16 GiB.
func Bytes(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	v, i := float64(n), 0
	for v >= 1024 && i < len(units)-1 {
		v, i = v/1024, i+1
	}
	places := 0
	for room := v; i > 0 && room < 100 && places < 2; room *= 10 {
		places++
	}
	text := strconv.FormatFloat(v, 'f', places, 64)
	if places > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + " " + units[i]
}

// Whole keeps a number and its unit on one line.
func Whole(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// Number writes v with one decimal where asked, and none else.
func Number(v float64, decimal bool) string {
	if decimal {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// Millis writes a time given in milliseconds: 31 µs, 0.3 ms, 1.2 s, 2:05 min.
func Millis(ms float64) string {
	switch {
	case ms <= 0:
		return "0 ms"
	case ms < 0.0995:
		us := ms * 1000
		return Number(us, us < 10) + " µs"
	case ms < 999.5:
		return Number(ms, ms < 10) + " ms"
	case ms < 60_000:
		return Number(ms/1000, true) + " s"
	}
	sec := int(ms / 1000)
	return Itoa(sec/60) + ":" + strings.Repeat("0", 2-len(Itoa(sec%60))) + Itoa(sec%60) + " min"
}

// Shape writes a tensor's shape: 2×3, or the word for a single number.
func Shape(shape []int) string {
	if len(shape) == 0 {
		return "( )"
	}
	dims := make([]string, len(shape))
	for i, d := range shape {
		dims[i] = Itoa(d)
	}
	return strings.Join(dims, "×")
}

// DType leaves out the torch. that every type has.
func DType(name string) string { return strings.TrimPrefix(name, "torch.") }

// Rate writes something per second with SI's prefixes: 900 GB/s, 15.7 TFLOP/s.
func Rate(v float64, unit string) string {
	prefixes := []string{"", "k", "M", "G", "T", "P"}
	i := 0
	for v >= 1000 && i < len(prefixes)-1 {
		v, i = v/1000, i+1
	}
	return Number(v, v < 100 && v != float64(int64(v))) + " " + prefixes[i] + unit
}
