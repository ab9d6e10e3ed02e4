package crew

import (
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"

	"gputour/engine/wire"
	"gputour/server/worker"
)

// This file has processes see some cards of the machine and no others.

// visibleDevices is the variable by which CUDA's driver is told which devices there are.
const visibleDevices = "CUDA_VISIBLE_DEVICES"

// visible is the variable's value for some of the devices that outer makes visible.
func visible(outer string, on []int) string {
	names := strings.Split(outer, ",")
	var chosen []string
	for _, card := range on {
		name := strconv.Itoa(card)
		if outer != "" && card < len(names) {
			name = strings.TrimSpace(names[card])
		}
		chosen = append(chosen, name)
	}
	return strings.Join(chosen, ",")
}

// without is an environment that lacks a variable.
func without(env []string, name string) (left []string) {
	for _, v := range env {
		if !strings.HasPrefix(v, name+"=") {
			left = append(left, v)
		}
	}
	return left
}

// OnlyVisible is an environment in which CUDA sees some cards alone.
func OnlyVisible(env []string, on []int) []string {
	return append(without(env, visibleDevices), visibleDevices+"="+visible(os.Getenv(visibleDevices), on))
}

// CardPools are the workers of real GPUs, where each process sees some cards and no others: a pool for those that see the same.
type CardPools struct {
	make func(on []int) *worker.Pool
	mu   sync.Mutex
	all  map[string]*worker.Pool
}

// CardPools makes them; a process more is kept ready in each.
func (p Plan) CardPools(command []string, limits wire.Limits, log *slog.Logger) *CardPools {
	return &CardPools{all: map[string]*worker.Pool{}, make: func(on []int) *worker.Pool {
		pool := p.Cards(command, limits, log)
		pool.Env, pool.Warm = OnlyVisible(pool.Env, on), 1
		return pool
	}}
}

// Of is the pool of workers that see these cards.
func (p *CardPools) Of(on []int) *worker.Pool {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := fmt.Sprint(on)
	if p.all[name] == nil {
		p.all[name] = p.make(on)
	}
	return p.all[name]
}

// Close ends all workers.
func (p *CardPools) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, pool := range p.all {
		pool.Close()
	}
}
