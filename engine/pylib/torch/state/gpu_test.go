package state

import (
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

func TestPick(t *testing.T) {
	all := []device.Device{cpu.New(), cpu.New(), cpu.New()}
	cases := []struct {
		text string
		want []int
	}{
		{"", nil}, {"0", []int{0}}, {"2, 0", []int{2, 0}}, {"0,5,1", []int{0}}, {"-1", nil}, {"1,1", nil}, {"NoDevFiles", nil},
		{"1abc", []int{1}}, {"0,,1", []int{0}}, {"GPU-" + UUID(1)[:5], []int{1}},
	}
	for _, c := range cases {
		got := pick(all, c.text)
		if len(got) != len(c.want) {
			t.Errorf("%q: %d devices, want %v", c.text, len(got), c.want)
			continue
		}
		for i, k := range c.want {
			if got[i] != all[k] {
				t.Errorf("%q: device %d is not %d", c.text, i, k)
			}
		}
	}
}

func FuzzPick(f *testing.F) {
	f.Add("0,1")
	all := []device.Device{cpu.New(), cpu.New()}
	f.Fuzz(func(t *testing.T, text string) {
		if n := len(pick(all, text)); n > len(all) {
			t.Fatalf("%q picks %d of %d", text, n, len(all))
		}
	})
}
