package crew

import "testing"

func TestPerWorker(t *testing.T) {
	for _, c := range []struct {
		flag     int
		sessions int
		memory   int64
		cores    int
		want     int
	}{
		{3, 200, 1 << 30, 0, 3},
		{0, 10, 8 << 30, 0, 1},
		{0, 100, 8 << 30, 0, 1},
		{0, 140, 8 << 30, 0, 2},
		{0, 200, 8 << 30, 0, 4},
		{0, 270, 8 << 30, 0, 8},
		{0, 1000, 8 << 30, 0, 16},
		{0, 1000, 0, 0, 1},
		{0, 300, 0, 2, 4},
		{0, 300, 0, 4, 2},
		{0, 30, 0, 2, 1},
		{0, 250, 8 << 30, 16, 8},
	} {
		if got := (Plan{PerWorker: c.flag, Cores: c.cores}).perWorker(c.sessions, c.memory); got != c.want {
			t.Errorf("%d, %d sessions, %d GiB: %d in a worker, want %d", c.flag, c.sessions, c.memory>>30, got, c.want)
		}
	}
}
