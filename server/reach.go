package main

import (
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"rsc.io/qr"

	"gputour/server/httpd"
)

// This file knows by which names a class can be reached.

// reach is the addresses of a server.
type reach struct {
	bound  netip.Addr // what the server listens on; unspecified is all
	port   string
	scheme string
	names  []string // by which somebody says that it is reached
	front  string   // the https address of a proxy, "" without one
	own    func() ([]net.Addr, error)
	now    func() time.Time

	mu    sync.Mutex
	known []netip.Addr // of this machine
	read  time.Time
}

func newReach(bound net.Addr, names []string, tls bool) *reach {
	at, _ := netip.ParseAddrPort(bound.String()) // a TCP address
	_, port, _ := net.SplitHostPort(bound.String())
	r := &reach{bound: at.Addr().Unmap(), port: port, scheme: "http", own: net.InterfaceAddrs, now: time.Now}
	if tls {
		r.scheme = "https"
	}
	for _, name := range names {
		r.names = append(r.names, strings.ToLower(strings.TrimSuffix(name, ".")))
	}
	return r
}

// readEvery is how often the addresses are looked up anew, which change as a laptop moves between networks.
const readEvery = 10 * time.Second

// machine are the addresses of this machine, as far as the server listens on them.
func (r *reach) machine() []netip.Addr {
	if !r.bound.IsUnspecified() {
		return []netip.Addr{r.bound}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); r.known == nil || now.Sub(r.read) > readEvery {
		r.known, r.read = nil, now
		all, _ := r.own() // without them, this machine is still itself
		for _, a := range all {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				r.known = append(r.known, p.Addr().Unmap().WithZone(""))
			}
		}
	}
	return r.known
}

// answers says whether the server goes by a name. A name from the command line may be that of a proxy, with a port of its own.
func (r *reach) answers(host, port string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if slices.Contains(r.names, host) {
		return true
	}
	if port != r.port {
		return false
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || slices.Contains(r.machine(), ip.Unmap().WithZone(""))
	}
	return httpd.Loopback(host) || slices.Contains(hostNames(), host)
}

// hostNames are this machine's own, as it is called and as multicast DNS calls it.
func hostNames() []string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return nil
	}
	name = strings.ToLower(name)
	short, _, _ := strings.Cut(name, ".")
	return []string{name, short, short + ".local"}
}

// subjects are all names and addresses that a certificate of ours is for.
func (r *reach) subjects() []string {
	all := slices.Concat(r.names, hostNames(), []string{"localhost", "127.0.0.1", "::1"})
	for _, ip := range r.machine() {
		if !ip.IsLoopback() && !ip.IsUnspecified() {
			all = append(all, ip.String())
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// addresses are what somebody can type, best first: names from the command line, addresses in the local network, this machine.
func (r *reach) addresses() []string {
	if r.front != "" {
		return []string{r.front}
	}
	var found []string
	for _, name := range r.names {
		found = append(found, r.url(name))
	}
	for _, wide := range []bool{false, true} { // what is short to type first
		for _, ip := range r.machine() {
			if ip.Is6() == wide && ip.IsGlobalUnicast() {
				found = append(found, r.url(ip.String()))
			}
		}
	}
	if len(found) == 0 {
		host := "127.0.0.1"
		if !r.bound.IsUnspecified() {
			host = r.bound.String()
		}
		found = []string{r.url(host)}
	}
	return found
}

// url is the address of a host, without the port that goes without saying.
func (r *reach) url(host string) string {
	if standard := map[string]string{"http": "80", "https": "443"}[r.scheme]; r.port == standard {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return r.scheme + "://" + host
	}
	return r.scheme + "://" + net.JoinHostPort(host, r.port)
}

// qrText is a QR code for a terminal: two rows of it in one of text, dark on light whatever the terminal's colours are.
func qrText(text string) string {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "" // it is too long; the text stands above
	}
	const margin = 2 // the standard asks for 4, which costs a terminal; phones read 2
	var b strings.Builder
	for y := -margin; y < code.Size+margin; y += 2 {
		b.WriteString("  \x1b[30;47m")
		for x := -margin; x < code.Size+margin; x++ {
			switch top, bottom := code.Black(x, y), code.Black(x, y+1); {
			case top && bottom:
				b.WriteString("█")
			case top:
				b.WriteString("▀")
			case bottom:
				b.WriteString("▄")
			default:
				b.WriteString(" ")
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}
