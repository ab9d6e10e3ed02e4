package caching

import "testing"

func TestFormatSize(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1024: "1024 bytes", 1025: "1.00 KiB", mib: "1024.00 KiB",
		20 * mib: "20.00 MiB", gib: "1024.00 MiB", 16_945_512_448: "15.78 GiB"} {
		if got := FormatSize(n); got != want {
			t.Errorf("%d = %q, want %q", n, got, want)
		}
	}
}
