package wire

import (
	"testing"
	"time"
)

func TestCapacity(t *testing.T) {
	c := Capacity{"memory", 30 * time.Second, 0}
	if got := c.Reason(); got != "full: memory; retry_after=30" {
		t.Error(got)
	}
	if back, ok := ParseCapacity(c.Reason()); !ok || back != c {
		t.Errorf("%+v %v", back, ok)
	}
	c = Capacity{"places", time.Second, 300}
	if back, ok := ParseCapacity(c.Reason()); !ok || back != c || c.Reason() != "full: places of 300; retry_after=1" {
		t.Errorf("%+v %v", back, ok)
	}
	for _, reason := range []string{"", "the server is full", "full: memory", "full: ; retry_after=3", "full: x; retry_after=soon",
		"full: x; retry_after=-1", "full: x; retry_after=99999999", "x; retry_after=3", "full: x of many; retry_after=3"} {
		if c, ok := ParseCapacity(reason); ok {
			t.Errorf("%q is read as %+v", reason, c)
		}
	}
}
