package sim

import (
	"strings"
	"testing"
)

func TestParseSpec(t *testing.T) {
	for _, c := range []struct {
		in     string
		kind   string
		count  int
		memory int64
		model  string
	}{
		{"auto", "auto", 0, 0, ""},
		{" cpu ", "cpu", 0, 0, ""},
		{"cuda", "cuda", 0, 0, ""},
		{"cuda:2", "cuda", 2, 0, ""},
		{"sim", "sim", 1, 0, "V100"},
		{"sim:4", "sim", 4, 0, "V100"},
		{"sim:1,memory=1GiB", "sim", 1, 1 << 30, "V100"},
		{"sim:2,memory=512MiB,model=rtx 4090", "sim", 2, 512 << 20, "RTX4090"},
		{"sim:2,model=h200,memory=1.5g", "sim", 2, 3 << 29, "H200"},
		{"sim:1,memory=100MB", "sim", 1, 100_000_000, "V100"},
		{"sim:16,memory=1GB", "sim", 16, 1_000_000_000, "V100"},
		{"sim:1,memory=100000kB", "sim", 1, 100_000_000, "V100"},
		{"sim:1,memory=65536K", "sim", 1, 64 << 20, "V100"},
		{"sim:1,memory=65536KiB", "sim", 1, 64 << 20, "V100"},
		{"sim:1,memory=64m", "sim", 1, 64 << 20, "V100"},
		{"sim:1,memory=32MiB", "sim", 1, 32 << 20, "V100"},
		{"sim:1,memory=1TiB", "sim", 1, 1 << 40, "V100"},
		{"sim:1,memory=1TB", "sim", 1, 1_000_000_000_000, "V100"},
		{"sim:1,memory=1t", "sim", 1, 1 << 40, "V100"},
		{"sim:1,memory=0.5 TiB", "sim", 1, 1 << 39, "V100"},
	} {
		s, err := ParseSpec(c.in)
		model := ""
		if s.Model != nil {
			model = s.Model.Name
		}
		if err != nil || s.Kind != c.kind || s.Count != c.count || s.Memory != c.memory || model != c.model {
			t.Errorf("%q = %+v %s, %v", c.in, s, model, err)
		}
	}
}

func TestParseSpecErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":                              "must be auto, cpu, cuda[:N] or sim:N",
		"gpu":                           "must be auto",
		"cpu:1":                         "cpu takes no options",
		"auto,memory=1GiB":              "auto takes no options",
		"sim:0":                         "from 1 to 16",
		"sim:17":                        "from 1 to 16",
		"sim:x":                         `not "x"`,
		"cuda:0":                        "from 1 to 16",
		"cuda:1,memory=1GiB":            "cuda takes no options",
		"sim:2,":                        "must have the form name=value",
		"sim:2,colour=red":              "no option \"colour\"",
		"sim:2,memory=16":               "a number with a unit",
		"sim:2,memory=GiB":              "a number with a unit",
		"sim:2,memory=1e3GiB":           "a number with a unit",
		"sim:2,memory=-1GiB":            "from 32MiB to 1TiB",
		"sim:2,memory=1MiB":             "from 32MiB to 1TiB",
		"sim:2,memory=31.9MiB":          "from 32MiB to 1TiB",
		"sim:2,memory=1.1TiB":           "from 32MiB to 1TiB",
		"sim:2,memory=1QB":              "a number with a unit",
		"sim:2,memory=NaN GiB":          "a number with a unit",
		"sim:1,model=GTX9":              "no GPU model \"GTX9\"; there are A100, H100, H200, RTX4090, T4, V100",
		"sim:1,memory=33554.431KB":      "from 32MiB to 1TiB",
		"sim:1,memory=1099511627.777KB": "from 32MiB to 1TiB",
	} {
		if _, err := ParseSpec(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, s := range []string{"sim:2,memory=16GiB,model=A100", "cpu", "sim:,", "sim:1,memory=..G"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s, err := ParseSpec(in)
		if err == nil && s.Kind == "sim" && (s.Count < 1 || s.Model == nil || s.Memory != 0 && s.Memory < minMemory) {
			t.Errorf("%q gave %+v", in, s)
		}
	})
}
