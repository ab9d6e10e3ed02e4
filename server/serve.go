package main

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"time"

	"gputour/server/auth"
	"gputour/server/flags"
	"gputour/server/httpd"
	"gputour/server/keep"
	"gputour/server/page"
	"gputour/web"
)

// serveCommand serves the lessons to one person.
type serveCommand struct {
	Addr     string        `help:"Address to listen on; only this machine's own." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	Open     bool          `help:"Open the address in a browser."`
	Sessions int           `help:"Sessions at once; 0 is no bound. When there is no place, who left first keeps his cells and loses his names." default:"200"`
	Visitor  int           `help:"Of them one visitor's, as known by his login; 0 is no bound." name:"visitor-sessions" default:"32"`
	Idle     time.Duration `help:"A session that nobody watches ends after this." default:"2h"`
	Data     string        `help:"Folder in which sessions are kept, so that a restart loses nothing; 'none' keeps nothing. Default: the user's data folder." placeholder:"DIR"`
	hosting
}

// Validate refuses numbers that bound nothing; the reader of the command line calls it.
func (c *serveCommand) Validate() error {
	switch {
	case c.Sessions < 0:
		return fmt.Errorf("--sessions must not be negative, but is %d", c.Sessions)
	case c.Visitor < 0:
		return fmt.Errorf("--visitor-sessions must not be negative, but is %d", c.Visitor)
	case c.Idle <= 0:
		return fmt.Errorf("--idle must be more than 0, but is %v", c.Idle)
	}
	return c.hosting.Validate()
}

// Run implements gputour serve.
func (c *serveCommand) Run(term flags.Terminal) error {
	kept, err := keep.Open(c.Data, nil, keep.UserData)
	if err != nil {
		return err
	}
	var logins httpd.Logins
	if kept != nil {
		defer kept.Close() // when the sessions have ended
		logins = httpd.StoredLogins{Store: kept}
	}
	host, err := c.host(term, kept, bounds{sessions: c.Sessions, visitor: c.Visitor, idle: c.Idle})
	if err != nil {
		return err
	}
	host.adopt()
	defer host.close()
	host.sockets.Author = func(auth.Person) string { return "" } // all browsers are one person's
	server, err := c.listen(httpd.Options{
		Pages:  page.New(page.Options{Course: host.lessons.Load, Files: host.lessons.Files, GPUs: host.machines.Offers}),
		Assets: web.Handler(),
		Socket: host.sockets,
		Logins: logins,
		Health: host.health.Handler(false),
		Log:    host.log,
	})
	switch {
	case errors.Is(err, httpd.ErrPublic), errors.Is(err, httpd.ErrAddress):
		return flags.Usage(err)
	case err != nil:
		return err
	}
	return host.serve(server, func() { c.greet(term, server.Address(), len(host.lessons.Load().Entries)) })
}

// listen makes the server, on the address that the program before listened on, if there was one.
func (c *serveCommand) listen(opts httpd.Options) (*httpd.Server, error) {
	if before, _ := flags.Received(); before == nil {
		return httpd.Listen(c.Addr, opts)
	}
	l, err := bind(c.Addr)
	if err != nil {
		return nil, err
	}
	return httpd.New(l, opts), nil
}

// greet prints the address.
func (c *serveCommand) greet(term flags.Terminal, address string, lessons int) {
	fmt.Fprintf(term.Out, "gputour serves %d lessons. Open this address; it works once:\n\n  %s\n\n", lessons, address)
	if before, _ := flags.Received(); c.Open && before == nil {
		if err := openBrowser(address); err != nil {
			fmt.Fprintln(term.Err, "gputour: no browser could be started:", err)
		}
	}
}

// openBrowser asks the desktop to open an address.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait()
	return nil
}
