//go:build js

package main

import (
	"sync"
	"syscall/js"
)

// asked returns what tells whether something that a page has said waits for the engine; never, where pages cannot share memory.
func asked(tab js.Value) func() bool {
	flag := tab.Get("asked")
	if !flag.Truthy() {
		return func() bool { return false }
	}
	return func() bool { return flag.Invoke().Bool() }
}

// round returns what goes round the worker's event loop once: everything waits, so that Go returns to the browser,
// which hands out what has come before the message that wakes us. A timer would be held back by 4 ms.
func round(tab js.Value) func() {
	var mu sync.Mutex
	var waiting []chan struct{}
	tab.Set("wake", js.FuncOf(func(js.Value, []js.Value) any {
		mu.Lock()
		defer mu.Unlock()
		for _, w := range waiting {
			close(w)
		}
		waiting = nil
		return nil
	}))
	return func() {
		woken := make(chan struct{})
		mu.Lock()
		first := len(waiting) == 0
		waiting = append(waiting, woken)
		mu.Unlock()
		if first {
			tab.Call("round")
		}
		<-woken
	}
}
