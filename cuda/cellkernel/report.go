// This file says what a launch cost: as numbers, as text, and as the page's JSON.

package cellkernel

import (
	"encoding/json"
	"fmt"
	"strings"

	"gputour/cuda/cudac/simt"
	"gputour/engine/device"
	"gputour/engine/object"
)

// count is one number of a profile.
type count struct {
	name    string
	n       int64
	f       float64
	text    string
	isFloat bool
}

func (c count) value() object.Value {
	switch {
	case c.text != "":
		return object.NewStr(c.text)
	case c.isFloat:
		return object.Float(c.f)
	}
	return object.Int(c.n)
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func (k *Kernel) occupancy() simt.Occupancy {
	return simt.LimitsOf(k.gpu.Major, k.gpu.Minor).Occupancy(k.last)
}

// counts are the numbers of the last launch.
func (k *Kernel) counts() []count {
	p, o := k.last, k.occupancy()
	whole := func(name string, n int64) count { return count{name: name, n: n} }
	part := func(name string, f float64) count { return count{name: name, f: f, isFloat: true} }
	return []count{
		whole("threads", p.Threads), whole("warps", p.Warps), whole("blocks", p.Blocks), whole("shared_bytes", int64(p.SharedBytes)), whole("registers", int64(p.Registers)),
		whole("global_loads", p.GlobalLoads), whole("global_stores", p.GlobalStores), whole("load_sectors", p.LoadSectors), whole("store_sectors", p.StoreSectors),
		whole("bytes_loaded", p.BytesLoaded), whole("bytes_stored", p.BytesStored), whole("shared_requests", p.SharedRequests), whole("bank_conflicts", p.BankConflicts),
		whole("branches", p.Branches), whole("divergent_branches", p.Divergent), whole("barriers", p.Barriers),
		whole("atomics", p.Atomics), whole("atomic_conflicts", p.AtomicConflicts), whole("flops", p.Flops),
		part("occupancy", o.Share), whole("blocks_per_sm", int64(o.Blocks)), whole("warps_per_sm", int64(o.Warps)), {name: "occupancy_limit", text: o.Limit},
		part("sectors_per_load", ratio(p.LoadSectors, p.GlobalLoads)), part("sectors_per_store", ratio(p.StoreSectors, p.GlobalStores)),
		part("arithmetic_intensity", k.cost.intensity), part("estimated_us", float64(k.nanos)/1e3), {name: "limit", text: k.cost.limit},
	}
}

// text is the report for a terminal.
func (k *Kernel) text() string {
	p, o := k.last, k.occupancy()
	var b strings.Builder
	took := "about " + number(float64(k.nanos)/1e3) + " µs"
	if k.fault != nil {
		took = "ended by " + k.fault.Kind
	}
	fmt.Fprintf(&b, "%s: %s threads in %s blocks of %s, %s on %s\n", p.Kernel, grouped(p.Threads), grouped(p.Blocks), shape(p.Block), took, k.gpu.Name)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "  %-14s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("limit", "%s", k.cost.detail)
	row("occupancy", "%.0f %%: %d warps per multiprocessor, kept from more by %s", 100*o.Share, o.Warps, o.Limit)
	row("loads", "%s requests, %s sectors each, %s bytes", grouped(p.GlobalLoads), number(ratio(p.LoadSectors, p.GlobalLoads)), grouped(p.BytesLoaded))
	row("stores", "%s requests, %s sectors each, %s bytes", grouped(p.GlobalStores), number(ratio(p.StoreSectors, p.GlobalStores)), grouped(p.BytesStored))
	row("shared memory", "%s requests, %s bank conflicts, %d bytes per block", grouped(p.SharedRequests), grouped(p.BankConflicts), p.SharedBytes)
	row("branches", "%s, %s diverge", grouped(p.Branches), grouped(p.Divergent))
	row("atomics", "%s, %s wait for another of their warp", grouped(p.Atomics), grouped(p.AtomicConflicts))
	row("arithmetic", "%s operations, %s for each byte of memory", grouped(p.Flops), number(k.cost.intensity))
	for _, f := range p.Findings {
		row("line "+fmt.Sprint(f.Line), "%s", f.Text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// number writes a few digits.
func number(f float64) string { return fmt.Sprintf("%.*f", map[bool]int{true: 2, false: 1}[f < 1], f) }

// grouped writes thousands apart.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

func shape(e [3]int) string {
	s := fmt.Sprint(e[0])
	if e[1] > 1 || e[2] > 1 {
		s += fmt.Sprintf("×%d", e[1])
	}
	if e[2] > 1 {
		s += fmt.Sprintf("×%d", e[2])
	}
	return s
}

// The page's form of a profile: application/vnd.gputour.profile+json.
type (
	pageProfile struct {
		Kernel   string        `json:"kernel"`
		File     string        `json:"file"` // cell of the kernel, as tracebacks name it
		Grid     [3]int        `json:"grid"`
		Block    [3]int        `json:"block"`
		Threads  int64         `json:"threads"`
		Device   string        `json:"device"`
		DeviceUS float64       `json:"device_us"`
		HostMS   float64       `json:"host_ms"`
		Metrics  []pageMetric  `json:"metrics"`
		Access   *pageAccess   `json:"access,omitempty"`
		Banks    *pageBanks    `json:"banks,omitempty"`
		Roofline *pageRoofline `json:"roofline,omitempty"`
		Checks   []pageCheck   `json:"checks"`
		Findings []pageFinding `json:"findings,omitempty"`
	}
	pageMetric struct {
		Key   string `json:"key"`
		Label string `json:"label"`
		Value string `json:"value"`
		Mood  string `json:"mood,omitempty"`
	}
	pageAccess struct {
		Line    int    `json:"line"`
		Text    string `json:"text"`
		Store   bool   `json:"store"`
		Sectors []int  `json:"sectors"` // by thread of the first warp
		Moved   int    `json:"moved"`
		Least   int    `json:"least"`
		Label   string `json:"label"`
		Note    string `json:"note"`
	}
	pageBanks struct {
		Line  int    `json:"line"`
		Text  string `json:"text"`
		Store bool   `json:"store"`
		Warp  int    `json:"warp"`  // of the first block
		Words []int  `json:"words"` // of shared memory, by lane; -1 for one that was idle
	}
	pageRoofline struct {
		Flops     float64 `json:"flops"`
		Bandwidth float64 `json:"bandwidth"`
		Intensity float64 `json:"intensity"`
		Achieved  float64 `json:"achieved"`
	}
	pageCheck struct {
		Key   string `json:"key"`
		Count int    `json:"count"`
	}
	pageFinding struct {
		Kind string   `json:"kind"`
		Code string   `json:"code,omitempty"` // with args, the text in any language
		Args []string `json:"args,omitempty"`
		Text string   `json:"text"`
		Line int      `json:"line"`
		Col  int      `json:"col,omitempty"`
	}
)

// checkOf is the check that finds a kind of fault.
var checkOf = map[string]string{"memcheck": "out_of_bounds", "initcheck": "uninitialised", "race": "races", "barrier": "barrier", "deadlock": "barrier"}

// page is the JSON for the page.
func (k *Kernel) page() (string, error) {
	p := k.last
	v := pageProfile{
		Kernel: p.Kernel, File: k.file, Grid: p.Grid, Block: p.Block, Threads: p.Threads, Device: k.gpu.Name,
		DeviceUS: float64(k.nanos) / 1e3, HostMS: float64(k.hostNanos) / 1e6, Metrics: k.metrics(), Access: k.access(), Banks: k.banks(),
	}
	if m, ok := k.on.(modelled); ok {
		v.Roofline = &pageRoofline{m.Model().Flops[device.Float32], m.Model().Bandwidth, k.cost.intensity, k.cost.achieved}
	}
	for _, key := range []string{"out_of_bounds", "uninitialised", "races", "barrier"} {
		found := 0
		if k.fault != nil && checkOf[k.fault.Kind] == key {
			found = 1 // it ended the launch
		}
		v.Checks = append(v.Checks, pageCheck{Key: key, Count: found})
	}
	for _, f := range p.Findings {
		v.Findings = append(v.Findings, pageFinding{f.Kind, f.Code, f.Args, f.Text, f.Line, f.Col})
	}
	text, err := json.Marshal(v)
	return string(text), err
}

// metrics are the page's cards.
func (k *Kernel) metrics() []pageMetric {
	p, o := k.last, k.occupancy()
	mood := func(good, bad bool) string {
		switch {
		case bad:
			return "bad"
		case good:
			return "good"
		}
		return ""
	}
	sectors := func(key, label string, sectors, requests, bytes int64) pageMetric {
		each, least := ratio(sectors, requests), ratio((bytes+31)/32, requests)
		return pageMetric{key, label, number(each), mood(requests > 0 && each <= 1.5*least, each > 4*least && each > 8)}
	}
	diverge := ratio(p.Divergent, p.Branches)
	return []pageMetric{
		sectors("read_sectors", "sectors / request (reads)", p.LoadSectors, p.GlobalLoads, p.BytesLoaded),
		sectors("write_sectors", "sectors / request (writes)", p.StoreSectors, p.GlobalStores, p.BytesStored),
		{"occupancy", "occupancy", fmt.Sprintf("%.0f %%", 100*o.Share), mood(o.Share >= 0.75, o.Share < 0.25)},
		{"divergence", "divergent branches", fmt.Sprintf("%.0f %%", 100*diverge), mood(p.Divergent == 0, diverge > 0.25)},
		{"bank_conflicts", "bank conflicts", grouped(p.BankConflicts), mood(p.BankConflicts == 0, p.BankConflicts >= max(p.SharedRequests, 1))},
		{"atomics", "atomics that wait", grouped(p.AtomicConflicts), mood(p.AtomicConflicts == 0, p.AtomicConflicts > p.Atomics/2 && p.Atomics > 64)},
		{"intensity", "arithmetic intensity", number(k.cost.intensity) + " FLOP/B", ""},
		{"limit", "limit", k.cost.limit, mood(k.cost.limit == "compute", k.cost.limit == "latency")},
	}
}

// access is the picture of the line that moves the most for what it needs.
func (k *Kernel) access() *pageAccess {
	var worst *pageAccess
	for _, p := range k.last.Pictures {
		if p.Shared {
			continue
		}
		a := &pageAccess{Line: p.Line, Text: strings.TrimSpace(k.kernel.Line(p.Line)), Store: p.Store}
		idle, bytes := 0, 0
		seen := map[int]bool{}
		for _, o := range p.Offsets[:min(len(p.Offsets), 32)] {
			if o >= 0 {
				idle = int(o / 32)
				bytes += p.Size
				seen[idle], seen[int(o+int64(p.Size)-1)/32] = true, true
			}
			a.Sectors = append(a.Sectors, idle)
		}
		a.Moved, a.Least = len(seen), (bytes+31)/32
		a.Label = fmt.Sprintf("line %d: %s", a.Line, a.Text)
		a.Note = fmt.Sprintf("%d sectors moved, %d would do", a.Moved, a.Least)
		if worst == nil || a.Moved*worst.Least > worst.Moved*a.Least {
			worst = a
		}
	}
	return worst
}

// banks is the picture of the request that asks one bank of shared memory the most often.
func (k *Kernel) banks() (worst *pageBanks) {
	const lanes = 32
	most := 1
	for _, p := range k.last.Pictures {
		if !p.Shared || p.Size > 4 { // wider elements are asked for by parts of the warp
			continue
		}
		for from := 0; from < len(p.Offsets); from += lanes {
			words := make([]int, lanes)
			asked := map[int]int{}
			seen := map[int]bool{}
			for i := range words {
				words[i] = -1
				if at := from + i; at < len(p.Offsets) && p.Offsets[at] >= 0 {
					words[i] = int(p.Offsets[at] / 4)
					if !seen[words[i]] {
						seen[words[i]] = true
						asked[words[i]%lanes]++
					}
				}
			}
			for _, turns := range asked {
				if turns > most {
					most = turns
					worst = &pageBanks{Line: p.Line, Text: strings.TrimSpace(k.kernel.Line(p.Line)), Store: p.Store, Warp: from / lanes, Words: words}
				}
			}
		}
	}
	return worst
}
