package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// This file has what needs no pipe: a message to all nodes, and a question to one.

// Failed is the error of a request that the other node could not answer.
type Failed struct {
	Node, Topic string
	Text        string
}

func (f *Failed) Error() string { return fmt.Sprintf("%s on node %s: %s", f.Topic, f.Node, f.Text) }

// Broadcast sends to all nodes that hear the topic, this one too. Who is cut off does not get it.
func (b *Bus) Broadcast(topic string, data []byte) error {
	if err := checkTopic(topic); err != nil {
		return err
	}
	m := nats.NewMsg(b.prefix + "all." + topic)
	m.Header.Set(fromHeader, b.node)
	m.Data = data
	return wrap(b.nats.PublishMsg(m))
}

// fromHeader names the node that sent a message.
const fromHeader = "Node"

// Hear has f called with what nodes broadcast on a topic, in order for each node, until stop is called.
func (b *Bus) Hear(topic string, f func(from string, data []byte)) (stop func()) {
	return b.subscribe(b.prefix+"all."+topic, topic, func(m *nats.Msg) { f(m.Header.Get(fromHeader), m.Data) })
}

// Request asks a node and returns its answer. The error is ErrUnreachable at once when there is no such node, ErrSilent when it
// does not answer in time, and *Failed when it answers that it cannot.
func (b *Bus) Request(ctx context.Context, node, topic string, data []byte) ([]byte, error) {
	if err := errors.Join(checkTopic(topic), CheckNode(node)); err != nil {
		return nil, err
	}
	m := nats.NewMsg(b.to(node, "ask."+topic))
	m.Header.Set(fromHeader, b.node)
	m.Data = data
	reply, err := b.ask(ctx, m)
	if err != nil {
		return nil, fmt.Errorf("%s on node %s: %w", topic, node, err)
	}
	if reply.Header.Get(errorHeader) != "" {
		return nil, &Failed{node, topic, reply.Header.Get(errorHeader)}
	}
	return reply.Data, nil
}

const (
	// errorHeader says in an answer why there is none.
	errorHeader = "Error"
	// requestWait is how long an answer may take when the context does not say.
	requestWait = 5 * time.Second
)

// ask sends a request to whoever listens.
func (b *Bus) ask(ctx context.Context, m *nats.Msg) (*nats.Msg, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, requestWait)
		defer cancel()
	}
	reply, err := b.nats.RequestMsgWithContext(ctx, m)
	return reply, wrap(err)
}

// Serve answers the requests of a topic, each on a goroutine of its own, until stop is called. The context of a request ends with
// the bus.
func (b *Bus) Serve(topic string, f func(ctx context.Context, from string, data []byte) ([]byte, error)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	unsubscribe := b.subscribe(b.to(b.node, "ask."+topic), topic, func(m *nats.Msg) {
		go func() {
			reply := nats.NewMsg(m.Reply)
			data, err := f(ctx, m.Header.Get(fromHeader), m.Data)
			if err != nil {
				reply.Header.Set(errorHeader, err.Error())
			}
			reply.Data = data
			m.RespondMsg(reply)
		}()
	})
	return func() { unsubscribe(); cancel() }
}

// subscribe panics for a topic that cannot be: topics are constants of the program.
func (b *Bus) subscribe(subject, topic string, f nats.MsgHandler) (stop func()) {
	if err := checkTopic(topic); err != nil {
		panic(err)
	}
	s, err := b.nats.Subscribe(subject, f)
	if err != nil {
		return func() {} // the bus is closed
	}
	b.nats.FlushTimeout(connectWait) // whoever is told of it may speak to it at once
	return func() { s.Unsubscribe() }
}

func checkTopic(topic string) error {
	if !topicName.MatchString(topic) {
		return fmt.Errorf("%q is no topic: words of letters, digits, '-' and '_' with dots between them", topic)
	}
	return nil
}

// wrap gives NATS's errors our names.
func wrap(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, nats.ErrReconnectBufExceeded), errors.Is(err, nats.ErrConnectionReconnecting), errors.Is(err, nats.ErrDisconnected):
		return ErrUnreachable
	case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return ErrSilent
	case errors.Is(err, nats.ErrMaxPayload):
		return ErrTooLarge
	case errors.Is(err, nats.ErrConnectionClosed):
		return ErrShut
	}
	return err
}
