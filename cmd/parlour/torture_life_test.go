package main

import (
	"cmp"
	"context"
	"strings"
)

// bear lets the crowd act in the life of a process that is ready, as soon as Discord reaches it. It calls
// note, with the lock held.
func (w *torture) bear(life context.Context, note func()) {
	if w.discord.AwaitBot(life) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if life.Err() == nil {
		note()
		w.life = life
		close(w.born)
		w.born = make(chan struct{})
	}
}

// heed reads the log of the process of a name to its end, and calls ready each time that it says that people can act.
func (w *torture) heed(name string, bot *child, ready func()) (said []string) {
	for line := range bot.said {
		said = append(said, line)
		w.mu.Lock()
		w.newest[name] = append(w.newest[name], line)
		w.mu.Unlock()
		if strings.Contains(line, cmp.Or(w.ready, isReady)) {
			ready()
		}
		w.weigh(line)
		if strings.Contains(line, "level=ERROR") && (w.fleet == nil || !strings.Contains(line, databaseIsAway)) || strings.Contains(line, w.discord.Token()) {
			w.t.Errorf("the log has %s", line)
		}
	}
	bot.cmd.Wait()
	return said
}

// bury ends the life of a dead process. It waits until nobody acts in that life any more,
// so that no click reaches the next process.
func (w *torture) bury() {
	w.acting.Lock()
	defer w.acting.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.life = nil
}

// act calls do in the life of a process, and waits for one if there is none.
func (w *torture) act(ctx context.Context, do func(life context.Context)) error {
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		did, born := w.within(do)
		if did {
			return nil
		}
		select {
		case <-born:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// within calls do in the life of the newest process if that is ready and alive. Else it
// returns a channel that is closed when the next process is ready.
func (w *torture) within(do func(life context.Context)) (did bool, born <-chan struct{}) {
	w.acting.RLock()
	defer w.acting.RUnlock()
	w.mu.Lock()
	life, born := w.life, w.born
	w.mu.Unlock()
	if life == nil || life.Err() != nil {
		return false, born
	}
	if w.fleet != nil {
		var end context.CancelFunc
		life, end = context.WithTimeout(life, w.fleet.patience)
		defer end()
	}
	do(life)
	return true, born
}

// inLastLife reports whether the process is not to be killed any more.
func (w *torture) inLastLife() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}
