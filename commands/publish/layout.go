package publish

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"parlour/commands/match"
)

// A Layout says who may view the channels of a server, and write there. The zero value knows no channel.
type Layout struct {
	Guild    string          // the server; the role of everybody has its id
	Owner    string          // id of the person who may do all
	Viewers  map[string]bool // ids of the roles that may view channels where no overwrite says otherwise
	Writers  map[string]bool // ids of the roles that may write there
	Admins   map[string]bool // ids of the roles that may do all
	Open     map[string]bool // whether anybody may mention a role, by the id of each
	Rooms    map[string]Room // by id: the channels, and the threads that are awake
	Bot      string          // id of the bot itself
	BotRoles []string        // its roles
}

// A Room is a channel or a thread.
type Room struct {
	Above  string          // the channel of a thread
	Closed bool            // whether it is a private thread, or age-restricted
	View   map[string]bool // what the overwrites of a channel say about viewing it, by the id of a role or a person
	Write  map[string]bool // what they say about writing there
	Rank   int             // its place in the list of all channels with text, from 1; 0 for what is none
}

// ShownIn reports whether a game of one channel may be shown in another place of the server, as some people there may
// not see the channel. All that shows games outside their channels asks here. A thread counts as its channel.
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

// Showing returns the channels whose games may be shown in a place of the server, without threads.
func (l Layout) Showing(place string) (all []string) {
	for id, room := range l.Rooms {
		if room.Above == "" && l.ShownIn(id, place) {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
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
	return channel != "" && l.may(person, roles, l.Viewers, room.View)
}

// Writes reports whether a person with some roles may view a channel and write there; without a person and roles,
// whether everybody may.
func (l Layout) Writes(person string, roles []string, channel string) bool {
	home, room := l.home(channel)
	return home != "" && l.Views(person, roles, channel) && l.may(person, roles, l.Writers, room.Write)
}

// may reports whether a person with some roles may do what some roles may where the overwrites say nothing of it.
func (l Layout) may(person string, roles []string, holders, says map[string]bool) bool {
	may, all := holders[l.Guild], l.Admins[l.Guild] || person != "" && person == l.Owner
	for _, role := range roles {
		may, all = may || holders[role], all || l.Admins[role]
	}
	if all {
		return true
	}
	if allowed, said := says[l.Guild]; said {
		may = allowed
	}
	allows, denies := false, false
	for _, role := range roles {
		allowed, said := says[role]
		allows, denies = allows || allowed, denies || said && !allowed
	}
	may = may && !denies || allows
	if allowed, said := says[person]; said {
		may = allowed
	}
	return may
}

// Places returns the channels where a person with some roles and the bot both may write, in the order of the server.
func (l Layout) Places(person string, roles []string) (all []string) {
	for id, room := range l.Rooms {
		if room.Rank > 0 && l.Writes(l.Bot, l.BotRoles, id) && l.Views(person, roles, id) {
			all = append(all, id)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(l.Rooms[a].Rank, l.Rooms[b].Rank) })
	return all
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
	ctx, done := context.WithTimeout(ctx, p.Brief)
	defer done()
	l, err := p.layoutBy(ctx, p.Channel, guild)
	if err != nil {
		p.Log.Info("it is not known who may view which channels, so games are not shown elsewhere", "err", err)
	}
	return l
}

// layoutBy returns the layout of a server, and asks for it by a channel if nobody has done that lately.
func (p *Publisher) layoutBy(ctx context.Context, via Channel, guild string) (Layout, error) {
	ls := &p.layouts
	defer ls.asking.Lock(guild)()
	now := p.Env.Now()
	ls.mu.Lock()
	known, changes := ls.known[guild], ls.changes
	ls.mu.Unlock()
	if known.Guild != "" && now.Sub(known.at).Abs() < layoutLife {
		return known.Layout, nil
	}
	l, err := via.Layout(ctx, guild)
	if err != nil {
		return Layout{}, err
	}
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.known == nil || len(ls.known) >= mostLayouts {
		ls.known = map[string]knownLayout{}
	}
	if ls.changes == changes {
		ls.known[guild] = knownLayout{l, now}
	}
	return l, nil
}

// Rearranged forgets the layout of a server, of which something has changed, and has its lobby shown anew, as it
// may have games that some people may not view any more.
func (p *Publisher) Rearranged(guild string) {
	p.layouts.mu.Lock()
	p.layouts.changes++
	delete(p.layouts.known, guild)
	p.layouts.mu.Unlock()
	if p.Aside != nil {
		p.Aside(func(ctx context.Context) {
			if err := p.Env.TouchLobby(ctx, guild, ""); err != nil {
				p.Log.Warn("a lobby may show too much for a while", "err", err)
			}
		})
	}
}
