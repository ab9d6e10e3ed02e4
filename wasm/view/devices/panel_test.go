package devices

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/vdom"
	"gputour/wasm/view/viewtest"
)

func launches(n int) []wire.DeviceEvent {
	var list []wire.DeviceEvent
	for i := range n {
		list = append(list, wire.DeviceEvent{Kind: "launch", Device: fmt.Sprintf("cuda:%d", i%2), Kernel: "add", Called: int64(i)*100 + 1, Start: int64(i)*100 + 10, Nanos: 80})
	}
	return list
}

func TestBarsThatLieOnEachOtherAreJoined(t *testing.T) {
	lanes, _, _ := Lanes(launches(10000))
	bars := Bars(append(lanes[0].Spans, lanes[1].Spans...), 0, 1_000_000, 280)
	count := 0
	for i, b := range bars {
		count += b.Count
		if b.X < 0 || b.X+b.W > 280.001 || i > 0 && b.X < bars[i-1].X {
			t.Fatalf("bar %d at %v", i, b)
		}
	}
	if count != 10000 || len(bars) > 300 {
		t.Errorf("%d bars for %d events", len(bars), count)
	}
	lanes, _, _ = Lanes(launches(4))
	if few := Bars(lanes[0].Spans, 0, 400, 280); len(few) != 2 || few[0].Label != "add" {
		t.Errorf("two of four events are %v", few)
	}
}

// thousand is a session with a thousand tensors and ten thousand events.
func thousand() *app.State {
	s := viewtest.Page()
	viewtest.Event(s, "a", &wire.InputBody{Count: 1})
	viewtest.Event(s, "a", &wire.DeviceBody{Events: launches(10000)})
	var blocks []wire.Block
	for i := range 1000 {
		blocks = append(blocks, wire.Block{Addr: uint64(i + 1), Bytes: int64(i) * 100, Tensors: []wire.Tensor{{Name: fmt.Sprintf("t%d", i), Device: "cuda:0", Shape: []int{i}}}})
	}
	s.Apply(9, app.Received{Body: &wire.PlacementBody{Devices: []wire.DeviceMemory{{DeviceInfo: wire.DeviceInfo{Device: "cuda:0", Total: 1 << 34}, Used: 1 << 20, Blocks: blocks}}}})
	return s
}

func TestPanelOfAThousandTensorsStaysSmall(t *testing.T) {
	s := thousand()
	drawn := vdom.El("aside", Panel(s))
	if n := len(drawn.All(func(*vdom.Node) bool { return true })); n > 3000 {
		t.Errorf("%d nodes", n)
	}
	viewtest.Has(t, drawn, "976 more")
	viewtest.Has(t, drawn, "List 200 more (of 960)")
	for range 5 {
		s.Apply(10, app.Act{Name: "all-tensors"})
	}
	viewtest.Has(t, vdom.El("aside", Panel(s)), "t999")
}

func TestEveryBlockHasARow(t *testing.T) {
	s := viewtest.Page()
	s.Apply(9, app.Received{Body: &wire.PlacementBody{Devices: []wire.DeviceMemory{{DeviceInfo: wire.DeviceInfo{Device: "cpu"}, Blocks: []wire.Block{{Addr: 1, Bytes: 24, Tensors: []wire.Tensor{{Name: "x", Shape: []int{2, 3}, DType: "torch.float32"}, {Name: "view"}}}}}}}})
	drawn := vdom.El("aside", Panel(s))
	rows := drawn.All(func(n *vdom.Node) bool { return n.Tag == "tr" })
	if len(rows) != 3 {
		t.Errorf("%d rows", len(rows)-1)
	}
	viewtest.Has(t, drawn, "x, view")
	s.Apply(10, app.Pointed{Name: "x"})
	lit := vdom.El("aside", Panel(s)).All(func(n *vdom.Node) bool { return n.Has("data-lit") })
	if len(lit) != 2 {
		t.Errorf("%d places are lit", len(lit))
	}
}

func TestZoomStaysInside(t *testing.T) {
	s := thousand()
	for range 30 {
		s.Apply(10, app.Act{Name: "zoom", Value: "in"})
		s.Apply(10, app.Act{Name: "zoom", Value: "right"})
	}
	from, to := zoomed(s.Device, 0, 1_000_000)
	if from < 0 || to > 1_000_300 || to <= from {
		t.Errorf("the view is %d to %d", from, to)
	}
	for range 30 {
		s.Apply(10, app.Act{Name: "zoom", Value: "out"})
	}
	if from, to := zoomed(s.Device, 0, 1000); from != 0 || to != 1000 {
		t.Errorf("zoomed out the view is %d to %d", from, to)
	}
}

