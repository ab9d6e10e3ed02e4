// Package bus connects the nodes of a class: it carries what moves between them and keeps nothing.
//
// NATS does the carrying, either a cluster of servers elsewhere or one in this process that listens nowhere. On top of it are
// three ways to speak: Broadcast to all nodes, Request to one, and a Pipe, which is an ordered stream of messages both ways with
// an end that has a reason. A broadcast may be lost while the connection is; a pipe loses nothing and doubles nothing as
// long as it stands. What was known from broadcasts has therefore to be read again after Reconnected.
package bus

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Version is of all that crosses a bus. It is part of every subject, so nodes of different versions do not hear each other.
const Version = 1

// The errors of speaking to another node. Those of a pipe that the other side ended are *Closed.
var (
	ErrUnreachable = errors.New("no node of that name can be reached")
	ErrSilent      = errors.New("the other node has been silent for too long")
	ErrTooLarge    = errors.New("the message is too large for the bus")
	ErrShut        = errors.New("the bus is closed")
)

// Options say where the bus is and who this node is.
type Options struct {
	Node  string // name of this node, unique in the space: letters, digits, "-", "_" and "."
	Space string // what keeps classes apart that share a NATS: letters, digits, "-" and "_"; "" is one, too

	Shut   bool    // no other node can dial this one until Open: the name may be another's yet
	Server *Server // one in this process; or:
	URL    string  // nats://HOST:PORT, tls://…, several with commas between them
	// Files: credentials of NATS (a JWT and its key), and for TLS an authority, a certificate and its key; "" is none.
	Credentials, CA, Certificate, Key string
	// User and Password, or a Token, where the servers want those.
	User, Password, Token string
}

// Bus is a node's connection. It is safe for use by several goroutines at once.
type Bus struct {
	node   string
	prefix string // of all subjects
	boot   string // names this connection of the node among all that ever were
	nats   *nats.Conn
	// silentMost is after how long without a word a link is over; a test of something else may wait longer.
	silentMost time.Duration
	owned      *Server            // to be ended with the bus
	asked      *nats.Subscription // for links

	mu        sync.Mutex
	shut      bool
	dialed    map[string]*dialing // by node
	links     map[linkID]*link
	listeners map[string]func(hello []byte, p *Pipe) // by topic
	again     map[int]func()                         // of Reconnected
	numbers   int
}

// Times of the connection to NATS. Who is cut off finds out within seconds and tries again for ever.
const (
	pingEvery    = time.Second
	pingsMissed  = 3
	connectWait  = 5 * time.Second
	reconnectGap = 250 * time.Millisecond
)

