package reach

import (
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"gputour/server/httpd"
)

// This file is the names and addresses of a server.

// Names are the names and addresses of a server.
type Names struct {
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

// New returns those of a server that listens on bound. names are others by which it is reached, front the https address of a proxy
// before it, "" without one.
func New(bound net.Addr, names []string, front string, tls bool) *Names {
	at, _ := netip.ParseAddrPort(bound.String()) // a TCP address
	_, port, _ := net.SplitHostPort(bound.String())
	r := &Names{bound: at.Addr().Unmap(), port: port, scheme: "http", front: front, own: net.InterfaceAddrs, now: time.Now}
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
func (r *Names) machine() []netip.Addr {
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

// Port is what the server listens on.
func (r *Names) Port() string { return r.port }

// Answers says whether the server goes by a name. A name from the command line may be that of a proxy, with a port of its own.
func (r *Names) Answers(host, port string) bool {
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

// Subjects are all names and addresses that a certificate of ours is for.
func (r *Names) Subjects() []string {
	all := slices.Concat(r.names, hostNames(), []string{"localhost", "127.0.0.1", "::1"})
	for _, ip := range r.machine() {
		if !ip.IsLoopback() && !ip.IsUnspecified() {
			all = append(all, ip.String())
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Addresses are what somebody can type, best first: names from the command line, addresses in the local network, this machine.
func (r *Names) Addresses() []string {
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
func (r *Names) url(host string) string {
	if standard := map[string]string{"http": "80", "https": "443"}[r.scheme]; r.port == standard {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return r.scheme + "://" + host
	}
	return r.scheme + "://" + net.JoinHostPort(host, r.port)
}
