package classws

import (
	"context"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/class"
	"gputour/server/socket"
)

// This file says who may send which request, and what each does. An error closes the socket; a request that is
// understood but cannot be carried out is answered with Refused.

const (
	retryAfter = time.Minute
	asideWait  = 10 * time.Second
)

// rights are the action that each request is.
var rights = map[string]auth.Action{
	wire.Hello:     auth.Learn,
	wire.Ack:       auth.Learn,
	wire.Where:     auth.Learn,
	wire.RaiseHand: auth.Learn,
	wire.Vote:      auth.Learn,
	wire.Allow:     auth.Learn,
	wire.Present:   auth.Lead,
	wire.Push:      auth.Lead,
	wire.OpenPoll:  auth.Lead,
	wire.ClosePoll: auth.Lead,
	wire.Lock:      auth.Lead,
	wire.TakeHand:  auth.Lead,
	wire.EndHand:   auth.Lead,
	wire.Observe:   auth.Watch,
	wire.Admit:     auth.Enrol,
	wire.Remove:    auth.Remove,
	wire.JoinCode:  auth.Settings,
}

func (c *conn) dispatch(m wire.Message, body any) error {
	if !c.person.Role.May(rights[m.Type]) {
		return c.refuse(m, wire.RefusedRole)
	}
	switch b := body.(type) {
	case *wire.AckBody:
		if !c.ack(b.Seq) {
			return socket.Because(websocket.ClosePolicyViolation, "ack of an event that was never sent")
		}
	case *wire.HelloBody:
		return socket.Because(websocket.ClosePolicyViolation, "a second hello")
	case *wire.WhereBody:
		c.room.do(class.At{Member: c.person.ID, WhereBody: *b})
	case *wire.ObserveBody:
		c.observe(m, b)
	case *wire.HandRefBody:
		if m.Type == wire.TakeHand {
			return c.request(m, class.Take{Hand: b.Hand})
		}
		return c.request(m, class.Finish{Hand: b.Hand})
	case *wire.MemberBody:
		return c.beside(m, func(ctx context.Context, members Members) (string, any, error) {
			change := members.Admit
			if m.Type == wire.Remove {
				change = members.Remove
			}
			_, err := change(ctx, c.person, b.Member)
			return wire.Done, wire.DoneBody{ID: b.Member}, err
		})
	case *wire.CodeBody:
		return c.beside(m, func(ctx context.Context, members Members) (string, any, error) {
			code := members.Row().Code
			var err error
			if b.Rotate {
				code, err = members.Rotate(ctx, c.person, "")
			}
			return wire.JoinCode, wire.JoinCodeBody{Code: code}, err
		})
	default:
		return c.request(m, body)
	}
	return nil
}

// request asks something of the class. Its answer comes when what it changed is kept.
func (c *conn) request(m wire.Message, body any) error {
	r := c.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.keeper.failing {
		c.reply(m, wire.Refused, wire.RefusedBody{Request: m.Type, Code: wire.RefusedKeeping})
		return nil
	}
	err := r.apply(class.Request{By: c.person.ID, RID: m.RID, Body: body}, func(id string) { c.reply(m, wire.Done, wire.DoneBody{ID: id}) })
	if err != nil {
		c.reply(m, wire.Refused, wire.RefusedBody{Request: m.Type, Code: refusal(err)})
	}
	return nil
}

func (c *conn) refuse(m wire.Message, code string) error {
	c.room.mu.Lock()
	defer c.room.mu.Unlock()
	c.reply(m, wire.Refused, wire.RefusedBody{Request: m.Type, Code: code})
	return nil
}

// observe begins or ends telling the board.
func (c *conn) observe(m wire.Message, b *wire.ObserveBody) {
	r := c.room
	r.mu.Lock()
	defer r.mu.Unlock()
	c.observes, c.fed, c.feed = b.Board, 0, nil
	if b.Board {
		c.reply(m, wire.Outline, wire.OutlineBody{Lessons: r.opts.Outline(b.Lang)})
		r.look()
		r.feedOne(c)
	}
}

// beside asks something of whoever keeps the members, so that the reader does not wait for it.
func (c *conn) beside(m wire.Message, ask func(context.Context, Members) (typ string, body any, err error)) error {
	members := c.room.opts.Members
	if members == nil {
		return c.refuse(m, wire.RefusedRole)
	}
	select {
	case c.aside <- struct{}{}:
	default:
		return c.refuse(m, "busy")
	}
	go func() {
		defer func() { <-c.aside }()
		ctx, cancel := context.WithTimeout(context.Background(), asideWait)
		defer cancel()
		typ, body, err := ask(ctx, members)
		if err != nil {
			code := members.Refusal(err)
			if code == "" {
				c.room.opts.Log.Error("a member could not be changed", "request", m.Type, "error", err)
				code = wire.RefusedFailed
			}
			c.refuse(m, code)
			return
		}
		c.room.mu.Lock()
		defer c.room.mu.Unlock()
		c.reply(m, typ, body)
	}()
	return nil
}
