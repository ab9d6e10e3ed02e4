// Package far has workers on machines of their own: a Host starts them there for the nodes of classes, and Hosts is how a node
// finds such machines and has its pool's workers on them. A host may have GPUs, too, which it lends to one class at a time.
//
// A worker elsewhere is one pipe of the bus. The host starts it, sealed as it seals its own, and carries bytes; it does not look
// into them, since hub and worker check each other as they do on one machine. The end of the pipe is the end of the worker. What
// a host tells goes ahead of one byte that says what it is:
//
//	r  the worker is ready: JSON of ready
//	b  bytes that it said
//	e  its end, as worker.Lent.Wait says it; the last
package far

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"gputour/server/worker"
	"gputour/server/worker/jail"
)

// Space is where hosts and nodes meet on a bus: one for all classes that share a NATS.
const Space = "workers"

// Name is the name on the bus of a node or host that people call so. Two may be called the same.
func Name(name string) string {
	var id [8]byte
	rand.Read(id[:]) // never fails
	return name[:min(len(name), 40)] + "-" + hex.EncodeToString(id[:])
}

// Topics of the bus.
const (
	topicHere = "worker.here" // broadcast by hosts: room
	topicAsk  = "worker.ask"  // broadcast by nodes: who is there? And to one that is not used: why
	topicOpen = "worker.open" // a pipe; its first message is hello
	topicHold = "worker.hold" // a pipe of the lead of a class that has a host's cards; its first message is claim
)

const (
	hereEvery = 3 * time.Second
	staleWait = 10 * time.Second // without a word from a host
	goneWait  = 10 * time.Minute // after that it is forgotten; until then its silence is shown
	startWait = 70 * time.Second // for a worker; longer than its host waits
	dialWait  = 5 * time.Second
)

// Codes with which pipes are closed.
const (
	codeOver   = 10 // the worker has ended, or is to
	codeFull   = 11 // no room, or the host leaves
	codeBuild  = 12 // the host is another build
	codeFailed = 13 // it could not be started
	codeTaken  = 14 // the cards are somebody else's, or there are none such
)

const (
	tellReady = 'r'
	tellBytes = 'b'
	tellEnd   = 'e'
)

// hello is what a node wants.
type hello struct {
	Build string     `json:"build"`
	Ask   worker.Ask `json:"ask"`
	Cards *turn      `json:"cards,omitempty"` // nil: a worker without
}

// unused is what a node tells a host that it does not use.
type unused struct {
	Host  string     `json:"host"` // whom it is for
	Build string     `json:"build"`
	Least jail.Level `json:"least"`
}

// ready is what its worker has.
type ready struct {
	Report jail.Report `json:"report"`
	Data   int64       `json:"data"`
}

// room is what a host says of itself.
type room struct {
	Name  string     `json:"name"` // for people
	Build string     `json:"build"`
	Level jail.Level `json:"level"`
	Most  int        `json:"most"` // workers; 0 is a host that leaves
	Taken int        `json:"taken"`
	Cards int        `json:"cards,omitempty"` // GPUs

	Memory int64 `json:"memory,omitempty"` // bytes that it has for workers and everything else, and of them
	Free   int64 `json:"free,omitempty"`   // those that are free; 0 is unknown
}

// host is one that a node has heard of.
type host struct {
	room
	node  string // its name on the bus
	heard time.Time
	shy   bool // it has refused, and has not spoken since
}

// choose returns the hosts that may be asked for a worker, the least loaded first.
func choose(all []host, now time.Time, build string, least jail.Level) []host {
	usable := slices.DeleteFunc(slices.Clone(all), func(h host) bool {
		return h.Build != build || h.Level < least || h.Taken >= h.Most || h.shy || now.Sub(h.heard) > staleWait
	})
	slices.SortFunc(usable, func(a, b host) int {
		return cmp.Or(cmp.Compare(a.Taken*b.Most, b.Taken*a.Most), cmp.Compare(a.Name, b.Name), cmp.Compare(a.node, b.node))
	})
	return usable
}

// tell is a message of a host.
func tell(what byte, data []byte) []byte { return append([]byte{what}, data...) }

// encode is JSON of one of the types above, which always can be.
func encode(v any) []byte {
	data, _ := json.Marshal(v)
	return data
}
