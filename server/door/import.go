package door

import (
	"context"
	"fmt"

	"gputour/server/auth"
	"gputour/server/roster"
	"gputour/server/store"
)

// This file brings a list of people into a class.

// ReadList reads a list as it is wanted here.
func ReadList(data []byte) ([]roster.Entry, error) { return roster.Parse(data, auth.CleanName) }

// Preview says what a list would change.
func (c *Class) Preview(ctx context.Context, list []roster.Entry) (roster.Plan, error) {
	all, err := c.store.Members(ctx)
	if err != nil {
		return roster.Plan{}, err
	}
	known := make([]roster.Known, len(all))
	for i, m := range all {
		known[i] = roster.Known{ID: m.ID, Name: m.Name, Number: m.Number, Group: m.Group, Email: m.Email, Gone: m.Status == store.Removed}
	}
	plan := roster.Compare(known, list)
	plan.Missing = nil // those who teach are rarely in a list: only students are missed
	for _, m := range all {
		if m.Role == string(auth.Student) && m.Status != store.Removed && !plan.Names(m.ID) {
			plan.Missing = append(plan.Missing, roster.Known{ID: m.ID, Name: m.Name, Number: m.Number, Group: m.Group})
		}
	}
	return plan, nil
}

// Import makes the changes of a list, all or none, and returns them. Nobody is removed.
func (c *Class) Import(ctx context.Context, by auth.Person, list []roster.Entry) (roster.Plan, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	plan, err := c.Preview(ctx, list)
	if err != nil || plan.Empty() {
		return plan, err
	}
	writes := []store.Write{c.audit(by, "import", "", fmt.Sprintf("+%d ~%d", len(plan.New), len(plan.Changed)))}
	for _, change := range plan.Changed {
		m, err := c.member(ctx, change.ID)
		if err != nil {
			return plan, err
		}
		if m.ID != by.ID && !by.Role.Above(auth.Role(m.Role)) {
			return plan, ErrRank
		}
		m.Rev++
		m.Name, m.Number, m.Group, m.Email = change.To.Name, change.To.Number, change.To.Group, change.To.Email
		writes = append(writes, store.SaveMember{Member: m})
	}
	at := c.ms()
	for _, e := range plan.New {
		writes = append(writes, store.SaveMember{Member: store.Member{
			ID: newID(), Rev: 1, Role: string(auth.Student), Status: store.Invited, Created: at,
			Name: e.Name, Number: e.Number, Group: e.Group, Email: e.Email,
		}})
	}
	return plan, c.store.Commit(ctx, writes...)
}

// Add puts one student on the list.
func (c *Class) Add(ctx context.Context, by auth.Person, name, number, group string) error {
	list, err := ReadList([]byte(roster.Write([]roster.Entry{{Name: name, Number: number, Group: group}})))
	if err != nil {
		return err
	}
	plan, err := c.Import(ctx, by, list)
	if err == nil && len(plan.New) == 0 {
		err = ErrName
	}
	return err
}
