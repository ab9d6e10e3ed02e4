// Command bench seats a classroom before one server: every student walks a lesson over a
// socket of his own, cell by cell with pauses for thought, asks for completions, loses the
// connection, stops endless loops. It prints how long each of them waited, what did not come
// as promised, and what the server used.
//
// With -class they are the students of gputour classroom, and it prints how long it takes until the board, the class and
// who looks at a notebook are told.
//
//	go run ./server/bench [-class] [-students 30] [-time 60s] [-think 2s] [-gputour bin/gputour]
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

func main() {
	binary := flag.String("gputour", "bin/gputour", "the binary to measure")
	students := flag.Int("students", 30, "students at once")
	span := flag.Duration("time", time.Minute, "how long they work")
	think := flag.Duration("think", 2*time.Second, "a student's mean pause between two cells")
	class := flag.Bool("class", false, "they are a class that meets, and somebody leads it")
	press := flag.Bool("press", false, "they are a class whose students all press Run within ten seconds")
	flag.Parse()
	do := run
	switch {
	case *class:
		do = runClass
	case *press:
		do = runPress
	}
	if err := do(*binary, *students, *span, *think); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(binary string, students int, span, think time.Duration) error {
	s, err := start(binary, students)
	if err != nil {
		return err
	}
	defer s.stop()
	course := lesson.Load(lessons.Files)
	ctx, cancel := context.WithTimeout(context.Background(), span)
	defer cancel()
	var all sync.WaitGroup
	seen := newTally()
	for i := range students {
		all.Go(func() {
			e := course.Entries[i%len(course.Entries)]
			if err := newStudent(s, seen, uint64(i), think).attend(ctx, e); err != nil {
				seen.fault("%s: %v", e.ID, err)
			}
		})
	}
	all.Wait()
	fmt.Printf("%d students for %v on %d cores, a cell about every %v\n", students, span, runtime.NumCPU(), think)
	fmt.Print(seen)
	if peak := s.peak(); peak > 0 {
		fmt.Printf("server at its peak: %d MiB, %.1f MiB a student\n", peak>>20, float64(peak)/float64(students)/(1<<20))
	}
	if n, bytes := s.workers(); n > 0 {
		fmt.Printf("%d workers at the end: %d MiB, %.1f MiB a student\n", n, bytes>>20, float64(bytes)/float64(students)/(1<<20))
	}
	if n := seen.faults(); n > 0 {
		return fmt.Errorf("%d things did not come as promised", n)
	}
	return nil
}

// server is a running gputour with a logged-in browser's cookies.
type server struct {
	process *exec.Cmd
	data    string // the folder in which it keeps its sessions, as a class does
	origin  string
	jar     http.CookieJar
}

var login = regexp.MustCompile(`http://\S+/login\?token=\S+`)

func start(binary string, students int) (*server, error) {
	data, err := os.MkdirTemp("", "gputour-bench")
	if err != nil {
		return nil, err
	}
	s := &server{data: data, process: exec.Command(binary, "serve", "--addr", "127.0.0.1:0", "--data", data, "--sessions", fmt.Sprint(students+1), "--visitor-sessions", "0")}
	s.process.Stderr = os.Stderr
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	var address string
	for address == "" && lines.Scan() {
		address = login.FindString(lines.Text())
	}
	go io.Copy(io.Discard, out)
	u, err := url.Parse(address)
	if err != nil || address == "" {
		s.stop()
		return nil, fmt.Errorf("%s printed no address", binary)
	}
	s.origin = u.Scheme + "://" + u.Host
	s.jar, _ = cookiejar.New(nil)
	reply, err := (&http.Client{Jar: s.jar}).Get(address)
	if err != nil {
		s.stop()
		return nil, err
	}
	reply.Body.Close()
	return s, nil
}

func (s *server) stop() {
	s.process.Process.Signal(os.Interrupt)
	s.process.Wait()
	os.RemoveAll(s.data)
}

// workers are the processes that the server has started: how many, and the memory that they
// hold, where what they share is counted once.
func (s *server) workers() (n int, bytes int64) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.process.Process.Pid))
	for _, task := range tasks {
		children, _ := os.ReadFile(task)
		for _, pid := range strings.Fields(string(children)) {
			rollup, err := os.ReadFile("/proc/" + pid + "/smaps_rollup")
			if err != nil {
				continue
			}
			_, after, _ := strings.Cut(string(rollup), "\nPss:")
			var kB int64
			fmt.Sscan(after, &kB)
			n, bytes = n+1, bytes+kB<<10
		}
	}
	return n, bytes
}

// peak is the most memory that the server held, in bytes; 0 where the system does not tell.
func (s *server) peak() int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kB int64
	fmt.Sscan(after, &kB)
	return kB << 10
}
