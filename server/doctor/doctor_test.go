package doctor

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"gputour/server/worker/jail"
)

func system(pairs ...string) fs.FS {
	m := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return m
}

const autogroup = "proc/sys/kernel/sched_autogroup_enabled"

func TestDiagnosis(t *testing.T) {
	sealed := jail.Report{Limits: true, Landlock: 7, Seccomp: true}
	named := sealed
	named.Namespaces = true
	for _, c := range []struct {
		name    string
		finding Finding
		says    []string
		silent  []string
	}{
		{"all but a group", Finding{System: "linux/amd64", Report: named, Root: system(autogroup, "1\n")},
			[]string{"level 3", "For a class.", "(version 7)", "no more of it than one", "Delegate=yes"}, []string{"lsm=landlock", "sysctl"}},
		{"Ubuntu 24", Finding{System: "linux/amd64", Report: sealed, Root: system(autogroup, "1", "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n")},
			[]string{"level 2", "AppArmor forbids them here"}, nil},
		{"a container", Finding{System: "linux/arm64", Report: sealed, Root: system(autogroup, "0")},
			[]string{"level 2", "The system or the container forbids them", "whoever keeps more threads busy", "sched_autogroup_enabled"}, nil},
		{"an old kernel", Finding{System: "linux/amd64", Report: jail.Report{Limits: true, Seccomp: true}, Root: system()},
			[]string{"level 1", "For people you know.", "lsm=landlock"}, []string{"CONFIG_SECCOMP"}},
		{"a Mac", Finding{System: "darwin/arm64", Report: jail.Report{Limits: true}, Root: system()},
			[]string{"level 1", "Only Linux has this"}, []string{"sysctl", "lsm=", "Delegate"}},
		{"Windows", Finding{System: "windows/amd64", Err: errors.New("no sockets"), Root: system()},
			[]string{"level 0", "For yourself.", "no sockets", "WSL"}, []string{"sysctl", "lsm="}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			c.finding.Write(&b)
			for _, want := range c.says {
				if !strings.Contains(b.String(), want) {
					t.Errorf("it does not say %q:\n%s", want, b.String())
				}
			}
			for _, not := range c.silent {
				if strings.Contains(b.String(), not) {
					t.Errorf("it says %q:\n%s", not, b.String())
				}
			}
		})
	}
}

// TestEveryLevelMeansSomething holds the two tables together.
func TestEveryLevelMeansSomething(t *testing.T) {
	for l := jail.InProcess; l <= jail.Virtual; l++ {
		if meanings[l] == "" || l.String() == "" {
			t.Errorf("level %d has no words", l)
		}
	}
}
