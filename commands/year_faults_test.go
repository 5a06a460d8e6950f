package commands_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
)

// A hearing is a judge with one made-up match: Permute between P0 and P1, with a day for each
// turn, begun at noon on a Monday. Both players live in Berlin.
type hearing struct {
	*judge
	m *played
}

func newHearing(t *testing.T) *hearing {
	from := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	y := &year{scale: scale{from: from, days: 30}, t: t, Clock: world.NewClock(from), chance: world.NewChance(1), end: from.AddDate(0, 0, 30)}
	y.byID = map[string]*citizen{}
	y.judge = newJudge(y)
	y.connect()
	h := &hearing{judge: y.judge}
	for _, id := range []string{"80", "81"} {
		c := &citizen{id: id, name: "P" + id[1:]}
		y.town.people, y.byID[id] = append(y.town.people, c), c
		h.people[id] = storage.Person{ID: id, Zone: "Europe/Berlin", NoAutoAway: true}
	}
	head := storage.Head{
		ID: "m1", Created: y.Now(), NextCheck: y.Now(),
		Lobby: storage.Lobby{
			Phase:   storage.Open,
			Setup:   games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}},
			Players: []storage.Player{{ID: "80", Name: "P0"}, {ID: "81", Name: "P1"}},
		},
		Timing: storage.Timing{Allowance: storage.Allowance{TurnTime: day}},
		Place:  storage.Place{Guild: serverID, Channel: serverID + "1"},
	}
	h.opened(head)
	h.m = h.matches["m1"]
	head.Phase, head.Clocks = storage.Playing, make([]storage.Clock, 2)
	head.Clocks[0].Since = y.Now()
	h.wrote(head, nil)
	h.put("9", serverID+"1", "m1-2", message.Message{})
	return h
}

// put makes a message with an id.
func (h *hearing) put(id, channel, nonce string, m message.Message) *world.Post {
	h.y.NewID = func(string) string { return id }
	return h.y.Make(channel, nonce, m)
}

// head returns a copy of the head of the match, to be changed and written.
func (h *hearing) head() storage.Head {
	head := h.m.head
	head.Clocks = slices.Clone(head.Clocks)
	return head
}

// ply writes the match after a ply, with the right clocks.
func (h *hearing) ply(seat games.Seat, move games.Move) {
	head := h.head()
	head.Clocks[seat], head.Clocks[1-seat] = storage.Clock{}, storage.Clock{Since: h.Now()}
	if move.System() {
		head.Phase, head.Clocks[1-seat] = storage.Over, storage.Clock{}
	}
	h.wrote(head, []storage.Entry{{Ply: games.Ply{Seat: seat, Move: move}, At: h.Now()}})
}

// moves has the player to move make a move.
func (h *hearing) moves() {
	seat := h.m.state.ToMove()[0]
	h.ply(seat, h.m.state.Legal(seat)[0])
}

// reminds sends P0 a reminder whose deadline is off by some time.
func (h *hearing) reminds(off time.Duration) {
	due := h.due(h.m, 0, h.pauses(h.m, 0, h.m.seats[0].since)).Add(off)
	h.sends(fmt.Sprintf("⏰ **9 hours left**, until <t:%d:t>. Your turn: Permute. https://discord.com/channels/1/%s/9", due.Unix(), serverID+"1"))
}

// sends sends P0 a direct message.
func (h *hearing) sends(text string) {
	h.posted(h.put("10", world.DM+"80", "", message.Message{Content: text}))
}

// announcesOutage announces an outage in the channel.
func (h *hearing) announcesOutage() {
	h.posted(h.put("13", serverID+"1", "m1-o", message.Message{Content: "I was down for 2 hours."}))
}

// writes writes the match with a changed head.
func (h *hearing) writes(change func(*storage.Head)) {
	head := h.head()
	change(&head)
	h.wrote(head, nil)
}

