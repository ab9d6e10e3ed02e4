package main

import (
	"bytes"
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// heapShare is the part of the machine's memory from which the heap is collected as often
// as it takes to stay below: sessions that each keep to their budget may together hold
// much that is dead.
const heapShare = 0.6

// boundHeap sets Go's memory limit, unless GOMEMLIMIT has; 0 is a machine that does not say
// what memory it has.
func boundHeap(memory int64) {
	if _, set := os.LookupEnv("GOMEMLIMIT"); !set && memory > 0 {
		debug.SetMemoryLimit(int64(float64(memory) * heapShare))
	}
}

// memoryOf is the memory that a Linux system lets the process have, in bytes: the machine's,
// or what its control group allows. It is 0 elsewhere.
func memoryOf(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	if text, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		for line := range bytes.Lines(text) {
			if f := strings.Fields(string(line)); len(f) == 3 && f[0] == "MemTotal:" {
				if n, err := strconv.ParseInt(f[1], 10, 64); err == nil {
					least = n << 10
				}
			}
		}
	}
	for _, name := range []string{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := fs.ReadFile(root, name); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
				least = min(least, n)
			}
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}
