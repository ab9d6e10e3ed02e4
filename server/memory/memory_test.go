package memory

import (
	"testing"
	"testing/fstest"
)

const mib = 1 << 20

// files makes a file system of names and texts.
func files(pairs ...string) fstest.MapFS {
	system := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		system[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return system
}

const (
	machine = "MemTotal:       65536 kB\nMemFree: 1 kB\nMemAvailable:   32768 kB\n"

	two      = "25 1 0:22 / /proc rw - proc proc rw\n30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	twoBound = "30 23 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n"
	one      = "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n33 31 0:30 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
	oneBound = "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
	both     = one + "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
	odd      = `30 23 0:26 / /control\040groups rw - cgroup2 cgroup2 rw` + "\n"

	unit = "0::/system.slice/gputour.service\n"
)

func TestLimitAndFree(t *testing.T) {
	for _, c := range []struct {
		name        string
		files       fstest.MapFS
		limit, free int64
	}{
		{"another system", files(), 0, -1},
		{"a machine", files("proc/meminfo", machine), 64 * mib, 32 * mib},
		{"nonsense", files("proc/meminfo", "MemTotal: many kB\nMemTotal\n", "proc/self/cgroup", "x\n\n0:y", "proc/self/mountinfo", "- - -\n"), 0, -1},
		{"version 2, no bound", files("proc/meminfo", machine, "proc/self/cgroup", unit, "proc/self/mountinfo", two,
			"sys/fs/cgroup/system.slice/gputour.service/memory.max", "max\n"), 64 * mib, 32 * mib},
		{"systemd's MemoryMax=", files("proc/meminfo", machine, "proc/self/cgroup", unit, "proc/self/mountinfo", two,
			"sys/fs/cgroup/system.slice/gputour.service/memory.max", "8388608\n",
			"sys/fs/cgroup/system.slice/gputour.service/memory.current", "7340032\n",
			"sys/fs/cgroup/system.slice/gputour.service/memory.stat", "anon 4194304\ninactive_file 1048576\nactive_file 1048576\n"), 8 * mib, 3 * mib},
		{"MemoryHigh=", files("proc/meminfo", machine, "proc/self/cgroup", unit, "proc/self/mountinfo", two,
			"sys/fs/cgroup/system.slice/gputour.service/memory.max", "8388608\n",
			"sys/fs/cgroup/system.slice/gputour.service/memory.high", "6291456\n"), 6 * mib, 6 * mib},
		{"the slice around the unit", files("proc/meminfo", machine, "proc/self/cgroup", unit, "proc/self/mountinfo", two,
			"sys/fs/cgroup/system.slice/gputour.service/memory.max", "8388608\n",
			"sys/fs/cgroup/system.slice/memory.max", "4194304\n",
			"sys/fs/cgroup/system.slice/memory.current", "9437184\n"), 4 * mib, 0},
		{"half of the cache is active", files("proc/meminfo", machine, "proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two,
			"sys/fs/cgroup/memory.max", "8388608\n", "sys/fs/cgroup/memory.current", "7340032\n",
			"sys/fs/cgroup/memory.stat", "inactive_file 1048576\nactive_file 2097152\n"), 8 * mib, 4 * mib},
		{"more is cached than used", files("proc/meminfo", machine, "proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two,
			"sys/fs/cgroup/memory.max", "8388608\n", "sys/fs/cgroup/memory.current", "1\n",
			"sys/fs/cgroup/memory.stat", "inactive_file 1048576\n"), 8 * mib, 8 * mib},
		{"version 1's caches", files("proc/meminfo", machine, "proc/self/cgroup", "4:memory:/\n", "proc/self/mountinfo", one,
			"sys/fs/cgroup/memory/memory.limit_in_bytes", "8388608\n", "sys/fs/cgroup/memory/memory.usage_in_bytes", "6291456\n",
			"sys/fs/cgroup/memory/memory.stat", "inactive_file 7\nactive_file 7\ntotal_inactive_file 1048576\ntotal_active_file 2097152\n"), 8 * mib, 5 * mib},
		{"version 1's other groups", files("proc/meminfo", machine, "proc/self/cgroup", "4:memory:/a\n", "proc/self/mountinfo", one,
			"sys/fs/cgroup/cpu/a/memory.limit_in_bytes", "4096\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes", "8388608\n"), 8 * mib, 8 * mib},
		{"all that can be said of no limit", files("proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two, "sys/fs/cgroup/memory.max", "4611686018427387904\n"), 0, -1},
		{"a byte less", files("proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two, "sys/fs/cgroup/memory.max", "4611686018427387903\n"), 1<<62 - 1, 1<<62 - 1},
		{"nothing may be had", files("proc/meminfo", machine, "proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two, "sys/fs/cgroup/memory.max", "0\n"), 0, 0},
		{"less than nothing", files("proc/meminfo", machine, "proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two, "sys/fs/cgroup/memory.max", "-1\n"), 64 * mib, 32 * mib},
		{"a group beside the mount's", files("proc/meminfo", machine, "proc/self/cgroup", "0::/docker/abcd/x\n", "proc/self/mountinfo", twoBound,
			"sys/fs/cgroup/memory.max", "8388608\n", "sys/fs/cgroup/d/x/memory.max", "4096\n"), 8 * mib, 8 * mib},
		{"a tab and a backslash", files("proc/self/cgroup", "0::/\n", "proc/self/mountinfo", `30 23 0:26 / /a\011b\012c\134d rw - cgroup2 cgroup2 rw`+"\n",
			"a\tb\nc\\d/memory.max", "8388608\n"), 8 * mib, 8 * mib},
		{"a container with a name space", files("proc/meminfo", machine, "proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two,
			"sys/fs/cgroup/memory.max", "8388608\n"), 8 * mib, 8 * mib},
		{"a container without one", files("proc/meminfo", machine, "proc/self/cgroup", "0::/docker/abc/worker\n", "proc/self/mountinfo", twoBound,
			"sys/fs/cgroup/worker/memory.max", "max\n", "sys/fs/cgroup/memory.max", "8388608\n"), 8 * mib, 8 * mib},
		{"moved out of its name space", files("proc/meminfo", machine, "proc/self/cgroup", "0::/../other\n", "proc/self/mountinfo", twoBound,
			"sys/fs/cgroup/memory.max", "8388608\n"), 8 * mib, 8 * mib},
		{"version 1", files("proc/meminfo", machine, "proc/self/cgroup", "4:memory:/a/b\n3:cpu:/c\n", "proc/self/mountinfo", one,
			"sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes", "8388608\n",
			"sys/fs/cgroup/memory/a/memory.usage_in_bytes", "6291456\n",
			"sys/fs/cgroup/memory/a/memory.stat", "cache 2\ntotal_inactive_file 524288\ntotal_active_file 524288\n",
			"sys/fs/cgroup/cpu/c/memory.limit_in_bytes", "1"), 8 * mib, 3 * mib},
		{"version 1, a container", files("proc/meminfo", machine, "proc/self/cgroup", "4:cpu,memory:/docker/abc\n", "proc/self/mountinfo", oneBound,
			"sys/fs/cgroup/memory/memory.limit_in_bytes", "8388608\n"), 8 * mib, 8 * mib},
		{"both versions", files("proc/meminfo", machine, "proc/self/cgroup", "4:memory:/a\n0::/b\n", "proc/self/mountinfo", both,
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes", "8388608\n",
			"sys/fs/cgroup/unified/b/cgroup.procs", "1\n"), 8 * mib, 8 * mib},
		{"a name with a space", files("proc/self/cgroup", unit, "proc/self/mountinfo", odd,
			"control groups/system.slice/memory.max", "8388608\n"), 8 * mib, 8 * mib},
	} {
		if got := Limit(c.files); got != c.limit {
			t.Errorf("%s: a limit of %d, want %d", c.name, got, c.limit)
		}
		if got := Free(c.files); got != c.free {
			t.Errorf("%s: %d free, want %d", c.name, got, c.free)
		}
	}
}

func TestRoom(t *testing.T) {
	used := func(bytes string) fstest.MapFS {
		return files("proc/self/cgroup", "0::/\n", "proc/self/mountinfo", two, "sys/fs/cgroup/memory.max", "104857600\n", "sys/fs/cgroup/memory.current", bytes)
	}
	for _, c := range []struct {
		name string
		room Room
		n    int
		want bool
	}{
		{"an unknown machine", Room{Each: mib}, 1000, true},
		{"an empty one", Room{Root: used("0"), Limit: 100 * mib, Each: 10 * mib}, 0, true},
		{"the last of seven", Room{Root: used("0"), Limit: 100 * mib, Each: 10 * mib}, 6, true},
		{"the eighth", Room{Root: used("0"), Limit: 100 * mib, Each: 10 * mib}, 7, false},
		{"a machine that tells nothing", Room{Root: files(), Limit: 100 * mib, Each: 10 * mib}, 6, true},
		{"an engine that asks nothing", Room{Limit: 100 * mib, Each: 10 * mib}, 6, true},
		{"as many as may be expected", Room{Limit: 100 * mib, Each: 75 * mib}, 0, true},
		{"a byte more", Room{Limit: 100 * mib, Each: 75*mib + 1}, 0, false},
		{"as much as must be free", Room{Root: used("83886080"), Limit: 100 * mib, Each: 10 * mib}, 1, true},
		{"a byte less", Room{Root: used("83886081"), Limit: 100 * mib, Each: 10 * mib}, 1, false},
		{"much is in use", Room{Root: used("80000000"), Limit: 100 * mib, Each: 10 * mib}, 1, true},
		{"nearly all is in use", Room{Root: used("88000000"), Limit: 100 * mib, Each: 10 * mib}, 1, false},
	} {
		if got := c.room.For(c.n); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
