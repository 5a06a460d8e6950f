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

// A hearing is a judge before whom a game of two is made up: P0 against P1, of Permute
// with a day for each turn, begun at noon on a Monday. Both are in Berlin.
type hearing struct {
	*judge
	m *played
}

func newHearing(t *testing.T) *hearing {
	y := &year{
		scale: scale{from: time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC), days: 30}, t: t, sky: newSky(),
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

// isAway has P0 be away for a week.
func (h *hearing) isAway() {
	h.people["80"] = storage.Person{ID: "80", Away: []storage.Span{{From: h.y.now, To: h.y.now.Add(7 * day)}}}
}

// wakesIn has the next look at the match come after a time.
func (h *hearing) wakesIn(d time.Duration) { h.m.head.NextCheck = h.y.now.Add(d) }

// after has time pass.
func (h *hearing) after(d time.Duration) { h.y.now = h.y.now.Add(d) }

// head is the head of the match, to be changed and written.
func (h *hearing) head() storage.Head {
	head := h.m.head
	head.Clocks = slices.Clone(head.Clocks)
	return head
}

// ply has the head of the match written after a ply, with the clocks as they must be.
func (h *hearing) ply(seat games.Seat, move games.Move) {
	head := h.head()
	head.Clocks[seat], head.Clocks[1-seat] = storage.Clock{}, storage.Clock{Since: h.y.now}
	if move.System() {
		head.Phase, head.Clocks[1-seat] = storage.Over, storage.Clock{}
	}
	h.wrote(head, []storage.Entry{{Ply: games.Ply{Seat: seat, Move: move}, At: h.y.now}})
}

// moves has whose turn it is move.
func (h *hearing) moves() {
	seat := h.m.state.ToMove()[0]
	h.ply(seat, h.m.state.Legal(seat)[0])
}

// reminds sends P0 a reminder that says when time is up, give or take something.
func (h *hearing) reminds(off time.Duration) {
	due := h.due(h.m, 0, h.pauses(h.m, 0, h.m.seats[0].since)).Add(off)
	h.tells(fmt.Sprintf("9 hours left: **Permute**. Time is up <t:%d:R>. https://discord.com/channels/1/%s/9", due.Unix(), serverID+"1"))
}

// tells sends P0 a direct message.
func (h *hearing) tells(text string) {
	h.posted(&post{channel: directID + "80", at: h.y.now, Message: message.Message{Content: text}})
}

// excuses tells the channel of an outage.
func (h *hearing) excuses() {
	h.posted(&post{channel: serverID + "1", nonce: "m1-o", at: h.y.now, Message: message.Message{Content: "I was away for 2 hours."}})
}

// calls calls time on P0.
func (h *hearing) calls() {
	head := h.head()
	head.Clocks[0].ExpiredAt = h.y.now
	h.wrote(head, nil)
}

// stops has nobody reach the host for two hours, of which it notes some, and lets half
// an hour pass in which the channel is told so often.
func (h *hearing) stops(noted time.Duration, told int) {
	from := h.y.now
	h.away(from)
	h.after(2 * time.Hour)
	h.back()
	h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: from, To: from.Add(noted)}}}})
	for range told {
		h.excuses()
	}
	for end := h.y.now.Add(30 * time.Minute); len(h.y.queue) > 0 && h.y.queue[0].at.Before(end); {
		e := heap.Pop(&h.y.queue).(event)
		h.y.now = e.at
		e.do()
	}
}

