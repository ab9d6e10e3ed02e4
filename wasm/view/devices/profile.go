package devices

//go:generate go run gputour/engine/wire/fields/gen

import (
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/wasm/app"
	"gputour/wasm/steps"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws the profile of a kernel: cards with its measures, and which
// memory the threads of one warp touched.

// Profile is the shape of application/vnd.gputour.profile+json.
type Profile struct {
	Kernel   string    `json:"kernel"`
	Grid     [3]int    `json:"grid"`
	Block    [3]int    `json:"block"`
	Threads  int64     `json:"threads"`
	Device   string    `json:"device"`
	DeviceUS float64   `json:"device_us"` // the model's estimate
	HostMS   float64   `json:"host_ms"`   // what interpreting took
	Metrics  []Metric  `json:"metrics"`
	Access   *Access   `json:"access,omitempty"`
	Banks    *Banks    `json:"banks,omitempty"`
	Roofline *Roofline `json:"roofline,omitempty"`
	Checks   []Check   `json:"checks,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
}

// Metric is one card: Key names it in the catalogue, Label is its English name.
// Mood is "good", "bad" or empty.
type Metric struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Value string `json:"value"`
	Mood  string `json:"mood,omitempty"`
}

// Access is which sector (of 32 bytes) each thread of a warp touched in one request.
type Access struct {
	Line    int    `json:"line"` // of the cell
	Text    string `json:"text"` // the access as it is written
	Store   bool   `json:"store,omitempty"`
	Sectors []int  `json:"sectors"` // by thread
	Moved   int    `json:"moved"`   // sectors that the request moved
	Least   int    `json:"least"`   // and the fewest it could have
}

// Banks is a request of shared memory over which banks have conflicts.
type Banks struct {
	Line  int    `json:"line"` // of the cell
	Text  string `json:"text"`
	Store bool   `json:"store,omitempty"`
	Warp  int    `json:"warp"`
	Words []int  `json:"words"` // by lane; -1 for one that was idle
}

// Roofline is where the kernel stands under the device's limits.
type Roofline struct {
	Flops     float64 `json:"flops"`     // peak, FLOP/s
	Bandwidth float64 `json:"bandwidth"` // of device memory, bytes/s
	Intensity float64 `json:"intensity"` // FLOP per byte
	Achieved  float64 `json:"achieved"`  // FLOP/s
}

// Check is a detector and how often it spoke.
type Check struct {
	Key   string `json:"key"`
	Count int    `json:"count"`
}

// Finding is something that a detector found, at a line of the cell.
type Finding struct {
	Kind string   `json:"kind"`
	Code string   `json:"code"` // with Args, the text in any language
	Args []string `json:"args"`
	Text string   `json:"text"`
	Line int      `json:"line"`
}

// profileOf reads a profile from an output; nil when it holds none.
func profileOf(data string) *Profile {
	var p Profile
	if data == "" || fields.Read(data, &p, false) != nil {
		return nil
	}
	return &p
}

// KernelProfile draws what a launch of a kernel did, from its display.
func KernelProfile(s *app.State, _ *app.Cell, _ *wire.DisplayBody, data string) *Node {
	p := profileOf(data)
	if p == nil {
		return nil
	}
	var cards []*Node
	for _, m := range p.Metrics {
		cards = append(cards, card(s, m))
	}
	parts := []Part{Class("output"), El("p", Class("profile-head"), El("b", p.Kernel), Text(launchWords(s, p))), El("dl", Class("profile"), cards)}
	if len(p.Findings) > 0 {
		parts = append(parts, findings(s, p.Findings))
	}
	parts = append(parts, El("p", piece.Button("link", s.T("cmd.step-through"), Act("step-kernel", p.Kernel))))
	if p.Access != nil {
		parts = append(parts, access(s, p.Access))
	}
	if p.Banks != nil {
		parts = append(parts, banks(s, p.Banks))
	}
	return El("div", parts...)
}

func card(s *app.State, m Metric) *Node {
	value := m.Value
	if m.Key == "limit" {
		value = s.Or("profile.limit."+m.Value, m.Value)
	}
	return El("div", Flag("data-bad", m.Mood == "bad"), Flag("data-good", m.Mood == "good"),
		El("dd", value), El("dt", s.Or("profile."+m.Key, m.Label)))
}

// launchWords says how the kernel was launched and what that took.
func launchWords(s *app.State, p *Profile) string {
	words := " <<<" + dims(p.Grid) + ", " + dims(p.Block) + ">>>"
	if p.DeviceUS > 0 {
		words += " · " + s.T("profile.device", piece.Millis(p.DeviceUS/1000), piece.ShortName(p.Device))
	}
	if p.HostMS > 0 {
		words += " · " + s.T("profile.host", piece.Millis(p.HostMS))
	}
	return words
}

// dims writes a grid or block without the ones at its end.
func dims(d [3]int) string {
	n := 3
	for n > 1 && d[n-1] <= 1 {
		n--
	}
	var words []string
	for _, x := range d[:n] {
		words = append(words, piece.Itoa(x))
	}
	return strings.Join(words, "×")
}

func findings(s *app.State, list []Finding) *Node {
	var rows []*Node
	for _, f := range list {
		status, mark := "fail", "✗"
		if app.Severity(f.Kind) == "warning" {
			status, mark = "advice", "!"
		}
		rows = append(rows, El("li", A("data-status", status), El("span", Class("mark"), A("aria-hidden", "true"), mark), El("div", s.T("finding", piece.Itoa(f.Line), s.Kernel(f.Code, f.Args, f.Text)), findingWhy(s, f.Code))))
	}
	return El("ul", Class("checks"), rows)
}

// findingWhy says what is behind advice, and what helps; nil where there is nothing to add.
func findingWhy(s *app.State, code string) *Node {
	words := s.Or("finding.why."+code, "")
	if words == "" {
		return nil
	}
	return El("p", Class("finding-why"), El("b", s.T("why")), piece.Coded(words))
}

// shownProfile is the last profile in the outputs of the cell that the panel shows.
func shownProfile(s *app.State) *Profile {
	c := s.Cells[s.Device.Shown]
	if c == nil {
		return nil
	}
	for i := len(c.Outputs) - 1; i >= 0; i-- {
		if d := c.Outputs[i].Display; d != nil {
			if p := profileOf(d.Data[app.ProfileType]); p != nil {
				return p
			}
		}
	}
	return nil
}

// kernelSection draws, in the panel, where the kernel stands under the roofline and
// what the detectors say.
func kernelSection(s *app.State) *Node {
	p := shownProfile(s)
	if p == nil || p.Roofline == nil && len(p.Checks) == 0 {
		return nil
	}
	var kids []Part
	if p.Roofline != nil {
		kids = append(kids, El("div", Class("panel-head"), El("h2", s.T("roofline")), El("span", Class("aside"), A("title", p.Device), piece.ShortName(p.Device))), roofline(s, p))
	}
	if len(p.Checks) > 0 {
		kids = append(kids, checksTable(s, p.Checks))
	}
	return El("section", kids...)
}

func checksTable(s *app.State, checks []Check) *Node {
	var rows []*Node
	sum := 0
	for _, c := range checks {
		sum += c.Count
		status, mark := "pass", "✓ "
		if c.Count > 0 {
			status, mark = "fail", "✗ "
		}
		rows = append(rows, El("tr", El("td", s.Or("detector."+c.Key, c.Key)), El("td", Class("count"), A("data-status", status), mark+piece.Itoa(c.Count))))
	}
	aside := s.T("detectors.clean")
	if sum > 0 {
		aside = s.T("detectors.found", piece.Itoa(sum))
	}
	return El("div", Class("detectors"), El("div", Class("panel-head"), El("h2", s.T("detectors")), El("span", Class("aside"), aside)),
		El("table", Class("table"), El("tbody", rows)))
}

const (
	accessThreads = 32 // a whole warp
	accessCells   = 26
	accessWidth   = 660
)

// access draws lines from threads to the sectors that they touch.
func access(s *app.State, a *Access) *Node {
	label, note := s.T("access.read", piece.Itoa(a.Line), a.Text), s.T("access.note", piece.Itoa(a.Moved), piece.Itoa(a.Least))
	if a.Store {
		label = s.T("access.write", piece.Itoa(a.Line), a.Text)
	}
	sectors := a.Sectors[:min(len(a.Sectors), accessThreads)]
	first, last := bounds(sectors)
	span := max(last-first+1, accessCells)
	at := make([]int, len(sectors))
	for t, sector := range sectors {
		at[t] = (sector - first) * accessCells / span
	}
	return fan(label, note, a.Moved <= a.Least, at, accessCells, nil)
}

// banks draws which bank of shared memory each thread asks for, and how many words each bank is asked for: one after another.
func banks(s *app.State, b *Banks) *Node {
	at := make([]int, min(len(b.Words), steps.Lanes))
	var asked [steps.Lanes]map[int]bool
	most, worst := 0, 0
	for t := range at {
		if at[t] = -1; b.Words[t] < 0 {
			continue
		}
		bank := b.Words[t] % steps.Lanes
		if at[t] = bank; asked[bank] == nil {
			asked[bank] = map[int]bool{}
		}
		asked[bank][b.Words[t]] = true
		if n := len(asked[bank]); n > most {
			most, worst = n, bank
		}
	}
	label := s.T("banks.read", piece.Itoa(b.Warp), piece.Itoa(b.Line), b.Text)
	if b.Store {
		label = s.T("banks.write", piece.Itoa(b.Warp), piece.Itoa(b.Line), b.Text)
	}
	note := s.T("banks.note", piece.Itoa(worst), piece.Itoa(most))
	if apart := stride(b.Words); apart > 0 && apart%steps.Lanes == 0 {
		note += " " + s.T("banks.apart", piece.Itoa(apart))
	}
	return fan(label, note, most <= 1, at, steps.Lanes, func(bank int) string {
		if n := len(asked[bank]); n > 1 {
			return piece.Itoa(n)
		}
		return ""
	})
}

// stride is how far apart what neighbours ask for is; 0 where that is not the same everywhere.
func stride(words []int) int {
	apart := 0
	for i := 1; i < len(words); i++ {
		d := words[i] - words[i-1]
		if words[i] < 0 || words[i-1] < 0 {
			continue
		}
		if apart != 0 && d != apart {
			return 0
		}
		apart = d
	}
	return apart
}

// fan draws lines from the threads of a warp to the cells of a row, one that is at -1 has none. in is what stands in a cell.
func fan(label, note string, good bool, at []int, cells int, in func(cell int) string) *Node {
	kids := []Part{Class("access"), A("viewBox", "0 0 660 128"), A("role", "img"), A("aria-label", label+" "+note), Flag("data-good", good)}
	cell := float64(accessWidth) / float64(cells)
	touched := map[int]bool{}
	for t, c := range at {
		x := (float64(t) + 0.5) * accessWidth / accessThreads
		if c >= 0 {
			touched[c] = true
			kids = append(kids, El("line", A("x1", piece.Coord(x)), A("y1", "30"), A("x2", piece.Coord(float64(c)*cell+cell/2)), A("y2", "98")))
		}
		kids = append(kids, El("rect", Class("thread"), A("x", piece.Coord(x-9)), A("y", "8"), A("width", "18"), A("height", "22"), A("rx", "4")),
			El("text", Class("lane-number"), A("x", piece.Coord(x)), A("y", "22.5"), A("text-anchor", "middle"), piece.Itoa(t)))
	}
	for i := range cells {
		x := float64(i) * cell
		kids = append(kids, El("rect", Class("sector"), Flag("data-touched", touched[i]), A("x", piece.Coord(x+1)), A("y", "98"), A("width", piece.Coord(cell-3)), A("height", "24"), A("rx", "4")))
		if in != nil && in(i) != "" {
			kids = append(kids, El("text", Class("turns"), A("x", piece.Coord(x+cell/2-0.5)), A("y", "114.5"), A("text-anchor", "middle"), in(i)))
		}
	}
	return El("figure", Class("access-figure"), El("figcaption", label), El("svg", kids...), El("p", Class("access-note"), note))
}

func bounds(xs []int) (lo, hi int) {
	for i, x := range xs {
		if i == 0 || x < lo {
			lo = x
		}
		if i == 0 || x > hi {
			hi = x
		}
	}
	return lo, hi
}
