package piece

import "testing"

func TestUnits(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 24: "24 B", 1536: "1.5 KiB", 16 << 30: "16 GiB", 1023: "1023 B", 10 << 20: "10 MiB", 1<<20 + 1000: "1 MiB",
		4_000_000_000: "3.73 GiB", 200_704: "196 KiB", 31_360: "30.6 KiB", 100 << 10: "100 KiB", 7_864_320: "7.5 MiB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	for ms, want := range map[float64]string{0: "0 ms", 0.0096: "9.6 µs", 0.031: "31 µs", 0.3: "0.3 ms", 12.4: "12 ms", 1234: "1.2 s", 65_000: "1:05 min", 99.6: "100 ms"} {
		if got := Millis(ms); got != want {
			t.Errorf("%v ms is %s, want %s", ms, got, want)
		}
	}
}
