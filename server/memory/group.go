package memory

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// This file finds the control groups around the process.

// group is one of them, as far as it bounds memory.
type group struct {
	dir string // of its files, below the root
	version
}

// groups lists the control groups of the process that can be seen, each with those around it.
func groups(root fs.FS) (all []group) {
	mounts := mounts(root)
	text, _ := fs.ReadFile(root, "proc/self/cgroup") // without it there are none
	for line := range bytes.Lines(text) {
		// number:controllers:path; version 2 has the number 0 and no controllers
		f := strings.SplitN(strings.TrimSpace(string(line)), ":", 3)
		if len(f) < 3 {
			continue
		}
		kind := "cgroup"
		if f[0] == "0" && f[1] == "" {
			kind = "cgroup2"
		} else if !slices.Contains(strings.Split(f[1], ","), "memory") {
			continue
		}
		for _, m := range mounts {
			if m.kind == kind {
				all = append(all, m.groups(f[2])...)
			}
		}
	}
	return all
}

// mount is where a hierarchy of groups that can bound memory is seen.
type mount struct {
	kind string // as in versions
	root string // the group that is seen at point
	at   string
}

// mounts reads proc/self/mountinfo, whose lines are
//
//	36 35 98:0 /root /mount/point options … - type source options
func mounts(root fs.FS) (all []mount) {
	text, _ := fs.ReadFile(root, "proc/self/mountinfo") // without it there are none
	for line := range bytes.Lines(text) {
		before, after, _ := strings.Cut(string(line), " - ")
		f, super := strings.Fields(before), strings.Fields(after)
		if len(f) < 5 || len(super) < 3 {
			continue
		}
		kind := super[0]
		if kind == "cgroup2" || kind == "cgroup" && slices.Contains(strings.Split(super[2], ","), "memory") {
			all = append(all, mount{kind, plain.Replace(f[3]), plain.Replace(f[4])})
		}
	}
	return all
}

// plain takes back how mountinfo writes what would end a field.
var plain = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

// groups lists the group of a path and all above it down to what is mounted. A path that is not
// below the mount's root, as a process sees that was moved out of its namespace, is that root.
func (m mount) groups(name string) (all []group) {
	below, ok := strings.CutPrefix(path.Clean(name), strings.TrimSuffix(m.root, "/"))
	if !ok || below != "" && below[0] != '/' || strings.HasPrefix(below, "/..") {
		below = ""
	}
	top := strings.TrimPrefix(path.Clean(m.at), "/")
	for dir := path.Join(top, below); ; dir = path.Dir(dir) {
		all = append(all, group{dir, versions[m.kind]})
		if dir == top || len(dir) <= len(top) {
			return all
		}
	}
}
