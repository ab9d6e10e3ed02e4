package door

import (
	"context"
	"errors"
	"sync"

	"gputour/server/auth"
	"gputour/server/store"
)

// This file is what those who lead a class do with its members.

// personOf is a member as the rest of the server knows them: who is not in the class has no role.
func personOf(m store.Member) auth.Person {
	p := auth.Person{ID: m.ID, Name: m.Name}
	if m.Status == store.Active {
		p.Role = auth.Role(m.Role)
	}
	return p
}

// Admit lets somebody in who waits.
func (c *Class) Admit(ctx context.Context, by auth.Person, id string) (store.Member, error) {
	m, err := c.update(ctx, id, func(m *store.Member) ([]store.Write, error) {
		if m.Status != store.Waiting {
			return nil, ErrNobody
		}
		m.Status = store.Active
		return []store.Write{c.audit(by, "admit", id, m.Name)}, nil
	})
	if err == nil {
		c.ended(Ending{Member: id, Changed: true})
	}
	return m, err
}

// Remove ends somebody's membership, and their cookies and sockets at once.
func (c *Class) Remove(ctx context.Context, by auth.Person, id string) (store.Member, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	may := func(m store.Member) bool { return by.Role.Above(auth.Role(m.Role)) }
	m, err := c.update(ctx, id, func(m *store.Member) ([]store.Write, error) {
		same, err := c.notLast(ctx, id, may)
		if err != nil {
			return nil, err
		}
		if !may(*m) {
			return nil, ErrRank
		}
		m.Status = store.Removed
		return []store.Write{same, store.RevokeLogins{Owner: id, At: c.ms()}, store.DropTickets{Member: id}, c.audit(by, "remove", id, m.Name)}, nil
	})
	if err == nil {
		c.ended(Ending{Member: id})
	}
	return m, err
}

// Restore takes somebody back who was removed. They come in with a code of their own (Rejoin), or by the list.
func (c *Class) Restore(ctx context.Context, by auth.Person, id string) (store.Member, error) {
	return c.update(ctx, id, func(m *store.Member) ([]store.Write, error) {
		if m.Status != store.Removed {
			return nil, ErrNobody
		}
		if !by.Role.Above(auth.Role(m.Role)) {
			return nil, ErrRank
		}
		m.Status, m.Claimed = store.Invited, 0
		return []store.Write{c.audit(by, "restore", id, m.Name)}, nil
	})
}

// SetRole makes somebody something else. Their sockets end, and come back with the new role.
func (c *Class) SetRole(ctx context.Context, by auth.Person, id string, role auth.Role) (store.Member, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	may := func(m store.Member) bool { return by.Role.MayChange(auth.Role(m.Role), role) }
	m, err := c.update(ctx, id, func(m *store.Member) (writes []store.Write, err error) {
		if role != auth.Owner {
			same, err := c.notLast(ctx, id, may)
			if err != nil {
				return nil, err
			}
			writes = append(writes, same)
		}
		if !may(*m) {
			return nil, ErrRank
		}
		detail := m.Name + ": " + m.Role + " → " + string(role)
		m.Role = string(role)
		return append(writes, c.audit(by, "role", id, detail)), nil
	})
	if err == nil {
		c.ended(Ending{Member: id, Changed: true})
	}
	return m, err
}

// notLast is an error when somebody is the only owner, and whoever asks may act against them; else what must still hold when
// they no longer are.
func (c *Class) notLast(ctx context.Context, id string, may func(store.Member) bool) (store.Write, error) {
	all, err := c.store.Members(ctx)
	if err != nil {
		return nil, err
	}
	if left := owners(all); len(left) == 1 && left[0].ID == id && may(left[0]) {
		return nil, ErrLast
	}
	return sameAs(all), nil
}

// Rename gives somebody another name.
func (c *Class) Rename(ctx context.Context, by auth.Person, id, name string) (store.Member, error) {
	name, err := auth.CleanName(name)
	if err != nil {
		return store.Member{}, err
	}
	return c.update(ctx, id, func(m *store.Member) ([]store.Write, error) {
		if by.ID != id && !by.Role.Above(auth.Role(m.Role)) {
			return nil, ErrRank
		}
		old := m.Name
		m.Name = name
		return []store.Write{c.audit(by, "rename", id, old+" → "+name)}, nil
	})
}

// SignOut ends one login, or with a nil one all of a member.
func (c *Class) SignOut(ctx context.Context, by auth.Person, id string, login *[32]byte) error {
	m, err := c.member(ctx, id)
	switch {
	case err != nil:
		return err
	case by.ID != id && !by.Role.Above(auth.Role(m.Role)):
		return ErrRank
	}
	writes := []store.Write{store.RevokeLogins{Owner: id, At: c.ms()}, c.audit(by, "signout", id, m.Name)}
	if login != nil {
		writes = []store.Write{store.DropLogin{Hash: *login}}
	}
	if err := c.store.Commit(ctx, writes...); err != nil {
		return err
	}
	c.ended(Ending{Member: id, Login: login})
	return nil
}

// nobodysPassword is a hash that no password has; it is made once, since that takes a while.
var nobodysPassword = sync.OnceValue(func() string {
	hash, _ := auth.HashPassword(auth.NewSecret()) // it is long enough
	return hash
})

func ticketError(err error) error {
	if errors.Is(err, store.ErrNone) || errors.Is(err, ErrNobody) {
		return ErrTicket
	}
	return err
}
