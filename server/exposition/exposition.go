// Package exposition keeps numbers and writes them in Prometheus's text format, which is all that a server needs of a client for it.
package exposition

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ContentType is the format's.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// Kinds of numbers.
const (
	counter   = "counter" // only grows
	gauge     = "gauge"
	histogram = "histogram"
)

// Registry is the numbers of a program. It may be used by several goroutines.
type Registry struct {
	mu       sync.Mutex
	families map[string]*family
}

// family is the series of one name.
type family struct {
	name, help, kind string
	series           []func(emit)
}

// emit takes one number: what its name ends with, its labels, and the value.
type emit func(suffix string, labels Labels, value float64)

// Labels are those of a series, by name.
type Labels map[string]string

// New returns a registry without numbers.
func New() *Registry { return &Registry{families: map[string]*family{}} }

// add puts series to those of a name. It panics when they are of another kind.
func (r *Registry) add(name, help, kind string, series func(emit)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.families[name]
	if f == nil {
		f = &family{name: name, help: help, kind: kind}
		r.families[name] = f
	}
	if f.kind != kind {
		panic(fmt.Sprintf("exposition: %s is a %s and a %s", name, f.kind, kind))
	}
	f.series = append(f.series, series)
}

// Gauge has what now returns told as it is then.
func (r *Registry) Gauge(name, help string, labels Labels, now func() float64) {
	r.add(name, help, gauge, func(e emit) { e("", labels, now()) })
}

// Count is Gauge for what only grows.
func (r *Registry) Count(name, help string, labels Labels, now func() float64) {
	r.add(name, help, counter, func(e emit) { e("", labels, now()) })
}

// Gauges is Gauge for what has one label, whose values are known then.
func (r *Registry) Gauges(name, help, label string, now func() map[string]float64) {
	r.add(name, help, gauge, func(e emit) {
		values := now()
		for _, key := range slices.Sorted(maps.Keys(values)) {
			e("", Labels{label: key}, values[key])
		}
	})
}

// Counters are counts by the value of a label.
type Counters struct {
	mu     sync.Mutex
	counts map[string]float64
}

// Counters returns counts that begin at 0 for the given values of a label.
func (r *Registry) Counters(name, help, label string, values ...string) *Counters {
	c := &Counters{counts: map[string]float64{}}
	for _, v := range values {
		c.counts[v] = 0
	}
	r.add(name, help, counter, func(e emit) {
		c.mu.Lock()
		counts := maps.Clone(c.counts)
		c.mu.Unlock()
		for _, v := range slices.Sorted(maps.Keys(counts)) {
			e("", Labels{label: v}, counts[v])
		}
	})
	return c
}

// Inc counts one more.
func (c *Counters) Inc(value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[value]++
}

// Histogram is how often something was at most so and so much.
type Histogram struct {
	mu     sync.Mutex
	bounds []float64
	counts []float64 // in each bucket alone; the last has no bound
	sum    float64
}

// Histogram returns one with the upper bounds of its buckets.
func (r *Registry) Histogram(name, help string, labels Labels, bounds ...float64) *Histogram {
	h := &Histogram{bounds: bounds, counts: make([]float64, len(bounds)+1)}
	r.add(name, help, histogram, func(e emit) { h.tell(labels, e) })
	return h
}

// Observe counts a value.
func (h *Histogram) Observe(value float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i, _ := slices.BinarySearch(h.bounds, value)
	h.counts[i]++
	h.sum += value
}

func (h *Histogram) tell(labels Labels, e emit) {
	h.mu.Lock()
	counts, sum := slices.Clone(h.counts), h.sum
	h.mu.Unlock()
	total := 0.0
	for i, n := range counts {
		total += n
		bound := math.Inf(1)
		if i < len(h.bounds) {
			bound = h.bounds[i]
		}
		within := Labels{"le": text(bound)}
		maps.Copy(within, labels)
		e("_bucket", within, total)
	}
	e("_sum", labels, sum)
	e("_count", labels, total)
}

// Write writes all numbers, families in the order of their names.
func (r *Registry) Write(w io.Writer) error {
	r.mu.Lock()
	families := slices.Collect(maps.Values(r.families))
	r.mu.Unlock()
	slices.SortFunc(families, func(a, b *family) int { return cmp.Compare(a.name, b.name) })
	var b strings.Builder
	for _, f := range families {
		f.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var (
	helpEscapes  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

func (f *family) write(b *strings.Builder) {
	fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", f.name, helpEscapes.Replace(f.help), f.name, f.kind)
	for _, series := range f.series {
		series(func(suffix string, labels Labels, value float64) {
			fmt.Fprintf(b, "%s%s%s %s\n", f.name, suffix, labels, text(value))
		})
	}
}

func (l Labels) String() string {
	if len(l) == 0 {
		return ""
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(l)) {
		list = append(list, name+`="`+labelEscapes.Replace(strings.ToValidUTF8(l[name], "?"))+`"`)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// text is a number as the format has it.
func text(value float64) string {
	if math.IsInf(value, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}
