package commands_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"parlour/commands/message"
	"parlour/commands/publish"
)

// nonceHolds is how long a channel recognises a nonce.
const nonceHolds = 3 * time.Minute

// sleepsAfter is how long a thread is awake after its newest message.
const sleepsAfter = 3 * 24 * time.Hour

// A discord is the state of a simulated Discord, and how likely its calls fail.
type discord struct {
	seq     int // the last number given to an id or an event
	posts   map[string]*post
	nonces  map[string]*post     // by channel and nonce, the newest
	in      map[string][]*post   // by channel
	awake   map[string]time.Time // when a thread was last active
	removed map[string]bool      // servers that the bot was removed from
	failed  time.Time            // when a call last failed
	fails   int                  // how many calls have failed
	failing float64              // how likely a call fails for a moment
}

// A post is a message as it was posted.
type post struct {
	id, channel, nonce string
	at                 time.Time
	seq                int      // the number given with its id
	message.Message             // as it is now
	pinged             []string // whom it notified when it was posted
	gone               bool     // whether it was deleted
}

func newDiscord() discord {
	return discord{
		posts: map[string]*post{}, nonces: map[string]*post{}, in: map[string][]*post{}, awake: map[string]time.Time{},
		removed: map[string]bool{}, failing: usualFailing,
	}
}

// usualFailing is how likely a call fails, and how likely the answer to a message is lost, on a
// good day.
const usualFailing = 0.005

// errPassing is the failure of a call that may be tried again.
var errPassing = errors.New("503")

// call begins every call: the process may die in it, and it may fail.
func (y *year) call() error {
	if err := y.burn(); err != nil {
		return err
	}
	if y.chance.Float64() < y.failing**yearTrouble {
		y.fail()
		return errPassing
	}
	return nil
}

// fail notes that a call fails.
func (y *year) fail() { y.failed, y.fails = y.now, y.fails+1 }

// Ids of channels and servers begin with a digit that tells their kind.
const (
	serverID = "1"
	doomedID = "2" // a server from which the bot is removed
	threadID = "5"
	directID = "7"
	friendID = "8" // a direct message of friends or a group, where the bot can only answer
)

// serverOf returns the server of a channel.
func serverOf(channel string) string { return strings.TrimPrefix(channel, threadID)[:1] }

// blocked returns the error of a channel that takes no messages and edits, nil for any other.
func (y *year) blocked(channel string) error {
	if strings.HasPrefix(channel, directID) {
		if c := y.citizen(strings.TrimPrefix(channel, directID)); c.closed {
			return publish.ErrClosed
		}
		return nil
	}
	if strings.HasPrefix(channel, friendID) {
		y.judge.fault(intruded, "in %s", channel)
	}
	if y.removed[serverOf(channel)] {
		return publish.ErrForbidden
	}
	return nil
}

func (y *year) Post(_ context.Context, channel, nonce string, m message.Message) (string, error) {
	if err := errors.Join(y.call(), y.blocked(channel)); err != nil {
		return "", err
	}
	if len(nonce) > 25 {
		y.judge.fault(badMessage, "the nonce %s has %d characters", nonce, len(nonce))
	}
	key := channel + " " + nonce
	if p := y.nonces[key]; p != nil && y.now.Sub(p.at) < nonceHolds {
		y.judge.count["same nonce"]++
		return p.id, y.burn()
	}
	p := y.makes(channel, nonce, m)
	y.nonces[key] = p
	if err := y.hears(); err != nil {
		return "", err
	}
	return p.id, nil
}

// makes makes a message.
func (y *year) makes(channel, nonce string, m message.Message) *post {
	p := &post{id: y.id(), channel: channel, nonce: nonce, at: y.now, Message: m, pinged: m.Pings}
	p.seq = y.seq
	y.posts[p.id], y.in[channel], y.awake[channel] = p, append(y.in[channel], p), y.now
	if *yearLog {
		fmt.Println(y.now.UTC(), "post", channel, nonce, strings.ReplaceAll(m.Content, "\n", " / "))
	}
	y.judge.posted(p)
	return p
}

// hears returns an error if the answer to a call that made a message is lost.
func (y *year) hears() error {
	if y.chance.Float64() < y.failing**yearTrouble {
		y.judge.count["lost answers"]++
		y.fail()
		return io.ErrUnexpectedEOF
	}
	return y.burn()
}

// asleep reports whether a channel is a thread that has fallen asleep.
func (y *year) asleep(channel string) bool {
	return strings.HasPrefix(channel, threadID) && y.now.Sub(y.awake[channel]) > sleepsAfter
}

func (y *year) Edit(_ context.Context, channel, id string, m message.Message) error {
	if err := errors.Join(y.call(), y.blocked(channel)); err != nil {
		return err
	}
	if y.asleep(channel) {
		return publish.ErrForbidden
	}
	p := y.posts[id]
	switch {
	case p == nil:
		y.judge.fault(badMessage, "message %q is edited and does not exist", id)
		return publish.ErrGone
	case p.gone:
		return publish.ErrGone
	}
	p.shows(m)
	return y.burn()
}

