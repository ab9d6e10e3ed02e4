package handover

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// Bury waits for the children of the program before that are not in the table: they end by themselves, and would remain as
// zombies.
func Bury(t *Table) {
	known := map[int]bool{}
	for _, w := range append(t.Sealed.Workers, t.Cards.Workers...) {
		known[w.PID] = true
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		pid, parent := family(name)
		if parent != os.Getpid() || known[pid] {
			continue
		}
		if p, err := os.FindProcess(pid); err == nil {
			go p.Wait()
		}
	}
}

// family reads a process and its parent from proc_pid_stat(5).
func family(stat string) (pid, parent int) {
	text, _ := os.ReadFile(stat)
	pid, _ = strconv.Atoi(filepath.Base(filepath.Dir(stat)))
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // a name may hold anything
	if len(fields) > 1 {
		parent, _ = strconv.Atoi(string(fields[1]))
	}
	return pid, parent
}
