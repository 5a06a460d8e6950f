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

// An ordinary is a person who plays by the rules, and notes how long each answer took.
type ordinary struct {
	*sandbox.User
	name  string
	diary *diary

	asked time.Time        // when they did something last
	kind  string           // of that
	said  *sandbox.Message // the answer to that
}

// errUnheard takes the place of an answer that did not come, as nobody has been killed.
var errUnheard = errors.New("no answer")

// do does something, and notes the answer.
func (o *ordinary) do(ctx context.Context, kind, did string, do func() (*sandbox.Message, error)) (*sandbox.Message, error) {
	o.asked, o.kind = time.Now(), kind
	m, err := do()
	o.said = m
	if ctx.Err() == nil {
		o.diary.note(o.name, kind, did, time.Since(o.asked), m, err)
	}
	if errors.Is(err, discord.ErrNoAnswer) {
		err = errUnheard
	}
	return m, err
}

func (o *ordinary) Slash(ctx context.Context, channel, line string) (*sandbox.Message, error) {
	kind, _, _ := strings.Cut(strings.TrimPrefix(line, "/"), " ")
	return o.do(ctx, kind, line, func() (*sandbox.Message, error) { return o.User.Slash(ctx, channel, line) })
}

func (o *ordinary) Click(ctx context.Context, message, button string) (*sandbox.Message, error) {
	kind := button // or its label
	switch p := pressOf(button); {
	case p.verb == "yes", p.verb == "no":
		kind = "answer"
	case p.verb != "":
		kind = "step"
	}
	return o.do(ctx, kind, "clicks "+button, func() (*sandbox.Message, error) { return o.User.Click(ctx, message, button) })
}

func (o *ordinary) Choose(ctx context.Context, message, menu string, values ...string) (*sandbox.Message, error) {
	kind, did := "step", "chooses "+strings.Join(values, " ")+" in "+menu
	if menu == "" { // it asks which game was meant
		kind = o.kind
	}
	return o.do(ctx, kind, did, func() (*sandbox.Message, error) { return o.User.Choose(ctx, message, menu, values...) })
}

func (o *ordinary) Complete(ctx context.Context, channel, line string) (found []sandbox.Choice, err error) {
	_, err = o.do(ctx, "completion", "types "+line, func() (*sandbox.Message, error) {
		found, err = o.User.Complete(ctx, channel, line)
		return nil, err
	})
	return found, err
}

// boardWithin is how long the board after a move may take before it counts as lost.
const boardWithin = time.Minute

// seesBoard waits after a move until its board is there, and notes how long that took from the click.
// A bid has no board.
func (x *spoil) seesBoard(ctx context.Context, p *player, a attempt) {
	me := p.user.(*ordinary)
	if a.heard != played || me.said != nil && (hasBid(*me.said) || strings.HasPrefix(me.said.Content, "All bids")) {
		return
	}
	asked := me.asked
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
		if u := x.ordinary(who); q.typed {
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

// ordinary returns one of the people as somebody who notes what they feel.
func (x *spoil) ordinary(name string) *ordinary {
	return &ordinary{User: x.discord.User(name), name: name, diary: x.diary}
}
