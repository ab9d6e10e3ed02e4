package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"gputour/server/auth"
	"gputour/server/bus"
	"gputour/server/door"
	"gputour/server/federate"
	"gputour/server/flags"
	"gputour/server/follow"
	"gputour/server/gpuboard"
	"gputour/server/httpd"
	"gputour/server/keep"
	"gputour/server/meeting"
	"gputour/server/page"
	"gputour/server/reach"
	"gputour/server/store"
	"gputour/web"
	"gputour/web/text"
)

// classroomCommand serves the lessons to a class.
type classroomCommand struct {
	Addr     string        `help:"Address to listen on; without a host, all of this machine's." default:":8080" placeholder:"[HOST]:PORT"`
	Name     []string      `help:"A name by which the server is reached, for example behind a proxy; may be repeated." placeholder:"HOST"`
	Data     string        `help:"Folder in which the class is kept. Default: class in the user's data folder." placeholder:"DIR"`
	TLS      string        `help:"Encryption: none (off), a certificate of our own (self), one from files (CERT,KEY), or one that Let's Encrypt gives to a name whose port 443 leads here (acme:NAME)." name:"tls" default:"off" placeholder:"off|self|CERT,KEY|acme:NAME"`
	ACME     string        `help:"Another authority than Let's Encrypt." name:"acme-directory" placeholder:"URL"`
	Title    string        `help:"Title of the class; it can be set on its pages, too."`
	Join     string        `help:"How one comes in: with the code (open), with the code and when you have let them in (approve), as somebody of the list (roster), with an account of the school (oidc)." enum:",open,approve,roster,oidc" default:"" placeholder:"open|approve|roster|oidc"`
	Roster   string        `help:"Import a list of students at the start (CSV: name, number, group, email); students then pick their name unless --join says otherwise." placeholder:"FILE"`
	Code     string        `help:"The join code, if you want a word of your own." placeholder:"WORD"`
	Students int           `help:"How many lessons may be open at once in the class, on all nodes together." default:"300"`
	Sessions int           `help:"Lessons that one student may have open with cells that run, on all nodes together." name:"student-sessions" default:"4"`
	Idle     time.Duration `help:"A session that nobody watches ends after this." default:"30m"`
	Tab      bool          `help:"Lesson pages fetch the engine (7 MB, once) and go on in the reader's browser when this server is gone. Nothing done there is handed in, and hidden tests and solutions stay here." default:"true" negatable:""`
	Workers  string        `help:"Of nodes with --cluster: where processes of cells run. On this machine (local), on those of gputour worker (remote), or there when this one has no room (any)." enum:"local,any,remote" default:"any" placeholder:"local|any|remote"`
	keep.Keeping
	clustering
	turning
	hosting
	federation
}

// Validate refuses what makes no sense; the reader of the command line calls it.
func (c *classroomCommand) Validate() error {
	switch {
	case c.Students < 1:
		return fmt.Errorf("--students must be at least 1, but is %d", c.Students)
	case c.Sessions < 1:
		return fmt.Errorf("--student-sessions must be at least 1, but is %d", c.Sessions)
	case c.Idle <= 0:
		return fmt.Errorf("--idle must be more than 0, but is %v", c.Idle)
	case c.Workers == "remote" && c.Isolate == "off":
		return errors.New("--workers remote: cells cannot run on other machines and in the server itself (--isolate off)")
	case c.Join == store.JoinOIDC && c.Issuer == "":
		return errors.New("--join oidc needs --oidc-issuer: the provider at which people have accounts")
	case c.Data == keep.NoData:
		return errors.New("--data: a class has to be kept somewhere; name a folder")
	}
	return errors.Join(c.federation.Validate(), reach.Check(c.TLS), c.turning.Validate(), c.hosting.Validate())
}

// classroom is a class that is served.
type classroom struct {
	*host
	pages  *page.Site
	kept   store.Store
	class  *door.Class
	door   *door.Door
	server *httpd.Server
	reach  *reach.Names
	tls    reach.Certificate

	grading  *grading
	federate *federate.Service
	bus      *bus.Bus         // of the cluster
	lead     *follow.Follower // who has the class
	unlead   func()
	live     *meeting.Meeting
	turns    *gpuboard.Board
}

