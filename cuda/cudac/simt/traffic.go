// This file counts the accesses of a launch to memory.

package simt

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
)

func (w *Warp) trafficAt(at *Site, store bool) *report.Traffic {
	i := 2 * int(at.Id)
	if store {
		i++
	}
	return &w.Core.traffic[i]
}

// countSpan counts a request of all lanes for contiguous elements of n bytes.
func (w *Warp) countSpan(x *Vec, n int, at *Site, store bool) {
	t := w.trafficAt(at, store)
	switch space := memory.SpaceOf(x[0]); {
	case space == memory.Shared:
		t.SharedRequests++
	case space >= memory.Global:
		last := x[0] + uint64(n*Lanes) - 1
		t.Requests++
		t.Sectors += int64(last>>5 - x[0]>>5 + 1)
		t.Bytes += int64(n * Lanes)
		w.Core.draw(w, x, lane.Full, n, at, store)
	}
}

// count counts a request of the lanes of m for n bytes each.
func (w *Warp) count(x *Vec, m uint32, n int, at *Site, store bool) {
	if m == 0 {
		return
	}
	t := w.trafficAt(at, store)
	switch space := memory.SpaceOf(x[First(m)]); {
	case space == memory.Shared:
		t.SharedRequests++
		if conflicts := report.BankConflicts(x, m, n); conflicts > 0 {
			t.BankConflicts += int64(conflicts)
			w.Core.draw(w, x, m, n, at, store)
		}
	case space >= memory.Global:
		t.Requests++
		t.Sectors += int64(report.CountSectors(x, m, n))
		t.Bytes += int64(bits.OnesCount32(m) * n)
		w.Core.draw(w, x, m, n, at, store)
	}
}
