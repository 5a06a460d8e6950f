package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
	"parlour/games"
	"parlour/games/permute"
	"parlour/storage"
)

// A hostile is a person who does all the harm they can, and two friends.
type hostile struct {
	*spoil
	mal, sid *sandbox.User // a friend sits down with the first
	vic      *sandbox.User // another friend plays in very many games
	plaza    string        // the channel in which they begin what they begin
	ended    []string      // ids of games of theirs that are over, each with a log

	mu      sync.Mutex
	answers map[string]map[string]int // by kind of action and by kind of answer: number
	broken  int                       // answers that say that something broke
}

func newHostile(x *spoil) *hostile {
	return &hostile{
		spoil: x, mal: x.discord.User("mal"), sid: x.discord.User("sid"), vic: x.discord.User("vic"), answers: map[string]map[string]int{},
		plaza: x.discord.Stage().AddChannel("plaza", world.Text),
	}
}

// stock puts games into the store before the bot starts: a friend plays in very many, and the hostile
// person has played very many. Those of the ten who open tables to anybody have blocked them.
func (h *hostile) stock() {
	store := h.open()
	defer store.Close()
	ctx := h.t.Context()
	log := wholeGame(h.rng)
	var under sync.WaitGroup
	many := make(chan int)
	for range 32 { // commits at once share one write to the disk
		under.Go(func() {
			for n := range many {
				playing, over := h.past(n, h.vic, "playing"), h.past(n, h.mal, "over")
				if _, err := store.Create(ctx, playing); err != nil {
					h.t.Error(err)
				}
				head, err := store.Create(ctx, over)
				if head.Phase = storage.Over; n%20 == 0 && err == nil {
					_, err = store.Append(ctx, head, log...)
				}
				if err != nil {
					h.t.Error(err)
				}
			}
		})
	}
	for n := range h.owned {
		if n%20 == 0 {
			h.ended = append(h.ended, h.past(n, h.mal, "over").ID)
		}
		many <- n
	}
	close(many)
	under.Wait()
	for _, who := range []string{"jon", "moe", "ned", "oda"} {
		if _, err := storage.People.Change(ctx, store, h.discord.User(who).ID(), func(p *storage.Person) error {
			p.Blocked = []storage.Blocked{{ID: h.mal.ID(), Name: "mal"}, {ID: h.sid.ID(), Name: "sid"}}
			return nil
		}); err != nil {
			h.t.Error(err)
		}
	}
}

// ghost is the id of a person who is not there.
const ghost = "900000000000000001"

// past returns the nth game of somebody with a person who is not there.
func (h *hostile) past(n int, who *sandbox.User, phase string) storage.Head {
	head := storage.Head{
		ID: fmt.Sprintf("%s%d", phase, n), Created: time.Now().Add(time.Duration(-n) * time.Minute),
		Lobby: storage.Lobby{
			Phase: storage.Playing, Number: n + 1, First: "me",
			Setup:   smallPermute,
			Players: []storage.Player{{ID: who.ID(), Name: "me"}, {ID: ghost, Name: "nobody"}},
			Stand:   &storage.Stand{ToMove: []games.Seat{0}, In: []games.Seat{0, 1}},
		},
		Place: storage.Place{Lang: "en-GB", Guild: h.discord.GuildID(), Channel: h.plaza, Home: h.plaza},
	}
	if phase == "over" && n%20 > 0 {
		head.Phase = storage.Off
	}
	return head
}

// smallPermute is Permute on the small board.
var smallPermute = games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}}

// wholeGame returns the log of a random game of it.
func wholeGame(chance *rand.Rand) (log []storage.Entry) {
	state, err := permute.Game{}.Start(smallPermute)
	for err == nil && len(state.ToMove()) > 0 {
		seat := state.ToMove()[0]
		moves := state.Legal(seat)
		move := moves[chance.IntN(len(moves))]
		log = append(log, storage.Entry{Ply: games.Ply{Seat: seat, Move: move}, At: time.Now(), RequestID: fmt.Sprint(len(log))})
		state, err = state.Play(seat, move)
	}
	return log
}

// An outrage is one sort of harm. It is done again and again, all sorts at once.
type outrage struct {
	pause time.Duration // between two of it, in multiples of the usual one
	do    func(ctx context.Context, chance *rand.Rand, n int)
}

// run begins all outrages, until the context is done.
func (h *hostile) run(ctx context.Context, under *sync.WaitGroup) {
	for n, o := range h.outrages() {
		chance := h.draws(300 + n)
		under.Go(func() {
			tick := time.NewTicker(o.pause * h.every)
			defer tick.Stop()
			for n := 0; ; n++ {
				select {
				case <-tick.C:
					o.do(ctx, chance, n)
				case <-ctx.Done():
					return
				}
			}
		})
	}
}

// heard notes the answer to something of a kind.
func (h *hostile) heard(ctx context.Context, kind string, m *sandbox.Message, err error) {
	if ctx.Err() != nil {
		return
	}
	answer := "answered"
	switch {
	case errors.Is(err, discord.ErrNoAnswer):
		answer = "no answer"
	case err != nil:
		answer = "kept by the client"
	case m != nil:
		for _, key := range h.diary.known.of(m.Content) {
			switch {
			case key == "refuse.error":
				answer = "broken"
			case strings.HasPrefix(key, "refuse.cap."), slices.Contains(limits, key):
				answer = "at a limit"
			default:
				answer = "refused"
			}
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.answers[kind] == nil {
		h.answers[kind] = map[string]int{}
	}
	h.answers[kind][answer]++
	if answer == "broken" {
		h.broken++
	}
}

// limits are the refusals of a person who asks for too much, beside those of caps.
var limits = []string{"refuse.busy", "refuse.late-thought", "refuse.hint.asked", "refuse.analyse.asked", "refuse.brought", "refuse.blocks"}

// slash uses a command, and notes the answer.
func (h *hostile) slash(ctx context.Context, u *sandbox.User, kind, channel, line string) *sandbox.Message {
	m, err := u.Slash(ctx, channel, line)
	h.heard(ctx, kind, m, err)
	return m
}

// press uses a button or a menu with any text, and notes the answer.
func (h *hostile) press(ctx context.Context, u *sandbox.User, kind, id, message string, values ...string) *sandbox.Message {
	m, err := u.Press(ctx, id, message, values...)
	h.heard(ctx, kind, m, err)
	return m
}

// atOnce does something 40 times at once, and waits for all.
func atOnce(do func(n int)) {
	var under sync.WaitGroup
	for n := range 40 {
		under.Go(func() { do(n) })
	}
	under.Wait()
}

// report writes how many things were done, and how they were answered.
func (h *hostile) report(table *report) {
	h.mu.Lock()
	defer h.mu.Unlock()
	total, sums := 0, map[string]int{}
	for _, answers := range h.answers {
		for answer, n := range answers {
			total += n
			sums[answer] += n
		}
	}
	table.row("", "")
	table.row("hostile", "%d actions: %s", total, counted(sums))
	for _, kind := range slices.Sorted(maps.Keys(h.answers)) {
		table.row("  "+kind, "%s", counted(h.answers[kind]))
	}
}

// counted lists numbers with what they are of.
func counted(of map[string]int) string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(of)) {
		all = append(all, fmt.Sprintf("%d %s", of[what], what))
	}
	return strings.Join(all, ", ")
}
