package arena

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"parlour/games"
)

// An examiner knows the players of a game by what they do in positions of some games that are drawn at random: at the
// start of each, and after a third and two thirds of it. Players who think for long are known by the first game alone,
// and by their budgets.
type examiner struct {
	game      games.Opponent
	setup     games.Setup
	positions []games.State
	plies     int // of a game, in the mean
	known     map[string]finding
}

// A finding is what an examiner found out about a player.
type finding struct {
	mark string
	took time.Duration // for a move, in the mean
}

// The bounds of what an examiner draws.
const (
	maxPlies = 1000 // of a game
	manyOf   = 8    // games
	thinkers = 300  // playouts of those who think for long, or more
)

// newExaminer returns an examiner for a game with the options and seats that it has in the tournament.
func newExaminer(o games.Opponent) (*examiner, error) {
	info := o.Info()
	options, err := info.Complete(nil)
	if err != nil {
		return nil, err
	}
	e := &examiner{game: o, known: map[string]finding{}}
	e.setup = games.Setup{Game: info.Name, Rules: info.Rules, Seats: usualSeats(info), Options: options,
		Seed: games.SeedOf(games.Seed{}, []string{"examiner"})}
	chance := e.setup.Seed.Chance("examiner")
	for range manyOf {
		all, err := drawn(o, e.setup, chance)
		if err != nil {
			return nil, err
		}
		e.plies += len(all) / manyOf
		e.positions = append(e.positions, all[0], all[len(all)/3], all[2*len(all)/3])
	}
	return e, nil
}

// drawn returns the positions of a game that is drawn at random.
func drawn(o games.Opponent, setup games.Setup, chance *games.Chance) (all []games.State, err error) {
	s, err := o.Start(setup)
	for err == nil && len(s.ToMove()) > 0 && len(all) < maxPlies {
		all = append(all, s)
		seat := s.ToMove()[0]
		s, err = s.Play(seat, draw(s, seat, chance))
	}
	return all, err
}

// draw returns a legal move of a seat that owes one, from its menus at random.
func draw(s games.State, seat games.Seat, chance *games.Chance) games.Move {
	for picked := []string(nil); ; {
		choices := s.Step(seat, picked).Options()
		c := choices[chance.Below(len(choices))]
		if c.Move != "" {
			return c.Move
		}
		picked = append(picked, c.Value)
	}
}

// examine finds out about a player. Its mark is a hash of the rules, its budgets and its moves in the positions, so it
// changes, as good as always, when the player does.
func (e *examiner) examine(name string) (finding, error) {
	if f, ok := e.known[name]; ok {
		return f, nil
	}
	player, err := e.game.Player(name, games.Limit{})
	if err != nil {
		return finding{}, err
	}
	hash := sha256.New()
	fmt.Fprintln(hash, e.setup.Rules, optionsOf(e.setup.Options))
	positions := e.positions
	if e.thinksLong(name) {
		positions = positions[:len(positions)/manyOf]
	}
	var took time.Duration
	for i, s := range positions {
		seat := s.ToMove()[0]
		view := s.View(seat)
		began := time.Now()
		move := player(view, seat, games.SeedOf(e.setup.Seed, []string{"mark", strconv.Itoa(i)}))
		took += time.Since(began)
		fmt.Fprintln(hash, e.budget(name, s), move)
	}
	e.known[name] = finding{hex.EncodeToString(hash.Sum(nil)[:4]), took / time.Duration(len(positions))}
	return e.known[name], nil
}

// budget returns the playouts of a level in a position, or 0 for a player that has none.
func (e *examiner) budget(name string, s games.State) int {
	thrifty, ok := e.game.(games.Thrifty)
	if !ok || games.Level(name).Step(e.game.Levels()) == 0 {
		return 0
	}
	seat := s.ToMove()[0]
	full, _, _ := thrifty.Budget(games.Level(name), s.View(seat), seat)
	return full
}

// thinksLong reports whether a player takes long for a move: a level with many playouts, or a yardstick that can
// think for a time.
func (e *examiner) thinksLong(name string) bool {
	yardstick := games.Level(name).Step(e.game.Levels()) == 0
	return yardstick && timed(e.game, name) || e.budget(name, e.positions[0]) >= thinkers
}

// knows reports whether a meeting is one of the players of today.
func (e *examiner) knows(m meeting) bool {
	return m.Marks == [2]string{e.known[m.A].mark, e.known[m.B].mark}
}
