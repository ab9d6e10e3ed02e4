package cudac

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
)

// seen is all that can be seen of a launch.
type seen struct {
	err     string
	profile *report.Profile
	output  string
	memory  [][]byte
}

// look launches a kernel on copies of its buffers; device variables are as before afterwards.
func look(k *simt.Kernel, l simt.Launch, plain bool) seen {
	var out bytes.Buffer
	defer copy(k.Module.State, bytes.Clone(k.Module.State))
	l.Plain, l.Stdout, l.Args = plain, &out, append([]simt.Arg(nil), l.Args...)
	var s seen
	for i, a := range l.Args {
		if a.Buffer == nil {
			continue
		}
		b := *a.Buffer
		b.Data, b.Valid = bytes.Clone(b.Data), bytes.Clone(b.Valid)
		l.Args[i].Buffer = &b
		s.memory = append(s.memory, b.Data)
	}
	p, err := k.Launch(l)
	s.err, s.profile, s.output = fmt.Sprint(err), p, out.String()
	return s
}

// sameByRule launches a kernel with and without the short cuts of rules, of reads that
// are put off, and of plans: results, counts and faults must be the same.
func sameByRule(t *testing.T, k *simt.Kernel, l simt.Launch) {
	t.Helper()
	want := look(k, l, true)
	sameAs(t, k, l, want, look(k, l, false))
	l.Plans, l.Cores = 1, 1
	sameAs(t, k, l, want, look(k, l, false))
}

func sameAs(t *testing.T, k *simt.Kernel, l simt.Launch, want, got seen) {
	t.Helper()
	switch {
	case strings.HasPrefix(got.err, "race") && strings.HasPrefix(want.err, "race"):
		// of several races either may be told
	case got.err != want.err:
		t.Errorf("%s %v: fails with\n%s\nwant\n%s", k.Name, l.Block, got.err, want.err)
	case !reflect.DeepEqual(got.profile, want.profile):
		t.Errorf("%s %v: counts\n%+v\nwant\n%+v", k.Name, l.Block, got.profile, want.profile)
	case got.output != want.output:
		t.Errorf("%s %v: prints\n%s\nwant\n%s", k.Name, l.Block, got.output, want.output)
	case got.err == "<nil>" && !reflect.DeepEqual(got.memory, want.memory):
		t.Errorf("%s %v: leaves other memory behind", k.Name, l.Block)
	}
}

// TestRules runs the corpora both ways, in blocks of several shapes.
func TestRules(t *testing.T) {
	for _, dir := range []string{"broken", "clean"} {
		for _, file := range corpus(t, dir) {
			for _, c := range chunks(t, file) {
				k := compile(t, c.source).Kernels[0]
				for i, p := range k.Params {
					c.launch.Args = append(c.launch.Args, argument(t, p, c.args[i]))
				}
				b := c.launch.Block
				for _, block := range [][3]int{b, {max(b[0]/4, 1), b[1] * 4, b[2]}, {16, 3, 2}, {40, 1, 1}} {
					if c.launch.Block = block; block[0]*block[1]*block[2] <= 1024 {
						sameByRule(t, k, c.launch)
					}
				}
			}
		}
	}
}
