package store

import "context"

// This file has the rows of the GPUs that a class shares by turns: who waits, who has one, who has had how much.

// Leases is the part of a Store that keeps turns on GPUs. Times are ms since 1970, and 0 where there is none.
type Leases interface {
	// OpenLeases returns the turns that have not ended, by their time of asking.
	OpenLeases(ctx context.Context) ([]Lease, error)
	// EndedLeases returns the turns that ended last, newest first, without what was asked for.
	EndedLeases(ctx context.Context, most int) ([]Lease, error)
	// GPUUses returns what members have used.
	GPUUses(ctx context.Context) ([]GPUUse, error)
	// GPUQueue returns how the queue stands; all is 0 before there was one.
	GPUQueue(ctx context.Context) (GPUQueue, error)
}

// Lease is a turn on a GPU, from the asking on.
type Lease struct {
	ID, Member, Session string
	RID                 string // the client's name of it
	Kind                string // as wire.GPUJob
	Lesson              string
	Cards               int
	GPU                 string // the cards that it has or had, as "0,1"
	Asked, Granted      int64
	Until, Ended        int64
	MS                  int64  // that it had the cards
	Why                 string // it ended
	Jump                int64  // it was put first; a higher one before a lower one
	Tries               int    // how often it began
	Request             []byte // JSON, what was asked for
}

// GPUUse is what a member has used of the cards.
type GPUUse struct {
	Member string
	MS     int64 // of one card, decayed up to At
	At     int64
	Total  int64 // ms, not decayed
}

// GPUQueue is what the queue knows beside its turns.
type GPUQueue struct {
	Paused  bool
	Jumps   int64
	Typical int64 // ms that a job takes
}

type (
	// SaveLease keeps a turn, new or again.
	SaveLease struct{ Lease }
	// SaveGPUUse keeps what a member has used.
	SaveGPUUse struct{ GPUUse }
	// SaveGPUQueue keeps how the queue stands.
	SaveGPUQueue struct{ GPUQueue }
)

func (SaveLease) write()    {}
func (SaveGPUUse) write()   {}
func (SaveGPUQueue) write() {}
