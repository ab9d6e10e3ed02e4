package values

import "testing"

func TestDeviceText(t *testing.T) {
	cases := []struct {
		text, want string
		ok         bool
	}{
		{"cpu", "cpu", true}, {"cuda", "cuda", true}, {"cuda:1", "cuda:1", true}, {"", "", false}, {"cuda:", "", false},
		{"cuda:-1", "", false}, {"cuda:01", "", false}, {"gpu", "", false}, {"cuda:1:2", "", false}, {"cuda:9999999999999", "", false},
	}
	for _, c := range cases {
		d, err := DeviceText(c.text)
		if (err == nil) != c.ok || err == nil && d.String() != c.want {
			t.Errorf("%q: got %v, %v", c.text, d, err)
		}
	}
}

func FuzzDeviceText(f *testing.F) {
	f.Add("cuda:1")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := DeviceText(text)
		if err != nil {
			return
		}
		again, err := DeviceText(d.String())
		if err != nil || *again != *d {
			t.Fatalf("%q reads as %v, which reads as %v (%v)", text, d, again, err)
		}
	})
}
