package ws

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"gputour/engine/wire"
	"gputour/server/socket"
)

// This file bounds what one visitor may do over all his sockets.

// What a visitor may do, for each session that he is thought to use at once.
const (
	socketsEach = 4   // as many tabs may watch it
	dialsEach   = 0.5 // new sockets a second; a page that comes back waits longer from try to try
)

// busySockets are those that send as much as one socket may, at the same time.
const busySockets = 4

// Bytes of drafts that a visitor may have kept: a person writes far less, and a disk is soon full.
const (
	textRate  = 128 << 10 // a second
	textBurst = 16 << 20
)

// visitors are those who have come so far: as many as there were logins.
type visitors struct {
	mu  sync.Mutex
	all map[string]*visitor
}

// visitor is one of them. The nil visitor has no bounds.
type visitor struct {
	mu       sync.Mutex
	sockets  int
	most     int
	dials    *rate.Limiter
	messages *rate.Limiter
	texts    *rate.Limiter // bytes of drafts
}

// of returns the visitor of a name, who uses share sessions at once; nil when share is 0.
func (v *visitors) of(name string, share int) *visitor {
	if share == 0 {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.all == nil {
		v.all = map[string]*visitor{}
	}
	if v.all[name] == nil {
		most := socketsEach * share
		v.all[name] = &visitor{
			most:     most,
			dials:    rate.NewLimiter(rate.Limit(dialsEach*float64(share)), most),
			messages: rate.NewLimiter(busySockets*perSecond, busySockets*burst),
			texts:    rate.NewLimiter(textRate, textBurst),
		}
	}
	return v.all[name]
}

// enter counts a socket; the error says why there can be no more.
func (v *visitor) enter() error {
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.sockets >= v.most:
		return crowded("sockets", time.Minute)
	case !v.dials.Allow():
		return crowded("rate", 10*time.Second)
	}
	v.sockets++
	return nil
}

func (v *visitor) leave() {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sockets--
}

// mayAsk counts a message.
func (v *visitor) mayAsk() bool { return v == nil || v.messages.Allow() }

// mayWrite counts the bytes of a draft.
func (v *visitor) mayWrite(n int) bool { return v == nil || v.texts.AllowN(time.Now(), n) }

func crowded(of string, wait time.Duration) error {
	return socket.Because(wire.CloseCapacity, wire.Capacity{Of: of, Wait: wait}.Reason())
}
