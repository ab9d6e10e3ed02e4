package exposition

import (
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// Process adds what Prometheus's own clients tell of a program in Go, under their names.
func (r *Registry) Process() {
	r.Gauge("go_info", "Information about the Go environment.", Labels{"version": runtime.Version()}, func() float64 { return 1 })
	for _, n := range goNumbers {
		add := r.Gauge
		if n.grows {
			add = r.Count
		}
		add(n.name, n.help, nil, func() float64 { return sample(n.from) })
	}
	began := float64(time.Now().UnixMilli()) / 1000
	r.Gauge("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", nil, func() float64 { return began })
	for _, n := range processNumbers {
		if _, ok := n.now(); !ok { // another system
			continue
		}
		add := r.Gauge
		if n.grows {
			add = r.Count
		}
		add(n.name, n.help, nil, func() float64 {
			value, _ := n.now()
			return value
		})
	}
}

var goNumbers = []struct {
	name, help, from string
	grows            bool
}{
	{"go_goroutines", "Number of goroutines that currently exist.", "/sched/goroutines:goroutines", false},
	{"go_sched_gomaxprocs_threads", "The current runtime.GOMAXPROCS setting.", "/sched/gomaxprocs:threads", false},
	{"go_gc_cycles_total", "Completed cycles of the collector.", "/gc/cycles/total:gc-cycles", true},
	{"go_gc_cpu_seconds_total", "Processor time that the collector took, estimated.", "/cpu/classes/gc/total:cpu-seconds", true},
	{"go_memstats_heap_alloc_bytes", "Number of heap bytes allocated and currently in use.", "/memory/classes/heap/objects:bytes", false},
	{"go_memstats_alloc_bytes_total", "Total number of bytes allocated in heap until now, even if released already.", "/gc/heap/allocs:bytes", true},
	{"go_memstats_next_gc_bytes", "Number of heap bytes when next garbage collection will take place.", "/gc/heap/goal:bytes", false},
	{"go_memstats_sys_bytes", "Number of bytes obtained from system.", "/memory/classes/total:bytes", false},
}

// sample reads a number of Go's.
func sample(name string) float64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	if s[0].Value.Kind() == metrics.KindFloat64 {
		return s[0].Value.Float64()
	}
	return float64(s[0].Value.Uint64())
}

// ticks are those of a second in /proc, on every system that Go runs on.
const ticks = 100

var processNumbers = []struct {
	name, help string
	grows      bool
	now        func() (float64, bool)
}{
	{"process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", true, func() (float64, bool) {
		user, ok := stat(14)
		system, _ := stat(15)
		return (user + system) / ticks, ok
	}},
	{"process_virtual_memory_bytes", "Virtual memory size in bytes.", false, func() (float64, bool) { return stat(23) }},
	{"process_resident_memory_bytes", "Resident memory size in bytes.", false, func() (float64, bool) {
		pages, ok := stat(24)
		return pages * float64(os.Getpagesize()), ok
	}},
	{"process_open_fds", "Number of open file descriptors.", false, func() (float64, bool) {
		files, err := os.ReadDir("/proc/self/fd")
		return float64(len(files)), err == nil
	}},
}

// stat is a field of /proc/self/stat, numbered as proc(5) does, behind the program's name.
func stat(field int) (float64, bool) {
	data, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if len(fields) <= field-3 {
		return 0, false
	}
	value, err := strconv.ParseFloat(fields[field-3], 64)
	return value, err == nil
}
