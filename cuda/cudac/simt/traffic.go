// This file counts what accesses to memory cost: sectors of 32 bytes in global memory
// (CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"), passes over the 32
// banks of four bytes in shared memory ("Shared Memory and Memory Banks").

package simt

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
)

// Traffic counts the requests of warps.
type Traffic struct {
	Requests, sectors, bytes      int64 // of global memory
	SharedRequests, BankConflicts int64 // of shared memory; passes beyond the first
}

func (t *Traffic) add(o *Traffic) {
	t.Requests += o.Requests
	t.sectors += o.sectors
	t.bytes += o.bytes
	t.SharedRequests += o.SharedRequests
	t.BankConflicts += o.BankConflicts
}

func (w *Warp) trafficAt(at *Site, store bool) *Traffic {
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
		t.sectors += int64(last>>5 - x[0]>>5 + 1)
		t.bytes += int64(n * Lanes)
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
		if conflicts := bankConflicts(x, m, n); conflicts > 0 {
			t.BankConflicts += int64(conflicts)
			w.Core.draw(w, x, m, n, at, store)
		}
	case space >= memory.Global:
		t.Requests++
		t.sectors += int64(countSectors(x, m, n))
		t.bytes += int64(bits.OnesCount32(m) * n)
		w.Core.draw(w, x, m, n, at, store)
	}
}

// countSectors counts the sectors that lanes touch. Lanes with rising addresses, the usual
// ones, need no search.
func countSectors(x *Vec, m uint32, n int) int {
	var seen [2 * Lanes]uint64
	count, highest := 0, uint64(0)
	for i := range x {
		if m>>i&1 == 0 {
			continue
		}
		a := x[i]
		for s := a >> 5; s <= (a+uint64(n)-1)>>5; s++ {
			if s <= highest && known(seen[:count], s) || count == len(seen) {
				continue
			}
			seen[count] = s
			count++
			highest = max(highest, s)
		}
	}
	return count
}

func known(list []uint64, s uint64) bool {
	for k := len(list) - 1; k >= 0; k-- {
		if list[k] == s {
			return true
		}
	}
	return false
}

// bankConflicts is how often more the banks must be asked than for a request without
// conflicts. Elements of 8 bytes are asked for by half warps, of 16 by quarters.
func bankConflicts(x *Vec, m uint32, n int) int {
	if n <= 4 {
		if row := x[First(m)] &^ 127; lane.Inside(x, row, row+127, 0) {
			return 0
		}
		return bankPasses(x, m, 2) - 1
	}
	shift, size := 3, Lanes/2
	if n > 8 {
		shift, size = 4, Lanes/4
	}
	count := 0
	for from := 0; from < Lanes; from += size {
		if part := m & ((1<<size - 1) << from); part != 0 {
			count += bankPasses(x, part, shift) - 1
		}
	}
	return count
}

// bankPasses is how often the banks, of 1<<shift bytes, must be asked: the most elements
// that lie in one bank.
func bankPasses(x *Vec, m uint32, shift int) int {
	var word [Lanes]uint64  // by bank, the element that was asked for first
	var extra [Lanes]uint64 // further elements of any bank
	var asked [Lanes]uint8
	more, most := 0, uint8(1)
	last := ^uint64(0)
	for i := range x {
		if m>>i&1 == 0 {
			continue
		}
		a := x[i] >> shift
		if a == last {
			continue
		}
		last = a
		bank := a & (Lanes*4>>shift - 1)
		switch {
		case asked[bank] == 0:
			word[bank], asked[bank] = a, 1
		case word[bank] != a && !known(extra[:more], a):
			extra[more] = a
			more++
			asked[bank]++
			most = max(most, asked[bank])
		}
	}
	return int(most)
}
