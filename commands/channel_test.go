package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/message"
	"parlour/commands/publish"
)

// Post is [publish.Channel.Post]. With the methods below a world is the Channel of its service.
func (w *world) Post(_ context.Context, channel, nonce string, m message.Message) (string, error) {
	if len(nonce) > 25 {
		w.t.Errorf("a nonce is %q, want at most 25 characters", nonce)
	}
	if who, ok := strings.CutPrefix(channel, directPrefix); ok {
		return w.postDirect(who, nonce, m)
	}
	w.asMember(channel)
	return w.post(channel, nonce, m)
}

// post is Post of a public message.
func (w *world) post(channel, nonce string, m message.Message) (string, error) {
	if w.fails != nil {
		return "", w.fails
	}
	if w.gone[channel] {
		return "", publish.ErrGone
	}
	if w.locked[channel] {
		return "", publish.ErrForbidden
	}
	delete(w.asleep, channel)
	for i, p := range w.public {
		if p.nonce == nonce && w.now.Sub(p.at) < nonceLives {
			return strconv.Itoa(i + 1), nil
		}
	}
	w.public = append(w.public, posted{channel, nonce, []message.Message{m}, w.now})
	id := strconv.Itoa(len(w.public))
	silent := ""
	if m.Silent {
		silent = ", silent"
	}
	w.write("#"+channel+", message "+id+silent, m)
	return id, w.lose()
}

func (w *world) Edit(_ context.Context, channel, id string, m message.Message) error {
	w.asMember(channel)
	return w.edit(channel, id, m)
}

// edit is Edit where the bot may.
func (w *world) edit(channel, id string, m message.Message) error {
	if w.fails != nil {
		return w.fails
	}
	if w.gone[channel] {
		return publish.ErrGone
	}
	if w.asleep[channel] || w.locked[channel] {
		return publish.ErrForbidden
	}
	list, digits := w.public, id
	if number, direct := strings.CutPrefix(id, "d"); direct {
		list, digits = w.direct, number
	}
	n, _ := strconv.Atoi(digits)
	list[n-1].versions = append(list[n-1].versions, m)
	w.write("#"+channel+", message "+id+" changed", m)
	return nil
}

func (w *world) Strip(_ context.Context, channel, id string) error {
	w.asMember(channel)
	if w.fails != nil && !strings.HasPrefix(channel, directPrefix) {
		return w.fails
	}
	fmt.Fprintf(&w.out, "#%s, message %s has no buttons any more\n", channel, id)
	return nil
}

func (w *world) Delete(_ context.Context, channel, id string) error {
	w.asMember(channel)
	if w.fails != nil && !strings.HasPrefix(channel, directPrefix) {
		return w.fails
	}
	fmt.Fprintf(&w.out, "#%s, message %s is deleted\n", channel, id)
	return nil
}

func (w *world) Rename(_ context.Context, thread, name string) error {
	w.asMember(thread)
	if w.fails != nil {
		return w.fails
	}
	fmt.Fprintf(&w.out, "#%s is called now: %s\n", thread, name)
	return nil
}

func (w *world) Invite(_ context.Context, thread, nonce string, people []string) (string, error) {
	if len(nonce) > 25 {
		w.t.Errorf("a nonce is %q, want at most 25 characters", nonce)
	}
	if w.fails != nil {
		return "", w.fails
	}
	fmt.Fprintf(&w.out, "#%s has %s\n", thread, strings.Join(people, ", "))
	return "", nil
}

func (w *world) Thread(_ context.Context, _, channel, id, name string) (string, error) {
	w.asMember(channel)
	if w.fails != nil {
		return "", w.fails
	}
	if w.unthreaded {
		return "", publish.ErrLater
	}
	fmt.Fprintf(&w.out, "#%s, message %s gets a thread: %s\n", channel, id, name)
	return "thread-" + id, nil
}

func (w *world) Rouse(_ context.Context, channel string) error {
	w.asMember(channel)
	switch {
	case w.gone[channel]:
		return publish.ErrGone
	case w.locked[channel]:
		return publish.ErrForbidden
	case w.asleep[channel]:
		delete(w.asleep, channel)
		fmt.Fprintf(&w.out, "#%s is woken\n", channel)
	}
	return nil
}

func (w *world) Own(_ context.Context, channel string, since time.Time) ([]publish.Posted, error) {
	w.asMember(channel)
	var own []publish.Posted
	for prefix, list := range map[string][]posted{"": w.public, "d": w.direct} {
		for i, p := range slices.Backward(list) {
			if p.channel == channel && !p.at.Before(since) {
				own = append(own, w.found(prefix+strconv.Itoa(i+1), p))
			}
		}
	}
	return own, nil
}

// found returns a message as [publish.Channel.Own] finds it.
func (w *world) found(id string, p posted) publish.Posted {
	newest := p.versions[len(p.versions)-1]
	f := publish.Posted{ID: id, Content: newest.Content}
	for _, c := range slices.Concat(newest.Rows...) {
		f.Buttons = append(f.Buttons, c.ID)
	}
	return f
}

func (w *world) Member(_ context.Context, _, person string) (bool, error) {
	if w.alone {
		return false, publish.ErrGone
	}
	return !w.absent[person], nil
}
