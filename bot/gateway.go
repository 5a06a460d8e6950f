package bot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// The times of the gateway. Discord's heartbeat is 41.25 s, so a link that says
// nothing for a little longer is dead.
const (
	openTimeout  = 30 * time.Second
	closeTimeout = 5 * time.Second
	silence      = 60 * time.Second
	firstWait    = time.Second
	longestWait  = 2 * time.Minute
)

// A link is an open gateway. Each has a session of its own, because one in which
// discordgo hangs can only be abandoned.
type link struct {
	session *discordgo.Session
	gone    chan struct{} // closed when the link is
	noted   chan struct{} // closed when the host has noted that it is at work again
	dead    atomic.Bool   // whether it was abandoned
	mu      sync.Mutex
	conn    net.Conn
}

// open opens a gateway, within a time. One that does not open is abandoned.
func (b *bot) open(ctx context.Context) (*link, error) {
	s, err := newSession(b.Token, b.API)
	if err != nil {
		return nil, err
	}
	l := &link{session: s, gone: make(chan struct{}), noted: make(chan struct{})}
	defer close(l.noted)
	s.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: openTimeout, NetDialContext: l.dial}
	var once sync.Once
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		l.hear(func() { b.event(e) })
	})
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { once.Do(func() { close(l.gone) }) })
	opened := make(chan error, 1)
	go func() { opened <- s.Open() }()
	select {
	case err = <-opened:
	case <-ctx.Done():
		err = ctx.Err()
		l.abandon(opened)
	case <-time.After(openTimeout):
		err = fmt.Errorf("no answer in %v", openTimeout)
		l.abandon(opened)
	}
	if err != nil {
		return nil, final(fmt.Errorf("the gateway does not open: %w", redact(err)))
	}
	b.alive.Store(true)
	b.beat()
	b.Log.Info("the gateway is open")
	return l, nil
}

// hear handles what a link tells, unless it was abandoned. It waits for the sign of
// life, so that whoever moves as soon as they can is given back the outage before.
func (l *link) hear(handle func()) {
	<-l.noted
	if !l.dead.Load() {
		handle()
	}
}

// abandon cuts off a link that is still being opened, and sees to it that it does
// not come alive later.
func (l *link) abandon(opened <-chan error) {
	l.dead.Store(true)
	l.mu.Lock()
	if l.conn != nil {
		l.conn.Close()
	}
	l.mu.Unlock()
	go func() {
		if <-opened == nil {
			l.session.Close()
		}
	}()
}

// settled is how long a link must have lived for the next one to be opened without
// a longer wait than the last, so that the day's identifies are not used up.
const settled = time.Minute

// keepOpen opens the gateway anew whenever it is gone, until the context is done.
// It returns an error when Discord will not have the bot any more.
func (b *bot) keepOpen(ctx context.Context, l *link) error {
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		since := time.Now()
		select {
		case <-ctx.Done():
			l.close()
			return nil
		case <-l.gone:
		}
		b.alive.Store(false)
		if time.Since(since) > settled {
			wait = firstWait
		}
		b.Log.Warn("the gateway is gone; reconnecting", "in", wait)
		var err error
		if l, err = b.reopen(ctx, wait); err != nil || l == nil {
			return err
		}
	}
}

// reopen tries to open the gateway after a wait, and then after longer and longer
// ones. It returns neither a link nor an error when the context is done.
func (b *bot) reopen(ctx context.Context, wait time.Duration) (*link, error) {
	for ; ; wait = max(firstWait, min(2*wait, longestWait)) {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-time.After(wait):
		}
		l, err := b.open(ctx)
		if f := (finalError{}); err == nil || errors.As(err, &f) {
			return l, err
		}
		if ctx.Err() == nil {
			b.Log.Warn("the gateway stays closed; trying again", "err", err)
		}
	}
}

// close closes a link, or abandons it when that takes too long.
func (l *link) close() {
	closed := make(chan struct{})
	go func() { l.session.Close(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(closeTimeout):
	}
}

// A finalError is that of a gateway that will never open.
type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

// finalCodes are the codes with which the gateway closes for good, and what to do.
var finalCodes = map[int]error{
	4004: ErrBadToken,
	4010: errors.New("the gateway refuses the shard"),
	4011: errors.New("the bot is in too many servers for one connection"),
	4012: errors.New("the gateway does not speak this version any more: a newer Parlour is needed"),
	4013: errors.New("the gateway refuses the intents"),
	4014: errors.New("the gateway refuses the intents: Parlour needs none that is privileged"),
}

// final replaces an error of the gateway that no later attempt will mend.
func final(err error) error {
	var closed *websocket.CloseError
	if errors.As(err, &closed) && finalCodes[closed.Code] != nil {
		return finalError{finalCodes[closed.Code]}
	}
	return err
}

// dial makes a connection that fails when nothing comes for too long, and keeps it
// so that it can be cut off.
func (l *link) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{Timeout: openTimeout}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead.Load() {
		c.Close()
		return nil, net.ErrClosed
	}
	l.conn = impatient{c}
	return l.conn, nil
}

// impatient is a connection whose reads have a deadline.
type impatient struct{ net.Conn }

// Read fails when nothing comes for longer than a living gateway is silent.
func (c impatient) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}
