// Package folder holds a server's data folder: one server at a time uses it, and says there who it is and how its last upgrade
// went.
package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// name is the lock's file in the folder.
const name = "gputour.lock"

// stateMost bounds what is read of it, in bytes.
const stateMost = 64 << 10

// State is what a server says of itself.
type State struct {
	PID     int      `json:"pid"`
	Version string   `json:"version"`
	Address string   `json:"address,omitempty"`
	Upgrade *Upgrade `json:"upgrade,omitempty"` // the last one
}

// Upgrade is how one went.
type Upgrade struct {
	Number   int    `json:"number"` // of this process
	From     string `json:"from"`
	To       string `json:"to,omitempty"` // "" when it did not happen
	Error    string `json:"error,omitempty"`
	Sessions int    `json:"sessions,omitempty"`
	Running  int    `json:"running,omitempty"`
	MS       int64  `json:"ms,omitempty"` // from the last request of the one to the first of the other
}

// ErrTaken is the error of a folder that a server uses.
var ErrTaken = errors.New("another gputour uses this folder")

// Lock is a folder that is this process's.
type Lock struct {
	mu    sync.Mutex
	file  *os.File
	state State
}

// Take takes a folder. The error is ErrTaken, with who has it, or the system's.
func Take(dir string) (*Lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockSoon(f, dir); err != nil {
		state, _ := Read(dir)
		f.Close()
		if errors.Is(err, ErrTaken) && state.PID > 0 {
			return nil, fmt.Errorf("%w (process %d)", ErrTaken, state.PID)
		}
		return nil, err
	}
	return &Lock{file: f, state: State{PID: os.Getpid()}}, nil
}

// A process that a server was just making when it was killed has the lock a moment longer than the server: so long is waited for it.
const (
	patience = 3 * time.Second
	pause    = 20 * time.Millisecond
)

var sleep = time.Sleep

// lockSoon takes the lock of a folder's file, and waits for one whose owner is gone.
func lockSoon(f *os.File, dir string) error {
	for waited := time.Duration(0); ; waited += pause {
		err := lock(f)
		if !errors.Is(err, ErrTaken) || waited >= patience {
			return err
		}
		if state, _ := Read(dir); state.PID == 0 || !gone(state.PID) {
			return err
		}
		sleep(pause)
	}
}

// Adopt returns the lock whose descriptor the program before has left open.
func Adopt(fd int) (*Lock, error) {
	l := &Lock{file: os.NewFile(uintptr(fd), name)}
	data, err := io.ReadAll(io.NewSectionReader(l.file, 0, stateMost))
	if err != nil {
		return nil, err
	}
	json.Unmarshal(data, &l.state) // what cannot be read is told anew
	l.state.PID = os.Getpid()
	return l, nil
}

// File is the descriptor that holds the lock.
func (l *Lock) File() *os.File { return l.file }

// Tell changes what the server says of itself.
func (l *Lock) Tell(change func(*State)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.state)
	data, err := json.Marshal(l.state)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if _, err := l.file.WriteAt(data, 0); err != nil { // first the text, then its end: a reader finds at worst one line too many
		return err
	}
	return l.file.Truncate(int64(len(data)))
}

// State is what the server says of itself.
func (l *Lock) State() State {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

// Close gives the folder back.
func (l *Lock) Close() error { return l.file.Close() }

// Read returns what the server of a folder says of itself, whether or not it still runs.
func Read(dir string) (s State, err error) {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return s, err
	}
	defer f.Close()
	err = json.NewDecoder(io.LimitReader(f, stateMost)).Decode(&s)
	return s, err
}

// Used reports whether a server uses a folder now.
func Used(dir string) (bool, error) {
	l, err := Take(dir)
	switch {
	case errors.Is(err, ErrTaken):
		return true, nil
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	}
	return false, l.Close()
}

// wishFile is where a program is named that the server is to become.
const wishFile = "gputour.upgrade"

// Wish names the program that the server of a folder is to become.
func Wish(dir, program string) error {
	return os.WriteFile(filepath.Join(dir, wishFile), []byte(program), 0o600)
}

// Wished returns the program that was named, and forgets it; "" when none was.
func Wished(dir string) string {
	path := filepath.Join(dir, wishFile)
	data, err := os.ReadFile(path)
	os.Remove(path)
	if err != nil {
		return ""
	}
	return string(data)
}
