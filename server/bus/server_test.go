package bus

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// dialogues are what clients a and b say, line by line (_ ends a line within one), and what they are told. nats-server has
// the last word on what that is.
var dialogues = []struct{ name, said, told string }{
	{"exact", "a SUB x.y 1\nb PUB x.y 2_hi\nb PUB x 2_no\nb PUB x.y.z 2_no", "a MSG x.y 1 2_hi"},
	{"reply", "a SUB x 1\nb PUB x r.1 0_", "a MSG x 1 r.1 0_"},
	{"echo", "a SUB x 7\na PUB x 1_e", "a MSG x 7 1_e"},
	{"star", "a SUB x.*.z 1\nb PUB x.y.z 1_a\nb PUB x.y 1_b\nb PUB x.y.z.w 1_c\nb PUB x.z 1_d", "a MSG x.y.z 1 1_a"},
	{"last star", "a SUB x.* 1\nb PUB x.y 1_a\nb PUB x 1_b\nb PUB x.y.z 1_c", "a MSG x.y 1 1_a"},
	{"rest", "a SUB x.> 1\nb PUB x.y 1_a\nb PUB x.y.z 1_b\nb PUB x 1_c\nb PUB y.x 1_d", "a MSG x.y 1 1_a_MSG x.y.z 1 1_b"},
	{"no wildcard", "a SUB x*.y 1\nb PUB x*.y 1_a\nb PUB xy.y 1_b", "a MSG x*.y 1 1_a"},
	{"header", "a SUB x 1\nb HPUB x 12 14_NATS/1.0__hi", "a HMSG x 1 12 14_NATS/1.0__hi"},
	{"header and reply", "a SUB x 1\nb HPUB x r 12 12_NATS/1.0__", "a HMSG x 1 r 12 12_NATS/1.0__"},
	{"unsubscribed", "a SUB x 1\na UNSUB 1\na UNSUB 9\nb PUB x 1_a", ""},
	{"for one more", "a SUB x 1\na UNSUB 1 1\nb PUB x 1_a\nb PUB x 1_b", "a MSG x 1 1_a"},
	{"nobody", "b SUB r.* 4\nb PUB x r.1 1_a", "b HMSG r.1 4 16 16_NATS/1.0 503__"},
	{"nobody asks", "b PUB x 1_a\nb PUB x r.1 1_a", ""},
	{"two ids", "a SUB x 1\na SUB x 2\na UNSUB 1\nb PUB x 1_a", "a MSG x 2 1_a"},
	{"same id", "a SUB x 1\na SUB y 1\nb PUB x 1_a\nb PUB y 1_b", "a MSG x 1 1_a"},
	{"small letters", "a sub x 1\nb pub x 1_a", "a MSG x 1 1_a"},
	{"spaces", "a SUB  x   1\nb PUB x    1_a", "a MSG x 1 1_a"},
	{"no word", "b NONSENSE", "b -ERR 'Unknown Protocol Operation'"},
	{"too large", "b PUB x 1048577_", "b -ERR 'Maximum Payload Violation'"},
}

func TestProtocol(t *testing.T) {
	here := Embed()
	defer here.Close()
	for _, d := range dialogues {
		if got := talk(t, here.InProcessConn, d.said); got != d.told {
			t.Errorf("%s: told\n%s\nwant\n%s", d.name, got, d.told)
		}
	}
	t.Run("nats-server", func(t *testing.T) {
		s := serve(t)
		for _, d := range dialogues {
			if got := talk(t, func() (net.Conn, error) { return net.Dial("tcp", "127.0.0.1:"+s.port) }, d.said); got != d.told {
				t.Errorf("%s: told\n%s\nwant\n%s", d.name, got, d.told)
			}
		}
	})
}

// talk has two clients say lines and returns what each is told; what was sent before a PONG has come before it.
func talk(t *testing.T, dial func() (net.Conn, error), said string) string {
	t.Helper()
	type client struct {
		net.Conn
		r *bufio.Reader
	}
	clients := map[string]client{}
	for _, name := range []string{"a", "b"} {
		c, err := dial()
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Minute))
		clients[name] = client{c, bufio.NewReader(c)}
		clients[name].r.ReadString('\n') // INFO
		fmt.Fprint(c, "CONNECT {\"verbose\":false,\"headers\":true,\"no_responders\":true}\r\n")
	}
	told := map[string][]string{}
	settle := func(name string) {
		c := clients[name]
		fmt.Fprint(c, "PING\r\n") // an error where it was cut off
		for {
			line, err := c.r.ReadString('\n')
			switch line = strings.TrimRight(line, "\r\n"); {
			case err != nil || line == "PONG":
				return
			case line == "PING":
				fmt.Fprint(c, "PONG\r\n")
			default:
				told[name] = append(told[name], line)
			}
		}
	}
	for line := range strings.SplitSeq(said, "\n") {
		name, rest, _ := strings.Cut(line, " ")
		fmt.Fprint(clients[name], strings.ReplaceAll(rest, "_", "\r\n")+"\r\n")
		settle(name)
	}
	settle("a")
	settle("b")
	var all []string
	for _, name := range []string{"a", "b"} {
		if lines := told[name]; len(lines) > 0 {
			all = append(all, name+" "+strings.Join(lines, "_"))
		}
	}
	return strings.Join(all, "\n")
}

// TestWhoDoesNotReadIsCutOff: others are carried on.
func TestWhoDoesNotReadIsCutOff(t *testing.T) {
	s := Embed()
	deaf, _ := s.InProcessConn()
	r := bufio.NewReader(deaf)
	r.ReadString('\n')
	fmt.Fprint(deaf, "SUB x 1\r\nPING\r\n")
	r.ReadString('\n')
	from, _ := s.InProcessConn()
	go func() {
		for r := bufio.NewReader(from); ; {
			if _, err := r.ReadString('\n'); err != nil {
				return
			}
		}
	}()
	for range 2*unreadMost/payloadMost + 2 { // one fill of the buffer may be on its way
		fmt.Fprintf(from, "PUB x %d\r\n%s\r\n", payloadMost, strings.Repeat("x", payloadMost))
	}
	deaf.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.Copy(io.Discard, deaf); err != nil {
		t.Error("it still hangs on:", err)
	}
	s.Close()
	if len(s.exact) != 0 {
		t.Error("it is still told")
	}
}

func FuzzClient(f *testing.F) {
	for _, d := range dialogues {
		f.Add(strings.ReplaceAll(strings.NewReplacer("a ", "", "b ", "", "\n", "_").Replace(d.said), "_", "\r\n"))
	}
	f.Add("PUB x -1\r\n")
	f.Add("HPUB x 9 3\r\nabc\r\n")
	f.Add("UNSUB 1 x\r\nSUB > 1\r\nPUB  1\r\n\r\n")
	f.Fuzz(func(t *testing.T, said string) {
		s := Embed()
		c, _ := s.InProcessConn()
		go func() {
			c.Write([]byte(said))
			c.Write([]byte("\r\nPING\r\n"))
			s.Close()
		}()
		for buf := make([]byte, 1<<10); ; {
			if _, err := c.Read(buf); err != nil {
				break
			}
		}
		s.Close()
	})
}
