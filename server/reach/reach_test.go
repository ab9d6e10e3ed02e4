package reach

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
)

// TestReach says by which names a class answers.
func TestReach(t *testing.T) {
	networks := func() ([]net.Addr, error) {
		var all []net.Addr
		for _, a := range []string{"127.0.0.1/8", "192.168.7.5/24", "fe80::5/64", "fd00::5/64"} {
			ip, network, _ := net.ParseCIDR(a)
			all = append(all, &net.IPNet{IP: ip, Mask: network.Mask})
		}
		return all, nil
	}
	host, _ := os.Hostname()
	all := New(&net.TCPAddr{IP: net.IPv6zero, Port: 8080}, []string{"GPU.school.example"}, "", false)
	all.own = networks
	one := New(&net.TCPAddr{IP: net.ParseIP("192.168.7.5"), Port: 443}, nil, "", true)
	for _, c := range []struct {
		r          *Names
		host, port string
		want       bool
	}{
		{all, "192.168.7.5", "8080", true}, {all, "fd00::5", "8080", true}, {all, "::ffff:192.168.7.5", "8080", true}, {all, "127.0.0.1", "8080", true}, {all, "localhost", "8080", true},
		{all, host, "8080", true}, {all, strings.ToUpper(host) + ".", "8080", true}, {all, host + ".local", "8080", true},
		{all, "gpu.school.example", "8080", true}, {all, "gpu.school.example", "443", true}, {all, "x.gpu.school.example", "8080", false},
		{all, "192.168.7.5", "80", false}, {all, "192.168.7.6", "8080", false}, {all, "evil.example", "8080", false}, {all, "192.168.7.5.evil.example", "8080", false}, {all, "", "8080", false},
		{one, "192.168.7.5", "443", true}, {one, "192.168.7.6", "443", false},
	} {
		if got := c.r.Answers(c.host, c.port); got != c.want {
			t.Errorf("%s:%s: %v", c.host, c.port, got)
		}
	}
	if got := strings.Join(all.Addresses(), " "); got != "http://gpu.school.example:8080 http://192.168.7.5:8080 http://[fd00::5]:8080" {
		t.Errorf("addresses %s", got)
	}
	proxied := New(&net.TCPAddr{IP: net.IPv6zero, Port: 8080}, nil, "https://class.example", false)
	if strings.Join(proxied.Addresses(), " ") != "https://class.example" {
		t.Errorf("behind a proxy: %q", proxied.Addresses())
	}
	if got := strings.Join(one.Addresses(), " "); got != "https://192.168.7.5" {
		t.Errorf("addresses %s", got)
	}
}

func TestTLSModes(t *testing.T) {
	for mode, ok := range map[string]bool{"off": true, "self": true, "c.pem,k.pem": true, "acme:gpu.example": true, "on": false, "": false, "acme:": false, ",k": false, "c,": false} {
		if err := Check(mode); (err == nil) != ok || err != nil && !errors.Is(err, ErrMode) {
			t.Errorf("%q: %v", mode, err)
		}
	}
}

// TestCertify: files that are no certificate are the fault of who named them.
func TestCertify(t *testing.T) {
	names := New(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8443}, nil, "", true)
	quiet := slog.New(slog.DiscardHandler)
	if c, err := Certify("off", "", t.TempDir(), names, quiet); err != nil || c.Config != nil || c.Word.Key != "tls.off" {
		t.Errorf("off: %+v, %v", c, err)
	}
	if c, err := Certify("self", "", t.TempDir(), names, quiet); err != nil || c.Config == nil || c.Fingerprint == "" || len(c.Authority) == 0 {
		t.Errorf("self: %+v, %v", c, err)
	}
	if _, err := Certify("no.pem,key.pem", "", t.TempDir(), names, quiet); !errors.As(err, new(*FilesError)) || !strings.HasPrefix(err.Error(), "--tls: ") {
		t.Errorf("files that are not there: %v", err)
	}
}

// TestCode: an address becomes a square of half rows, and what no code can hold nothing.
func TestCode(t *testing.T) {
	rows := strings.Split(strings.TrimSuffix(Code("http://192.168.7.5:8080/join/123456"), "\n"), "\n")
	for _, row := range rows {
		if !strings.HasPrefix(row, "  \x1b[30;47m") || !strings.HasSuffix(row, "\x1b[0m") || len([]rune(row)) != len([]rune(rows[0])) {
			t.Errorf("a row is %q", row)
		}
	}
	if len(rows) < 14 {
		t.Errorf("%d rows", len(rows))
	}
	if Code(strings.Repeat("x", 10_000)) != "" {
		t.Error("a code of 10 000 letters")
	}
}
