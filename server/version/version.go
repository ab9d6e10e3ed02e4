// Package version says which gputour this is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Number is the version that is in work or was released last; the first heading of CHANGELOG.md is the same.
const Number = "0.9.0"

// released is set to "yes" by whoever builds a release, with -ldflags "-X gputour/server/version.released=yes".
var released string

// build is what the toolchain noted in the program.
type build struct {
	commit, date string // of the last commit, RFC 3339
	modified     bool   // since then
	cuda         bool
}

func read() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{}
	}
	return of(info.Settings)
}

func of(settings []debug.BuildSetting) (b build) {
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.time":
			b.date = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		case "-tags":
			b.cuda = strings.Contains(","+s.Value+",", ",cuda,")
		}
	}
	return b
}

// Date is that of the last commit; the zero time for a program that was not built in a checkout.
func Date() time.Time {
	t, _ := time.Parse(time.RFC3339, read().date)
	return t
}

// Short tells one build from another: "0.9.0", or for what is no release "0.9.0-dev.7e983d66c0de", with "+" when it was
// modified.
func Short() string { return read().short(released != "") }

func (b build) short(released bool) string {
	switch {
	case released:
		return Number
	case b.commit == "":
		return Number + "-dev"
	case b.modified:
		return Number + "-dev." + b.commit[:min(12, len(b.commit))] + "+"
	}
	return Number + "-dev." + b.commit[:min(12, len(b.commit))]
}

// Long is all there is to know, in lines.
func Long() string {
	return read().long(released != "", runtime.Version()+" for "+runtime.GOOS+"/"+runtime.GOARCH)
}

func (b build) long(released bool, built string) string {
	var s strings.Builder
	fmt.Fprintln(&s, "gputour", b.short(released))
	if b.commit != "" {
		fmt.Fprintf(&s, "commit %s", b.commit)
		if b.date != "" {
			fmt.Fprintf(&s, " of %s", b.date)
		}
		if b.modified {
			s.WriteString(", modified since")
		}
		s.WriteByte('\n')
	}
	with := "without CUDA"
	if b.cuda {
		with = "with CUDA"
	}
	fmt.Fprintf(&s, "built with %s, %s\n", built, with)
	return s.String()
}
