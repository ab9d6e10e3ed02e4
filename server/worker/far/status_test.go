//go:build unix

package far

import (
	"fmt"
	"testing"
	"time"

	"gputour/server/worker/jail"
)

// TestKnown: a machine is shown with what it says of itself and whether it is used; one that is silent stays, until it is forgotten or
// is back under another address; one that says goodbye does not.
func TestKnown(t *testing.T) {
	now := time.Unix(1e9, 0)
	h := &Hosts{Build: "b", Log: quiet, Now: func() time.Time { return now }, least: jail.Sealed}
	says := func(from string, r room) { h.heard(from, encode(r)) }
	is := func(want string) {
		t.Helper()
		got := ""
		for _, s := range h.Known() {
			got += fmt.Sprint(s.Name, " ", s.State, " ", s.Taken, "/", s.Most, " ", s.Age, "; ")
		}
		if got != want {
			t.Errorf("known: %s, want %s", got, want)
		}
	}
	says("1", room{Name: "a", Build: "b", Level: jail.Sealed, Most: 4, Taken: 1})
	says("2", room{Name: "f", Build: "b", Level: jail.Sealed, Most: 1, Taken: 1})
	says("3", room{Name: "o", Build: "a", Level: jail.Sealed, Most: 1})
	says("4", room{Name: "w", Build: "b", Level: jail.Limited, Most: 1})
	is("a usable 1/4 0s; f full 1/1 0s; o build 0/1 0s; w seal 0/1 0s; ")
	says("2", room{Name: "f"})
	says("3", room{Name: "o"})
	says("4", room{Name: "w"})
	now = now.Add(time.Minute)
	is("a silent 1/4 1m0s; ")
	h.refused(host{node: "1", heard: now.Add(-time.Minute)})
	is("a silent 1/4 1m0s; ")
	says("5", room{Name: "a", Build: "b", Level: jail.Sealed, Most: 4})
	is("a usable 0/4 0s; ")
	now = now.Add(goneWait)
	says("6", room{Name: "c", Build: "b", Level: jail.Sealed, Most: 4, Memory: 3, Free: 2, Cards: 1})
	is("a silent 0/4 10m0s; c usable 0/4 0s; ")
	if s := h.Known()[1]; s.Memory != 3 || s.Free != 2 || s.Cards != 1 {
		t.Errorf("%+v", s)
	}
}
