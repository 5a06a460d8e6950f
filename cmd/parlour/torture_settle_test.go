package main

import (
	"context"
	"slices"

	"parlour/bot/sandbox"
	"parlour/storage"
)

// A leftover is a message of the past that is yet to become a line, or to be deleted.
type leftover struct {
	viewer           string // name of a person who sees it
	channel, message string // ids
	said             string // its text
}

// mostLives is how many more processes there may be until all is settled: what one publishes at its
// start leaves another board behind.
const mostLives = 4

// settle runs the bot again while messages of the past are left, or if a publication was cut off. In
// a storm of messages the bot leaves some of them for later, or for its next process.
func (w *torture) settle() {
	for range mostLives {
		left, cut := w.untidy()
		if len(left) == 0 && !cut {
			return
		}
		w.tidy(left)
	}
}

// tidy runs the bot until it has changed or deleted each leftover. One that it changed at the end of a
// life, and does not know of, it changes into what it is.
func (w *torture) tidy(left []leftover) {
	w.touched.Clear()
	_, stop := w.runs(true)
	defer stop()
	ctx, cancel := context.WithTimeout(context.Background(), stillness)
	defer cancel()
	if err := w.act(ctx, func(context.Context) {}); err != nil {
		w.t.Errorf("waited %v for a bot that is ready: %v", stillness, err)
	}
	for _, l := range left {
		_, err := w.discord.User(l.viewer).Await(ctx, l.channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool { return m.ID == l.message })
			_, again := w.touched.Load(l.message)
			return i < 0 || all[i].Content != l.said || again
		})
		if err != nil {
			w.t.Errorf("waited %v for message %s in channel %s to become its line, or to be deleted: %v", stillness, l.message, l.channel, err)
		}
	}
}

// untidy returns the leftovers of all matches, and reports whether a publication of one was cut off.
func (w *torture) untidy() (left []leftover, cut bool) {
	w.collect()
	add := func(viewer, channel, message string) {
		for _, m := range w.discord.User(viewer).Sees(channel) {
			if m.ID == message {
				left = append(left, leftover{viewer, channel, message, m.Content})
			}
		}
	}
	matches, people := w.stored()
	for _, m := range matches {
		if m.Guest {
			continue // it stays as it is until somebody presses
		}
		if !m.FailingSince.IsZero() {
			cut = true
			for name := range people { // whom it may have asked without knowing that it did
				for _, d := range w.discord.User(name).Sees(w.discord.User(name).DM()) {
					if o := w.posts[d.ID].origin; o.match == m.ID && o.turn < m.Live.Turn && len(d.Rows) > 0 {
						add(name, d.Channel, d.ID)
					}
				}
			}
		}
		for _, b := range m.Old {
			add("eve", b.Channel, b.Message)
		}
		for _, a := range m.Asks {
			if a.Answer != "" && a.Message != "" {
				add("eve", a.Channel, a.Message)
			}
		}
		for _, d := range m.Asked {
			if d.Message == "" || m.Phase == storage.Playing && d.Turn >= m.Live.Turn {
				continue
			}
			for name, id := range people {
				if id == d.Player {
					add(name, d.Channel, d.Message)
				}
			}
		}
	}
	return left, cut
}
