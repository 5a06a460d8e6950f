package commands_test

import (
	"fmt"
	"log/slog"
	"slices"
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
		h.people[id] = storage.Person{ID: id, Zone: "Europe/Berlin"}
	}
	head := storage.Head{
		ID: "m1", Created: y.Now(), NextCheck: y.Now(),
		Lobby: storage.Lobby{
			Phase:   storage.Open,
			Setup:   games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}},
			Players: []storage.Player{{ID: "80", Name: "P0"}, {ID: "81", Name: "P1"}},
		},
		Timing: storage.Timing{TurnTime: day},
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

// isAway has P0 away for a week.
func (h *hearing) isAway() {
	h.people["80"] = storage.Person{ID: "80", Away: []storage.Span{{From: h.y.Now(), To: h.y.Now().Add(7 * day)}}}
}

// nextCheckIn sets the next check of the match.
func (h *hearing) nextCheckIn(d time.Duration) { h.m.head.NextCheck = h.y.Now().Add(d) }

// after lets time pass.
func (h *hearing) after(d time.Duration) { h.y.Pass(d) }

// head returns a copy of the head of the match, to be changed and written.
func (h *hearing) head() storage.Head {
	head := h.m.head
	head.Clocks = slices.Clone(head.Clocks)
	return head
}

// ply writes the match after a ply, with the right clocks.
func (h *hearing) ply(seat games.Seat, move games.Move) {
	head := h.head()
	head.Clocks[seat], head.Clocks[1-seat] = storage.Clock{}, storage.Clock{Since: h.y.Now()}
	if move.System() {
		head.Phase, head.Clocks[1-seat] = storage.Over, storage.Clock{}
	}
	h.wrote(head, []storage.Entry{{Ply: games.Ply{Seat: seat, Move: move}, At: h.y.Now()}})
}

// moves has the player to move make a move.
func (h *hearing) moves() {
	seat := h.m.state.ToMove()[0]
	h.ply(seat, h.m.state.Legal(seat)[0])
}

// reminds sends P0 a reminder whose deadline is off by some time.
func (h *hearing) reminds(off time.Duration) {
	due := h.due(h.m, 0, h.pauses(h.m, 0, h.m.seats[0].since)).Add(off)
	h.sends(fmt.Sprintf("9 hours left: Permute. Move by <t:%d:f>. https://discord.com/channels/1/%s/9", due.Unix(), serverID+"1"))
}

// sends sends P0 a direct message.
func (h *hearing) sends(text string) {
	h.posted(h.put("10", world.DM+"80", "", message.Message{Content: text}))
}

// announcesOutage announces an outage in the channel.
func (h *hearing) announcesOutage() {
	h.posted(h.put("13", serverID+"1", "m1-o", message.Message{Content: "I was down for 2 hours."}))
}

// calls has the clock of P0 expire.
func (h *hearing) calls() {
	head := h.head()
	head.Clocks[0].ExpiredAt = h.y.Now()
	h.wrote(head, nil)
}

// weekWith ends a week after which some messages of the match have buttons. The match knows one of
// them as its board.
func (h *hearing) weekWith(live string, boards ...string) {
	h.y.up, h.m.head.Live.Message = true, live
	for _, id := range boards {
		rows := [][]message.Control{{{ID: "1:m1:0:more", Label: "More"}}}
		h.put(id, serverID+"1", "m1-"+id, message.Message{Content: "board", Rows: rows})
	}
	h.week()
}

// deletes deletes a board that has notified a player just now. P1 acts before that.
func (h *hearing) deletes(player string) {
	h.acted["m1 81"] = "12"
	h.deleted(h.put("11", serverID+"1", "m1-11", message.Message{Pings: []string{player}}))
}

// friends has the match played among friends, with a board of a turn.
func (h *hearing) friends(turn int) *world.Post {
	h.m.head.Guest, h.m.head.Guild, h.m.head.Channel = true, "", world.Friends+"1"
	rows := [][]message.Control{{{ID: fmt.Sprintf("1:m1:%d:move", turn), Label: "Move"}}}
	return h.put("14", world.Friends+"1", "m1-2", message.Message{Content: "board", Rows: rows})
}

