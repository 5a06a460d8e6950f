package commands_test

import (
	"container/heap"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/commands/message"
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
	y := &year{
		scale: scale{from: time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC), days: 30}, t: t, discord: newDiscord(),
		now: time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC),
	}
	y.end = y.from.AddDate(0, 0, y.days)
	y.chance, y.byID = rand.New(rand.NewPCG(1, 1)), map[string]*citizen{}
	y.judge = newJudge(y)
	h := &hearing{judge: y.judge}
	for _, id := range []string{"80", "81"} {
		c := &citizen{id: id, name: "P" + id[1:]}
		y.town.people, y.byID[id] = append(y.town.people, c), c
		h.people[id] = storage.Person{ID: id, Zone: "Europe/Berlin"}
	}
	head := storage.Head{
		ID: "m1", Created: y.now, NextCheck: y.now,
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
	head.Clocks[0].Since = y.now
	h.wrote(head, nil)
	y.posts["9"] = &post{id: "9", channel: serverID + "1", nonce: "m1-2"}
	return h
}

// isAway has P0 away for a week.
func (h *hearing) isAway() {
	h.people["80"] = storage.Person{ID: "80", Away: []storage.Span{{From: h.y.now, To: h.y.now.Add(7 * day)}}}
}

// nextCheckIn sets the next check of the match.
func (h *hearing) nextCheckIn(d time.Duration) { h.m.head.NextCheck = h.y.now.Add(d) }

// after lets time pass.
func (h *hearing) after(d time.Duration) { h.y.now = h.y.now.Add(d) }

// head returns a copy of the head of the match, to be changed and written.
func (h *hearing) head() storage.Head {
	head := h.m.head
	head.Clocks = slices.Clone(head.Clocks)
	return head
}

// ply writes the match after a ply, with the right clocks.
func (h *hearing) ply(seat games.Seat, move games.Move) {
	head := h.head()
	head.Clocks[seat], head.Clocks[1-seat] = storage.Clock{}, storage.Clock{Since: h.y.now}
	if move.System() {
		head.Phase, head.Clocks[1-seat] = storage.Over, storage.Clock{}
	}
	h.wrote(head, []storage.Entry{{Ply: games.Ply{Seat: seat, Move: move}, At: h.y.now}})
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
	h.posted(&post{channel: directID + "80", at: h.y.now, Message: message.Message{Content: text}})
}

// announcesOutage announces an outage in the channel.
func (h *hearing) announcesOutage() {
	h.posted(&post{channel: serverID + "1", nonce: "m1-o", at: h.y.now, Message: message.Message{Content: "I was down for 2 hours."}})
}

// calls has the clock of P0 expire.
func (h *hearing) calls() {
	head := h.head()
	head.Clocks[0].ExpiredAt = h.y.now
	h.wrote(head, nil)
}

// weekWith ends a week after which some messages of the match have buttons. The match knows one of
// them as its board.
func (h *hearing) weekWith(live string, boards ...string) {
	h.y.up, h.m.head.Live.Message = true, live
	for _, id := range boards {
		rows := [][]message.Control{{{ID: "1:m1:0:more", Label: "More"}}}
		h.y.posts[id] = &post{id: id, channel: serverID + "1", nonce: "m1-" + id, Message: message.Message{Content: "board", Rows: rows}}
	}
	h.week()
}

// deletes deletes a board that has notified a player just now. P1 acts before that.
func (h *hearing) deletes(player string) {
	p := &post{id: "11", seq: 11, channel: serverID + "1", nonce: "m1-11", at: h.y.now, pinged: []string{player}}
	h.acted["m1 81"] = 12
	h.deleted(p)
}

// friends has the match played among friends, with a board of a turn.
func (h *hearing) friends(turn int) *post {
	h.m.head.Guest, h.m.head.Guild, h.m.head.Channel = true, "", friendID+"1"
	rows := [][]message.Control{{{ID: fmt.Sprintf("1:m1:%d:move", turn), Label: "Move"}}}
	return h.y.makes(friendID+"1", "m1-2", message.Message{Content: "board", Rows: rows})
}

