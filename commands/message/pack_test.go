package message

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/imaging"
	"parlour/storage"
)

// Every step of random games, with every number of seats and every value of every option, fits
// Discord's limits on a panel, and on the board of a game alone. No two buttons there read alike. Every choice can be
// reached. A move
// takes a click for Move, one for each step, one more for a step that is parted into areas, and one for
// Confirm; a bid takes two at most.
//
// It stands here and not in gametest, because gametest knows no buttons.
func TestEveryStepFitsDiscord(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			for i, setup := range setupsOf(g) {
				rng := rand.New(rand.NewPCG(1, uint64(i)))
				for b := range setup.Seed {
					setup.Seed[b] = byte(rng.Uint32())
				}
				s, err := g.Start(setup)
				if err != nil {
					continue // options that do not go together
				}
				walkGame(t, w, g, setup, s, rng)
			}
		})
	}
}

// setupsOf lists set-ups of a game: with every number of seats, and with every value of an option.
func setupsOf(g games.Game) (setups []games.Setup) {
	info := g.Info()
	usual := func(seats int) games.Setup {
		options, _ := info.Complete(nil)
		return games.Setup{Game: info.Name, Rules: info.Rules, Seats: seats, Options: options}
	}
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		setups = append(setups, usual(seats))
	}
	for _, o := range info.Options {
		for _, v := range o.Values {
			s := usual(info.MinSeats + len(setups)%(info.MaxSeats-info.MinSeats+1))
			s.Options[o.Name] = v
			setups = append(setups, s)
		}
	}
	return setups
}