// Run implements gputour classroom.
func (c *classroomCommand) Run(term flags.Terminal) error {
	kept, err := keep.Open(c.Data, &c.Keeping, keep.ClassData)
	if err != nil {
		return err
	}
	defer kept.Close() // when the sessions have ended
	room, err := c.open(term, kept)
	if err != nil {
		return err
	}
	defer room.close()
	stop, err := room.control(kept.Dir)
	if err != nil {
		return err
	}
	defer stop()
	if err := c.importRoster(term, room.class); err != nil {
		return err
	}
	defer room.grading.start()()
	defer room.peers()()
	defer background(room.asLead(room.federate.Run))()
	token, until, err := room.class.FirstOwnerTicket(context.Background())
	if err != nil {
		return err
	}
	return room.serve(room.server, func() { room.greet(term, token, until) })
}

// open puts the parts of a class together.
func (c *classroomCommand) open(term flags.Terminal, kept *keep.Data) (*classroom, error) {
	others, err := c.clustering.join(kept, logTo(term, c.Verbose))
	if err != nil {
		return nil, err
	}
	room, err := c.openWith(term, kept, others)
	if err != nil {
		others.close()
	}
	return room, err
}

// openWith is open once it is known which other nodes there are.
func (c *classroomCommand) openWith(term flags.Terminal, kept *keep.Data, others *cluster) (*classroom, error) {
	provider, providerName, err := c.provider()
	if err != nil {
		return nil, err
	}
	watched := newObserved(kept)
	class, err := door.Open(context.Background(), watched, time.Now, door.Wish{Title: c.Title, Join: c.Join, Code: c.Code})
	switch {
	case errors.Is(err, door.ErrShortCode):
		return nil, flags.Usage(flags.Wrap("--code", err))
	case errors.Is(err, door.ErrTitle):
		return nil, flags.Usage(flags.Wrap("--title", err))
	case err != nil:
		return nil, err
	}
	listener, err := bind(c.Addr)
	if errors.Is(err, httpd.ErrAddress) {
		err = flags.Usage(err)
	}
	if err != nil {
		return nil, err
	}
	if err := c.private(listener.Addr(), c.TLS != "off"); err != nil {
		listener.Close()
		return nil, err
	}
	away, err := c.lenders(others, c.Workers)
	if err != nil {
		listener.Close()
		return nil, err
	}
	if c.Workers != "local" {
		c.Hosts = away
	}
	h, err := c.host(term, kept, bounds{sessions: c.Students, visitor: c.Sessions, idle: c.Idle, owned: true})
	if err != nil {
		listener.Close()
		return nil, err
	}
	h.patience = c.Drain
	others.serve(h)
	room := &classroom{host: h, bus: others.bus, kept: kept, class: class, reach: reach.New(listener.Addr(), c.names(), c.URL, c.TLS != "off")}
	if room.tls, err = reach.Certify(c.TLS, c.ACME, kept.Dir, room.reach, h.log); err != nil {
		listener.Close()
		h.close()
		if errors.As(err, new(*reach.FilesError)) {
			err = flags.Usage(err)
		}
		return nil, err
	}
	about := page.Options{Course: h.lessons.Load, Class: class.Title, GPUs: h.machines.Offers}
	if c.Tab {
		about.Files = h.lessons.Files
	}
	pages := page.New(about)
	room.pages = pages
	h.sockets.Class = class.Title
	h.sockets.Author = func(p auth.Person) string { return p.ID }
	room.door = door.New(door.Options{
		Class: class, Pages: pages, Log: h.log, Port: room.reach.Port(), Addresses: room.reach.Addresses, Home: "/class/board",
		TLS: room.tls.Word, Fingerprint: room.tls.Fingerprint, CA: room.tls.Authority, Secure: room.tls.Config != nil || c.URL != "",
		Isolation: door.Word{Key: fmt.Sprintf("isolation.%d", h.seal)}, Provider: providerName,
	})
	room.meet(watched)
	h.adopt()
	h.forget = room.asLead(h.forget)
	room.federate = c.federate(room, pages, provider, providerName, room.tls.Config != nil || c.URL != "")
	if room.grading, err = c.grading(h, kept, pages); err != nil {
		listener.Close()
		room.close()
		return nil, err
	}
	if room.turns, err = c.turns(room, kept, away, pages); err != nil {
		listener.Close()
		room.close()
		return nil, err
	}
	room.server = httpd.New(listener, httpd.Options{
		Pages: pages, Assets: web.Handler(), Socket: h.sockets, Routes: room.routes(), Foreign: federate.Foreign(), Door: room.door,
		Health: h.health.Handler(false), Hosts: room.reach.Answers, TLS: room.tls.Config, Log: h.log,
	})
	return room, nil
}

