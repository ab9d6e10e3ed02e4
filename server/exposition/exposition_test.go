package exposition

import (
	"strings"
	"testing"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// want is in the words of Prometheus's description of the format.
const want = `# HELP cards Cards.
# TYPE cards gauge
cards{host="lab \"a\\b\""} 4.5
cards{host="?"} 1
# HELP nodes A\nB \\.
# TYPE nodes gauge
nodes{kind="a",state="live"} 2
nodes{state="gone"} 1e+21
# HELP runs_total Runs.
# TYPE runs_total counter
runs_total{state="done"} 2
runs_total{state="failed"} 0
runs_total{state="new\nline"} 1
# HELP seconds Seconds.
# TYPE seconds histogram
seconds_bucket{le="0.1",of="x"} 2
seconds_bucket{le="1",of="x"} 2
seconds_bucket{le="+Inf",of="x"} 3
seconds_sum{of="x"} 5.15
seconds_count{of="x"} 3
`

func TestWrite(t *testing.T) {
	r := New()
	h := r.Histogram("seconds", "Seconds.", Labels{"of": "x"}, .1, 1)
	for _, v := range []float64{.05, .1, 5} {
		h.Observe(v)
	}
	runs := r.Counters("runs_total", "Runs.", "state", "done", "failed")
	for _, state := range []string{"done", "new\nline", "done"} {
		runs.Inc(state)
	}
	r.Gauge("nodes", "A\nB \\.", Labels{"state": "live", "kind": "a"}, func() float64 { return 2 })
	r.Gauge("nodes", "", Labels{"state": "gone"}, func() float64 { return 1e21 })
	r.Gauges("cards", "Cards.", "host", func() map[string]float64 { return map[string]float64{`lab "a\b"`: 4.5, "\xff": 1} })
	var b strings.Builder
	if err := r.Write(&b); err != nil || b.String() != want {
		t.Errorf("%v\n%s", err, b.String())
	}
	defer func() {
		if recover() == nil {
			t.Error("one name is of two kinds")
		}
	}()
	r.Count("nodes", "", nil, nil)
}

// TestProcess: what is told of the process is of a kind, and read by Prometheus's own reader.
func TestProcess(t *testing.T) {
	r := New()
	r.Process()
	r.Histogram("seconds", "Seconds.", nil, .1).Observe(1)
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go_goroutines", "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds", "go_memstats_sys_bytes", "process_start_time_seconds"} {
		f := families[name]
		if f == nil || len(f.Metric) != 1 || f.Metric[0].GetGauge().GetValue()+f.Metric[0].GetCounter().GetValue() < 0 {
			t.Errorf("%s: %v", name, f)
		}
	}
	if n := families["process_resident_memory_bytes"].Metric[0].GetGauge().GetValue(); n < 1<<20 {
		t.Errorf("the process has %v bytes", n)
	}
	if n := families["seconds"].Metric[0].GetHistogram().GetSampleCount(); n != 1 {
		t.Errorf("%d observations", n)
	}
}
