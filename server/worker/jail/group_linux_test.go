package jail

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// kernel makes a folder that looks like a control group.
func kernel(t *testing.T, controllers, procs string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"cgroup.controllers": controllers, "cgroup.procs": procs, "cgroup.subtree_control": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "server"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "server", "cgroup.procs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestDivide(t *testing.T) {
	for _, c := range []struct{ name, controllers, procs, err, subtree string }{
		{"ours", "cpuset cpu io memory pids\n", "42\n", "", "+memory +cpu +pids"},
		{"without processors", "memory\n", "42\n", "", "+memory"},
		{"without memory", "cpu pids\n", "42\n", "may not bound memory", ""},
		{"shared", "memory\n", "42\n43\n", "shared with other processes", ""},
		{"of others", "memory\n", "43\n", "shared with other processes", ""},
	} {
		dir := kernel(t, c.controllers, c.procs)
		_, err := divide(dir, 42)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %v", c.name, err)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, "cgroup.subtree_control")); string(got) != c.subtree {
			t.Errorf("%s: divided with %q", c.name, got)
		}
		moved, _ := os.ReadFile(filepath.Join(dir, "server", "cgroup.procs"))
		if (string(moved) == "42") != (c.err == "") {
			t.Errorf("%s: moved %q", c.name, moved)
		}
	}
}

func TestExhausted(t *testing.T) {
	dir := t.TempDir()
	g := &Group{path: dir}
	for text, want := range map[string]bool{"": false, "low 0\noom 1\noom_kill 0\n": false, "oom 1\noom_kill 2\noom_group_kill 1\n": true} {
		os.WriteFile(filepath.Join(dir, "memory.events"), []byte(text), 0o600)
		if got := g.Exhausted(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
