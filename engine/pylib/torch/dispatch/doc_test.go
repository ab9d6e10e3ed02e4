package dispatch

import "testing"

func TestDoc(t *testing.T) {
	for _, c := range []struct {
		kind byte
		name string
		want string
	}{
		{Function, "add", "add(input, other, *, alpha=1, out=None)\n\nAdds other, times alpha, to input; shapes are broadcast and types promoted."},
		{Method, "relu_", "relu_()\n\nx where positive, else 0. Changes the tensor itself."},
		{Function, "fft_fft", "fft(input, n=None, dim=-1, norm=None, *, out=None)\n\nThe discrete Fourier transform along dim."},
		{Method, "view", "view(dtype)\nview(size)\n\nThe same storage with another shape. The strides must allow it; reshape copies otherwise."},
	} {
		if got := doc(NewParser(c.kind, c.name)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
