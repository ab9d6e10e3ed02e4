package crew

import (
	"os"
	"testing"
)

func TestZone(t *testing.T) {
	for _, c := range []struct{ tz, link, want string }{
		{"", "/usr/share/zoneinfo/Asia/Shanghai", "Asia/Shanghai"},
		{"", "../usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"},
		{"America/New_York", "/usr/share/zoneinfo/Asia/Shanghai", "America/New_York"},
		{":/usr/share/zoneinfo/Asia/Tokyo", "", "Asia/Tokyo"},
		{"", "", "UTC"},
		{"CST-8", "", "UTC"}, // POSIX's own form, which is no name
		{"../../etc/passwd", "", "UTC"},
	} {
		got := zone(c.tz, func(string) (string, error) {
			if c.link == "" {
				return "", os.ErrNotExist
			}
			return c.link, nil
		})
		if got != c.want {
			t.Errorf("TZ=%q, link to %q: %s, want %s", c.tz, c.link, got, c.want)
		}
	}
}