var (
	nodeName  = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,62}$`)
	spaceName = regexp.MustCompile(`^[A-Za-z0-9_-]{0,64}$`)
	topicName = regexp.MustCompile(`^[a-z0-9-]+(\.[A-Za-z0-9_-]+)*$`)
)

// CheckNode is an error for a name that no node can have.
func CheckNode(name string) error {
	if !nodeName.MatchString(name) {
		return fmt.Errorf("%q is no name of a node: up to 63 letters, digits, '-', '_' and '.', the first of them no '.'", name)
	}
	return nil
}

// Embedded is a bus with a server of its own, which only this process reaches.
func Embedded(node string) (*Bus, error) {
	server := Embed()
	b, err := Connect(Options{Node: node, Server: server})
	if err != nil {
		server.Close()
		return nil, err
	}
	b.owned = server
	return b, nil
}

// Connect joins a bus. The first connection must succeed; after that it is made again for ever, also when the servers refuse it:
// they may not know their accounts yet.
func Connect(o Options) (*Bus, error) {
	if err := CheckNode(o.Node); err != nil {
		return nil, err
	}
	if !spaceName.MatchString(o.Space) {
		return nil, fmt.Errorf("%q is no name of a space: letters, digits, '-' and '_'", o.Space)
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	b := &Bus{
		node: o.Node, boot: random(), silentMost: silentMost, dialed: map[string]*dialing{}, links: map[linkID]*link{},
		listeners: map[string]func([]byte, *Pipe){}, again: map[int]func(){},
	}
	b.prefix = fmt.Sprintf("gputour.%d.%s.", Version, o.Space)
	if o.Space == "" {
		b.prefix = fmt.Sprintf("gputour.%d._.", Version)
	}
	var err error
	if b.nats, err = nats.Connect(o.address(), append(o.options(), nats.ReconnectHandler(func(*nats.Conn) { b.reconnected() }))...); err != nil {
		return nil, o.unreachable(err, time.Now())
	}
	if err := b.listen(o.Shut); err != nil {
		b.nats.Close()
		return nil, o.unreachable(err, time.Now())
	}
	return b, nil
}

// listen subscribes to what comes for links, and unless it is shut to those that want one.
func (b *Bus) listen(shut bool) error {
	if most := b.nats.MaxPayload(); most < chunk+frameMost {
		return fmt.Errorf("its max_payload is %d bytes, and %d are needed", most, chunk+frameMost)
	}
	frames, err := b.nats.Subscribe(b.prefix+"boot."+b.boot, func(m *nats.Msg) { b.heard(m.Data) })
	if err != nil {
		return err
	}
	frames.SetPendingLimits(1<<20, 256<<20) // windows bound what can wait here
	if shut {
		return b.nats.FlushTimeout(connectWait)
	}
	return b.Open()
}

// Open lets other nodes dial this one.
func (b *Bus) Open() (err error) {
	if b.asked, err = b.nats.Subscribe(b.to(b.node, "link"), b.linked); err != nil {
		return err
	}
	return b.nats.FlushTimeout(connectWait)
}

func (o *Options) address() string {
	if o.Server != nil {
		return ""
	}
	return strings.Join(o.addresses(), ",")
}

// check is an error for addresses that are none. It does not show them: they may hold a password.
func (o *Options) check() error {
	if o.Server != nil {
		return nil
	}
	for i, address := range o.addresses() {
		if u, err := url.Parse(address); err != nil || u.Hostname() == "" || !slices.Contains(schemes, u.Scheme) {
			return fmt.Errorf("address %d of NATS is none: it must be nats://HOST:PORT or tls://HOST:PORT, and in a password %%, /, @ and the comma are written %%25, %%2F, %%40 and %%2C", i+1)
		}
	}
	return nil
}

var schemes = []string{"nats", "tls", "ws", "wss"}

// addresses are those of the servers, each with its scheme.
func (o *Options) addresses() []string {
	all := strings.Split(o.URL, ",")
	for i, address := range all {
		if address = strings.TrimSpace(address); !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		all[i] = address
	}
	return all
}

// where is the address as it may be shown: without a password.
func (o *Options) where() string {
	if o.Server != nil {
		return "this process"
	}
	var shown []string
	for _, address := range o.addresses() {
		if u, err := url.Parse(address); err == nil {
			shown = append(shown, u.Scheme+"://"+u.Host)
		}
	}
	return strings.Join(shown, ",")
}

func (o *Options) options() []nats.Option {
	all := []nats.Option{
		nats.Name("gputour " + o.Node), nats.Timeout(connectWait), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsMissed),
		nats.FlusherTimeout(pingsMissed * pingEvery), nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(), nats.ReconnectWait(reconnectGap), nats.ReconnectJitter(reconnectGap, reconnectGap),
		nats.ReconnectBufSize(-1), // links send again themselves, and a request that waits is better refused
	}
	if o.Server != nil {
		return append(all, nats.InProcessServer(o.Server))
	}
	if o.Credentials != "" {
		all = append(all, nats.UserCredentials(o.Credentials))
	}
	if o.User != "" {
		all = append(all, nats.UserInfo(o.User, o.Password))
	}
	if o.Token != "" {
		all = append(all, nats.Token(o.Token))
	}
	if o.CA != "" {
		all = append(all, nats.RootCAs(o.CA))
	}
	if o.Certificate != "" {
		all = append(all, nats.ClientCert(o.Certificate, o.Key))
	}
	return all
}

// Node is the name of this node.
func (b *Bus) Node() string { return b.node }

// Connected reports whether the bus can be reached right now.
func (b *Bus) Connected() bool { return b.nats.IsConnected() }

// Pipes is how many pipes this node has dialed, and how many others have to it, that are not over.
func (b *Bus) Pipes() (out, in int) {
	b.mu.Lock()
	links := slices.Collect(maps.Values(b.links))
	b.mu.Unlock()
	for _, l := range links {
		l.mu.Lock()
		n := len(l.pipes)
		l.mu.Unlock()
		if l.accept == nil {
			out += n
		} else {
			in += n
		}
	}
	return out, in
}

// Reconnected has f called whenever the connection has been lost and made again, until stop is.
func (b *Bus) Reconnected(f func()) (stop func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.numbers++
	number := b.numbers
	b.again[number] = f
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.again, number)
	}
}

func (b *Bus) reconnected() {
	b.mu.Lock()
	var all []func()
	for _, f := range b.again {
		all = append(all, f)
	}
	for _, l := range b.links {
		all = append(all, l.beat) // what was lost meanwhile is asked for
	}
	b.mu.Unlock()
	for _, f := range all {
		f()
	}
}

// Pause ends all pipes, and lets no other node dial until resume is called, or the program that takes this one's place is there.
// Others may try as if the node were not there.
func (b *Bus) Pause() (resume func() error) {
	b.asked.Unsubscribe()
	b.nats.FlushTimeout(time.Second) // after that nobody can ask
	b.part()
	b.nats.FlushTimeout(time.Second)
	return b.Open
}

// part says goodbye on all links, and ends them.
func (b *Bus) part() {
	b.mu.Lock()
	var links []*link
	for _, l := range b.links {
		links = append(links, l)
	}
	b.mu.Unlock()
	for _, l := range links {
		l.leave(ErrShut)
	}
}

// Close tells the nodes with which there are pipes, cuts those, and leaves the bus.
func (b *Bus) Close() {
	b.mu.Lock()
	if b.shut {
		b.mu.Unlock()
		return
	}
	b.shut = true
	b.mu.Unlock()
	b.asked.Unsubscribe() // an error where there is none yet
	b.part()
	b.nats.FlushTimeout(time.Second)
	b.nats.Close()
	if b.owned != nil {
		b.owned.Close()
	}
}

// to is a subject that one node listens to.
func (b *Bus) to(node, what string) string {
	return b.prefix + "node." + strings.ReplaceAll(node, ".", "=") + "." + what
}

// random returns 128 random bits as text.
func random() string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}
