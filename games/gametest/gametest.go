// Package gametest is what every game must hold to. Check plays at random and
// looks, at every position, at each promise of the contract in package games:
// what is legal, that nothing changes under anybody's hands, that no seat sees
// what it may not, that menus reach every move, that a game ends and replays.
// Playthroughs compares whole games, as text, with files.
//
// Records replays whole matches that were recorded under each version of the
// rules.
//
// Its policy: it knows no game. What it needs to know comes from Info. Chance is
// its own, from a fixed seed, so that a failure comes again.
package gametest

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"parlour/games"
)

// A Config says what to play.
type Config struct {
	Setup    games.Setup // with options and seats; the seed is drawn anew for each game
	Games    int         // how many; with -long, longer times as many
	MaxPlies int         // a game longer than this does not end
	Seed     uint64      // of the moves

	// Sample makes a position at random that fits a View, for a game that hides
	// something. It must show that View again.
	Sample func(games.View, *rand.Rand) games.State
}

var long = flag.Bool("long", false, "play many times as many random games")

// longer is how many times as many games -long plays.
const longer = 50

// Check plays random games and reports the first broken promise.
func Check(t *testing.T, g games.Game, c Config) {
	t.Helper()
	if err := check(g, c); err != nil {
		t.Error(err)
	}
}

func check(g games.Game, c Config) error {
	if g.Info().Hidden && c.Sample == nil {
		return errors.New("a game that hides something needs a Sample")
	}
	if *long {
		c.Games *= longer
	}
	rng := rand.New(rand.NewPCG(c.Seed, 1))
	for i := range c.Games {
		s := c.Setup
		for b := range s.Seed {
			s.Seed[b] = byte(rng.Uint32())
		}
		p := &player{game: g, info: g.Info(), setup: s, rng: rng, max: c.MaxPlies, sample: c.Sample, hosted: i%3 == 2}
		if err := p.play(); err != nil {
			return fmt.Errorf("game %d of %v, after %v: %w", i, s.Options, p.log, err)
		}
	}
	return nil
}

// A player plays one random game.
type player struct {
	game   games.Game
	info   games.Info
	setup  games.Setup
	rng    *rand.Rand
	max    int
	hosted bool // whether seats now and then do not play
	sample func(games.View, *rand.Rand) games.State
	other  bool // whether a sample was ever another position than the one played
	log    []games.Ply
}

func (p *player) play() error {
	state, err := p.game.Start(p.setup)
	if err != nil {
		return fmt.Errorf("it does not start: %w", err)
	}
	for len(state.ToMove()) > 0 {
		if len(p.log) == p.max {
			return fmt.Errorf("no end after %d plies", p.max)
		}
		if err := p.position(state); err != nil {
			return err
		}
		ply, next, err := p.step(state)
		if err != nil {
			return fmt.Errorf("Play(%d, %q), which is legal: %w", ply.Seat, ply.Move, err)
		}
		p.log = append(p.log, ply)
		state = next
	}
	return errors.Join(p.position(state), p.result(state), p.replay(state), p.hidden())
}

// step plays a ply: in a hosted game now and then one of the host's, where the
// game takes it, and else a move of a seat.
func (p *player) step(s games.State) (games.Ply, games.State, error) {
	if p.hosted {
		ply := p.hostPly(s)
		if next, err := s.Play(ply.Seat, ply.Move); err == nil {
			return ply, next, nil
		}
	}
	seat, move := p.pick(s)
	next, err := s.Play(seat, move)
	return games.Ply{Seat: seat, Move: move}, next, err
}

