package meeting

import (
	"os"
	"slices"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/server/class"
)

// TestDelay tells how long a run takes to a teacher's board, at home and through two other servers. It judges nothing: a board is told
// four times a second, whatever lies between.
func TestDelay(t *testing.T) {
	if os.Getenv("THOROUGH") == "" {
		t.Skip("takes half a minute; set THOROUGH=1")
	}
	s := newSchool(t, "a", "b", "c")
	s.lead("a")
	for _, way := range []struct{ name, session, page string }{{"at home", "a", "a"}, {"through two others", "b", "c"}} {
		tom := s.nodes[way.page].arrive("tom")
		tom.send(wire.Observe, "o", wire.ObserveBody{Board: true})
		until(tom, func(b *wire.BoardBody) bool { return b.Whole })
		var all []time.Duration
		for i := range 40 {
			bytes := int64(len(all)+1)<<20 + int64(i)
			time.Sleep(time.Duration(300+7*i) * time.Millisecond) // at any time of the board's quarter of a second
			began := time.Now()
			s.nodes[way.session].Put(class.Used{Member: "ann", Bytes: bytes})
			until(tom, func(b *wire.BoardBody) bool {
				return slices.ContainsFunc(b.Rows, func(r wire.BoardRow) bool { return r.ID == "ann" && r.Memory == bytes })
			})
			all = append(all, time.Since(began))
		}
		slices.Sort(all)
		t.Logf("%s: p50 %v, p95 %v", way.name, all[len(all)/2], all[len(all)*95/100])
	}
}
