package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"gputour/engine/session"
	"gputour/server/bus"
	"gputour/server/flags"
	"gputour/server/follow"
	"gputour/server/health"
	"gputour/server/journal"
	"gputour/server/keep"
	"gputour/server/node"
	"gputour/server/relay"
	"gputour/server/store"
	"gputour/server/version"
	"gputour/server/worker/far"
	"gputour/server/ws"
)

// This file makes a server one of several nodes that serve a class, or keeps it alone.

// clustering are the flags.
type clustering struct {
	Cluster     string        `help:"Serve the class together with other machines: the address of the NATS over which they speak. A classroom also needs --db, which its nodes share. Better use --cluster-file or GPUTOUR_CLUSTER when a password stands in it." name:"cluster" placeholder:"nats://HOST:PORT,…"`
	ClusterFile string        `help:"A file with that address." name:"cluster-file" placeholder:"FILE"`
	Credentials string        `help:"A file with credentials for NATS (a JWT and its key)." name:"cluster-credentials" placeholder:"FILE"`
	Authority   string        `help:"A file with the authority of NATS's certificate." name:"cluster-ca" placeholder:"FILE"`
	Certificate string        `help:"Files with a certificate for NATS and its key." name:"cluster-cert" placeholder:"CERT,KEY"`
	Node        string        `help:"Name of this node, unlike all others'. Default: the machine's." name:"node" placeholder:"NAME"`
	Drain       time.Duration `help:"How long cells that run may go on when this node is asked to end (SIGTERM); a second time ends them." name:"drain" default:"30s"`
}

// name is this machine's among the others.
func (c *clustering) name() (string, error) {
	name := c.Node
	if name == "" {
		name, _ = os.Hostname()
	}
	if err := bus.CheckNode(name); err != nil {
		return "", flags.Usage(flags.Wrap("--node", err))
	}
	return name, nil
}

// connect joins a space of the bus at url as a node, which others can dial unless it is shut.
func (c *clustering) connect(url, space, node string, shut bool) (*bus.Bus, error) {
	certificate, key, _ := strings.Cut(c.Certificate, ",")
	b, err := bus.Connect(bus.Options{
		Node: node, Space: space, Shut: shut, URL: url, Credentials: c.Credentials, CA: c.Authority, Certificate: certificate, Key: key,
	})
	if err != nil {
		return nil, flags.Usage(flags.Wrap("--cluster", err))
	}
	return b, nil
}

// address is where NATS is; "" when the server is alone.
func (c *clustering) address() (string, error) {
	url, _, err := flags.ClusterAddress.Read(c.Cluster, c.ClusterFile)
	return url, err
}

// cluster is what the server has to do with other nodes. All of it but the bus is nil when it is alone on rows of its own.
type cluster struct {
	bus   *bus.Bus
	node  *node.Node
	solo  bool // there are no other nodes, and must not be
	stop  func()
	log   *slog.Logger
	over  chan struct{} // closed when another program has this one's place
	away  func()        // leaves the machines for workers; nil where there can be none
	lent  *far.Hosts    // those machines
	space string        // the class's on the bus; "" when the server is alone
	part  func()        // ends the sockets that are carried to other nodes

	mu   sync.Mutex
	host *host // once it is there
}

// join takes part, or makes sure of being alone.
func (c *clustering) join(kept *keep.Data, log *slog.Logger) (*cluster, error) {
	all := &cluster{log: log, over: make(chan struct{}), stop: func() {}}
	url, err := c.address()
	switch {
	case err != nil:
		return nil, err
	case url == "" && kept.File != nil:
		all.bus, err = bus.Embedded("here")
		return all, err
	case url == "":
		err = all.alone(kept)
	case kept.File != nil:
		return nil, flags.Usage(errors.New("--cluster needs --db: a file is one program's, and nodes share a PostgreSQL database"))
	default:
		err = c.joinOthers(all, url, kept)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := all.node.Run(ctx); err != nil {
			log.Error("another program has this one's place: this one ends", "error", err)
			close(all.over)
		}
	}()
	all.stop = func() { cancel(); <-ended }
	return all, nil
}

// aloneName is the name of a program that does not share a database.
const aloneName = "alone"

// alone makes sure that no other program uses the database.
func (all *cluster) alone(kept *keep.Data) (err error) {
	if err = all.enter(kept, aloneName, true); errors.Is(err, store.ErrHeld) {
		return flags.Usage(fmt.Errorf("--db: another gputour uses this database (%s): end it, or start all of them with --cluster", all.others(kept)))
	}
	if err == nil {
		all.bus, err = bus.Embedded(aloneName)
	}
	return err
}

