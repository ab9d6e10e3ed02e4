// Package door lets people into a class and shows who is in it: the code that is typed, the name that is picked, the
// waiting room, the one-use addresses, and the pages from which a class is led.
//
// Its one idea: who may come in stands in the store alone, and is looked up for every request. What ends a right first
// writes that, and then ends the requests and sockets that still lean on it.
package door

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"gputour/server/auth"
	"gputour/server/store"
)

// Class is the class of a store. Its methods may be called from any goroutine.
type Class struct {
	store  store.Store
	now    func() time.Time
	guests guests
	told   func(News)           // other servers; nil: there are none
	failed func(address string) // counts a wrong code that another server was told
	// hashing has a place for each password that is being tried.
	hashing chan struct{}

	mu  sync.RWMutex
	row store.Class // as it is in the store
}

// Wish is what the command line asks of a class; what is "" stays as it is.
type Wish struct {
	Title, Join, Code string
}

// checked is the wish as pages would keep it: the command line may not have a code that anybody guesses, either.
func (w Wish) checked() (Wish, error) {
	var err error
	if w.Title != "" {
		if w.Title, err = auth.CleanTitle(w.Title); err != nil {
			return w, ErrTitle
		}
	}
	if w.Code != "" {
		w.Code, err = codeOf(w.Code)
	}
	return w, err
}

// codeOf is a code that somebody has thought of, as it is kept.
func codeOf(typed string) (string, error) {
	code := auth.CleanCode(typed)
	odd := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }
	if len(code) < 4 || len(code) > 32 || strings.ContainsFunc(code, odd) {
		return "", ErrShortCode
	}
	return code, nil
}

// Program acts where nobody has signed in: the program's own command line.
var Program = auth.Person{Role: auth.Owner}

// Open returns the class of a store, which it begins when there is none.
func Open(ctx context.Context, kept store.Store, now func() time.Time, wish Wish) (*Class, error) {
	wish, err := wish.checked()
	if err != nil {
		return nil, err
	}
	c := &Class{store: kept, now: now, hashing: make(chan struct{}, 2)}
	row, err := kept.Class(ctx)
	if errors.Is(err, store.ErrNone) {
		row, err = c.begin(ctx)
	}
	if err != nil {
		return nil, err
	}
	c.row = row
	return c, c.grant(ctx, wish)
}

// begin writes a new class with an owner, whom nobody is yet.
func (c *Class) begin(ctx context.Context) (store.Class, error) {
	at := c.ms()
	row := store.Class{Rev: 1, State: store.ClassOpen, Join: store.JoinOpen, Code: auth.NewCode(), CodeMade: at, Created: at}
	owner := store.Member{ID: newID(), Rev: 1, Role: string(auth.Owner), Status: store.Active, Created: at}
	return row, c.store.Commit(ctx, store.SaveClass{Class: row}, store.SaveMember{Member: owner})
}

func (c *Class) grant(ctx context.Context, wish Wish) error {
	if wish == (Wish{}) {
		return nil
	}
	return c.Change(ctx, Program, "settings", "", func(row *store.Class) {
		set := func(to *string, from string) {
			if from != "" {
				*to = from
			}
		}
		set(&row.Title, wish.Title)
		set(&row.Join, wish.Join)
		if wish.Code != "" {
			row.Code, row.CodeMade = wish.Code, c.ms()
		}
	})
}

// Row is the class as it stands.
func (c *Class) Row() store.Class {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.row
}

// Title is what the class is called.
func (c *Class) Title() string { return c.Row().Title }

// Change changes the class, as somebody does who may.
func (c *Class) Change(ctx context.Context, by auth.Person, action, detail string, f func(*store.Class)) error {
	c.mu.Lock()
	row, err := c.change(ctx, f, c.audit(by, action, "", detail))
	c.mu.Unlock()
	if err != nil {
		return err
	}
	c.tell(News{Row: true})
	if row.State == store.ClassClosed {
		c.guests.end(auth.ErrOut, isStudent)
	}
	return nil
}