// board puts a board or a table with one button into a channel.
func (h *hearing) board(id, channel, button string) *world.Post {
	rows := [][]message.Control{{{ID: button, Label: "More"}}}
	return h.put(id, channel, "m1-"+id, message.Message{Content: "board", Rows: rows})
}

// weekWith ends a week after which some messages of the match have buttons. The match knows one of
// them as its board.
func (h *hearing) weekWith(live string, boards ...string) {
	h.y.up, h.m.head.Live.Message = true, live
	for _, id := range boards {
		h.board(id, serverID+"1", "1:m1:0:more")
	}
	h.week()
}

// stops has the service out of reach for two hours, of which it notes some. The outage is
// announced a number of times in the half hour after it.
func (h *hearing) stops(noted time.Duration, announced int) {
	from := h.Now()
	h.away(from)
	h.y.Pass(2 * time.Hour)
	h.back()
	h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: from, To: from.Add(noted)}}}})
	for range announced {
		h.announcesOutage()
	}
	end := h.Now().Add(30 * time.Minute)
	for at, ok := h.y.Next(); ok && at.Before(end); at, ok = h.y.Next() {
		h.y.Set(at)
		h.y.Do()
	}
}

// friends has the match played among friends.
func (h *hearing) friends() {
	h.m.head.Guest, h.m.head.Guild, h.m.head.Channel = true, "", world.Friends+"1"
}

// spare has P0 be away by themselves for some time.
func (h *hearing) spare(long string) {
	d, err := time.ParseDuration(long)
	h.y.wants(err)
	p := h.people["80"]
	p.AutoAway = []storage.Span{{From: h.Now(), To: h.Now().Add(d)}}
	h.set(p)
}

// passes lets time pass, with what the judge has planned.
func (h *hearing) passes(long string) {
	d, err := time.ParseDuration(long)
	h.y.wants(err)
	end := h.Now().Add(d)
	for at, ok := h.y.Next(); ok && at.Before(end); at, ok = h.y.Next() {
		h.y.Set(at)
		h.y.Do()
	}
	h.y.Set(end)
}

