package machine

import "testing"

// TestAllowedDevices holds each row of the table above allowed.
func TestAllowedDevices(t *testing.T) {
	real := []Found{{Name: "0 Test GPU", Usable: true}}
	for _, c := range []struct {
		server string
		found  []Found // real GPUs
		spec   string
		want   string // "" is a refusal
	}{
		{"", nil, "cpu", "cpu"}, {"", nil, "sim:8", "sim:8"}, {"", nil, "sim:9", ""}, {"", nil, "cuda", ""}, {"", real, "cuda", "cuda"},
		{"", nil, "auto", "sim:2"}, {"", real, "auto", "cuda"}, {"", real, "cuda:1", "cuda:1"}, {"cpu", real, "cuda:1", ""}, {"", nil, "sim:2,memory=16GiB", "sim:2,memory=16GiB"}, {"", nil, "sim:2,memory=1TiB", ""},
		{"auto", nil, "cuda", ""}, {"auto", real, "cuda", "cuda"}, {"auto", nil, "sim:8", "sim:8"}, {"auto", nil, "sim:16", ""},
		{"cuda", real, "cuda", "cuda"}, {"cuda", real, "sim:8", "sim:8"}, {"cuda", real, "sim:9", ""}, {"cuda", real, "cpu", "cpu"},
		{"sim:2", real, "cuda", ""}, {"sim:2", nil, "sim:2", "sim:2"}, {"sim:2", nil, "sim:4", ""}, {"sim:2", nil, "cpu", "cpu"},
		{"sim:2", real, "auto", ""}, {"sim:2,memory=1GiB", nil, "sim:2,memory=64MiB", "sim:2,memory=64MiB"},
		{"sim:2,memory=1GiB", nil, "sim:1", "sim:1,memory=1GiB"},
		{"sim:1,memory=1GiB", nil, "sim:1,memory=2GiB", ""}, {"sim:12", nil, "sim:12", "sim:12"},
		{"cpu", nil, "cpu", "cpu"}, {"cpu", real, "cuda", ""}, {"cpu", nil, "sim:1", ""}, {"cpu", nil, "auto", ""},
		{"", nil, "tpu", ""}, {"", nil, "", ""},
	} {
		m, err := New(c.server, 0)
		if err != nil {
			t.Fatal(err)
		}
		m.backends[0].found = func() []Found { return c.found }
		if got, err := m.Allow(c.spec); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("--devices %q with %d real GPUs, asked for %q: %q, %v", c.server, len(c.found), c.spec, got, err)
		}
	}
}

func TestOffersAreWhatIsAllowed(t *testing.T) {
	for server, want := range map[string][2]int{"": {8, 1}, "cuda": {8, 1}, "sim:2": {2, 0}, "sim:12,memory=1GiB": {12, 0}, "cpu": {0, 0}} {
		m, err := New(server, 0)
		if err != nil {
			t.Fatal(err)
		}
		m.backends[0].found = func() []Found { return []Found{{Usable: true}, {Usable: false}} }
		if simulated, real := m.Offers(); simulated != want[0] || real != want[1] {
			t.Errorf("--devices %q offers %d simulated and %d real GPUs, want %v", server, simulated, real, want)
		}
	}
}