func BenchmarkPanel(b *testing.B) {
	s := thousand()
	start := time.Now()
	for b.Loop() {
		Panel(s)
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/float64(b.N), "µs/draw")
}

func TestManyGPUsShowObjectsAndNotTheirParts(t *testing.T) {
	s := viewtest.Page()
	devices := []wire.DeviceMemory{{DeviceInfo: wire.DeviceInfo{Device: "cpu"}}}
	for i := range 8 {
		name := fmt.Sprintf("cuda:%d", i)
		d := wire.DeviceMemory{DeviceInfo: wire.DeviceInfo{Device: name, Total: 16 << 30}}
		for n, part := range []string{"net.0.weight", "net.0.bias", "x", "nets[1].bias"} {
			d.Blocks = append(d.Blocks, wire.Block{Addr: uint64(n + 1), Bytes: 1 << 20, Tensors: []wire.Tensor{{Name: part, Device: name, Shape: []int{2}, DType: "torch.float32"}}})
		}
		devices = append(devices, d)
	}
	s.Apply(9, app.Received{Body: &wire.PlacementBody{Devices: devices}})
	drawn := vdom.El("aside", Panel(s))
	blocks := drawn.All(func(n *vdom.Node) bool { return n.Has("data-block") })
	if len(blocks) != 3*8 || strings.ReplaceAll(blocks[0].Content(), "\u00a0", " ") != "net2 tensors · 2 MiB" || blocks[1].Get("data-block") != "x" {
		t.Errorf("%d blocks, the first is %s", len(blocks), blocks[0])
	}
	s.Apply(10, app.Pointed{Name: "net.0.bias"})
	if lit := vdom.El("aside", Panel(s)).Find(func(n *vdom.Node) bool { return n.Has("data-block") && n.Has("data-lit") }); lit == nil || lit.Get("data-block") != "net" {
		t.Errorf("a parameter lights %s", lit)
	}
}

func TestSharedMemoryIsCountedOnce(t *testing.T) {
	s := viewtest.Page()
	s.Apply(9, app.Received{Body: &wire.PlacementBody{Devices: []wire.DeviceMemory{{DeviceInfo: wire.DeviceInfo{Device: "cpu"}, Blocks: []wire.Block{{Addr: 1, Bytes: 24, Tensors: []wire.Tensor{{Name: "x", Shape: []int{2, 3}}, {Name: "view", Shape: []int{3}}}}}}}}})
	drawn := vdom.El("aside", Panel(s))
	viewtest.Has(t, drawn, "shared with x")
	if n := len(drawn.All(func(n *vdom.Node) bool { return n.Has("data-block") })); n != 1 {
		t.Errorf("%d blocks for one storage", n)
	}
}

func TestABlockNamesWhatThereIsRoomFor(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"x", "x"}, {"", ""}, {"x row flat", "x, row, flat"},
		{`copies[0]._parameters["weight"] net.0.weight copies[0].weight`, "net.0.weight +2"},
		{"activations_of_layer gradients_of_layer x", "activations_of_layer +2"},
	} {
		var b wire.Block
		for _, name := range strings.Fields(c.names) {
			b.Tensors = append(b.Tensors, wire.Tensor{Name: name})
		}
		if got := fewNames(namesOf(b)); got != c.want {
			t.Errorf("%q is shown as %q, want %q", c.names, got, c.want)
		}
	}
}

func TestOnlyDevicesThatTheServerGivesAreOffered(t *testing.T) {
	for most, want := range map[int]string{0: "CPU 1 2 4 8", 1: "CPU 1", 2: "CPU 1 2", 3: "CPU 1 2 3", 8: "CPU 1 2 4 8", 12: "CPU 1 2 4 8 12", -1: "CPU"} {
		s := viewtest.Page()
		s.Page.Most = most
		var offered []string
		for _, b := range vdom.El("p", deviceSwitch(s)).All(func(n *vdom.Node) bool { return n.Has("aria-pressed") }) {
			offered = append(offered, b.Content())
		}
		if got := strings.Join(offered, " "); got != want {
			t.Errorf("at most %d: %s, want %s", most, got, want)
		}
	}
}