// does carries out one word of a plant; a duration lets time pass.
func (h *hearing) does(word string) {
	word, rest, _ := strings.Cut(word, " ")
	switch d, err := time.ParseDuration(word); {
	case err == nil:
		h.y.Pass(d)
		return
	case word == "send":
		h.sends(rest)
		return
	}
	map[string]func(){
		"remind":    func() { h.reminds(0) },
		"misremind": func() { h.reminds(time.Hour) },
		"move":      h.moves,
		"expire":    func() { h.writes(func(head *storage.Head) { head.Clocks[0].ExpiredAt = h.Now() }) },
		"review":    h.review,
		"absent": func() {
			h.people["80"] = storage.Person{ID: "80", NoAutoAway: true, Away: []storage.Span{{From: h.Now(), To: h.Now().Add(7 * day)}}}
		},
		"spare": func() { h.spare(rest) },
		"spared": func() {
			p := h.people["80"]
			p.AutoAway = []storage.Span{{From: h.Now(), To: h.Now().Add(3 * day)}}
			h.people["80"] = p
		},
		"spareable": func() { p := h.people["80"]; p.NoAutoAway = false; h.people["80"] = p },
		"passes":    func() { h.passes(rest) },
		"over":      func() { p := h.people["80"]; p.AutoAway[0].To = h.Now(); h.people["80"] = p },
		"act": func() {
			h.y.asking.ID, h.y.asking.By.ID = "7", "80"
			move := h.m.state.Legal(0)[0]
			head := h.head()
			head.Clocks[0], head.Clocks[1] = storage.Clock{}, storage.Clock{Since: h.Now()}
			h.wrote(head, []storage.Entry{{Ply: games.Ply{Seat: 0, Move: move}, At: h.Now(), RequestID: "7"}})
		},
		"late-only":   func() { h.people["80"] = storage.Person{ID: "80", NoAutoAway: true, Remind: &[]int{99}} },
		"unchecked":   func() { h.m.head.NextCheck = time.Time{}; h.writes(func(*storage.Head) {}) },
		"check-soon":  func() { h.m.head.NextCheck = h.Now().Add(time.Hour) },
		"check-late":  func() { h.m.head.NextCheck = h.Now().Add(60 * day) },
		"stop":        func() { h.stops(2*time.Hour, 1) },
		"stop-unsaid": func() { h.stops(2*time.Hour, 0) },
		"stop-twice":  func() { h.stops(2*time.Hour, 2) },
		"stop-half":   func() { h.stops(90*time.Minute, 1) },
		"note-none":   func() { h.noted(storage.Uptime{}) },
		"note-false": func() {
			h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: h.Now(), To: h.Now().Add(time.Hour)}}}})
		},
		"lapse": func() { h.ply(0, games.Lapse) },
		"end": func() {
			h.writes(func(head *storage.Head) { head.Phase, head.Clocks = storage.Over, make([]storage.Clock, 2) })
		},
		"settle":  func() { h.writes(func(head *storage.Head) { head.NextCheck = time.Time{} }) },
		"leave":   func() { h.y.byID["80"].left = h.Now() },
		"open":    func() { h.m.head.Phase = storage.Open },
		"reclock": func() { h.writes(func(head *storage.Head) { head.Clocks[0].Since = h.Now() }) },
		"fill": func() {
			spent, _ := time.ParseDuration(rest)
			h.writes(func(head *storage.Head) {
				head.TotalTime, head.Gain, head.Cap, head.Clocks[0].Spent = day, time.Hour, day, spent
			})
		},
		"told":  func() { h.sends("Your time was nearly up, so your clocks wait until <t:1:f>.") },
		"shows": func() { h.writes(func(head *storage.Head) { head.Clocks[0].Away = h.people["80"].AutoAway[0].To }) },
		"pause": func() {
			h.writes(func(head *storage.Head) {
				head.Pauses, head.Paused = []storage.Span{{From: h.Now(), To: h.Now().Add(day)}}, true
			})
		},
		"stand": func() { h.m.head.Pauses = []storage.Span{{From: h.Now(), To: h.Now().Add(7 * day)}} },
		"sleep": func() { h.m.head.Channel = world.Thread + "9"; h.y.Asleep[world.Thread+"9"] = true },
		"refuse": func() {
			h.y.service = newTalk(h.y.t).service
			h.y.answers(h.m, h.y.byID["80"], h.m.seats[0].since, 21)
		},
		"misrate": func() {
			w := newTalk(h.y.t)
			_, err := storage.AllRatings.Change(h.y.t.Context(), w.store, "80", func(r *storage.Ratings) error {
				r.Set(storage.Rating{Games: 1, At: h.Now()})
				return nil
			})
			h.y.wants(err)
			h.rates(w.store.(storage.Movable))
		},
		"week": func() { h.weekWith("9", strings.Fields(rest)...) },
		"delete": func() {
			h.acted["m1 81"] = "12"
			h.deleted(h.put("11", serverID+"1", "m1-11", message.Message{Pings: []string{rest}}))
		},
		"unremind": func() {
			h.deleted(h.put("12", world.DM+"80", "", message.Message{Content: "⏰ **9 hours left**, until <t:1:t>. Your turn: **Permute**. https://discord.com/channels/1/11/9"}))
		},
		"rename":  func() { _ = h.y.Rename(h.y.t.Context(), world.Friends+"1", "", true) },
		"friends": func() { h.friends(); h.board("2", world.Friends+"1", rest) },
		"shown":   func() { h.shown(h.m) },
		"repeat":  func() { h.y.asking.Message = "9"; h.again(&world.Post{Channel: world.Friends + "1", Nonce: "m1-2"}) },
		"panic":   func() { slog.New(panics{slog.DiscardHandler, h.y}).Warn("a publication failed", "err", "panic: oh") },
	}[word]()
}

