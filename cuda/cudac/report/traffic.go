// This file counts what accesses to memory cost: sectors of 32 bytes in global memory
// (CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"), passes over the 32
// banks of four bytes in shared memory ("Shared Memory and Memory Banks").

package report

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
)

// Traffic counts the requests of warps.
type Traffic struct {
	Requests, Sectors, Bytes      int64 // of global memory
	SharedRequests, BankConflicts int64 // of shared memory; passes beyond the first
}

// Add adds what another counted.
func (t *Traffic) Add(o *Traffic) {
	t.Requests += o.Requests
	t.Sectors += o.Sectors
	t.Bytes += o.Bytes
	t.SharedRequests += o.SharedRequests
	t.BankConflicts += o.BankConflicts
}

// CountSectors counts the sectors that lanes touch. lane.Count with rising addresses, the usual
// ones, need no search.
func CountSectors(x *lane.Vec, m uint32, n int) int {
	var seen [2 * lane.Count]uint64
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

// BankConflicts is how often more the banks must be asked than for a request without
// conflicts. Elements of 8 bytes are asked for by half warps, of 16 by quarters.
func BankConflicts(x *lane.Vec, m uint32, n int) int {
	if n <= 4 {
		if row := x[bits.TrailingZeros32(m|1<<31)] &^ 127; lane.Inside(x, row, row+127, 0) {
			return 0
		}
		return bankPasses(x, m, 2) - 1
	}
	shift, size := 3, lane.Count/2
	if n > 8 {
		shift, size = 4, lane.Count/4
	}
	count := 0
	for from := 0; from < lane.Count; from += size {
		if part := m & ((1<<size - 1) << from); part != 0 {
			count += bankPasses(x, part, shift) - 1
		}
	}
	return count
}

// bankPasses is how often the banks, of 1<<shift bytes, must be asked: the most elements
// that lie in one bank.
func bankPasses(x *lane.Vec, m uint32, shift int) int {
	var word [lane.Count]uint64  // by bank, the element that was asked for first
	var extra [lane.Count]uint64 // further elements of any bank
	var asked [lane.Count]uint8
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
		bank := a & (lane.Count*4>>shift - 1)
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
