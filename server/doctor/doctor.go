// Package doctor says in words how well this machine seals the processes that run cells, what
// is missing, and how to get it.
package doctor

import (
	"fmt"
	"io"
	"io/fs"
	"strings"

	"gputour/server/worker/jail"
)

// Finding is what was seen of this machine.
type Finding struct {
	System string      // GOOS/GOARCH
	Report jail.Report // of a worker that was started
	Err    error       // why none could be
	Root   fs.FS       // the file system, for what the kernel says of itself
}

// line is one row of the diagnosis.
type line struct {
	name  string
	holds bool
	says  string // what that means, or what is missing
	cure  string // how to get it
}

// Write prints the diagnosis.
func (f Finding) Write(w io.Writer) {
	level := f.Report.Level()
	if f.Err != nil {
		level = jail.InProcess
	}
	fmt.Fprintf(w, "Cells run at %v.\n%s\n\n", level, meanings[level])
	for _, l := range f.lines() {
		mark := "yes"
		if !l.holds {
			mark = "no"
		}
		fmt.Fprintf(w, "  %-18s %-4s %s\n", l.name, mark, l.says)
		if !l.holds && l.cure != "" {
			fmt.Fprintf(w, "  %-18s      %s\n", "", l.cure)
		}
	}
}

// meanings say for whom a level is good enough.
var meanings = map[jail.Level]string{
	jail.InProcess:  "A cell that breaks the interpreter has the server in its hands, and one that takes all memory ends it. For yourself.",
	jail.Limited:    "A cell that takes all memory or crashes ends its own process alone. Nothing keeps one that breaks the interpreter from your files. For people you know.",
	jail.Sealed:     "A cell must first break the interpreter, and then finds no files, no network and no other processes. For a class.",
	jail.Namespaced: "A cell must first break the interpreter, and then neither reaches nor sees files, networks and other processes. For a class.",
	jail.Grouped:    "As level 3, and the kernel bounds the memory of each process and weighs its processor time. For a class that you do not know.",
	jail.Virtual:    "Even a fault of this kernel is not enough. For anybody.",
}

func (f Finding) lines() []line {
	r := f.Report
	linux := strings.HasPrefix(f.System, "linux/")
	onLinux := func(cure string) string {
		if linux {
			return cure
		}
		return "Only Linux has this: run gputour there, or in a Linux virtual machine."
	}
	processes := line{"own processes", f.Err == nil, "cells run outside of the server; a crash is one event in a session that goes on", ""}
	if f.Err != nil {
		processes.says = f.Err.Error()
		processes.cure = "Start gputour from a disk that may run programs, and see that it may start processes."
		if strings.HasPrefix(f.System, "windows/") {
			processes.cure = "Windows cannot: run gputour in WSL."
		}
	}
	return []line{
		processes,
		{"limits", r.Limits, "memory, files and core dumps of each process", ""},
		{"landlock", r.Landlock > 0, f.landlock(), onLinux("It needs Linux 5.13 with landlock in the kernel's list: add lsm=landlock,… to its command line; containers must let landlock_* calls through.")},
		{"seccomp", r.Seccomp, "all system calls but some thirty are refused", onLinux("It needs a kernel with CONFIG_SECCOMP_FILTER on amd64 or arm64.")},
		{"namespaces", r.Namespaces, "user, process, network and IPC namespaces, without root", onLinux(f.namespaceCure())},
		{"fair processor", f.fair(), f.fairness(), onLinux("echo 1 > /proc/sys/kernel/sched_autogroup_enabled, as root; or run under a control group with the cpu controller.")},
		{"control group", r.Group, "memory and processor time of each process, by the kernel", onLinux("Run gputour as a systemd service with Delegate=yes, or by: systemd-run --user --scope -p Delegate=yes gputour serve")},
	}
}

func (f Finding) landlock() string {
	if f.Report.Landlock == 0 {
		return "processes could open the files that you can"
	}
	return fmt.Sprintf("processes open no files from their first instruction on (version %d)", f.Report.Landlock)
}

// switches are settings by which systems keep users from making namespaces, and the value that does.
var switches = []struct{ file, value, cure string }{
	{"proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor forbids them here: sysctl kernel.apparmor_restrict_unprivileged_userns=0, as root, or a profile for gputour."},
	{"proc/sys/kernel/unprivileged_userns_clone", "0", "The kernel forbids them to users: sysctl kernel.unprivileged_userns_clone=1, as root."},
	{"proc/sys/user/max_user_namespaces", "0", "There may be none: sysctl user.max_user_namespaces=10000, as root."},
}

func (f Finding) namespaceCure() string {
	for _, s := range switches {
		if f.read(s.file) == s.value {
			return s.cure
		}
	}
	return "The system or the container forbids them. The seal holds without them."
}

// fair reports whether a process with many busy threads leaves others their share.
func (f Finding) fair() bool {
	return f.Report.Group || f.read("proc/sys/kernel/sched_autogroup_enabled") == "1"
}

func (f Finding) fairness() string {
	if f.fair() {
		return "a student with eight busy sessions has no more of it than one with one, where they have processes of their own"
	}
	return "whoever keeps more threads busy gets more of it"
}

func (f Finding) read(name string) string {
	text, err := fs.ReadFile(f.Root, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