// joinOthers connects with the others.
func (c *clustering) joinOthers(all *cluster, url string, kept *keep.Data) error {
	name, err := c.name()
	if err != nil {
		return err
	}
	space, err := kept.Space(context.Background())
	if err != nil {
		return fmt.Errorf("the name of the nodes' space: %w", err)
	}
	if all.bus, err = c.connect(url, space, name, true); err != nil {
		return err
	}
	all.space = space
	if err = all.enter(kept, name, false); errors.Is(err, store.ErrHeld) {
		err = flags.Usage(fmt.Errorf("--node %s: another program has this name, or one uses the database without --cluster (%s)", name, all.others(kept)))
	}
	if err == nil {
		err = all.bus.Open() // the name is this program's only now: another may have answered to it
	}
	if err != nil {
		all.bus.Close()
	}
	return err
}

// enter takes a place among the nodes.
func (all *cluster) enter(kept *keep.Data, name string, alone bool) error {
	all.solo = alone
	place, err := placeOf(kept.Dir)
	if err != nil {
		return err
	}
	o := node.Options{Store: kept, Name: name, Place: place, Build: version.Short(), Bus: bus.Version, Alone: alone, Load: all.load, Log: all.log}
	if !alone {
		heard := &node.Heard{}
		all.bus.Hear(hereTopic, func(from string, _ []byte) { heard.Note(from) })
		o.Reached = func() bool {
			return all.bus.Connected() && all.bus.Broadcast(hereTopic, nil) == nil && heard.Among(name, all.node.Nodes())
		}
		o.Outvoted, o.Review = all.outvoted, all.review
		o.Lost = func() { all.reviewWith(func(string) bool { return true }) }
	}
	if all.node, err = node.Join(context.Background(), o); err == nil && !alone {
		all.bus.Serve(keptTopic, func(context.Context, string, []byte) ([]byte, error) {
			return strconv.AppendBool(nil, all.node.Kept()), nil
		})
	}
	return err
}

// Topics of the nodes: that one is here, whether one's lease lasts, and how many sessions have a place there.
const (
	hereTopic   = "node.here"
	keptTopic   = "node.kept"
	placesTopic = "node.places"
)

// placesWait is how long others may take to say how many there are.
const placesWait = 500 * time.Millisecond

// elsewhere counts the places on other nodes, of all and of one visitor. Of a node that does not answer its row counts, which is some
// seconds old.
func (all *cluster) elsewhere(visitor string) (sum session.Elsewhere) {
	ctx, cancel := context.WithTimeout(context.Background(), placesWait)
	defer cancel()
	var mu sync.Mutex
	var others sync.WaitGroup
	for _, n := range all.node.Nodes() {
		if n.Left < 0 || n.Name == all.node.Name() {
			continue
		}
		others.Go(func() {
			there := session.Elsewhere{All: n.Taken}
			if data, err := all.bus.Request(ctx, n.Name, placesTopic, []byte(visitor)); err == nil {
				json.Unmarshal(data, &there) // what cannot be read leaves the row
			}
			mu.Lock()
			defer mu.Unlock()
			sum.All, sum.Theirs = sum.All+there.All, sum.Theirs+there.Theirs
		})
	}
	others.Wait()
	return sum
}

// outvoted asks the others whether one of them still reaches the database.
func (all *cluster) outvoted(ctx context.Context) bool {
	var others sync.WaitGroup
	var one atomic.Bool
	for _, n := range all.node.Nodes() {
		if n.Name == all.node.Name() {
			continue
		}
		others.Go(func() {
			if data, err := all.bus.Request(ctx, n.Name, keptTopic, nil); err == nil && string(data) == "true" {
				one.Store(true)
			}
		})
	}
	others.Wait()
	return one.Load()
}

// review ends the sessions here that another node has.
func (all *cluster) review(ctx context.Context) {
	all.reviewWith(func(id string) bool {
		ctx, cancel := context.WithTimeout(ctx, leaveWait)
		defer cancel()
		name, err := all.node.Holder(ctx, id)
		return err == nil && name != "" && name != all.node.Name()
	})
}

func (all *cluster) reviewWith(others func(id string) bool) {
	all.mu.Lock()
	h := all.host
	all.mu.Unlock()
	if h != nil {
		h.sessions.Review(others)
	}
}

// others are the nodes that live, for people.
func (all *cluster) others(kept *keep.Data) string {
	rows, err := kept.Nodes(context.Background())
	if err != nil {
		return err.Error()
	}
	var names []string
	for _, n := range rows {
		if n.Left >= 0 {
			names = append(names, fmt.Sprintf("%s, %s", n.Name, n.Build))
		}
	}
	return strings.Join(names, "; ")
}

// load is how many sessions there can be and are.
func (all *cluster) load() (seats, taken int) {
	all.mu.Lock()
	h := all.host
	all.mu.Unlock()
	if h == nil {
		return 0, 0
	}
	return h.sessions.Max, h.sessions.Len()
}

// shared reports whether there are other nodes, or may be.
func (all *cluster) shared() bool { return all.node != nil && !all.solo }

