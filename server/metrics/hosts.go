package metrics

import "gputour/server/worker/far"

// This file is the numbers of the machines that lend workers.

// Lenders are *far.Hosts, or none.
type Lenders interface {
	Known() []far.Status
	NoRoom() int64
}

// Hosts has machines for workers collected, and the sessions of this node that are on each. They serve no numbers themselves: such a machine listens nowhere, and what decides
// whether it is used is what nodes hear of it.
func (m *Metrics) Hosts(hosts Lenders, placed func() map[string]int) {
	known := func() (all []far.Status) {
		if hosts != nil {
			all = hosts.Known()
		}
		return all
	}
	for _, state := range far.States {
		m.Gauge("gputour_hosts", "Machines for workers that the node knows, by whether it uses them.", map[string]string{"state": string(state)}, func() (n float64) {
			for _, s := range known() {
				n += number(s.State == state)
			}
			return n
		})
	}
	m.Count("gputour_no_room_total", "Processes for which no machine for workers had room, where none may be on the node.", nil, func() float64 {
		if hosts == nil {
			return 0
		}
		return float64(hosts.NoRoom())
	})
	for _, g := range hostNumbers {
		m.Gauges(g.name, g.help, "host", func() map[string]float64 {
			all := map[string]float64{}
			for _, s := range known() {
				if _, met := all[s.Name]; !met || g.adds {
					all[s.Name] += g.of(s)
				}
			}
			return all
		})
	}
	m.Gauges("gputour_host_sessions", "Sessions of this node that are in workers of a machine.", "host", func() map[string]float64 {
		all := map[string]float64{}
		for _, s := range known() {
			all[s.Name] = 0
		}
		for name, n := range placed() {
			all[name] = float64(n)
		}
		return all
	})
}

// hostNumbers are those of each machine for workers. Machines of one name add up, but for times: the newest counts.
var hostNumbers = []struct {
	name, help string
	adds       bool
	of         func(far.Status) float64
}{
	{"gputour_host_seats", "Workers that a machine may have.", true, func(s far.Status) float64 { return float64(s.Most) }},
	{"gputour_host_workers", "Workers that it has, for all nodes and classes.", true, func(s far.Status) float64 { return float64(s.Taken) }},
	{"gputour_host_cards", "GPUs that it brings.", true, func(s far.Status) float64 { return float64(s.Cards) }},
	{"gputour_host_memory_bytes", "Memory that it has; 0 is unknown.", true, func(s far.Status) float64 { return float64(s.Memory) }},
	{"gputour_host_memory_free_bytes", "Memory of it that is free.", true, func(s far.Status) float64 { return float64(s.Free) }},
	{"gputour_host_heartbeat_age_seconds", "Time since the node has heard it; it speaks every 3 s.", false, func(s far.Status) float64 { return s.Age.Seconds() }},
}