// reminder returns a reminder of P0.
func (h *hearing) reminder() *post {
	said := fmt.Sprintf("9 hours left: **Permute**. https://discord.com/channels/1/%s/9", serverID+"1")
	return &post{id: "12", seq: 12, channel: directID + "80", at: h.y.now, Message: message.Message{Content: said}}
}

// stops has the service out of reach for two hours, of which it notes some. The outage is
// announced a number of times in the half hour after it.
func (h *hearing) stops(noted time.Duration, announced int) {
	from := h.y.now
	h.away(from)
	h.after(2 * time.Hour)
	h.back()
	h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: from, To: from.Add(noted)}}}})
	for range announced {
		h.announcesOutage()
	}
	for end := h.y.now.Add(30 * time.Minute); len(h.y.queue) > 0 && h.y.queue[0].at.Before(end); {
		e := heap.Pop(&h.y.queue).(event)
		h.y.now = e.at
		e.do()
	}
}

// The judge counts each planted fault as one of its kind and as nothing else. It finds nothing
// where all is well.
func TestJudgeFindsPlantedFaults(t *testing.T) {
	uncounted := faults()
	for name, does := range map[string]struct {
		fault string
		do    func(h *hearing)
	}{
		"all is well": {"", func(h *hearing) {
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
		}},
		"for a turn made":     {madeAlready, func(h *hearing) { h.after(20 * time.Hour); h.moves(); h.reminds(0) }},
		"twice":               {twice, func(h *hearing) { h.after(20 * time.Hour); h.reminds(0); h.after(time.Hour); h.reminds(0) }},
		"before any share":    {twice, func(h *hearing) { h.after(3 * time.Hour); h.reminds(0) }},
		"at night":            {atNight, func(h *hearing) { h.after(13 * time.Hour); h.reminds(0) }},
		"to an absent player": {atNight, func(h *hearing) { h.isAway(); h.sends("1 game waits for you") }},
		"expired without a reminder": {unreminded, func(h *hearing) {
			h.people["80"] = storage.Person{ID: "80", Remind: &[]int{99}}
			h.after(day)
			h.calls()
		}},
		"no next check": {neverChecked, func(h *hearing) {
			head := h.head()
			head.NextCheck = time.Time{}
			h.m.head.NextCheck = head.NextCheck
			h.wrote(head, nil)
		}},
		"a check overdue": {neverChecked, func(h *hearing) { h.after(time.Hour); h.review() }},
		"expired early":   {early, func(h *hearing) { h.after(20 * time.Hour); h.reminds(0); h.after(time.Hour); h.calls() }},
		"expired in an outage": {early, func(h *hearing) {
			h.stops(2*time.Hour, 1)
			h.after(20 * time.Hour)
			h.reminds(0)
			h.noted(storage.Uptime{})
			h.after(90 * time.Minute)
			h.calls()
		}},
		"lost early": {early, func(h *hearing) {
			h.after(20 * time.Hour)
			h.reminds(0)
			h.after(168 * time.Minute)
			h.reminds(0)
			h.after(72 * time.Minute)
			h.calls()
			h.after(day)
			h.ply(0, games.Lapse)
		}},
		"expired late": {late, func(h *hearing) {
			h.after(20 * time.Hour)
			h.reminds(0)
			h.after(168 * time.Minute)
			h.reminds(0)
			h.after(2 * time.Hour)
			h.calls()
		}},
		"never expired": {late, func(h *hearing) { h.nextCheckIn(60 * day); h.after(30 * time.Hour); h.review() }},
		"not reminded":  {missing, func(h *hearing) { h.after(22 * time.Hour); h.moves() }},
		"waits for an absent player": {deserted, func(h *hearing) {
			h.nextCheckIn(60 * day)
			h.y.byID["80"].left = h.y.now
			h.after(21 * time.Hour)
			h.review()
		}},
		"outage not announced":      {unannounced, func(h *hearing) { h.stops(2*time.Hour, 0) }},
		"outage announced twice":    {unannounced, func(h *hearing) { h.stops(2*time.Hour, 2) }},
		"a table open for too long": {openLong, func(h *hearing) { h.m.head.Phase = storage.Open; h.nextCheckIn(60 * day); h.after(8 * day); h.review() }},
		"a second digest": {digestTwice, func(h *hearing) {
			h.sends("1 game waits for you")
			h.after(time.Hour)
			h.sends("1 game waits for you")
		}},
		"told of an end that was none": {removedLong, func(h *hearing) { h.sends("I was removed from the server of your game") }},
		"another clock": {wrongClock, func(h *hearing) {
			h.after(time.Minute)
			head := h.head()
			head.Clocks[0].Since = h.y.now
			h.wrote(head, nil)
		}},
		"an outage that was none": {wrongOutage, func(h *hearing) {
			h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: h.y.now, To: h.y.now.Add(time.Hour)}}}})
		}},
		"half of an outage":      {wrongOutage, func(h *hearing) { h.stops(90*time.Minute, 1) }},
		"another time":           {wrongTime, func(h *hearing) { h.after(20 * time.Hour); h.reminds(time.Hour) }},
		"into a sleeping thread": {asleepLink, func(h *hearing) { h.m.head.Channel = threadID + "11"; h.after(20 * time.Hour); h.reminds(0) }},
		"anything else":          {badMessage, func(h *hearing) { h.sends("Hello.") }},
		"a move refused": {stuck, func(h *hearing) {
			h.y.service = newWorld(h.y.t).service
			h.y.answers(h.m, h.y.byID["80"], h.m.seats[0].since, 21)
		}},
		"no board":                 {untidy, func(h *hearing) { h.weekWith("9") }},
		"two boards":               {untidy, func(h *hearing) { h.weekWith("9", "9", "10") }},
		"a board of the past":      {untidy, func(h *hearing) { h.weekWith("9", "10") }},
		"a board deleted unread":   {ghost, func(h *hearing) { h.deletes("80") }},
		"a reminder deleted early": {ghost, func(h *hearing) { h.after(20 * time.Hour); h.deleted(h.reminder()) }},
		"acts among friends":       {intruded, func(h *hearing) { _ = h.y.blocked(friendID + "1") }},
		"no board among friends":   {behind, func(h *hearing) { h.friends(0); h.moves(); h.shown(h.m) }},
		"a table in its place":     {behind, func(h *hearing) { h.friends(0).Rows[0][0].ID = "1:m1:0:join"; h.shown(h.m) }},
		"a board of the turn":      {"", func(h *hearing) { h.friends(1); h.moves(); h.shown(h.m) }},
		"a board posted twice":     {doubled, func(h *hearing) { h.friends(0); h.y.asking.Message = "9"; h.again(friendID+"1", "m1-2") }},
		"a panic": {panicked, func(h *hearing) {
			slog.New(panics{slog.DiscardHandler, h.y}).Warn("a publication failed", "err", "panic: oh")
		}},
	} {
		h := newHearing(t)
		does.do(h)
		if does.fault != "" && len(h.faults[does.fault]) == 0 {
			t.Errorf("%s: it is not counted among %q", name, does.fault)
		}
		delete(h.faults, does.fault)
		for fault, what := range h.faults {
			t.Errorf("%s: %s: %v", name, fault, what)
		}
		uncounted = slices.DeleteFunc(uncounted, func(f string) bool { return f == does.fault })
	}
	if len(uncounted) > 0 {
		t.Errorf("no planted fault is counted among %q", uncounted)
	}
}
