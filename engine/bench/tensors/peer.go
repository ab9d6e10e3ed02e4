package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

//go:embed peer.py
var script string

// peer is a process that measures PyTorch statements. It is stopped but while it works.
type peer struct {
	threads int
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

type peers []*peer

// startPeers starts PyTorch with one thread and with two.
func startPeers(python string) (peers, error) {
	var list peers
	for _, threads := range []int{1, 2} {
		p, err := startPeer(python, threads)
		if err != nil {
			list.close()
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func startPeer(python string, threads int) (*peer, error) {
	n := strconv.Itoa(threads)
	c := exec.Command(python, "-c", script, n)
	c.Env = append(os.Environ(), "OMP_NUM_THREADS="+n, "OPENBLAS_NUM_THREADS="+n)
	if threads > 1 {
		c.Env = append(c.Env, "OMP_WAIT_POLICY=active")
	}
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	p := &peer{threads, c, in, bufio.NewReader(out)}
	if _, err := p.out.ReadString('\n'); err != nil {
		return nil, fmt.Errorf("%s does not start with torch: %w", python, err)
	}
	return p, pause(p.process.Process)
}

func (p *peer) measure(setup, statement string) (time.Duration, error) {
	if err := resume(p.process.Process); err != nil {
		return 0, err
	}
	defer pause(p.process.Process)
	if _, err := fmt.Fprintf(p.in, "%s\n%s\n", setup, statement); err != nil {
		return 0, err
	}
	line, err := p.out.ReadString('\n')
	if err != nil {
		return 0, err
	}
	nanos, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
	return time.Duration(nanos), err
}

func (list peers) close() {
	for _, p := range list {
		resume(p.process.Process)
		p.in.Close()
		p.process.Wait()
	}
}
