// Package devices draws what devices hold and did: memory, timelines, profiles of kernels, a kernel's steps.
package devices

import (
	"slices"
	"sort"
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws the device panel: each device's memory with its tensors as named
// blocks, the copies of the shown run, its timeline, and a table of the same.

const (
	shownWhole  = 8  // per device, before what belongs to one object is one block
	shownBlocks = 24 // per device, before the rest is one block
	shownRows   = 40 // of the table
	shownCopies = 6
)

// Panel draws the panel.
func Panel(s *app.State) []*Node {
	if len(s.Doc) == 0 {
		return nil
	}
	kids := []*Node{
		El("button", Class("button sheet-close"), A("type", "button"), Act("close"), s.T("close")),
		memorySection(s),
	}
	if kernel := kernelSection(s); kernel != nil {
		kids = append(kids, kernel)
	}
	if t := tensorSection(s); t != nil {
		kids = append(kids, t)
	}
	kids = append(kids, timelineSection(s))
	if curve := curveSection(s); curve != nil {
		kids = append(kids, curve)
	}
	return append(kids, tableSection(s))
}

func memorySection(s *app.State) *Node {
	return El("section", A("aria-label", s.T("panel.memory")),
		El("div", Class("panel-head"), El("h2", s.T("panel")), deviceSwitch(s)),
		memory(s), copies(s))
}

// deviceSwitch offers the CPU alone, simulated GPUs, and the host's real ones; beside them the reader's own GPU, which is
// none of these and off unless asked for.
func deviceSwitch(s *app.State) []*Node {
	now := s.Device.Spec()
	var kids []*Node
	add := func(spec, label, title string) {
		kids = append(kids, El("button", A("type", "button"), A("aria-pressed", piece.Word(spec == now)), A("title", title), Act("devices", spec), label))
	}
	add("cpu", "CPU", s.T("cmd.devices-cpu"))
	for _, count := range s.SimulatedCounts() {
		n := piece.Itoa(count)
		label := n
		if now == "sim:"+n {
			label = s.T("switch.simulated", n)
		}
		add("sim:"+n, label, s.Or("cmd.devices-"+n, s.T("switch.title", n)))
	}
	if s.Page.Real > 0 {
		add("cuda", s.T("switch.real"), s.T("cmd.devices-real"))
	}
	list := []*Node{El("div", Class("switch"), A("role", "group"), A("aria-label", s.T("switch.name")), kids)}
	if s.OffersWebGPU() {
		list = append(list, El("div", Class("switch"), El("button", A("type", "button"), A("aria-pressed", piece.Word(s.Device.WebGPU())),
			A("title", s.T("cmd.devices-webgpu")), Act("devices-webgpu"), "WebGPU")))
	}
	return list
}

// deviceList is what lives where, from the placement, or the bare devices before
// there is one.
func deviceList(s *app.State) []wire.DeviceMemory {
	if len(s.Device.Memory) > 0 {
		return s.Device.Memory
	}
	var list []wire.DeviceMemory
	for _, info := range s.Device.Infos {
		list = append(list, wire.DeviceMemory{DeviceInfo: info})
	}
	return list
}

func memory(s *app.State) *Node {
	devices := deviceList(s)
	if len(devices) == 0 {
		return El("p", Class("empty"), s.T("panel.loading"))
	}
	var kids []*Node
	for _, d := range devices {
		kids = append(kids, deviceColumn(s, d))
	}
	kids = append(kids, El("div", Key("arrows"), Class("arrows"), Hook("arrows", arrowSpec(s))))
	return El("div", Class("memory"), A("data-gpus", manyGPUs(len(devices)-1)), A("role", "group"), A("aria-label", s.T("panel.memory")), kids)
}

// manyGPUs says into how many columns of the style sheet's grid so many GPUs go; "" where
// they and the host stand side by side.
func manyGPUs(n int) string {
	switch {
	case n <= 2:
		return ""
	case n <= 4:
		return "4"
	}
	return "8"
}

func deviceColumn(s *app.State, d wire.DeviceMemory) *Node {
	name := strings.ToUpper(d.Device)
	if d.Device != "cpu" {
		name = d.Device
	}
	percent := 0.0
	if d.Total > 0 {
		percent = float64(d.Used) * 100 / float64(d.Total)
	}
	return El("div", Key(d.Device), Class("device"), A("data-device", d.Device),
		El("div", Class("device-name"), name),
		El("div", Class("device-kind"), A("title", d.Name), kindWords(s, d)),
		El("div", Class("device-memory"), Flag("data-empty", len(d.Blocks) == 0), A("data-words", s.T("device.empty")), A("tabindex", piece.Tabindex(len(d.Blocks) > 5)), A("role", "group"), A("aria-label", s.T("device.memory", d.Device)), blocks(s, d)),
		El("div", Class("fill"), A("aria-hidden", "true"), El("i", A("style", "width:"+piece.Number(percent, true)+"%"))),
		El("div", Class("fill-words"), A("title", s.T("device.used", piece.Bytes(d.Used), piece.Bytes(d.Total))), piece.Bytes(d.Used)))
}

func kindWords(s *app.State, d wire.DeviceMemory) string {
	switch {
	case d.Device == "cpu":
		return s.T("device.host")
	case d.Simulated && d.Total > 0:
		return s.T("device.simulated", piece.ShortName(d.Name)) + " · " + piece.Whole(piece.Bytes(d.Total))
	case d.Total > 0:
		return d.Name + " · " + piece.Whole(piece.Bytes(d.Total))
	}
	return d.Name
}

// blocks draws a device's storages by size, largest first; the smallest of many
// are one block.
func blocks(s *app.State, d wire.DeviceMemory) []*Node {
	list := append([]wire.Block(nil), d.Blocks...)
	used := map[string]bool{} // by the picked bar of the timeline
	for _, b := range list {
		used[firstName(b)] = used[firstName(b)] || s.UsesBlock(d.Device, b.Addr)
		used[baseName(firstName(b))] = used[baseName(firstName(b))] || used[firstName(b)]
	}
	if manyGPUs(len(deviceList(s))-1) != "" || len(list) > shownWhole {
		list = grouped(list)
	}
	if len(list) > shownBlocks {
		sort.SliceStable(list, func(i, j int) bool { return list[i].Bytes > list[j].Bytes })
	}
	var kids []*Node
	for _, b := range list[:min(len(list), shownBlocks)] {
		kids = append(kids, block(s, d.Device, b, used[firstName(b)]))
	}
	if rest := list[min(len(list), shownBlocks):]; len(rest) > 0 {
		sum := int64(0)
		for _, b := range rest {
			sum += b.Bytes
		}
		kids = append(kids, El("button", Key("rest"), A("type", "button"), Class("block block-rest"), Act("all-tensors"), s.T("blocks.rest", piece.Itoa(len(rest)), piece.Bytes(sum))))
	}
	return kids
}

// grouped joins the storages of one object, such as a net's parameters, into one block: on
// many devices there is no room for each.
func grouped(blocks []wire.Block) []wire.Block {
	var list []wire.Block
	at := map[string]int{}
	for _, b := range blocks {
		b.Tensors = slices.DeleteFunc(slices.Clone(b.Tensors), again)
		name := baseName(firstName(b))
		i, ok := at[name]
		if name == "" || !ok {
			at[name] = len(list)
			list = append(list, b)
			continue
		}
		list[i].Bytes += b.Bytes
		list[i].Tensors = append(list[i].Tensors[:len(list[i].Tensors):len(list[i].Tensors)], b.Tensors...)
	}
	for i, b := range list {
		if name := firstName(b); len(b.Tensors) > 1 && baseName(name) != name {
			whole := wire.Tensor{Name: baseName(name), Device: b.Tensors[0].Device}
			list[i].Tensors = append([]wire.Tensor{whole}, b.Tensors...)
		}
	}
	return list
}

// baseName is the variable that a name begins with: net of net.0.weight.
func baseName(name string) string {
	if i := strings.IndexAny(name, ".["); i > 0 {
		return name[:i]
	}
	return name
}

func block(s *app.State, device string, b wire.Block, lit bool) *Node {
	name, detail := blockWords(s, b)
	for _, t := range b.Tensors {
		lit = lit || t.Name != "" && t.Name == s.Device.Lit
	}
	tall := ""
	if h := blockHeight(b.Bytes); h > 0 {
		tall = "--tall:" + piece.Itoa(h) + "px"
	}
	return El("button", Key(device+piece.Itoa(int(b.Addr))), A("type", "button"), Class("block"), A("data-point", firstName(b)), A("data-block", firstName(b)), A("style", tall), Flag("data-lit", lit),
		Act("tensor", firstName(b)), A("title", strings.Join(namesOf(b), ", ")+" · "+detail), El("b", piece.Breakable(name)), El("small", piece.Breakable(detail)))
}

// namesOf are what a storage is called: first what was named by hand, then what is found in a list or a dictionary.
func namesOf(b wire.Block) []string {
	var plain, inside []string
	for _, t := range b.Tensors {
		switch {
		case t.Name == "" || again(t):
		case strings.Contains(t.Name, "["):
			inside = append(inside, t.Name)
		default:
			plain = append(plain, t.Name)
		}
	}
	slices.SortStableFunc(inside, func(a, b string) int { return len(a) - len(b) })
	return append(plain, inside...)
}

// again reports a tensor that is told already, by a name of its own: this one leads to it through another object.
func again(t wire.Tensor) bool { return t.Same && strings.ContainsAny(t.Name, ".[") }

// shownNames is about how many letters of names a block has room for, beyond its first name.
const shownNames = 18

// fewNames lists names as far as there is room, and how many more there are.
func fewNames(list []string) string {
	if len(list) == 0 {
		return ""
	}
	words := list[0]
	for i, name := range list[1:] {
		if len(words)+len(name) > shownNames {
			return words + " +" + piece.Itoa(len(list)-1-i)
		}
		words += ", " + name
	}
	return words
}

// blockHeight grows with the logarithm of the size, so that a gigabyte and a
// handful of numbers fit one column; below a kilobyte all are alike.
func blockHeight(bytes int64) int {
	h := 40
	for b := bytes; b > 1024; b /= 8 {
		h += 7
	}
	return min(h, 90)
}

func firstName(b wire.Block) string {
	for _, t := range b.Tensors {
		if t.Name != "" {
			return t.Name
		}
	}
	return ""
}

func blockWords(s *app.State, b wire.Block) (name, detail string) {
	if len(b.Tensors) > 1 && b.Tensors[0].Shape == nil && b.Tensors[0].DType == "" { // see grouped
		return b.Tensors[0].Name, piece.Whole(s.T("blocks.group", piece.Itoa(len(b.Tensors)-1))) + " · " + piece.Whole(piece.Bytes(b.Bytes))
	}
	name = fewNames(namesOf(b))
	if name == "" {
		name = s.T("operand.unnamed")
	}
	detail = piece.Whole(piece.Bytes(b.Bytes))
	if len(b.Tensors) > 0 {
		detail = piece.Shape(b.Tensors[0].Shape) + " · " + detail
	}
	return name, detail
}

// arrowSpec lists the latest copies as "from\x01to\x01name\x01number\x01live" for the script that
// has a copy go its way when it has just happened, and draws them between the blocks, where only the laid-out page knows the places.
func arrowSpec(s *app.State) string {
	var parts []string
	list := s.Copies()
	live := ""
	if s.Fresh() {
		live = "live"
	}
	from := max(0, len(list)-shownCopies)
	for i, e := range list[from:] {
		parts = append(parts, e.From+"\x01"+e.Device+"\x01"+s.Made(e)+"\x01"+s.Device.Shown+piece.Itoa(s.ShownCount())+"."+piece.Itoa(from+i)+"\x01"+live)
	}
	return strings.Join(parts, "\x02")
}

// moved is the copies of the shown run from one device to another.
type moved struct {
	from, to     string
	bytes, nanos int64
	count        int
	names        []string
}

// copies lists what was moved, one row for each pair of devices.
func copies(s *app.State) *Node {
	var list []*moved
	at := map[string]*moved{}
	for _, e := range s.Copies() {
		m := at[e.From+e.Device]
		if m == nil {
			m = &moved{from: e.From, to: e.Device}
			at[e.From+e.Device] = m
			list = append(list, m)
		}
		m.bytes, m.nanos, m.count = m.bytes+e.Bytes, m.nanos+e.Nanos, m.count+max(e.Count, 1)
		if name := s.Made(e); name != "" && !slices.Contains(m.names, name) {
			m.names = append(m.names, name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	var kids []*Node
	for _, m := range list[:min(len(list), shownCopies)] {
		words := []string{piece.Bytes(m.bytes), piece.Millis(float64(m.nanos) / 1e6)}
		if m.count > 1 {
			words = append([]string{s.T("copies.times", piece.Itoa(m.count))}, words...)
		}
		var names *Node
		if len(m.names) == 1 {
			names = El("code", piece.Breakable(m.names[0]))
		}
		kids = append(kids, El("li", A("title", strings.Join(m.names, ", ")), piece.Chip(m.from), El("span", Class("arrow"), A("aria-label", s.T("copy.to")), A("role", "img"), "→"), piece.Chip(m.to), names,
			El("span", Class("moved"), strings.Join(words, " · "))))
	}
	if n := len(list) - shownCopies; n > 0 {
		kids = append(kids, El("li", s.T("copies.more", piece.Itoa(n))))
	}
	return El("ul", Class("copies"), A("aria-label", s.T("copies")), kids)
}

// row is one tensor of the table.
type row struct {
	tensor wire.Tensor
	bytes  int64
	of     string // the tensor that it shares its memory with
}

func tableSection(s *app.State) *Node {
	var rows []row
	for _, d := range s.Device.Memory {
		for _, b := range d.Blocks {
			for i, t := range b.Tensors {
				if again(t) {
					continue
				}
				if t.Device == "" {
					t.Device = d.Device
				}
				r := row{tensor: t, bytes: b.Bytes}
				if i > 0 {
					r.of = b.Tensors[0].Name
				}
				rows = append(rows, r)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return remote(a.tensor.Name) - remote(b.tensor.Name) })
	head := El("div", Class("panel-head"), El("h2", s.T("table")), El("span", Class("aside"), s.T("table.count", piece.Itoa(len(rows)))))
	if len(rows) == 0 {
		return El("section", head, El("p", Class("empty"), s.T("table.empty")))
	}
	shown := rows[:min(len(rows), shownRows+s.Device.Rows)]
	var body []*Node
	for _, r := range shown {
		body = append(body, tableRow(s, r))
	}
	parts := []Part{head, El("table",
		El("thead", El("tr", El("th", A("scope", "col"), s.T("table.name")), El("th", A("scope", "col"), s.T("table.device")), El("th", A("scope", "col"), s.T("table.shape")), El("th", A("scope", "col"), s.T("table.bytes")))),
		El("tbody", body))}
	if left := len(rows) - len(shown); left > 0 {
		parts = append(parts, piece.Button("link", s.T("table.more", piece.Itoa(min(left, app.MoreRows)), piece.Itoa(left)), Act("all-tensors")))
	}
	if s.Device.Rows > 0 {
		parts = append(parts, piece.Button("link", s.T("table.less"), Act("fewer-tensors")))
	}
	return El("section", parts...)
}

// remote orders names: variables and their attributes, then what lies in lists and dicts, as an optimizer's state, then what has none.
func remote(name string) int {
	switch {
	case name == "":
		return 2
	case strings.Contains(name, "["):
		return 1
	}
	return 0
}

func tableRow(s *app.State, r row) *Node {
	name := r.tensor.Name
	lit := name != "" && name == s.Device.Lit
	if name == "" {
		name = s.T("operand.unnamed")
	}
	bytes := piece.Bytes(r.bytes)
	if r.of != "" {
		bytes = s.T("table.shared", r.of)
	}
	return El("tr", A("data-point", r.tensor.Name), Flag("data-lit", lit), El("td", tensorName(s, r.tensor.Name, name)), El("td", piece.Chip(r.tensor.Device)),
		El("td", piece.Breakable(piece.Shape(r.tensor.Shape)), " "+piece.DType(r.tensor.DType)), El("td", bytes))
}
