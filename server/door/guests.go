package door

import (
	"context"
	"sync"
)

// guests are the requests that are under way, sockets among them, so that they can be ended with the right to be here.
//
// Who comes is looked up and noted under one lock for reading; who ends somebody's right first writes that to the store
// and then takes the lock for writing. So a request is either noted in time to be ended, or looked up after the right was gone.
type guests struct {
	lookup sync.RWMutex
	mu     sync.Mutex
	here   map[*guest]bool
}

// guest is one request.
type guest struct {
	member string
	login  [32]byte
	role   string
	end    context.CancelCauseFunc
}

// enter notes the request of ctx, unless find knows nobody (nil). The context that it returns ends with the right to be here.
func (g *guests) enter(ctx context.Context, find func() (*guest, error)) (context.Context, func(), *guest, error) {
	g.lookup.RLock()
	defer g.lookup.RUnlock()
	who, err := find()
	if who == nil || err != nil {
		return ctx, func() {}, nil, err
	}
	ctx, who.end = context.WithCancelCause(ctx)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.here == nil {
		g.here = map[*guest]bool{}
	}
	g.here[who] = true
	return ctx, func() { g.leave(who) }, who, nil
}

func (g *guests) leave(who *guest) {
	who.end(nil)
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.here, who)
}

// all are those who are here, each login once for each role.
func (g *guests) all() (all []*guest) {
	type key struct {
		login [32]byte
		role  string
	}
	seen := map[key]bool{}
	g.mu.Lock()
	defer g.mu.Unlock()
	for who := range g.here {
		if k := (key{who.login, who.role}); !seen[k] {
			seen[k] = true
			all = append(all, who)
		}
	}
	return all
}

// end ends the requests of those whom the function picks.
func (g *guests) end(why error, picks func(*guest) bool) {
	g.lookup.Lock()
	defer g.lookup.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	for who := range g.here {
		if picks(who) {
			who.end(why)
		}
	}
}
