package devices

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/vdom"
	"gputour/wasm/view/piece"
	"gputour/wasm/view/viewtest"
)

// run runs cells on simulated GPUs and returns what the last one did.
func run(t *testing.T, spec string, cells ...string) *viewtest.Recorder {
	t.Helper()
	e, err := eval.New(spec, eval.Config{Machine: func(spec string) (*eval.Machine, error) {
		parsed, err := sim.ParseSpec(spec)
		return &eval.Machine{CPU: cpu.New(), GPUs: sim.NewMachine(parsed, nil).Devices()}, err
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var r *viewtest.Recorder
	for i, code := range cells {
		r = &viewtest.Recorder{}
		r.Cost = e.Run(session.Run{RID: "r", Cell: string(rune('a' + i)), Code: code, Count: i + 1, Lang: "en"}, r).Cost
		if r.Failed != nil {
			t.Fatal(r.Failed.Text)
		}
	}
	r.Place = e.Place()
	return r
}

const mebibyte = `import torch
x = torch.ones(512, 512)
torch.cuda.synchronize()
`

func laneNamed(t *testing.T, lanes []Lane, name string) Lane {
	t.Helper()
	for _, l := range lanes {
		if l.Name == name {
			return l
		}
	}
	var names []string
	for _, l := range lanes {
		names = append(names, l.Name)
	}
	t.Fatalf("no lane %q in %q", name, names)
	return Lane{}
}

func TestTimelineShowsWhenThingsRan(t *testing.T) {
	r := run(t, "sim:2", mebibyte, `a = x.to("cuda:0")
b = a @ a
c = x.to("cuda:1")
d = b.to("cuda:1")
e = d.sum().item()`)
	lanes, from, to := Lanes(r.Events)
	if total := float64(to-from) / 1e6; total != r.Cost.DeviceMS {
		t.Errorf("the timeline is %v ms and the cell's footer says %v", total, r.Cost.DeviceMS)
	}
	var names []string
	for _, l := range lanes {
		names = append(names, l.Name)
		for i, s := range l.Spans {
			if s.To <= s.From || s.From < from || s.To > to {
				t.Errorf("%s: span %+v", l.Name, s)
			}
			if i > 0 && s.From < l.Spans[i-1].To {
				t.Errorf("%s does two things at once: %+v and %+v", l.Name, l.Spans[i-1], s)
			}
		}
	}
	if got, want := strings.Join(names, ", "), "host, cuda:0, copy →0, cuda:1, copy →1, copy 1→, link 0→1"; got != want {
		t.Errorf("lanes are %s, not %s", got, want)
	}
	in, product := laneNamed(t, lanes, "copy →0").Spans[0], laneNamed(t, lanes, "cuda:0").Spans[0]
	link, out := laneNamed(t, lanes, "link 0→1").Spans[0], laneNamed(t, lanes, "copy 1→").Spans[0]
	if product.From < in.To || link.From < product.To || out.From < link.To {
		t.Errorf("the product %+v, its copy %+v and its sum %+v begin before what they need is there, after %+v", product, link, out, in)
	}
	if other := laneNamed(t, lanes, "copy →1").Spans[0]; other.From >= product.To {
		t.Errorf("the copy to the other GPU waits for the first one's product: %+v, %+v", other, product)
	}
	for n, line := range map[int]int{in.Event: 1, product.Event: 2, link.Event: 4, out.Event: 5} {
		if e := r.Events[n]; e.Line != line || e.Cell != "" {
			t.Errorf("%+v is of line %d", e, line)
		}
	}
}

func TestStreamsOverlapOnTheTimeline(t *testing.T) {
	r := run(t, "sim:1", mebibyte+`y = x.cuda(); z = x[:64].pin_memory(); s = torch.cuda.Stream(); torch.cuda.synchronize()`, `for i in range(4):
    y @ y
with torch.cuda.stream(s):
    w = z.to("cuda", non_blocking=True)
torch.cuda.synchronize()`)
	lanes, _, _ := Lanes(r.Events)
	work, copied := laneNamed(t, lanes, "cuda:0").Spans, laneNamed(t, lanes, "copy →0").Spans
	if copied[0].From >= work[len(work)-1].To {
		t.Errorf("a copy on a stream of its own, %+v, waits for %+v", copied[0], work)
	}
	host := laneNamed(t, lanes, "host").Spans
	if last := host[len(host)-1]; last.Label != "sync" || last.To < work[len(work)-1].To {
		t.Errorf("the host does not wait for the GPU: %+v", last)
	}
}

func TestLongRunIsToldWholeAndBounded(t *testing.T) {
	r := run(t, "sim:1", mebibyte, `y = torch.ones(8, device="cuda")
for i in range(6000):
    y += 1
    if i % 1500 == 0: y.sum().item()`)
	if len(r.Events) > 1500 {
		t.Errorf("%d events are told", len(r.Events))
	}
	lanes, from, to := Lanes(r.Events)
	launches, reach := 0, from
	for _, s := range laneNamed(t, lanes, "cuda:0").Spans {
		launches += s.Count
		reach = max(reach, s.To)
	}
	if int64(launches) != r.Cost.Launches || launches < 6000 {
		t.Errorf("%d launches are told of %d", launches, r.Cost.Launches)
	}
	if total := float64(to-from) / 1e6; total != r.Cost.DeviceMS || reach < to-(to-from)/20 {
		t.Errorf("the timeline ends at %d of %d, and the footer says %v ms", reach-from, to-from, r.Cost.DeviceMS)
	}
}

func TestBarLightsItsTensorsAndTensorsTheirBars(t *testing.T) {
	s := run(t, "sim:1", mebibyte, "a = x.cuda()\nb = a * 2\nc = a.sum()").Shown()
	c := s.Cells["a"]
	at := slices.IndexFunc(c.Events, func(e wire.DeviceEvent) bool { return e.Line == 2 })
	effects, _ := s.Apply(10, app.Pointed{Name: fmt.Sprintf("#%d", at)})
	if !slices.Contains(effects, app.Effect(app.LightLine{Cell: "a", Line: 2})) {
		t.Errorf("pointing at the bar does %v", effects)
	}
	lit := func() string {
		var names []string
		for _, n := range vdom.El("aside", Panel(s)).All(func(n *vdom.Node) bool { return n.Has("data-block") && n.Has("data-lit") }) {
			names = append(names, n.Get("data-block"))
		}
		slices.Sort(names)
		return strings.Join(names, " ")
	}
	if got := lit(); got != "a b" {
		t.Errorf("the bar of b = a * 2 lights %q", got)
	}
	viewtest.Has(t, vdom.El("aside", Panel(s)), "line 2")
	s.Apply(11, app.Act{Name: "line", Cell: "a", Value: "3"})
	if got := lit(); got != "a c" {
		t.Errorf("line 3 lights %q", got)
	}
	s.Apply(12, app.Act{Name: "bar", Value: "-1"})
	s.Apply(12, app.Pointed{Name: "b"})
	bars := vdom.El("aside", Panel(s)).All(func(n *vdom.Node) bool { return n.Get("class") == "bar" && n.Has("data-lit") })
	for _, bar := range bars {
		if bar.Get("data-act") != fmt.Sprintf("bar %d", at) {
			t.Errorf("b lights %s", bar)
		}
	}
	if len(bars) == 0 {
		t.Error("b lights no bar")
	}
}

func TestTimelineGrowsAndFollows(t *testing.T) {
	r := run(t, "sim:1", mebibyte, `y = x.cuda() * 2`)
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	viewtest.Has(t, vdom.El("aside", Panel(s)), "has not used a GPU so far")
	viewtest.Event(s, "a", &wire.DeviceBody{Events: r.Events[:1]})
	viewtest.Has(t, vdom.El("aside", Panel(s)), "copy →0")
	viewtest.Event(s, "a", &wire.DeviceBody{Events: r.Events[1:]})
	viewtest.Has(t, vdom.El("aside", Panel(s)), "Timeline of cell 1")
	viewtest.Event(s, "a", &wire.ReplyBody{State: wire.RunDone, Cost: r.Cost})
	viewtest.Event(s, "b", &wire.InputBody{Count: 2})
	viewtest.Event(s, "b", &wire.ReplyBody{State: wire.RunDone})
	viewtest.Has(t, vdom.El("aside", Panel(s)), "This cell used no GPU")
	s.Apply(10, app.Act{Name: "select", Cell: "a"})
	drawn := vdom.El("aside", Panel(s))
	viewtest.Has(t, drawn, "Timeline of cell 1")
	viewtest.Has(t, drawn, ">"+piece.Millis(r.Cost.DeviceMS)+"<")
}

func TestATensorIsLookedAt(t *testing.T) {
	s := run(t, "sim:1", mebibyte, "a = x.cuda()\nb = a * 2\nc = a[:2]\nfor i in range(3): a.sum()").Shown()
	s.Conn.State = app.Online
	effects, _ := s.Apply(10, app.Act{Name: "tensor", Value: "a"})
	var asked wire.Message
	for _, e := range effects {
		if send, ok := e.(app.Send); ok && send.Message.Type == wire.Inspect {
			asked = send.Message
		}
	}
	if asked.RID == "" {
		t.Fatalf("looking at a tensor does %v", effects)
	}
	s.Apply(11, app.Received{Message: wire.Message{Type: wire.InspectReply, RID: asked.RID}, Body: &wire.InspectReplyBody{Found: true, Data: wire.Bundle{"text/plain": "tensor([[1., 1.]])"}}})
	drawn := vdom.El("aside", Panel(s)).String()
	for _, want := range []string{"tensor([[1., 1.]])", "Other names of the same memory", "What cell 2 did with it", "<span>cpu → cuda:0, 1 MiB</span>", "<span>mul</span>", "<span>sum ×3</span>"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("no %s in the panel", want)
		}
	}
	s.Apply(12, app.Act{Name: "tensor", Value: "a"})
	if strings.Contains(vdom.El("aside", Panel(s)).String(), "tensor-card") {
		t.Error("it is still looked at")
	}
}

const mib = 1 << 20

// The curve of memory rises and falls with what the cell holds, and its peak is what PyTorch's own counter says.
func TestMemoryOverTime(t *testing.T) {
	r := run(t, "sim:2", mebibyte, `a = x.cuda()
b = torch.cat([a] * 8)
del b
c = a + 1
other = x.to("cuda:1")
assert torch.cuda.max_memory_allocated(0) == 9 << 20, torch.cuda.max_memory_allocated(0)
assert torch.cuda.memory_allocated(0) == 2 << 20`)
	list, most, _, _ := curves(r.Memory)
	if len(list) != 2 || most != 9*mib || list[0].peak.Line != 2 || list[0].peak.Bytes != 8*mib || list[1].peak.Used != mib || list[1].peak.Line != 5 {
		t.Fatalf("%d devices, peak %d: %+v", len(list), most, r.Memory)
	}
	if last := list[0].points[len(list[0].points)-1]; last.Used != 2*mib || last.Line != 4 {
		t.Errorf("after del the curve says %+v", last)
	}
	drawn := vdom.El("aside", Panel(r.Shown()))
	viewtest.Has(t, drawn, "Memory of cell 2")
	viewtest.Has(t, drawn, "peak 9 MiB · line 2 asked for 8 MiB")
}

func TestMemoryOfALongRunIsBounded(t *testing.T) {
	r := run(t, "sim:1", `import torch
kept = []
for i in range(3000):
    y = torch.ones(256, 256, device="cuda")
    if i % 100 == 0: kept.append(y)
z = torch.ones(1024, 1024, device="cuda")
del z
for i in range(500): y = y + 1`)
	list, most, _, _ := curves(r.Memory)
	if n := len(list[0].points); n > 96 || n < 20 || list[0].peak.Line != 6 || most < 34*mib/4 {
		t.Errorf("%d points with a peak of %d at %+v", n, most, list[0].peak)
	}
}
