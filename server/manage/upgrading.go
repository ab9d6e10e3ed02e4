package manage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gputour/server/flags"
	"gputour/server/folder"
)

// This file is gputour class upgrade.

// upgradeCommand replaces the program of a server.
type upgradeCommand struct {
	Program string `help:"The program to become; otherwise this one." placeholder:"FILE"`
}

// upgradeWait is how long an upgrade may take to be heard of.
const upgradeWait = time.Minute

// Run implements gputour class upgrade.
func (c *upgradeCommand) Run(term flags.Terminal, h Hub) error {
	dir, err := h.dir()
	if err != nil {
		return err
	}
	used, err := folder.Used(dir)
	if err == nil && !used {
		err = errors.New("no gputour serves from this folder: start the new one")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	program := c.Program
	if program == "" {
		program = flags.Started()
	}
	if program, err = filepath.Abs(program); err != nil {
		return err
	}
	before, err := folder.Read(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if err := folder.Wish(dir, program); err != nil {
		return err
	}
	server, err := os.FindProcess(before.PID)
	if err == nil {
		err = askForUpgrade(server)
	}
	if err != nil {
		return fmt.Errorf("process %d: %w", before.PID, err)
	}
	return c.await(term, dir, before)
}

// await says how an upgrade went.
func (c *upgradeCommand) await(term flags.Terminal, dir string, before folder.State) error {
	for late := time.Now().Add(upgradeWait); time.Now().Before(late); time.Sleep(20 * time.Millisecond) {
		now, err := folder.Read(dir)
		if err != nil || now.Upgrade == nil || before.Upgrade != nil && now.Upgrade.Number <= before.Upgrade.Number {
			continue // perhaps it is being written
		}
		if u := now.Upgrade; u.To != "" {
			fmt.Fprintf(term.Out, "%s has become %s in %d ms; %d sessions went on, %d cells among them running.\n", u.From, u.To, u.MS, u.Sessions, u.Running)
			return nil
		}
		return fmt.Errorf("no upgrade, %s goes on: %s", now.Version, now.Upgrade.Error)
	}
	return errors.New("the server does not say how the upgrade went: look at its log")
}