// hostPly draws a ply of the host: mostly none, a lapse more often than what ends
// games, and whoever is out comes back soon.
func (p *player) hostPly(s games.State) games.Ply {
	seat := games.Seat(p.rng.IntN(p.setup.Seats))
	switch n := p.rng.IntN(128); {
	case n < 8:
		return games.Ply{Seat: s.ToMove()[p.rng.IntN(len(s.ToMove()))], Move: games.Lapse}
	case n < 10:
		return games.Ply{Seat: seat, Move: games.Leave}
	case n == 10:
		return games.Ply{Seat: seat, Move: games.Draw}
	case n < 30:
		return games.Ply{Seat: seat, Move: games.Return}
	}
	return games.Ply{Seat: seat} // no move, and refused
}

// hostMoves are the moves of the host.
var hostMoves = []games.Move{games.Lapse, games.Leave, games.Return, games.Draw}

// pick draws a move: mostly a legal one of a seat that owes one, now and then of
// one that may change its own, and now and then one that only menus reach.
func (p *player) pick(s games.State) (games.Seat, games.Move) {
	seat := s.ToMove()[p.rng.IntN(len(s.ToMove()))]
	if late := games.Seat(p.rng.IntN(max(p.setup.Seats, 1))); p.rng.IntN(8) == 0 && len(s.Legal(late)) > 0 {
		seat = late
	}
	return seat, p.moveOf(s, seat)
}

// moveOf draws a move of a seat that has one.
func (p *player) moveOf(s games.State, seat games.Seat) games.Move {
	if p.rng.IntN(2) == 0 {
		return p.stroll(s, seat)
	}
	legal := s.Legal(seat)
	return legal[p.rng.IntN(len(legal))]
}

// stroll goes through menus at random until they make a move. A menu may go on
// for ever, so at last the first choice that makes one is taken.
func (p *player) stroll(s games.State, seat games.Seat) games.Move {
	var picked []string
	for {
		choices := s.Choices(seat, picked)
		if len(choices) == 0 {
			return "" // a promise that menus checks
		}
		c := choices[p.rng.IntN(len(choices))]
		if done := slices.IndexFunc(choices, func(c games.Choice) bool { return c.Move != "" }); len(picked) > 6 && done >= 0 {
			c = choices[done]
		}
		if c.Move != "" {
			return c.Move
		}
		picked = append(picked, c.Value)
	}
}

// position checks the promises about one position: the cheap ones always, and all
// of them at the first positions, at the end and at some in between.
func (p *player) position(s games.State) error {
	_, over := s.Result()
	always := len(p.log) < 3 || over
	if err := run(s, p.turns, p.legal, p.views); err != nil || !always && p.rng.IntN(3) > 0 {
		return err
	}
	before := fingerprintOf(s, p.setup.Seats)
	if err := run(s, p.refusals, p.nobody, p.hostMoves, p.secrets, p.samples); err != nil {
		return err
	}
	if always || p.rng.IntN(12) == 0 {
		if err := p.menus(s); err != nil {
			return err
		}
	}
	if !reflect.DeepEqual(before, fingerprintOf(s, p.setup.Seats)) {
		return errors.New("a position changed while moves were played from it")
	}
	return nil
}

// run runs checks until one fails.
func run(s games.State, checks ...func(games.State) error) error {
	for _, c := range checks {
		if err := c(s); err != nil {
			return err
		}
	}
	return nil
}

// turns checks who owes a move.
func (p *player) turns(s games.State) error {
	owe := s.ToMove()
	if !slices.IsSorted(owe) || len(slices.Compact(slices.Clone(owe))) != len(owe) {
		return fmt.Errorf("ToMove() = %v, want ascending and unique", owe)
	}
	if _, over := s.Result(); over != (len(owe) == 0) {
		return fmt.Errorf("ToMove() = %v, but Result() says over = %v", owe, over)
	}
	for _, seat := range owe {
		if seat < 0 || int(seat) >= p.setup.Seats {
			return fmt.Errorf("ToMove() = %v with %d seats", owe, p.setup.Seats)
		}
		if len(s.Legal(seat)) == 0 {
			return fmt.Errorf("seat %d owes a move and has none", seat)
		}
	}
	return nil
}