// names are those by which the class is reached beside its own addresses.
func (c *classroomCommand) names() []string {
	if name, ok := strings.CutPrefix(c.TLS, "acme:"); ok {
		return slices.Concat([]string{name}, c.federation.names(), c.Name)
	}
	return slices.Concat(c.federation.names(), c.Name)
}

// importRoster brings the list of --roster in.
func (c *classroomCommand) importRoster(term flags.Terminal, class *door.Class) error {
	if c.Roster == "" {
		return nil
	}
	data, err := os.ReadFile(c.Roster)
	if err != nil {
		return flags.Usage(fmt.Errorf("--roster: %w", err))
	}
	list, err := door.ReadList(data)
	if err != nil {
		return fmt.Errorf("--roster %s: %w", c.Roster, listError(err))
	}
	ctx := context.Background()
	plan, err := class.Import(ctx, door.Program, list)
	if err != nil {
		return fmt.Errorf("--roster %s: %w", c.Roster, err)
	}
	fmt.Fprintf(term.Out, "%s: %s", c.Roster, planText(plan))
	if c.Join == "" && class.Row().Join != store.JoinRoster {
		return class.Change(ctx, door.Program, "settings", store.JoinRoster, func(row *store.Class) { row.Join = store.JoinRoster })
	}
	return nil
}

// routes are those of the class's areas; each area adds its own here.
func (room *classroom) routes() []httpd.Route {
	return slices.Concat(room.grading.book.Routes(), room.federate.Routes(), room.turns.Routes(),
		[]httpd.Route{
			{Pattern: "GET /class/board", Action: auth.Watch, Handler: http.HandlerFunc(room.pages.Board)},
			{Pattern: "GET /ws/class", Action: auth.Learn, Handler: room.live},
		})
}

// greet prints how one comes in.
func (room *classroom) greet(term flags.Terminal, token string, until int64) {
	row := room.class.Row()
	all := room.reach.Addresses()
	fmt.Fprintf(term.Out, "gputour serves %s.\n\nStudents open one of\n\n", titleOf(row))
	for _, a := range all {
		fmt.Fprintf(term.Out, "  %s/join\n", a)
	}
	fmt.Fprintf(term.Out, "\nand type the code  %s\n\n%s\n", auth.Spaced(row.Code), reach.Code(all[0]+"/join/"+row.Code))
	fmt.Fprintln(term.Out, text.English.T(room.tls.Word.Key, room.tls.Word.Strings()...))
	if room.tls.Fingerprint != "" {
		fmt.Fprintf(term.Out, "  %s\n", room.tls.Fingerprint)
	}
	fmt.Fprintln(term.Out, "\n"+lead(all[0], token, until))
}

// lead says how whoever owns the class comes in. Only a hash of the secret is kept: it can be printed once, by whichever start makes it.
func lead(address, token string, until int64) string {
	switch {
	case token != "":
		return fmt.Sprintf("You lead the class. This address works once:\n\n  %s/login?token=%s\n", address, token)
	case until > 0:
		return fmt.Sprintf("You lead the class. The address that was printed for you works once, until %s; gputour class owner prints a new one instead.\n", time.UnixMilli(until).Format("2 Jan 15:04"))
	}
	return "You lead the class. If your browser is not known any more, gputour class owner prints an address that lets you in.\n"
}