// reminder returns a reminder of P0.
func (h *hearing) reminder() *world.Post {
	said := fmt.Sprintf("9 hours left: **Permute**. https://discord.com/channels/1/%s/9", serverID+"1")
	return h.put("12", world.DM+"80", "", message.Message{Content: said})
}

// stops has the service out of reach for two hours, of which it notes some. The outage is
// announced a number of times in the half hour after it.
func (h *hearing) stops(noted time.Duration, announced int) {
	from := h.y.Now()
	h.away(from)
	h.after(2 * time.Hour)
	h.back()
	h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: from, To: from.Add(noted)}}}})
	for range announced {
		h.announcesOutage()
	}
	end := h.y.Now().Add(30 * time.Minute)
	for at, ok := h.y.Next(); ok && at.Before(end); at, ok = h.y.Next() {
		h.y.Set(at)
		h.y.Do()
	}
}

// as returns the plant of a fault of a kind, which is empty where all is well.
func as(kind string, do func(*hearing)) world.Plant[*hearing] {
	return world.Plant[*hearing]{Kind: kind, Do: do}
}

// The judge counts each planted fault as one of its kind and as nothing else. It finds nothing
// where all is well.
func TestJudgeFindsPlantedFaults(t *testing.T) {
	begin := func(t *testing.T) (*hearing, *world.Judge) { h := newHearing(t); return h, h.Judge }
	world.Planted(t, faults(), begin, map[string]world.Plant[*hearing]{
		"all is well": as("", func(h *hearing) {
			h.after(20 * time.Hour) // 8:00, after a night in which two reminders fell due
			h.reminds(0)
			h.after(2*time.Hour + 48*time.Minute)
			h.reminds(0)
			h.after(72 * time.Minute)
			h.calls()
			h.after(time.Hour)
			h.moves()
			h.after(time.Hour)
			h.stops(2*time.Hour, 1)
			h.nextCheckIn(time.Hour)
			h.review()
			h.weekWith("9", "9")
			h.deletes("81")
		}),
		"for a turn made":     as(madeAlready, func(h *hearing) { h.after(20 * time.Hour); h.moves(); h.reminds(0) }),
		"twice":               as(twice, func(h *hearing) { h.after(20 * time.Hour); h.reminds(0); h.after(time.Hour); h.reminds(0) }),
		"before any share":    as(twice, func(h *hearing) { h.after(3 * time.Hour); h.reminds(0) }),
		"at night":            as(atNight, func(h *hearing) { h.after(13 * time.Hour); h.reminds(0) }),
		"to an absent player": as(atNight, func(h *hearing) { h.isAway(); h.sends("1 game waits for you") }),
		"expired without a reminder": as(unreminded, func(h *hearing) {
			h.people["80"] = storage.Person{ID: "80", Remind: &[]int{99}}
			h.after(day)
			h.calls()
		}),
		"no next check": as(neverChecked, func(h *hearing) {
			head := h.head()
			head.NextCheck = time.Time{}
			h.m.head.NextCheck = head.NextCheck
			h.wrote(head, nil)
		}),
		"a check overdue": as(neverChecked, func(h *hearing) { h.after(time.Hour); h.review() }),
		"expired early":   as(early, func(h *hearing) { h.after(20 * time.Hour); h.reminds(0); h.after(time.Hour); h.calls() }),
		"expired in an outage": as(early, func(h *hearing) {
			h.stops(2*time.Hour, 1)
			h.after(20 * time.Hour)
			h.reminds(0)
			h.noted(storage.Uptime{})
			h.after(90 * time.Minute)
			h.calls()
		}),
		"lost early": as(early, func(h *hearing) {
			h.after(20 * time.Hour)
			h.reminds(0)
			h.after(168 * time.Minute)
			h.reminds(0)
			h.after(72 * time.Minute)
			h.calls()
			h.after(day)
			h.ply(0, games.Lapse)
		}),
		"expired late": as(late, func(h *hearing) {
			h.after(20 * time.Hour)
			h.reminds(0)
			h.after(168 * time.Minute)
			h.reminds(0)
			h.after(2 * time.Hour)
			h.calls()
		}),
		"never expired": as(late, func(h *hearing) { h.nextCheckIn(60 * day); h.after(30 * time.Hour); h.review() }),
		"not reminded":  as(missing, func(h *hearing) { h.after(22 * time.Hour); h.moves() }),
		"waits for an absent player": as(deserted, func(h *hearing) {
			h.nextCheckIn(60 * day)
			h.y.byID["80"].left = h.y.Now()
			h.after(21 * time.Hour)
			h.review()
		}),
		"outage not announced":      as(unannounced, func(h *hearing) { h.stops(2*time.Hour, 0) }),
		"outage announced twice":    as(unannounced, func(h *hearing) { h.stops(2*time.Hour, 2) }),
		"a table open for too long": as(openLong, func(h *hearing) { h.m.head.Phase = storage.Open; h.nextCheckIn(60 * day); h.after(8 * day); h.review() }),
		"a second digest": as(digestTwice, func(h *hearing) {
			h.sends("1 game waits for you")
			h.after(time.Hour)
			h.sends("1 game waits for you")
		}),
		"told of an end that was none": as(removedLong, func(h *hearing) { h.sends("I was removed from the server of your game") }),
		"another clock": as(wrongClock, func(h *hearing) {
			h.after(time.Minute)
			head := h.head()
			head.Clocks[0].Since = h.y.Now()
			h.wrote(head, nil)
		}),
		"an outage that was none": as(wrongOutage, func(h *hearing) {
			h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: h.y.Now(), To: h.y.Now().Add(time.Hour)}}}})
		}),
		"half of an outage": as(wrongOutage, func(h *hearing) { h.stops(90*time.Minute, 1) }),
		"another time":      as(wrongTime, func(h *hearing) { h.after(20 * time.Hour); h.reminds(time.Hour) }),
		"into a sleeping thread": as(asleepLink, func(h *hearing) {
			h.m.head.Channel = world.Thread + "9"
			h.y.Asleep[world.Thread+"9"] = true
			h.after(20 * time.Hour)
			h.reminds(0)
		}),
		"anything else": as(badMessage, func(h *hearing) { h.sends("Hello.") }),
		"a move refused": as(stuck, func(h *hearing) {
			h.y.service = newTalk(h.y.t).service
			h.y.answers(h.m, h.y.byID["80"], h.m.seats[0].since, 21)
		}),
		"no board":                 as(untidy, func(h *hearing) { h.weekWith("9") }),
		"two boards":               as(untidy, func(h *hearing) { h.weekWith("9", "9", "10") }),
		"a board of the past":      as(untidy, func(h *hearing) { h.weekWith("9", "10") }),
		"a board deleted unread":   as(ghost, func(h *hearing) { h.deletes("80") }),
		"a reminder deleted early": as(ghost, func(h *hearing) { h.after(20 * time.Hour); h.deleted(h.reminder()) }),
		"acts among friends":       as(intruded, func(h *hearing) { _ = h.y.Rename(h.y.t.Context(), world.Friends+"1", "") }),
		"no board among friends":   as(behind, func(h *hearing) { h.friends(0); h.moves(); h.shown(h.m) }),
		"a table in its place":     as(behind, func(h *hearing) { h.friends(0).Versions[0].Rows[0][0].ID = "1:m1:0:join"; h.shown(h.m) }),
		"a board of the turn":      as("", func(h *hearing) { h.friends(1); h.moves(); h.shown(h.m) }),
		"a board posted twice": as(doubled, func(h *hearing) {
			h.friends(0)
			h.y.asking.Message = "9"
			h.again(&world.Post{Channel: world.Friends + "1", Nonce: "m1-2"})
		}),
		"a panic": as(panicked, func(h *hearing) {
			slog.New(panics{slog.DiscardHandler, h.y}).Warn("a publication failed", "err", "panic: oh")
		}),
	})
}