// legal checks the lists of moves.
func (p *player) legal(s games.State) error {
	for seat := range games.Seat(p.setup.Seats) {
		moves := s.Legal(seat)
		if !slices.IsSorted(moves) || len(slices.Compact(slices.Clone(moves))) != len(moves) {
			return fmt.Errorf("Legal(%d) is not sorted bytewise and unique: %q", seat, moves)
		}
		if len(moves) > 0 && len(s.ToMove()) == 0 {
			return fmt.Errorf("Legal(%d) = %q, but the game is over", seat, moves)
		}
		for _, m := range moves {
			if slices.Contains(hostMoves, m) {
				return fmt.Errorf("Legal(%d) lists %q, which is the host's", seat, m)
			}
			if got, err := p.game.Parse(string(m)); err != nil || got != m {
				return fmt.Errorf("Parse(%q) = %q, %v, want it as it is", m, got, err)
			}
		}
	}
	return nil
}

// views checks what may be seen, and that nobody sees more for being nobody.
func (p *player) views(s games.State) error {
	all := s.View(games.Spectator)
	if n := len(all.String()); n > 700 {
		return fmt.Errorf("the board as text has %d characters, want at most 700", n)
	}
	if _, err := json.Marshal(all); err != nil {
		return fmt.Errorf("a view cannot be written as JSON: %w", err)
	}
	for _, nobody := range []games.Seat{-7, 99} {
		if !reflect.DeepEqual(s.View(nobody), all) {
			return fmt.Errorf("View(%d) is not what a spectator sees", nobody)
		}
	}
	if p.info.Hidden {
		return nil
	}
	for seat := range games.Seat(p.setup.Seats) {
		if !reflect.DeepEqual(s.View(seat), all) {
			return fmt.Errorf("nothing is hidden in this game, but seat %d sees what a spectator does not", seat)
		}
	}
	return nil
}

// refusals checks that what is not legal is refused with words, by every seat.
func (p *player) refusals(s games.State) error {
	bad := []games.Move{"", "x", "\x00", games.Move(make([]byte, 3000)), " ", "no such move"}
	for seat := range games.Seat(p.setup.Seats) {
		legal := s.Legal(seat)
		tries := slices.Clone(bad)
		for other := range games.Seat(p.setup.Seats) {
			if l := s.Legal(other); len(l) > 0 {
				m := l[p.rng.IntN(len(l))]
				tries = append(tries, m, m+"x", m[:len(m)-1])
			}
		}
		for _, m := range tries {
			if slices.Contains(legal, m) {
				continue
			}
			if err := refused(s.Play(seat, m)); err != nil {
				return fmt.Errorf("Play(%d, %q), which is not in Legal: %w", seat, m, err)
			}
		}
	}
	return nil
}

// refused checks that an illegal move gave a refusal and nothing else. A game
// may accept more than Legal lists (a bid with preferences).
func refused(next games.State, err error) error {
	var r *games.Refusal
	switch {
	case err == nil && next == nil:
		return errors.New("no position and no error")
	case err != nil && next != nil:
		return errors.New("a position and an error")
	case err != nil && !errors.As(err, &r):
		return fmt.Errorf("want a Refusal, got: %w", err)
	}
	return nil
}

// nobody checks that seats which do not exist can do nothing.
func (p *player) nobody(s games.State) error {
	for _, seat := range []games.Seat{games.Spectator, -7, games.Seat(p.setup.Seats), 99} {
		if len(s.Legal(seat)) > 0 || len(s.Choices(seat, nil)) > 0 {
			return fmt.Errorf("seat %d, which does not exist, has moves", seat)
		}
		tries := hostMoves
		for _, owes := range s.ToMove() {
			tries = append(slices.Clip(tries), s.Legal(owes)[0])
		}
		for _, m := range tries {
			next, err := s.Play(seat, m)
			if bad := refused(next, err); bad != nil || err == nil {
				return fmt.Errorf("Play(%d, %q), a seat which does not exist, gave %v, %v", seat, m, next, err)
			}
		}
	}
	return nil
}

