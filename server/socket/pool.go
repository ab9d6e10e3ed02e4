package socket

import "sync"

// pool is a websocket.BufferPool.
type pool struct{ p sync.Pool }

func newPool() *pool { return &pool{} }

func (b *pool) Get() any  { return b.p.Get() }
func (b *pool) Put(x any) { b.p.Put(x) }
