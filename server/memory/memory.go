// Package memory says how much memory a Linux system lets this process have, how much of
// that is free, and whether it is enough for one session more.
//
// What counts is the machine and every control group around the process, of either version:
// the kernel ends whoever goes beyond the narrowest of them. Other systems do not say.
package memory

import (
	"bytes"
	"io/fs"
	"math"
	"strconv"
	"strings"
)

// Limit is the memory that the process may have, in bytes; 0 where the system does not say.
func Limit(root fs.FS) int64 {
	least := unbounded
	if total, ok := table(root, "proc/meminfo")["MemTotal:"]; ok {
		least = total << 10
	}
	for _, g := range groups(root) {
		least = min(least, g.limit(root))
	}
	if least == unbounded {
		return 0
	}
	return least
}

// Free is how much of it is not in use, by this or any other process that shares a bound with
// it; -1 where the system does not say. Files that are only cached count as free.
func Free(root fs.FS) int64 {
	least := unbounded
	if available, ok := table(root, "proc/meminfo")["MemAvailable:"]; ok {
		least = available << 10
	}
	for _, g := range groups(root) {
		if limit := g.limit(root); limit < unbounded {
			least = min(least, max(0, limit-g.used(root)))
		}
	}
	if least == unbounded {
		return -1
	}
	return least
}

const unbounded = int64(math.MaxInt64)

// version is what the files of a control group are called.
type version struct {
	limits []string // the least holds
	used   string
	cached []string // lines of memory.stat: files that the kernel drops when it needs the memory
}

var versions = map[string]version{
	"cgroup": {
		limits: []string{"memory.limit_in_bytes"},
		used:   "memory.usage_in_bytes",
		cached: []string{"total_inactive_file", "total_active_file"},
	},
	"cgroup2": {
		limits: []string{"memory.max", "memory.high"},
		used:   "memory.current",
		cached: []string{"inactive_file", "active_file"},
	},
}

// noLimit is what version 1 says of a group without a limit, to within a page.
const noLimit = int64(1) << 62

func (g group) limit(root fs.FS) int64 {
	least := unbounded
	for _, name := range g.limits {
		if n, ok := number(root, g.dir+"/"+name); ok && n < noLimit {
			least = min(least, n)
		}
	}
	return least
}

func (g group) used(root fs.FS) int64 {
	n, _ := number(root, g.dir+"/"+g.version.used)
	stat := table(root, g.dir+"/memory.stat")
	for _, line := range g.cached {
		n -= stat[line]
	}
	return max(0, n)
}

// number reads a file that holds one; "max" is none.
func number(root fs.FS, name string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil && n >= 0
}

// table reads a file of lines that each begin with a name and a number.
func table(root fs.FS, name string) map[string]int64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return nil
	}
	numbers := map[string]int64{}
	for line := range bytes.Lines(text) {
		f := strings.Fields(string(line))
		if len(f) < 2 {
			continue
		}
		if n, err := strconv.ParseInt(f[1], 10, 64); err == nil && n >= 0 {
			numbers[f[0]] = n
		}
	}
	return numbers
}