// serve has the sessions of a host known to the others, and theirs reached. It is called before anybody comes.
func (all *cluster) serve(h *host) {
	all.mu.Lock()
	all.host = h
	all.mu.Unlock()
	h.cluster = all
	if !all.shared() {
		return
	}
	h.sessions.Keeper = &journal.Keeper{Store: h.data, Node: all.node.Name(), Log: h.log}
	h.sessions.Elsewhere = all.elsewhere
	life, end := context.WithCancel(context.Background())
	h.sockets.Relay, all.part = &relay.Relay{Bus: all.bus, Node: all.node, Life: life}, end
	h.health.Add(health.Part{Name: "bus", Ask: func(context.Context) error {
		if !all.bus.Connected() {
			return errors.New("NATS cannot be reached: sessions of other nodes cannot, either")
		}
		return nil
	}})
	h.log.Info("this is a node of a cluster", "node", all.node.Name(), "nodes", len(all.node.Nodes()))
}

// listen takes the sockets that other nodes bring, until stop is called.
func (all *cluster) listen(h *host) (stop func()) {
	if !all.shared() {
		return func() {}
	}
	brought := relay.Listen(all.bus, ws.Topic, h.sockets.ServeBrought)
	told := relay.Tell(all.bus, func(member, lesson string) relay.Found {
		s := h.sessions.Find(member, lesson)
		return relay.Found{Here: s != nil, Watched: s != nil && s.Clients() > 0}
	})
	counted := all.bus.Serve(placesTopic, func(_ context.Context, _ string, visitor []byte) ([]byte, error) {
		return json.Marshal(h.sessions.Places(string(visitor)))
	})
	return func() { brought(); told(); counted() }
}

// classLead is what the node has that has the class.
const classLead = "class"

// lookEvery is how often is looked who has the class.
const lookEvery = time.Second

// leads says which node has the class.
func (all *cluster) leads(lead *follow.Follower) (stop func()) {
	if all.node == nil {
		lead.Led(follow.Lead{Node: all.bus.Node(), Fence: 1})
		return func() {}
	}
	here := all.bus.Node()
	all.node.Lead(classLead, func(fence int64) { lead.Led(follow.Lead{Node: here, Fence: fence}) }, func() { lead.Led(follow.Lead{}) })
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		t := time.NewTicker(lookEvery)
		defer t.Stop()
		for {
			if name, fence, err := all.node.Leader(ctx, classLead); err == nil && name == "" {
				all.node.Hurry()
			} else if err == nil && name != here { // what is led here is heard at once
				lead.Led(follow.Lead{Node: name, Fence: fence})
			}
			select {
			case <-t.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	return cancel
}

// fenced is the store for what holds a lead's fence: it refuses when another node has the lead.
func (all *cluster) fenced(kept store.Store, fence int64) store.Store {
	if all.node == nil {
		return kept
	}
	return leading{kept, store.HoldLead{What: classLead, Fence: fence}}
}

// leading is a store that writes as a leader.
type leading struct {
	store.Store
	hold store.HoldLead
}

// Commit implements store.Store.
func (l leading) Commit(ctx context.Context, writes ...store.Write) error {
	return l.Store.Commit(ctx, append([]store.Write{l.hold}, writes...)...)
}

// leaveWait is how long the others may take to hear that this node goes.
const leaveWait = 2 * time.Second

// drain gives the sessions to the others: at once those in which nothing runs, the others when it has ended or some time is over.
// A second signal does not wait.
func (all *cluster) drain(h *host, patience time.Duration) {
	if !all.shared() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveWait)
	defer cancel()
	if err := all.node.Drain(ctx); err != nil {
		h.log.Warn("the other nodes do not know that this one ends", "error", err)
	}
	again, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	late, end := context.WithTimeout(again, patience)
	defer end()
	h.log.Info("this node ends: its sessions go to others as soon as nothing runs in them", "sessions", h.sessions.Len(), "patience", patience)
	over, cut := context.WithCancel(context.Background())
	defer context.AfterFunc(late, func() {
		if h.turns != nil { // before the sessions, whose ends would else be taken for their owners' wish: turns begin again elsewhere
			h.turns.Close()
		}
		cut()
	})()
	h.sessions.Drain(over, patience)
	all.part()
}

// close leaves. Sessions have ended.
func (all *cluster) close() {
	all.stop()
	if all.node != nil {
		ctx, cancel := context.WithTimeout(context.Background(), leaveWait)
		defer cancel()
		if err := all.node.Leave(ctx); err != nil {
			all.log.Warn("the others wait for the end of this node's lease", "error", err)
		}
	}
	if all.away != nil {
		all.away()
	}
	all.bus.Close()
}

// placeFile has the name by which a data folder is known to other nodes: who has its lock is the successor of whoever had.
const placeFile = "node.id"

func placeOf(dir string) (string, error) {
	path := filepath.Join(dir, placeFile)
	data, err := os.ReadFile(path)
	if err == nil && len(data) >= 32 {
		return string(data), nil
	}
	var id [16]byte
	rand.Read(id[:]) // never fails
	name := hex.EncodeToString(id[:])
	return name, os.WriteFile(path, []byte(name), 0o600)
}

// claims is the name under which this server takes what waits for a grader: "" where it is the only one.
func (all *cluster) claims() string {
	if !all.shared() {
		return ""
	}
	return all.node.Name()
}
