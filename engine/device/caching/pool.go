package caching

// This file has pools of memory for graphs: what is freed in one serves only who allocates from it, and stays taken from the device
// as long as somebody holds it.

// NewPool is the number of a pool, to be given to Alloc in place of a stream's.
func (h *Heap) NewPool() int64 {
	h.pool.newest--
	return firstPool + h.pool.newest
}

// Hold keeps what is in a pool, as often as it is called.
func (h *Heap) Hold(pool int64) {
	if h.pool.held == nil {
		h.pool.held = map[int64]int{}
	}
	h.pool.held[pool]++
}

// LetGo takes one Hold back.
func (h *Heap) LetGo(pool int64) {
	if h.pool.held[pool]--; h.pool.held[pool] <= 0 {
		delete(h.pool.held, pool)
	}
}

// Holds reports whether a block is still that of the buffer with an ID.
func (h *Heap) Holds(blk *Block, id uint64) bool {
	b := h.live[blk].Value() // a block that is not live has no owner
	return b != nil && b.ID == id && b.Block == any(blk)
}
