package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
)

// A felt is what ordinary people felt of one kind of action.
type felt struct {
	took      spread
	overtaken int
}

// A diary is what ordinary people felt. It is safe for concurrent use.
type diary struct {
	known refusals

	mu     sync.Mutex
	felt   map[string]*felt // by kind of action
	before string           // all answers up to the last turn
	wrongs []string         // refusals that were wrong, and answers that did not come
}

// note notes an answer that came after a while.
func (d *diary) note(who, kind, did string, took time.Duration, m *sandbox.Message, err error) {
	v, why := d.known.judge(kind, m, err)
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.felt[kind]
	if f == nil {
		f = &felt{}
		d.felt[kind] = f
	}
	switch v {
	case unasked:
		return
	case overtaken:
		f.overtaken++
	case wronged:
		d.wrongs = append(d.wrongs, who+" "+did+": "+why)
	}
	f.took = append(f.took, took)
}

// turn puts what was felt so far aside. Wrong refusals stay.
func (d *diary) turn() {
	before := numbered(d.took(false))
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before, d.felt = before, map[string]*felt{}
}

// aBoard is the kind of what is no answer but the board after a move.
const aBoard = "board after a move"

// took returns how long all answers took, or all boards.
func (d *diary) took(boards bool) (all spread) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for kind, f := range d.felt {
		if boards == (kind == aBoard) {
			all = append(all, f.took...)
		}
	}
	slices.Sort(all)
	return all
}

// numbered writes a spread with its number.
func numbered(s spread) string {
	if len(s) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d; %v", len(s), s)
}

// ordinary returns the guise of a person who plays by the rules: the diary notes how long each answer takes.
func (d *diary) ordinary(name string) guise {
	answered := "" // the kind of what was answered last
	return func(ctx context.Context, a action, do deed) (*sandbox.Message, error) {
		answered = a.kind(answered)
		began := time.Now()
		m, err := do(ctx)
		if ctx.Err() == nil {
			d.note(name, answered, a.String(), time.Since(began), m, err)
		}
		if errors.Is(err, discord.ErrNoAnswer) {
			err = errUnheard
		}
		return m, err
	}
}

// kind returns the kind of an action after one of another kind.
func (a action) kind(before string) string {
	verb := pressOf(a.what).verb
	switch {
	case a.by == types:
		return "completion"
	case a.by == chooses && a.what == "": // it asks which game was meant
		return before
	case a.by == clicks && (verb == "yes" || verb == "no"):
		return "answer"
	case a.by == chooses, a.by == clicks && verb != "":
		return "step"
	case a.by == clicks:
		return a.what // its label
	}
	kind, _, _ := strings.Cut(strings.TrimPrefix(a.what, "/"), " ")
	return kind
}

// errUnheard takes the place of an answer that did not come, as nobody has been killed.
var errUnheard = errors.New("no answer")

// boardWithin is how long the board after a move may take before it counts as lost.
const boardWithin = time.Minute

// seesBoard waits after a move until its board is there, and notes how long that took from the click.
// A bid has no board.
func (x *spoil) seesBoard(ctx context.Context, p *player, a attempt) {
	said, asked := p.user.said, p.user.asked
	if a.heard != played || said != nil && (hasBid(*said) || strings.HasPrefix(said.Content, "All bids")) {
		return
	}
	waits, cancel := context.WithTimeout(ctx, boardWithin)
	defer cancel()
	_, err := p.user.Await(waits, p.channel, func(all []sandbox.Message) bool {
		newest, found := newestBoard(all, p.match)
		now, _ := about(newest)
		return found && (now.turn > a.turn || slices.Contains(bottest.Labels(newest), "Record"))
	})
	switch {
	case ctx.Err() != nil:
	case err != nil:
		x.t.Errorf("%s has moved in turn %d of %s, and in %v there was no board: %v", p.name, a.turn, p.match, boardWithin, err)
	default:
		x.diary.note(p.name, aBoard, "", time.Since(asked), nil, nil)
	}
}

// A question is what a person asks now and then beside their games: a line, and whether it is only typed.
type question struct {
	line  string
	typed bool
}

var questions = []question{
	{"/help", false}, {"/games", false}, {"/board", false}, {"/rules game:magic", false}, {"/settings", false},
	{"/board game:", true}, {"/play game:per", true}, {"/move move:", true},
}

// wonder has a person ask one thing after the other, with pauses between.
func (x *spoil) wonder(ctx context.Context, who string, home string, chance *rand.Rand) {
	for x.pause(ctx, chance) {
		q := questions[chance.IntN(len(questions))]
		if u := x.user(who); q.typed {
			u.Complete(ctx, home, q.line)
		} else {
			u.Slash(ctx, home, q.line)
		}
	}
}

// pause waits as long as a person does who thinks, and reports whether the run goes on.
func (x *spoil) pause(ctx context.Context, chance *rand.Rand) bool {
	return rests(ctx, x.pauses/2+time.Duration(chance.Int64N(int64(x.pauses))))
}
