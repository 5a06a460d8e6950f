package publish

import (
	"context"
	"maps"
	"sync"
	"time"

	"parlour/commands/match"
)

// A Layout says who may view the channels of a server. The zero value knows no channel.
type Layout struct {
	Guild   string          // the server; the role of everybody has its id
	Owner   string          // id of the person who may view all
	Viewers map[string]bool // ids of the roles that may view channels where no overwrite says otherwise
	Admins  map[string]bool // ids of the roles that may view all
	Rooms   map[string]Room // by id: the channels, and the threads that are awake
}

// A Room is a channel or a thread.
type Room struct {
	Above  string          // the channel of a thread
	Closed bool            // whether it is a private thread, or age-restricted
	View   map[string]bool // what the overwrites of a channel say about viewing it, by the id of a role or a person
}

// ShownIn reports whether a game of one channel may be shown in another place of the server. There people may look on
// that do not see the channel. All that shows games outside their channels asks here. A thread counts as its channel.
// A game is shown in its own channel, from a channel that everybody may view, and where the same people may view both.
// Private threads and age-restricted channels neither show nor are shown, and what is not known is not shown.
func (l Layout) ShownIn(from, place string) bool {
	from, a := l.home(from)
	place, b := l.home(place)
	if from == "" || place == "" {
		return false
	}
	return from == place || l.open(a) || maps.Equal(a.View, b.View)
}

// Public reports whether everybody in the server may view a channel, or the channel of a thread.
func (l Layout) Public(channel string) bool {
	id, room := l.home(channel)
	return id != "" && l.open(room)
}

// open reports whether everybody may view a channel.
func (l Layout) open(room Room) bool {
	everybody, said := room.View[l.Guild]
	if !said {
		everybody = l.Viewers[l.Guild] || l.Admins[l.Guild]
	}
	for _, allowed := range room.View {
		everybody = everybody && allowed
	}
	return everybody
}

// Views reports whether a person with some roles may view a channel, as Discord computes it.
func (l Layout) Views(person string, roles []string, channel string) bool {
	channel, room := l.home(channel)
	may, all := l.Viewers[l.Guild], l.Admins[l.Guild] || person == l.Owner
	for _, role := range roles {
		may, all = may || l.Viewers[role], all || l.Admins[role]
	}
	if all || channel == "" {
		return channel != ""
	}
	if allowed, said := room.View[l.Guild]; said {
		may = allowed
	}
	allows, denies := false, false
	for _, role := range roles {
		allowed, said := room.View[role]
		allows, denies = allows || allowed, denies || said && !allowed
	}
	may = may && !denies || allows
	if allowed, said := room.View[person]; said {
		may = allowed
	}
	return may
}

// home returns the channel of a channel or a thread, of which something may be shown; id is empty if there is none.
func (l Layout) home(channel string) (id string, room Room) {
	room, known := l.Rooms[channel]
	if known && !room.Closed && room.Above != "" {
		channel = room.Above
		room, known = l.Rooms[channel]
	}
	if !known || room.Closed {
		return "", Room{}
	}
	return channel, room
}

// layoutLife is how long a layout is remembered: an event that says that it changed may not arrive.
const layoutLife = 10 * time.Minute

// mostLayouts bounds the servers whose layouts are remembered.
const mostLayouts = 1000

// layouts remember the layouts of servers. The zero value is ready to use.
type layouts struct {
	asking  match.Locks // by server
	mu      sync.Mutex
	changes int // of all servers, so that no answer from before a change is kept
	known   map[string]knownLayout
}

// A knownLayout is a layout and when Discord was asked for it.
type knownLayout struct {
	Layout
	at time.Time
}

// Layout returns the layout of a server. It is the zero one if Discord does not say it.
func (p *Publisher) Layout(ctx context.Context, guild string) Layout {
	ls := &p.layouts
	defer ls.asking.Lock(guild)()
	now := p.Env.Now()
	ls.mu.Lock()
	known, changes := ls.known[guild], ls.changes
	ls.mu.Unlock()
	if known.Guild != "" && now.Sub(known.at).Abs() < layoutLife {
		return known.Layout
	}
	ctx, done := context.WithTimeout(ctx, p.Brief)
	defer done()
	l, err := p.Channel.Layout(ctx, guild)
	if err != nil {
		p.Log.Info("it is not known who may view which channels, so games are not shown elsewhere", "err", err)
		return Layout{}
	}
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.known == nil || len(ls.known) >= mostLayouts {
		ls.known = map[string]knownLayout{}
	}
	if ls.changes == changes {
		ls.known[guild] = knownLayout{l, now}
	}
	return l
}

// Rearranged forgets the layout of a server, of which something has changed.
func (p *Publisher) Rearranged(guild string) {
	p.layouts.mu.Lock()
	defer p.layouts.mu.Unlock()
	p.layouts.changes++
	delete(p.layouts.known, guild)
}
