// Package jail seals the process that it runs in, or one that it starts, with what the
// system gives an ordinary user: no root, no helper program, no container.
//
// A process is sealed in two steps. Start, in the parent, confines the thread that forks,
// so that the child is confined from its first instruction: it can gain no privileges, and
// of the file system it sees only what it is made of. Seal, in the child, comes when the
// child has opened all it needs: it sets limits and leaves it the system calls that Go's
// runtime needs to go on. There is no way back from either.
package jail

import "fmt"

// Level is how well a process is sealed.
type Level int

// Levels. Each holds what the ones before it hold.
const (
	InProcess  Level = iota // cells run in the server itself
	Limited                 // a process of its own with resource limits
	Sealed                  // no files, no network, no other processes: landlock and seccomp
	Namespaced              // it does not even see them: user, pid, network and IPC namespaces
	Grouped                 // a control group bounds its memory and weighs its CPU
	Virtual                 // a kernel of its own: gVisor or a virtual machine around it all
)

var levels = [...]string{
	"in the server's process", "processes with resource limits", "sealed processes",
	"sealed processes in namespaces", "sealed processes in namespaces and control groups",
	"sealed processes under a kernel of their own",
}

// String says what the level is.
func (l Level) String() string { return fmt.Sprintf("level %d: %s", int(l), levels[l]) }

// Report is what holds of one process.
type Report struct {
	Limits     bool // resource limits
	Landlock   int  // version of landlock's interface; 0 is none
	Seccomp    bool
	Namespaces bool
	Group      bool     // a control group
	Missing    []string // why the rest does not hold
}

// Level is the highest level of which everything holds.
func (r Report) Level() Level {
	for i, holds := range []bool{r.Limits, r.Landlock > 0 && r.Seccomp, r.Namespaces, r.Group} {
		if !holds {
			return Level(i)
		}
	}
	return Grouped
}

// With joins what the parent knows of a process with what it says of itself.
func (r Report) With(child Report) Report {
	r.Limits, r.Seccomp = child.Limits, child.Seccomp
	r.Missing = append(r.Missing[:len(r.Missing):len(r.Missing)], child.Missing...)
	return r
}

// Limits bound a process.
type Limits struct {
	Data    int64 // bytes of memory that it can write to; 0 is no bound
	Threads int64 // where it has a user namespace of its own; 0 is no bound
}

// Cage is what Start puts a process in.
type Cage struct {
	Open       bool     // it keeps the files and the network: what opens a device's driver needs them
	Namespaces bool     // where they can be had
	Group      *Group   // nil is none
	Files      []string // that it may read and execute, beside those of this program
}
