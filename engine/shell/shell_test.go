package shell

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
)

// TestScripts runs testdata/*.txt: a line "$ command" and below it what it prints,
// stdout and stderr together, then "[n]" where the exit status is not 0.
func TestScripts(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txt")
	if len(paths) == 0 {
		t.Fatal("no scripts")
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			data, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			s := newShell(t)
			for _, block := range strings.Split(string(data), "$ ")[1:] {
				line, want, _ := strings.Cut(block, "\n")
				if got := run(s, line); got != want {
					t.Errorf("$ %s\ngot\n%s\nwant\n%s", line, got, want)
				}
			}
		})
	}
}

func newShell(t *testing.T) *Shell {
	t.Helper()
	s := &Shell{FS: afero.NewMemMapFs(), Cwd: "/home/student", Env: map[string]string{"USER": "student"}}
	s.Commands = map[string]Command{"nvidia-smi": say("a table")}
	if err := s.FS.MkdirAll(s.Cwd, 0o755); err != nil {
		t.Fatal(err)
	}
	return s
}

func run(s *Shell, line string) string {
	var out bytes.Buffer
	if status := s.Run(context.Background(), line, nil, &out, &out); status != 0 {
		fmt.Fprintf(&out, "[%d]\n", status)
	}
	return out.String()
}

func TestNothingOfTheHost(t *testing.T) {
	t.Setenv("GPUTOUR_SECRET", "leaked")
	host := filepath.Join(t.TempDir(), "host.txt")
	if err := os.WriteFile(host, []byte("leaked"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := newShell(t)
	for _, line := range []string{
		"cat " + host, "echo < " + host, "ls /etc /proc", "echo $GPUTOUR_SECRET", "env", "cd / && ls",
		"/bin/ls /", "exec /bin/ls", "cat /proc/self/environ", "[ -e " + host + " ] && echo leaked", "echo " + filepath.Dir(host) + "/*.txt",
		"source " + host, "kill $$", "ulimit -a", "test -r /etc/passwd && echo leaked", "cd /etc && echo leaked",
		"echo x > " + host, // last: it makes a file of that name in the session
	} {
		if got := run(s, line); strings.Contains(got, "leaked") || strings.Contains(got, "passwd") || strings.Contains(got, "/host.txt\n") {
			t.Errorf("$ %s\n%s", line, got)
		}
	}
	if data, _ := os.ReadFile(host); string(data) != "leaked" {
		t.Error("the host's file was written")
	}
}

func TestStops(t *testing.T) {
	s := newShell(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, line := range []string{"while true; do :; done", "sleep 1000", "seq 1000000000", "f() { f; }; f"} {
		var out bytes.Buffer
		if status := s.Run(ctx, line, nil, &out, &out); status != 130 {
			t.Errorf("$ %s: status %d", line, status)
		}
	}
}
