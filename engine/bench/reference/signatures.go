package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// agreeing is the share of random calls that must do what the real PyTorch does.
const agreeing = 0.97

// outcome is what signatures.py prints of a call; of one that ended the real PyTorch there is nothing.
type outcome struct {
	Value json.RawMessage `json:"value"`
	Error string          `json:"error"`
	Words string          `json:"words"`
	ended bool
}

// signatures makes random calls of every operation that the real PyTorch has, by its own signatures.
func (r *runner) signatures() (result, error) {
	row := result{what: fmt.Sprintf("random calls from %d", r.seed)}
	text, err := r.real("", "signatures.py", "write", strconv.Itoa(r.seed), strconv.Itoa(r.calls))
	if err != nil {
		return row, err
	}
	calls := strings.Split(strings.TrimSpace(text), "\n")
	want, err := r.carriedOut(calls)
	if err != nil {
		return row, err
	}
	if text, err = r.ours("signatures.py", []string{"--file", "calls=" + filepath.Join(r.dir, "calls")}, `"run"`, `"calls"`); err != nil {
		return row, err
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != len(calls) {
		return row, fmt.Errorf("%d of %d calls were carried out", len(lines), len(calls))
	}
	kinds := map[string]map[string]int{}
	for i, line := range lines {
		var call [2]string
		var got outcome
		if err := errors.Join(json.Unmarshal([]byte(calls[i]), &call), json.Unmarshal([]byte(line), &got)); err != nil {
			return row, err
		}
		if want[i].ended {
			continue
		}
		row.count++
		kind := compared(want[i], got)
		if kind == "" {
			row.agree++
			continue
		}
		if kinds[kind] == nil {
			kinds[kind] = map[string]int{}
		}
		kinds[kind][call[0]]++
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		row.note("%s", summary(kind, kinds[kind]))
	}
	row.failed = float64(row.agree) < agreeing*float64(row.count)
	return row, nil
}

// carriedOut are the outcomes with the real PyTorch. A call that ends it is left out.
func (r *runner) carriedOut(calls []string) ([]outcome, error) {
	var all []outcome
	for len(all) < len(calls) {
		if err := os.WriteFile(filepath.Join(r.dir, "calls"), []byte(strings.Join(calls[len(all):], "\n")+"\n"), 0o600); err != nil {
			return nil, err
		}
		text, err := r.real("", "signatures.py", "run", "calls")
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			return nil, err
		}
		for line := range strings.Lines(text) {
			var o outcome
			if err := json.Unmarshal([]byte(line), &o); err != nil {
				break // it ended within the line
			}
			all = append(all, o)
		}
		if len(all) < len(calls) {
			all = append(all, outcome{ended: true})
		}
	}
	return all, os.WriteFile(filepath.Join(r.dir, "calls"), []byte(strings.Join(calls, "\n")+"\n"), 0o600)
}

// compared says in which way two outcomes differ; "" is that they do not, or only in words.
func compared(want, got outcome) string {
	switch {
	case want.Error != "" && got.Error != "":
		if want.Error != got.Error {
			return "another class of error"
		}
		return ""
	case want.Error != "":
		return "given here, refused there"
	case got.Error != "":
		return "refused here, given there"
	case !sameValue(want.Value, got.Value):
		return "another value"
	}
	return ""
}

// sameValue compares what signatures.py describes: tensors, lists of them, and numbers.
func sameValue(a, b json.RawMessage) bool {
	var xs, ys []json.RawMessage
	if json.Unmarshal(a, &xs) == nil && json.Unmarshal(b, &ys) == nil {
		return slices.EqualFunc(xs, ys, sameValue)
	}
	var x, y array
	if json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x.DType != "" {
		difference, words := differArray(&x, &y, roughly(x.DType))
		return difference == "" || words && strings.HasPrefix(difference, "strides")
	}
	var m, n any
	if json.Unmarshal(a, &m) != nil || json.Unmarshal(b, &n) != nil {
		return false
	}
	return near(m, n, 1e-9) || strings.Contains(fmt.Sprint(m, n), " object at 0x")
}

// roughly is the tolerance of values, relative above one.
func roughly(dtype string) float64 {
	switch dtype {
	case "float16":
		return 4e-3
	case "bfloat16":
		return 3e-2
	case "complex128":
		return 1e-9
	}
	return 3e-5
}

// summary names the operations with the most calls of a kind.
func summary(kind string, counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	total := 0
	var shown []string
	for i, name := range names {
		total += counts[name]
		if i < 12 {
			shown = append(shown, fmt.Sprintf("%s %d", name, counts[name]))
		}
	}
	return fmt.Sprintf("%d calls of %d operations: %s: %s", total, len(names), kind, strings.Join(shown, ", "))
}
