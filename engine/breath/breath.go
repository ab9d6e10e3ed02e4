// Package breath lets work that takes long go round its host's event loop.
//
// In a browser's tab one thread does everything: while Go computes nothing arrives, no
// stop, no answer and no question. So whoever computes long calls Take from time to time.
// Most calls return at once; every Every one has the goroutine wait until the host has
// handed out what came meanwhile. All goroutines that compute call it: the event loop is
// gone round once all of them wait. Elsewhere messages arrive by themselves, Needed is
// false and a call costs nothing.
//
//	for !l.Stopped() { // which takes a breath
//		block()
//	}
//
// The package imports no other of the project.
package breath

import "time"

// Every is how long work may keep its host from its messages.
const Every = 12 * time.Millisecond

// Steps is after how many instructions the evaluator takes a breath: far less than Every.
// Where breaths are needed it looks for a stop only then.
const Steps = 16 << 10