// change commits the class with a change, which is made anew when another server was quicker. c.mu is held.
func (c *Class) change(ctx context.Context, f func(*store.Class), note store.Write) (store.Class, error) {
	for range again {
		row := c.row
		f(&row)
		row.Rev++
		err := c.store.Commit(ctx, store.SaveClass{Class: row}, note)
		if err == nil {
			c.row = row
		}
		if !errors.Is(err, store.ErrStale) {
			return row, err
		}
		if c.row, err = c.store.Class(ctx); err != nil {
			return row, err
		}
	}
	return c.row, fmt.Errorf("the class: %w", store.ErrStale)
}

// Rotate gives the class a new code, or the one that is wished for, and returns it.
func (c *Class) Rotate(ctx context.Context, by auth.Person, wished string) (string, error) {
	code := auth.NewCode()
	if auth.CleanCode(wished) != "" {
		var err error
		if code, err = codeOf(wished); err != nil {
			return "", err
		}
	}
	return code, c.Change(ctx, by, "code", "", func(row *store.Class) { row.Code, row.CodeMade = code, c.ms() })
}

// audit is the write that notes what was done.
func (c *Class) audit(by auth.Person, action, target, detail string) store.Write {
	return store.AddAudit{Audit: store.Audit{At: c.ms(), Actor: by.ID, Name: by.Name, Action: action, Target: target, Detail: detail}}
}

func (c *Class) ms() int64 { return c.now().UnixMilli() }

// newID returns 128 random bits as text.
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// The errors of the door; the pages have the words of each.
var (
	ErrCode      = errors.New("this is not the code of the class")
	ErrShortCode = errors.New("a code has 4 to 32 letters or digits")
	ErrLocked    = errors.New("the class takes nobody new at the moment")
	ErrClosed    = errors.New("the class is closed")
	ErrName      = errors.New("somebody of that name is in the class already")
	ErrNobody    = errors.New("there is no such member")
	ErrClaimed   = errors.New("another browser has come in as this person")
	ErrSlow      = errors.New("too many wrong tries from this address")
	ErrTicket    = errors.New("this code or address was used already, or its time is over")
	ErrRank      = errors.New("only somebody with a higher role may do that")
	ErrLast      = errors.New("a class needs an owner")
	ErrPassword  = errors.New("the name or the password is wrong")
	ErrTitle     = errors.New("the title has no letter, or is longer than 160 bytes")
	ErrWay       = errors.New("one does not come into this class that way")
)

// member reads a member who is in the class.
func (c *Class) member(ctx context.Context, id string) (store.Member, error) {
	m, err := c.store.Member(ctx, id)
	if errors.Is(err, store.ErrNone) {
		err = ErrNobody
	}
	return m, err
}

// again is how often a change of a member is made anew when another one was quicker.
const again = 5

// update changes a member; f is called with the member as they are now, perhaps several times, and returns what else is to be written.
func (c *Class) update(ctx context.Context, id string, f func(*store.Member) ([]store.Write, error)) (store.Member, error) {
	for range again {
		m, err := c.member(ctx, id)
		if err != nil {
			return m, err
		}
		more, err := f(&m)
		if err != nil {
			return m, err
		}
		m.Rev++
		if err = c.store.Commit(ctx, append(more, store.SaveMember{Member: m})...); !errors.Is(err, store.ErrStale) {
			return m, err
		}
	}
	return store.Member{}, fmt.Errorf("member %s: %w", id, store.ErrStale)
}

// Members are all who are or were in the class.
func (c *Class) Members(ctx context.Context) ([]store.Member, error) { return c.store.Members(ctx) }

// owners are the members who own the class.
func owners(all []store.Member) []store.Member {
	return slices.DeleteFunc(slices.Clone(all), func(m store.Member) bool {
		return m.Role != string(auth.Owner) || m.Status == store.Removed
	})
}

func titleError(err error) error {
	if err != nil {
		return ErrTitle
	}
	return nil
}
