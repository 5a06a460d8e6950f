package bot

import (
	"sync"
	"sync/atomic"
	"time"
)

// rivals tell that another program answers interactions with the bot's token: an interaction that came here once, and
// whose answer was not lost, was answered already. Two programs share the games by chance then.
type rivals struct {
	mu     sync.Mutex
	times  map[string]*atomic.Int32 // how often each of the newest interactions has come, by its id
	ids    [rivalKnows]string       // of those, in turn
	next   int                      // index of the oldest of ids
	found  int
	newest time.Time
}

const (
	rivalKnows = 1000      // interactions: an event that is sent twice comes soon after itself
	rivalAfter = 2         // answers of others, after which there is a rival
	rivalFor   = time.Hour // after the last of them there is none any more
)

// came counts an interaction.
func (r *rivals) came(id string) (times *atomic.Int32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.times == nil {
		r.times = map[string]*atomic.Int32{}
	}
	if times = r.times[id]; times == nil {
		delete(r.times, r.ids[r.next])
		r.ids[r.next], r.next = id, (r.next+1)%rivalKnows
		times = new(atomic.Int32)
		r.times[id] = times
	}
	times.Add(1)
	return times
}

// leeway is how much longer than it says Discord may take a first answer.
const leeway = 10 * time.Second

// noteFirst returns the error of the first answer to an interaction. It notes that the interaction was young if there
// is none, and if a rival has given it.
func (x *exchange) noteFirst(err error) error {
	if err == nil {
		x.b.clock.Made(x.ID, x.b.AnswerWithin+leeway, x.since())
	}
	if !isTwin(err) || x.times.Load() > 1 {
		return err
	}
	r := &x.b.rivals
	r.mu.Lock()
	defer r.mu.Unlock()
	r.newest = x.b.Clock()
	if r.found++; r.found == rivalAfter {
		x.b.Log.Error("another program answers with this bot's token: stop it, or reset the token", "see", "docs/trouble.md#two-programs")
	}
	return err
}

// isThere reports whether there is a rival now.
func (r *rivals) isThere(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.found >= rivalAfter && now.Sub(r.newest) < rivalFor
}
