package clustertest

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gputour/server/blob/blobtest"
	"gputour/server/porttest"
	"gputour/server/store/postgres/postgrestest"
)

// This file starts and ends what a class stands on.

const (
	joinCode = "SIEGE7"
	front    = "127.0.0.9" // by which the class is reached
	keys     = "ann:secret-word"
)

// fleet is a class on several nodes.
type fleet struct {
	t       *testing.T
	binary  string
	dir     string
	port    string // of all nodes, each on an address of its own: so cookies have one name
	rows    *postgrestest.Server
	files   *blobtest.Server
	buses   []*bus
	nodes   []*node
	history *sql.DB
}

// bus is a server of NATS.
type bus struct {
	name, address, routes string
	peers                 []string
	cmd                   *exec.Cmd
}

// node is one gputour classroom.
type node struct {
	*fleet
	name, host, metrics string
	links               []*proxy // to the buses
	store               *proxy   // to PostgreSQL
	args                []string

	build string // another program than the fleet's; "" is that one

	mu    sync.Mutex
	boots int
	cmd   *exec.Cmd
	ended chan struct{} // closed when the process has
	ready bool
	login string // for who leads, of the first start
}

// program is the one that make binary has built.
func program(t *testing.T) string {
	path, err := filepath.Abs(*binary)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("no program: run make binary")
	}
	return path
}

// next is the other build.
func next(t testing.TB) string {
	path, err := filepath.Abs(*other)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		t.Fatal("no other build: make cluster-test makes it: ", err)
	}
	return path
}

// newFleet starts everything, with some nodes and flags that all of them get.
func newFleet(t *testing.T, nodes, buses int, flags ...string) *fleet {
	f := &fleet{t: t, binary: program(t), dir: t.TempDir(), port: porttest.Free(t), files: blobtest.Start(t), rows: postgrestest.New(t)}
	f.startBuses(buses)
	for i := range nodes {
		n := &node{fleet: f, name: fmt.Sprintf("n%d", i+1), host: fmt.Sprintf("127.0.0.%d", i+1), metrics: "127.0.0.1:" + porttest.Free(t)}
		n.store = newProxy(t, f.rowsSocket())
		for _, b := range f.buses {
			n.links = append(n.links, newProxy(t, b.address))
		}
		n.args = n.arguments(flags)
		f.nodes = append(f.nodes, n)
		n.start()
		if i == 0 {
			f.watch()
		}
	}
	t.Cleanup(f.end)
	return f
}

// rowsSocket is where PostgreSQL listens, and rowsAt the database's address for who comes through a proxy.
func (f *fleet) rowsSocket() string {
	u, err := url.Parse(f.rows.Address)
	if err != nil {
		f.t.Fatal(err)
	}
	return filepath.Join(u.Query().Get("host"), ".s.PGSQL."+cmp.Or(u.Query().Get("port"), "5432"))
}