// walkGame plays a random game and looks at the panels of some positions.
func walkGame(t *testing.T, w *Writer, g games.Game, setup games.Setup, s games.State, rng *rand.Rand) {
	for ply := 0; len(s.ToMove()) > 0 && ply < 200; ply++ {
		seat := s.ToMove()[rng.IntN(len(s.ToMove()))]
		if ply < 3 || rng.IntN(40) == 0 {
			for _, board := range []bool{false, true} {
				x := &explorer{t: t, w: w, m: long(g, setup, s, board), seat: seat, rng: rng, board: board}
				x.own.Unconfirmed = ply%3 == 2
				x.explore(nil, 1, 1)
			}
		}
		next, err := s.Play(seat, gametest.Stroll(rng, s, seat))
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
}

// long returns a match with the longest id, turn and names that there may be. The only person
// of one with a board sits in the seat that is to move.
func long(g games.Game, setup games.Setup, s games.State, board bool) *match.Match {
	m := &match.Match{Game: g, Info: g.Info(), State: s, Turn: 9999}
	m.ID, m.Phase, m.Setup = strings.Repeat("z", 13), storage.Playing, setup
	for seat := range setup.Seats {
		p := storage.Player{ID: strconv.Itoa(seat), Name: strings.Repeat("*", 50)}
		if board && !slices.Contains(s.ToMove()[:1], games.Seat(seat)) {
			p.Level = "easy"
		}
		m.Players = append(m.Players, p)
	}
	m.Clocks = make([]storage.Clock, setup.Seats)
	if !board {
		m.Guild = "guild"
	}
	return m
}

// An explorer presses the buttons of one position.
type explorer struct {
	t     *testing.T
	w     *Writer
	m     *match.Match
	seat  games.Seat
	rng   *rand.Rand
	board bool
	own   storage.Person
}

// at returns the panel, or the board, at a page of some steps.
func (x *explorer) at(steps []string, page int) Message {
	x.t.Helper()
	if x.board {
		x.seat = x.m.State.ToMove()[0]
		msg, ok := x.w.Public(x.m).StepBoard(x.seat, steps, page, x.own.Unconfirmed)
		if !ok {
			x.t.Fatalf("the steps %q of %v do not stand on the board", steps, x.m.Setup)
		}
		return msg
	}
	r := Reader{ID: x.m.Players[x.seat].ID, Guild: "guild", Own: x.own}
	msg, err := x.w.To(r, x.m).Panel(steps, page)
	if err != nil {
		x.t.Fatalf("the panel of %v at %q: %v", x.m.Setup, steps, err)
	}
	return msg
}

// explore looks at every page of a step, checks that all of its choices are there, and goes on
// with a few of them. The clicks so far and the most that they may be begin with Move, which a board
// does not need.
func (x *explorer) explore(steps []string, clicks, most int) {
	x.t.Helper()
	ways := map[string]int{} // the steps that buttons lead to, with clicks
	confirms := ""
	type look struct{ page, clicks int }
	looks, seen := []look{{0, clicks}}, map[int]bool{0: true}
	for len(looks) > 0 {
		now := looks[0]
		looks = looks[1:]
		msg := x.at(steps, now.page)
		x.fits(msg, steps, !x.board)
		if n := forwards(msg); n == 1 && !(x.board && len(steps) == 0 && now.page == 0) && !x.own.Unconfirmed {
			x.t.Errorf("the panel of %v at %q, page %d, asks and has one answer: %q", x.m.Setup, steps, now.page, msg.Content)
		}
		for _, b := range presses(msg) {
			switch {
			case b.Verb == "pick":
				ways[strings.Join(b.Steps[1:], " ")] = now.clicks + 1
			case b.Verb == "confirm":
				confirms = strings.Join(b.Steps, " ")
				last := len(b.Steps) - 1
				only := len(x.m.State.Step(x.seat, b.Steps[:last]).Options()) == 1 && !x.m.Bidding()
				if only != strings.Contains(msg.Content, "There's one way: ") && !x.board {
					x.t.Errorf("the panel of %v at %q asks %q, its last step took itself: %v", x.m.Setup, steps, msg.Content, only)
				}
			case b.Verb == "page" && len(b.Steps) > len(steps):
				if page, _ := strconv.Atoi(b.Steps[0]); !seen[page] {
					seen[page] = true
					looks = append(looks, look{page, now.clicks + 1})
				}
			}
		}
	}
	from := steps
	if !x.m.Bidding() && (!x.board || len(steps) > 0) {
		from = games.Forward(x.m.State, x.seat, steps)
	}
	step := x.m.State.Step(x.seat, from)
	var on [][]string
	for _, c := range step.Options() {
		to := append(slices.Clone(from), c.Value)
		way := strings.Join(to, " ")
		_, picks := ways[way]
		if x.m.Bidding() && c.Value == games.Enough {
			continue
		}
		if !picks && way != confirms && !(len(step.Options()) == 1 && x.board) {
			x.t.Fatalf("no button of %v at %q leads to %q", x.m.Setup, steps, way)
		}
		if picks {
			on = append(on, to)
		}
	}
	if confirms != "" {
		x.judge(steps, clicks+1, most+1)
	}
	asked := x.board && len(steps) == 0 && step.Lies == games.Grid && !step.Few() && !step.Named // by Move
	if most++; len(step.Areas()) > 0 || asked {
		most++
	}
	x.rng.Shuffle(len(on), func(i, j int) { on[i], on[j] = on[j], on[i] })
	few := 3
	if len(steps) >= 3 { // else a move of many steps would have hundreds of ways
		few = 1
	}
	for _, to := range on[:min(few, len(on))] {
		done := ways[strings.Join(to, " ")]
		if _, move := x.m.Finish(x.seat, to); move != "" && x.m.Bidding() {
			x.judge(to, done, most)
			continue
		}
		x.explore(to, done, most)
	}
}

// forwards counts the presses of a panel that pick something or confirm it, without Back.
func forwards(msg Message) (n int) {
	for _, c := range slices.Concat(msg.Rows...) {
		b, err := ParseButton(c.ID)
		if err != nil || c.Disabled || c.Label == "Back" || b.Verb != VerbPick && b.Verb != VerbPage {
			continue
		}
		n += max(1, len(c.Options))
	}
	if n == 1 && slices.ContainsFunc(presses(msg), func(b Button) bool { return b.Verb == VerbConfirm }) {
		return 2
	}
	return n
}

// judge checks the clicks of a move. A bid takes two after Move, and each card of an order of takes, or all the rest, one.
func (x *explorer) judge(steps []string, clicks, most int) {
	if x.m.Bidding() {
		most = 1 + max(1, len(match.Without(steps, isEnough)))
		if x.board {
			most++
		}
	}
	if clicks > most {
		x.t.Errorf("%q of %v takes %d clicks, want %d or fewer", steps, x.m.Setup, clicks, most)
	}
}

// presses lists what the buttons and the lines of menus of a message carry.
func presses(msg Message) (all []Button) {
	for _, c := range slices.Concat(msg.Rows...) {
		b, err := ParseButton(c.ID)
		switch {
		case err != nil || c.Disabled:
		case len(c.Options) == 0:
			all = append(all, b)
		default:
			for _, o := range c.Options {
				picked := b
				picked.Steps = append(slices.Clone(b.Steps), o.Value)
				all = append(all, picked)
			}
		}
	}
	return all
}

// fits checks a panel, or a board, against Discord's limits.
func (x *explorer) fits(msg Message, steps []string, isPanel bool) {
	x.t.Helper()
	fail := func(format string, args ...any) {
		x.t.Helper()
		x.t.Fatalf("%v at %q: %s", x.m.Setup, steps, fmt.Sprintf(format, args...))
	}
	if n := utf8.RuneCountInString(msg.Content); n == 0 || n > 2000 {
		fail("the message has %d characters", n)
	}
	if msg.Picture == nil || utf8.RuneCountInString(msg.Picture.Alt) > maxAlt {
		fail("there is no picture, or its words are too long")
	}
	if size := map[bool]int{true: imaging.PanelSize}[isPanel]; msg.Picture.Size != size {
		x.t.Errorf("the picture of %v at %q has the size %d, want %d", x.m.Setup, steps, msg.Picture.Size, size)
	}
	if asks, _, _ := strings.Cut(msg.Picture.Alt, "\n"); msg.Picture.Margins && !strings.Contains(strings.ReplaceAll(msg.Content, `\`, ""), asks) {
		fail("the picture asks %q, the message says %q", asks, msg.Content)
	}
	if len(msg.Rows) > maxRows {
		fail("there are %d rows", len(msg.Rows))
	}
	ids, said := map[string]bool{}, map[string]bool{}
	for _, row := range msg.Rows {
		if len(row) == 0 || len(row) > inRow || len(row[0].Options) > 0 && len(row) > 1 {
			fail("a row has %d controls", len(row))
		}
		for _, c := range row {
			if n := utf8.RuneCountInString(c.Label); n == 0 || n > maxLabel {
				fail("a button says %q", c.Label)
			}
			if len(c.ID) == 0 || len(c.ID) > MaxButton || ids[c.ID] {
				fail("a button carries %q, too much or twice", c.ID)
			}
			if len(c.Options) > MaxMenu {
				fail("a menu has %d lines", len(c.Options))
			}
			if !c.Disabled && said[c.Label] {
				fail("two buttons say %q", c.Label)
			}
			ids[c.ID], said[c.Label] = true, said[c.Label] || !c.Disabled
		}
		if n := len(row); n == inRow && !fifth(row[n-1]) && x.m.State.Step(x.seat, nil).Wide <= 16 {
			fail("a row has five choices: %+v", row)
		}
	}
}

// fifth reports whether a button may stand fifth, where it wraps on a phone: it is no place of a
// Grid, and no area.
func fifth(c Control) bool {
	b, err := ParseButton(c.ID)
	_, area := strconv.Atoi(c.Label)
	return err == nil && b.Verb != "none" && area != nil && b.Verb != VerbPick && b.Verb != VerbOpen
}