// The judge counts each planted fault as one of its kind and as nothing else. It finds nothing
// where all is well. A fault stands under its kind.
func TestJudgeFindsPlantedFaults(t *testing.T) {
	plants, kind := map[string]world.Plant[*hearing]{}, ""
	for line := range strings.Lines(`
	20h; remind; 4h; expire; 1h; move; 1h; stop; check-soon; review; week 9; delete 81
	spareable; 20h; remind; 235m; spare 72h; told; shows; passes 11m; act; over; passes 11m
	friends 1:m1:1:move; move; shown
	end; settle; 200h; week 9
reminders of turns already made
	20h; move; remind
reminders sent twice
	20h; remind; 1h; remind
	3h; remind
reminders and digests in quiet hours or to absent people
	19h30m; remind
	absent; send 1 game waits for you
clocks that expired without a reminder to a person who wanted one
	late-only; 24h; expire
matches and people that are never checked again
	unchecked
	1h; review
clocks that expired too early
	20h; remind; 1h; expire
	stop; 20h; remind; note-none; 90m; expire
	20h; remind; 4h; expire; 24h; lapse
clocks that expired too late
	20h; remind; 5h; expire
	check-late; 30h; review
reminders that did not come
	22h; move
games that wait for a player who has left the server
	check-late; leave; 21h; review
long outages that were not announced exactly once
	stop-unsaid
	stop-twice
tables open for longer than a week
	open; check-late; 192h; review
second digests of a day
	send 1 game waits for you; 1h; send 1 game waits for you
games in a server without the bot, or whose players were not told of their end exactly once
	send I was removed from the server of your game
clocks that do not follow the moves
	1m; reclock
banks that do not follow the moves, or exceed their cap
	fill 23h
	fill -1h
pauses that are too long, of a strict game, ended without notice, or not over in time
	pause
reminders in a pause, or in games where the clock stands as their player is away by themselves
	20h; stand; remind
	spared; 20h; remind
absences by themselves that are unwanted, too long, too often, for no clock, unseen or not over with a move
	20h; remind; 235m; spare 72h; told; shows
	spareable; 20h; remind; 3h; spare 72h; told; shows
	spareable; 20h; remind; 235m; spare 73h; told; shows
	spareable; 20h; remind; 235m; spare 72h; told; passes 11m
	spareable; 20h; remind; 235m; spare 72h; told; shows; 5m; act; passes 11m
clocks that expired though their players could be away by themselves
	spareable; 20h; remind; 4h; expire
absences by themselves of which a person was not told exactly once
	spareable; 20h; remind; 235m; spare 72h; shows; check-late; 26h; review
	spareable; 20h; remind; 235m; spare 72h; shows; told; told
outages that are noted wrongly
	note-false
	stop-half
reminders with a wrong deadline
	20h; misremind
links into sleeping threads
	sleep; 20h; remind
malformed messages
	send Hello.
legal moves that are refused
	refuse
weeks after which a game had more than one board, or a board of the past was no line
	week
	week 9 10
	week 10
messages deleted before the people whom they notified had acted
	delete 80
	20h; unremind
calls where the bot can only answer
	rename
games among friends of which a press did not show how they stand
	friends 1:m1:0:move; move; shown
	friends 1:m1:0:join; shown
boards among friends that a press posted twice
	friends 1:m1:0:move; repeat
ratings that are not what the rated games come to
	misrate
games that have ended and are looked at for more than a week, in which nothing is to be shown
	end; 200h; week 9
panics
	panic
`[1:]) {
		if line = strings.TrimRight(line, "\n"); line[0] != '\t' {
			kind = line
			continue
		}
		plants[kind+": "+line] = world.Plant[*hearing]{Kind: kind, Do: func(h *hearing) {
			for word := range strings.SplitSeq(strings.TrimSpace(line), "; ") {
				h.does(word)
			}
		}}
	}
	begin := func(t *testing.T) (*hearing, *world.Judge) { h := newHearing(t); return h, h.Judge }
	world.Planted(t, faults(), begin, plants)
}