func (f *fleet) rowsAt(p *proxy) string {
	u, err := url.Parse(f.rows.Address)
	if err != nil {
		f.t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(p.address())
	q := u.Query()
	q.Set("host", host)
	q.Set("port", port)
	q.Set("sslmode", "disable")
	u.RawQuery = q.Encode()
	return u.String()
}

func (f *fleet) startBuses(count int) {
	if count == 0 {
		return
	}
	path, err := exec.LookPath("nats-server")
	if err != nil {
		if path = "/usr/sbin/nats-server"; !executable(path) {
			f.t.Skip("no NATS server is installed: apt-get install nats-server")
		}
	}
	var peers []string
	for i := range count {
		b := &bus{name: fmt.Sprintf("bus%d", i+1), address: "127.0.0.1:" + porttest.Free(f.t), routes: "127.0.0.1:" + porttest.Free(f.t)}
		peers = append(peers, "nats://"+b.routes)
		f.buses = append(f.buses, b)
	}
	for _, b := range f.buses {
		b.peers = peers
		b.start(f.t, path)
	}
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o111 != 0
}

// start does not tell clients of the other servers: they would go around the proxies.
func (b *bus) start(t testing.TB, path string) {
	_, port, _ := net.SplitHostPort(b.address)
	b.cmd = exec.Command(path, "-n", b.name, "-a", "127.0.0.1", "-p", port, "--cluster_name", "siege",
		"--cluster", "nats://"+b.routes, "--routes", strings.Join(b.peers, ","), "--no_advertise")
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !within(10*time.Second, func() bool {
		c, err := net.Dial("tcp", b.address)
		if err == nil {
			c.Close()
		}
		return err == nil
	}) {
		t.Fatalf("NATS does not listen on %s", b.address)
	}
}

func (b *bus) kill() {
	b.cmd.Process.Kill()
	b.cmd.Wait()
}

// within waits until something holds.
func within(d time.Duration, holds func() bool) bool {
	for over := time.Now().Add(d); time.Now().Before(over); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}

// arguments are the flags of a node.
func (n *node) arguments(flags []string) []string {
	args := []string{"classroom", "--addr", n.host + ":" + n.port, "--data", filepath.Join(n.dir, n.name), "--db-file", n.secret("db"),
		"--files", n.files.Where, "--files-keys", n.secret("keys"), "--metrics", n.metrics, "--join", "open", "--code", joinCode, "--title", "Siege", "--student-sessions", "9"}
	n.write("keys", keys)
	if len(n.links) > 0 {
		var urls []string
		for _, l := range n.links {
			urls = append(urls, "nats://"+l.address())
		}
		n.write("cluster", strings.Join(urls, ","))
		args = append(args, "--cluster-file", n.secret("cluster"), "--node", n.name)
	}
	return append(args, flags...)
}

func (n *node) secret(name string) string { return filepath.Join(n.dir, n.name+"-"+name) }

func (n *node) write(name, text string) {
	if err := os.WriteFile(n.secret(name), []byte(text), 0o600); err != nil {
		n.t.Fatal(err)
	}
}

var login = regexp.MustCompile(`http://\S+/login\?token=\S+`)

// start starts the node, under a name by which the database knows this start of it, and waits until it is ready.
func (n *node) start() {
	n.t.Helper()
	n.mu.Lock()
	n.boots++
	n.write("db", n.rowsAt(n.store)+"&application_name="+fmt.Sprintf("%s.%d", n.name, n.boots))
	cmd := exec.Command(cmp.Or(n.build, n.binary), n.args...)
	said, err := os.OpenFile(filepath.Join(n.dir, n.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		n.t.Fatal(err)
	}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		n.t.Fatal(err)
	}
	n.cmd, n.ended = cmd, make(chan struct{})
	ended := n.ended
	n.mu.Unlock()
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if at := login.FindString(lines.Text()); at != "" {
				n.mu.Lock()
				n.login = at
				n.mu.Unlock()
			}
		}
		io.Copy(io.Discard, out)
		cmd.Wait()
		said.Close()
		close(ended)
	}()
	if !within(60*time.Second, n.isReady) {
		log, _ := os.ReadFile(filepath.Join(n.dir, n.name+".log"))
		n.t.Fatalf("%s is not ready:\n%s", n.name, tail(string(log), 4000))
	}
}

func tail(text string, most int) string { return text[max(0, len(text)-most):] }

// commits is how the commits of this start of the node ended.
func (n *node) commits() string {
	r, err := http.Get("http://" + n.metrics + "/metrics")
	if err != nil {
		return err.Error()
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	var all []string
	for _, m := range regexp.MustCompile(`gputour_commit_seconds_count\{result="(\w+)"\} (\d+)`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, m[2]+" "+m[1])
	}
	return "commits: " + strings.Join(all, ", ")
}

// isReady asks the node, as a balancer does.
func (n *node) isReady() bool {
	client := http.Client{Timeout: 2 * time.Second}
	r, err := client.Get("http://" + n.metrics + "/readyz")
	ready := err == nil && r.StatusCode == http.StatusOK
	if err == nil {
		r.Body.Close()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ready = ready
	return ready
}

func (n *node) isUp() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ready
}

func (n *node) signal(s syscall.Signal) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cmd.Process.Signal(s)
}

// kill ends the node as a machine does that loses its power.
func (n *node) kill() {
	n.signal(syscall.SIGKILL)
	<-n.ended
	n.isReady()
}

// leave has the node hand over what it has, and says how long it took.
func (n *node) leave(patience time.Duration) (time.Duration, bool) {
	begin := time.Now()
	n.signal(syscall.SIGTERM)
	select {
	case <-n.ended:
	case <-time.After(patience):
		n.kill()
		return time.Since(begin), false
	}
	n.isReady()
	return time.Since(begin), true
}

// end ends all processes.
func (f *fleet) end() {
	for _, n := range f.nodes {
		n.signal(syscall.SIGKILL)
		<-n.ended
	}
	for _, b := range f.buses {
		b.kill()
	}
	if f.t.Failed() {
		for _, n := range f.nodes {
			log, _ := os.ReadFile(filepath.Join(f.dir, n.name+".log"))
			f.t.Logf("%s said:\n%s", n.name, tail(string(log), 3000))
		}
	}
}

// probe keeps asking who is ready, until ctx ends.
func (f *fleet) probe(ctx context.Context) {
	for ctx.Err() == nil {
		for _, n := range f.nodes {
			n.isReady()
		}
		sleep(ctx, 300*time.Millisecond)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// dial connects to some node that is ready, as a balancer does that knows nothing of who has which session.
func (f *fleet) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	var d net.Dialer
	err := fmt.Errorf("no node is ready")
	for _, i := range rand.Perm(len(f.nodes)) {
		if n := f.nodes[i]; n.isUp() {
			var c net.Conn
			if c, err = d.DialContext(ctx, network, n.host+":"+n.port); err == nil {
				return c, nil
			}
		}
	}
	return nil, err
}