// shows changes a message. Its picture stays if the new one has none and does not say so.
func (p *post) shows(m message.Message) {
	if m.Picture == nil && !m.Bare {
		m.Picture = p.Picture
	}
	p.Message = m
}

func (y *year) Strip(_ context.Context, channel, id string) error {
	if err := errors.Join(y.call(), y.blocked(channel)); err != nil {
		return err
	}
	if p := y.posts[id]; p != nil {
		p.Rows = nil
	}
	return y.burn()
}

func (y *year) Delete(_ context.Context, channel, id string) error {
	if err := errors.Join(y.call(), y.blocked(channel)); err != nil {
		return err
	}
	p := y.posts[id]
	if p == nil || p.gone {
		return nil
	}
	p.gone = true
	y.judge.deleted(p)
	return y.burn()
}

func (y *year) Rename(_ context.Context, thread, _ string) error {
	return errors.Join(y.call(), y.blocked(thread))
}

func (y *year) Invite(_ context.Context, thread, _ string, _ []string) (string, error) {
	return "", errors.Join(y.call(), y.blocked(thread))
}

func (y *year) Thread(_ context.Context, _, channel, id, _ string) (string, error) {
	if err := errors.Join(y.call(), y.blocked(channel)); err != nil {
		return "", err
	}
	thread := threadID + channel + id
	if _, there := y.awake[thread]; !there {
		y.awake[thread] = y.now
	}
	return thread, y.burn()
}

func (y *year) Direct(_ context.Context, person string) (string, error) {
	return directID + person, y.call()
}

func (y *year) Rouse(_ context.Context, channel string) error {
	if err := errors.Join(y.call(), y.blocked(channel)); err != nil {
		return err
	}
	if y.asleep(channel) {
		y.judge.count["threads roused"]++
		y.awake[channel] = y.now
	}
	return nil
}

func (y *year) Own(_ context.Context, channel string, since time.Time) ([]publish.Posted, error) {
	if err := errors.Join(y.call(), y.blocked(channel)); err != nil {
		return nil, err
	}
	var own []publish.Posted
	for _, p := range slices.Backward(y.in[channel]) {
		if p.at.Before(since.Add(-time.Minute)) { // the clocks may differ
			break
		}
		if p.gone {
			continue
		}
		found := publish.Posted{ID: p.id, Content: p.Content}
		for _, c := range slices.Concat(p.Rows...) {
			found.Buttons = append(found.Buttons, c.ID)
		}
		own = append(own, found)
	}
	y.judge.count["channels read"]++
	return own, nil
}

func (y *year) Member(_ context.Context, server, person string) (bool, error) {
	if server == "" {
		y.judge.fault(intruded, "somebody is looked for")
	}
	if err := y.call(); err != nil {
		return false, err
	}
	if y.removed[server] {
		return false, publish.ErrGone
	}
	return y.citizen(person).left.IsZero(), nil
}

// planTrouble plans stops of the process, times in which the gateway is shut, and times in which
// many calls fail.
func (y *year) planTrouble() {
	length := y.end.Sub(y.from)
	for _, d := range []time.Duration{
		20 * time.Second, 2 * time.Minute, 10 * time.Minute, 45 * time.Minute, 70 * time.Minute, 5 * time.Hour, 26 * time.Hour, 60 * time.Hour,
	} {
		for range 1 + y.days/180 {
			y.person(y.from.Add(y.upTo(length)), func() {
				y.keepAlive()
				y.stop(d)
			})
		}
	}
	for range 1 + y.days/12 {
		y.at(y.from.Add(y.upTo(length)), func() { y.shutFor(y.upTo(oneOf(y, time.Minute, 20*time.Minute, 5*time.Hour))) })
		y.at(y.from.Add(y.upTo(length)), func() { y.failFor(y.upTo(6 * time.Hour)) })
	}
	y.at(y.from.Add(length*2/3), func() { y.removed[doomedID] = true })
}

// downtime returns how long a process that has died stays down.
func (y *year) downtime() time.Duration {
	if y.chance.IntN(10) < 7 {
		return time.Second + y.upTo(40*time.Second)
	}
	return time.Minute + y.upTo(oneOf(y, 3*time.Minute, 10*time.Minute, 100*time.Minute))
}

// shutFor shuts the gateway for a while.
func (y *year) shutFor(d time.Duration) {
	if !y.working() {
		return
	}
	y.keepAlive()
	y.judge.away(y.now)
	y.shut = true
	y.judge.count["gateway shut"]++
	y.at(y.now.Add(d), func() {
		if y.shut = false; y.up {
			y.reached()
			y.beat()
			y.revive()
		}
	})
}

// failFor has many calls fail for a while.
func (y *year) failFor(d time.Duration) {
	y.judge.hard(y.now, y.now.Add(d+time.Minute))
	y.failing = oneOf(y, 0.3, 0.7, 1)
	y.at(y.now.Add(d), func() { y.failing = usualFailing })
}
