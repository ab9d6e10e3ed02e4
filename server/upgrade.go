package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gputour/engine/session"
	"gputour/server/flags"
	"gputour/server/folder"
	"gputour/server/handover"
	"gputour/server/httpd"
	"gputour/server/version"
	"gputour/server/worker"
)

// This file replaces the program of a server that serves: SIGHUP, or gputour class upgrade.
//
//	check     can the new program take over at all?
//	pause     no request begins, sockets close with "service restart", those under way end
//	freeze    workers stand still in the middle of what they say; what was read reaches the sessions
//	hand over sessions have their journals take everything, and stand still
//	exec      the same process, another program: it finds listener, workers and the lock open, and a table of them
//
// When any of it fails, all go on as before, in the other order.

// pauseWait is how long requests under way may take to end.
const pauseWait = 10 * time.Second

// bind takes an address, or the one that the program before listened on.
func bind(addr string) (net.Listener, error) {
	before, err := flags.Received()
	if err != nil {
		return nil, fmt.Errorf("what the program before has left: %w", err)
	}
	if before == nil {
		return httpd.Bind(addr)
	}
	f := os.NewFile(uintptr(before.Listener), "listener")
	defer f.Close() // FileListener has a copy
	return net.FileListener(f)
}

// upgrades replaces the program each time that somebody asks for it.
func (h *host) upgrades(ctx context.Context, server *httpd.Server) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	defer signal.Stop(asked)
	for {
		select {
		case <-asked:
			program := flags.Started()
			if h.data != nil {
				program = cmp.Or(folder.Wished(h.data.Dir), program)
			}
			err := h.upgrade(server, program)
			h.log.Error("no upgrade: this version goes on", "program", program, "why", err)
			h.tell(func(u *folder.Upgrade) { u.Error = err.Error() })
			signal.Notify(asked, syscall.SIGHUP) // Exec may have had it ignored
		case <-ctx.Done():
			return
		}
	}
}

// tell notes how an upgrade went, in the data folder.
func (h *host) tell(about func(*folder.Upgrade)) {
	if h.data == nil {
		return
	}
	err := h.data.Lock.Tell(func(s *folder.State) {
		u := folder.Upgrade{Number: 1, From: s.Version}
		if s.Upgrade != nil {
			u.Number = s.Upgrade.Number + 1
		}
		about(&u)
		s.Version, s.Upgrade = version.Short(), &u
	})
	if err != nil {
		h.log.Warn("the data folder cannot be written to", "error", err)
	}
}

// upgrade replaces the program. It only returns with an error, and then all goes on as before.
func (h *host) upgrade(server *httpd.Server, program string) error {
	if h.data == nil {
		return errors.New("nothing is kept here (--data none), so all would be lost")
	}
	table := handover.Table{From: version.Short(), Listener: 3}
	empty, err := handover.Encode(table)
	if err != nil {
		return err
	}
	if err := handover.Check(program, empty); err != nil {
		return err
	}
	table.Listener, table.Began = 0, time.Now().UnixMilli()
	defer server.Resume()
	if err := server.Pause(pauseWait); err != nil {
		return err
	}
	if h.cluster != nil {
		resume := h.cluster.bus.Pause() // other nodes try again until the new program is there
		defer func() {
			if err := resume(); err != nil {
				h.log.Error("other nodes do not reach this one any more", "error", err)
			}
		}()
	}
	if h.turns != nil {
		h.turns.Halt() // who has a GPU has it again first, with the new program
		defer h.turns.Resume()
	}
	for _, pool := range h.crew.Pools() {
		if err := pool.Freeze(); err != nil {
			return err
		}
		defer pool.Thaw()
	}
	all, release, err := h.sessions.HandOver(func(ev session.Evaluator) json.RawMessage { return worker.SeatOf(session.Unwrap(ev)) })
	if err != nil {
		return fmt.Errorf("what happened last cannot be kept: %w", err)
	}
	defer release()
	if h.settle != nil {
		if err := h.settle(); err != nil {
			return fmt.Errorf("what the class heard last cannot be kept: %w", err)
		}
	}
	table.Sessions = all
	defer func() { handover.Drop(table) }()
	if table.Listener, err = worker.KeepOpen(server.Listener().(syscall.Conn)); err != nil {
		return err
	}
	if table.Lock, err = worker.KeepOpen(h.data.Lock.File()); err != nil {
		return err
	}
	if h.crew.Sealed != nil {
		if table.Sealed, err = h.crew.Sealed.Carry(); err != nil {
			return err
		}
		if table.Cards, err = h.crew.Cards.Carry(); err != nil {
			return err
		}
	}
	return handover.Exec(program, os.Args[1:], table)
}

// adopt takes over what the program before has left, if there was one. Whoever wants to hear of sessions has said so.
func (h *host) adopt() {
	before := h.before
	if before == nil {
		return
	}
	handover.Bury(before)
	if h.crew.Sealed != nil {
		if err := errors.Join(h.crew.Sealed.Adopt(before.Sealed), h.crew.Cards.Adopt(before.Cards)); err != nil {
			h.log.Error("some of the workers before are lost", "error", err)
		}
	}
	var left []session.Evaluator
	for _, c := range before.Sessions {
		ev := h.crew.At(c.Seat)
		if err := h.sessions.Adopt(c, ev); err != nil {
			h.log.Error("a session is not handed over; its page will take it from what is kept", "session", c.ID, "error", err)
			if ev != nil {
				left = append(left, ev)
			}
		}
	}
	for _, pool := range h.crew.Pools() {
		pool.Thaw()
		pool.Leave()
	}
	for _, ev := range left {
		go ev.Close()
	}
}

// arrived says that this program has taken over, if there was one before.
func (h *host) arrived() {
	t := h.before
	if t == nil {
		h.sayVersion()
		return
	}
	took := time.Now().UnixMilli() - t.Began
	h.log.Info("upgraded", "from", t.From, "to", version.Short(), "sessions", len(t.Sessions), "running", t.Running(), "ms", took)
	h.tell(func(u *folder.Upgrade) {
		u.From, u.To, u.Sessions, u.Running, u.MS = t.From, version.Short(), len(t.Sessions), t.Running(), took
	})
}

func (h *host) sayVersion() {
	if h.data != nil {
		if err := h.data.Lock.Tell(func(s *folder.State) { *s = folder.State{PID: os.Getpid(), Version: version.Short()} }); err != nil {
			h.log.Warn("the data folder cannot be written to", "error", err)
		}
	}
}
