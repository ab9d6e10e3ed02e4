package store

import (
	"context"
	"errors"
)

// This file has the rows by which several nodes agree on who does what. Leases end by the database's clock: a node asks how much is
// left of one, and never compares its own clock with another's.

// ErrHeld is the error of a name or a lead that another node has, whose lease has not run out.
var ErrHeld = errors.New("another node has it")

// Cluster is the part of a Store that says which nodes there are and who has what.
type Cluster interface {
	// Space returns what tells this store from all others: the nodes that share it meet under that name.
	Space(ctx context.Context) (string, error)
	// Nodes returns all nodes that have been here lately, by name.
	Nodes(ctx context.Context) ([]Node, error)
	// Holder returns who has a session, or ErrNone.
	Holder(ctx context.Context, session string) (Holder, error)
	// Lead returns who leads something, or ErrNone.
	Lead(ctx context.Context, what string) (Lead, error)
}

// Node is a program that takes part.
type Node struct {
	Name   string
	Place  string // the data folder, of which one program has the lock; the next one there is the node's successor
	Boot   string // of this run of the program
	Build  string
	Bus    int   // version of what it says on the bus
	Alone  bool  // it shares the store with nobody
	Left   int64 // ms until its lease ends; less than 0 once it has
	Drains bool  // it takes no new sessions
	Seats  int   // sessions with a place that it can have; 0 is no bound
	Taken  int   // those it has
}

// Holder is who has a session.
type Holder struct {
	Node   string // "": nobody
	Fence  int64
	Left   int64 // as of Node; less than 0, too, for one that is not known any more
	Bus    int
	Drains bool
}

// Lead is who does what only one node may do.
type Lead struct {
	What  string
	Node  string
	Boot  string
	Fence int64 // of its writes; grows from leader to leader
	Left  int64
}

type (
	// KeepNode lets a node in, or renews its lease, which lasts For ms from now. It is ErrHeld when a program at another place
	// has the name, or when one of the nodes that are here wants to be alone.
	KeepNode struct {
		Node
		For int64
	}
	// LeaveNode ends a node's lease, and all leads that it has.
	LeaveNode struct{ Name, Boot string }
	// TakeLead makes a node the leader of something, or renews its lease. It is ErrHeld when another one leads. A run of a program that
	// did not lead before has a fence that is new.
	TakeLead struct {
		What, Node, Boot string
		For              int64
	}
	// LeaveLead lets others lead at once.
	LeaveLead struct{ What, Boot string }
	// HoldLead makes the other writes of its commit those of a leader: it is ErrFenced when another one leads now.
	HoldLead struct {
		What  string
		Fence int64
	}
	// TakeSession gives a session with a fence to a node, with the next fence, and begins another generation of its log. It is
	// ErrFenced when somebody was quicker.
	TakeSession struct {
		ID      string
		Fence   int64
		Node    string
		Updated int64
	}
	// FreeSession says that nobody has a session; one with another fence stays as it is.
	FreeSession struct {
		ID    string
		Fence int64
	}
)

func (KeepNode) write()    {}
func (LeaveNode) write()   {}
func (TakeLead) write()    {}
func (LeaveLead) write()   {}
func (HoldLead) write()    {}
func (TakeSession) write() {}
func (FreeSession) write() {}