// What nobody may do is counted by the judge, as what it is and as nothing else; what
// everybody may is not.
func TestTheJudgeOfAYear(t *testing.T) {
	uncounted := faults()
	for name, does := range map[string]struct {
		fault string
		do    func(h *hearing)
	}{
		"all is well": {"", func(h *hearing) {
			h.after(20 * time.Hour) // at 8:00, when the night is over in which two reminders fell
			h.reminds(0)
			h.after(2*time.Hour + 48*time.Minute)
			h.reminds(0)
			h.after(72 * time.Minute)
			h.calls()
			h.after(time.Hour)
			h.moves()
			h.after(time.Hour)
			h.stops(2*time.Hour, 1)
			h.wakesIn(time.Hour)
			h.review()
		}},
		"for a turn made":  {madeAlready, func(h *hearing) { h.after(20 * time.Hour); h.moves(); h.reminds(0) }},
		"twice":            {twice, func(h *hearing) { h.after(20 * time.Hour); h.reminds(0); h.after(time.Hour); h.reminds(0) }},
		"before any share": {twice, func(h *hearing) { h.after(3 * time.Hour); h.reminds(0) }},
		"at night":         {atNight, func(h *hearing) { h.after(13 * time.Hour); h.reminds(0) }},
		"to who is away":   {atNight, func(h *hearing) { h.isAway(); h.tells("One game waits for you:") }},
		"called without": {unreminded, func(h *hearing) {
			h.people["80"] = storage.Person{ID: "80", Remind: &[]int{99}}
			h.after(day)
			h.calls()
		}},
		"never woken": {unwoken, func(h *hearing) {
			head := h.head()
			head.NextCheck = time.Time{}
			h.m.head.NextCheck = head.NextCheck
			h.wrote(head, nil)
		}},
		"not looked at": {unwoken, func(h *hearing) { h.after(time.Hour); h.review() }},
		"called early":  {early, func(h *hearing) { h.after(20 * time.Hour); h.reminds(0); h.after(time.Hour); h.calls() }},
		"called in an outage": {early, func(h *hearing) {
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
		"called late": {late, func(h *hearing) {
			h.after(20 * time.Hour)
			h.reminds(0)
			h.after(168 * time.Minute)
			h.reminds(0)
			h.after(2 * time.Hour)
			h.calls()
		}},
		"never called": {late, func(h *hearing) { h.wakesIn(60 * day); h.after(30 * time.Hour); h.review() }},
		"not reminded": {missing, func(h *hearing) { h.after(22 * time.Hour); h.moves() }},
		"waits for who left": {deserted, func(h *hearing) {
			h.wakesIn(60 * day)
			h.y.byID["80"].left = h.y.now
			h.after(21 * time.Hour)
			h.review()
		}},
		"not told of an outage": {untold, func(h *hearing) { h.stops(2*time.Hour, 0) }},
		"told twice of it":      {untold, func(h *hearing) { h.stops(2*time.Hour, 2) }},
		"a table open for long": {openLong, func(h *hearing) { h.m.head.Phase = storage.Open; h.wakesIn(60 * day); h.after(8 * day); h.review() }},
		"a second digest": {digestTwice, func(h *hearing) {
			h.tells("One game waits for you:")
			h.after(time.Hour)
			h.tells("One game waits for you:")
		}},
		"told of no end": {removedLong, func(h *hearing) { h.tells("I was removed from the server of your game") }},
		"another clock": {wrongClock, func(h *hearing) {
			h.after(time.Minute)
			head := h.head()
			head.Clocks[0].Since = h.y.now
			h.wrote(head, nil)
		}},
		"no outage": {wrongOutage, func(h *hearing) {
			h.noted(storage.Uptime{Outages: []storage.Outage{{Span: storage.Span{From: h.y.now, To: h.y.now.Add(time.Hour)}}}})
		}},
		"half of an outage": {wrongOutage, func(h *hearing) { h.stops(90*time.Minute, 1) }},
		"another time":      {wrongTime, func(h *hearing) { h.after(20 * time.Hour); h.reminds(time.Hour) }},
		"into a thread":     {asleepLink, func(h *hearing) { h.m.head.Channel = threadID + "11"; h.after(20 * time.Hour); h.reminds(0) }},
		"anything else":     {badMessage, func(h *hearing) { h.tells("Hello.") }},
		"a move refused": {stuck, func(h *hearing) {
			h.y.host = newWorld(h.y.t).host
			h.y.answers(h.m, h.y.byID["80"], h.m.seats[0].since, 21)
		}},
		"a panic": {panicked, func(h *hearing) { slog.New(panics{slog.DiscardHandler, h.y}).Warn("a look failed", "err", "panic: oh") }},
	} {
		h := newHearing(t)
		does.do(h)
		if does.fault != "" && len(h.faults[does.fault]) == 0 {
			t.Errorf("%s: it is not counted as one of the %s", name, does.fault)
		}
		delete(h.faults, does.fault)
		for fault, what := range h.faults {
			t.Errorf("%s: %s: %v", name, fault, what)
		}
		uncounted = slices.DeleteFunc(uncounted, func(f string) bool { return f == does.fault })
	}
	if len(uncounted) > 0 {
		t.Errorf("nothing here is counted as one of the %v", uncounted)
	}
}
