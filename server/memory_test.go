package main

import (
	"testing"
	"testing/fstest"
)

func TestMemoryOf(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  int64
	}{
		{"another system", fstest.MapFS{}, 0},
		{"a machine", fstest.MapFS{"proc/meminfo": file("MemTotal:       2048 kB\nMemFree: 1 kB\n")}, 2 << 20},
		{"a group without a bound", fstest.MapFS{"proc/meminfo": file("MemTotal: 2048 kB\n"), "sys/fs/cgroup/memory.max": file("max\n")}, 2 << 20},
		{"a bounded group", fstest.MapFS{"proc/meminfo": file("MemTotal: 2048 kB\n"), "sys/fs/cgroup/memory.max": file("1048576\n")}, 1 << 20},
		{"an old group", fstest.MapFS{"sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n"), "proc/meminfo": file("MemTotal: 1 kB\n")}, 1 << 10},
		{"nonsense", fstest.MapFS{"proc/meminfo": file("MemTotal: many kB\n")}, 0},
	} {
		if got := memoryOf(c.files); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
}