// hostMoves checks that the moves of the host are played for those whom they can
// concern, and else refused with words.
func (p *player) hostMoves(s games.State) error {
	_, over := s.Result()
	in, owe := s.In(), s.ToMove()
	if !slices.IsSorted(in) {
		return fmt.Errorf("In() = %v, want ascending", in)
	}
	for seat := range games.Seat(p.setup.Seats) {
		for _, m := range hostMoves {
			next, err := s.Play(seat, m)
			if bad := refused(next, err); bad != nil {
				return fmt.Errorf("Play(%d, %q): %w", seat, m, bad)
			}
			var want bool
			switch m {
			case games.Lapse:
				want = slices.Contains(owe, seat)
			case games.Return:
				want = err == nil && !slices.Contains(in, seat)
			default:
				want = slices.Contains(in, seat)
			}
			if (err == nil) != (want && !over) {
				return fmt.Errorf("Play(%d, %q) gave %v, with %v owing a move, %v in, over: %v", seat, m, err, owe, in, over)
			}
			if err != nil {
				continue
			}
			next.View(games.Spectator).Words()
			if bad := p.turns(next); bad != nil {
				return fmt.Errorf("after %q by seat %d: %w", m, seat, bad)
			}
		}
	}
	return nil
}

// result checks the shape of a result.
func (p *player) result(s games.State) error {
	r, _ := s.Result()
	if len(r.Places) < p.setup.Seats || len(r.Scores) != len(r.Places) {
		return fmt.Errorf("Result() = %+v, want a place and a score for each seat", r)
	}
	if slices.Min(r.Places) != 1 || slices.Max(r.Places) > len(r.Places) {
		return fmt.Errorf("the places are %v, want 1 for the best and none over %d", r.Places, len(r.Places))
	}
	if r.Reason.Key == "" {
		return errors.New("a result has no reason")
	}
	return nil
}

// replay checks that the log gives the same position again.
func (p *player) replay(s games.State) error {
	again, turn, err := games.Replay(p.game, p.setup, p.log)
	if err != nil {
		return fmt.Errorf("the log does not replay: %w", err)
	}
	if !reflect.DeepEqual(fingerprintOf(s, p.setup.Seats), fingerprintOf(again, p.setup.Seats)) {
		return errors.New("the log replays to another position")
	}
	if turn > len(p.log) || turn == 0 {
		return fmt.Errorf("the log replays to turn %d after %d plies", turn, len(p.log))
	}
	return nil
}

// A sight is all that a seat sees of a position and may do in it.
type sight struct {
	view  games.View
	text  string
	words games.Words
	legal []games.Move
	first []games.Choice
}

// see returns what a seat sees and may do.
func see(s games.State, seat games.Seat) sight {
	v := s.View(seat)
	return sight{v, v.String(), v.Words(), s.Legal(seat), s.Choices(seat, nil)}
}

// sees reports whether somebody sees the same in both positions, and may do the
// same.
func (a sight) sees(b sight) bool { return reflect.DeepEqual(a, b) }

// String writes it down.
func (a sight) String() string {
	text, err := json.Marshal(a.view)
	return fmt.Sprint(string(text), err, "\n", a.text, "\n", a.words, a.legal, a.first)
}

// A fingerprint is all that can be seen and done in a position, by every seat.
type fingerprint struct {
	sights     []sight // the spectator's first
	toMove, in []games.Seat
	result     games.Result
	over       bool
	everything string
}

func fingerprintOf(s games.State, seats int) fingerprint {
	f := fingerprint{toMove: s.ToMove(), in: s.In(), everything: everything(s)}
	for seat := games.Spectator; int(seat) < seats; seat++ {
		f.sights = append(f.sights, see(s, seat))
	}
	f.result, f.over = s.Result()
	return f
}

// everything writes down the whole position.
func everything(s games.State) string {
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
