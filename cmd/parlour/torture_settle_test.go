package main

import (
	"context"
	"slices"
	"syscall"

	"parlour/bot/sandbox"
	"parlour/storage"
	"parlour/storage/bolt"
)

// settle runs the bot once more if boards of the past are left. What has to wait for too long in a
// storm of messages is done half a minute later, or by the next process.
func (w *torture) settle() {
	left := w.untidy()
	if len(left) == 0 {
		return
	}
	eve := w.discord.User("eve")
	was := map[string]string{}
	for _, b := range left {
		for _, m := range eve.Sees(b.Channel) {
			was[m.ID] = m.Content
		}
	}
	bot := spawnChild(w.t, w.discord, w.store)
	ended := make(chan struct{})
	go func() { defer close(ended); w.follow(bot, true) }()
	ctx, cancel := context.WithTimeout(context.Background(), stillness)
	defer cancel()
	for _, b := range left {
		_, err := eve.Await(ctx, b.Channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool { return m.ID == b.Message })
			return i < 0 || all[i].Content != was[b.Message]
		})
		if err != nil {
			w.t.Errorf("waited %v for message %s in channel %s to become its line: %v", stillness, b.Message, b.Channel, err)
		}
	}
	defer bot.deadline("the end of the program after SIGTERM")()
	bot.cmd.Process.Signal(syscall.SIGTERM)
	<-ended
}

// untidy returns the boards of all matches that are yet to become lines.
func (w *torture) untidy() (left []storage.Board) {
	store, err := bolt.Open(w.store)
	if err != nil {
		w.t.Fatal(err)
	}
	defer store.Close()
	matches, _ := w.stored(store)
	for _, m := range matches {
		left = append(left, m.Old...)
	}
	return left
}
