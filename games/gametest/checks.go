package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"parlour/games"
)

// position checks the promises about one position: the cheap ones always, all of them
// at the first positions, at the end and at some in between.
func (p *player) position(s games.State) error {
	_, over := s.Result()
	always := len(p.log) < 3 || over
	p.listed = p.lists.here(s, p.setup.Seats)
	if err := run(s, p.turns, p.legal, p.views); err != nil || !always && p.rng.IntN(3) > 0 {
		return err
	}
	before := p.fingerprint(s)
	if err := run(s, p.written, p.words, p.reasons, p.told, p.refusals, p.nobody, p.reads, p.system, p.secrets); err != nil {
		return err
	}
	if err := p.samples(s, before); err != nil {
		return err
	}
	if always || p.rng.IntN(24) == 0 {
		if err := run(s, p.menus, p.shown, p.chosen); err != nil {
			return err
		}
	}
	if !reflect.DeepEqual(before, p.fingerprint(s)) {
		return errors.New("a position changed while moves were played from it, or a View of it was written to")
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

// seated reports whether a list holds some of so many seats, ascending, each once.
func seated(list []games.Seat, seats int) bool {
	for i, seat := range list {
		if seat < 0 || int(seat) >= seats || i > 0 && seat <= list[i-1] {
			return false
		}
	}
	return true
}

// turns checks which seats owe a move.
func (p *player) turns(s games.State) error {
	owe := s.ToMove()
	if !seated(owe, p.setup.Seats) {
		return fmt.Errorf("ToMove() = %v, want some of the %d seats, ascending", owe, p.setup.Seats)
	}
	if _, over := s.Result(); over != (len(owe) == 0) {
		return fmt.Errorf("ToMove() = %v, but Result() says over = %v", owe, over)
	}
	for _, seat := range owe {
		if !hasMoves(p.listed, s, seat) {
			return fmt.Errorf("seat %d owes a move and has none", seat)
		}
	}
	return nil
}

// legal checks the lists of moves, where they are listed: that they are tidy, and have what menus make.
func (p *player) legal(s games.State) error {
	for seat := range games.Seat(p.setup.Seats) {
		if !p.listed {
			break
		}
		moves := s.Legal(seat)
		p.lists.note(len(moves))
		if !slices.IsSorted(moves) || len(slices.Compact(slices.Clone(moves))) != len(moves) {
			return fmt.Errorf("Legal(%d) is not sorted bytewise and unique: %q", seat, moves)
		}
		if len(moves) > 0 && len(s.ToMove()) == 0 {
			return fmt.Errorf("Legal(%d) = %q, but the game is over", seat, moves)
		}
		for _, m := range moves {
			if m.System() {
				return fmt.Errorf("Legal(%d) lists %q, which is a system move", seat, m)
			}
			if err := p.spelling(p.game.Parse, m); err != nil {
				return err
			}
		}
		if p.info.Hidden || len(moves) == 0 { // bids may name wishes that no list has
			continue
		}
		for _, m := range strolls(p.rng, s, seat, 1) {
			if _, ok := slices.BinarySearch(moves, m); !ok {
				return fmt.Errorf("a menu of seat %d makes %q, which is not legal", seat, m)
			}
		}
	}
	return nil
}

// maxText is the most characters of a board as text, which fits a message with words around it.
const maxText = 700

// views checks that no seat sees more than it may: one that does not exist sees what a
// spectator does, and so does every seat where nothing is hidden.
func (p *player) views(s games.State) error {
	all := s.View(games.Spectator)
	for _, nobody := range []games.Seat{-7, games.Seat(p.setup.Seats), 99} {
		if !reflect.DeepEqual(s.View(nobody), all) {
			return fmt.Errorf("View(%d) is not what a spectator sees", nobody)
		}
	}
	for seat := games.Spectator; int(seat) < p.setup.Seats; seat++ {
		v := s.View(seat)
		if !p.info.Hidden && !reflect.DeepEqual(v, all) {
			return fmt.Errorf("nothing is hidden in this game, but seat %d sees what a spectator does not", seat)
		}
		text, err := p.said.boardText(v)
		if err != nil {
			return err
		}
		if n := utf8.RuneCountInString(text); n > maxText {
			return fmt.Errorf("the board as text of seat %d has %d characters, want at most %d:\n%s", seat, n, maxText, text)
		}
	}
	return nil
}

// written checks that every View can be written as JSON.
func (p *player) written(s games.State) error {
	for seat := games.Spectator; int(seat) < p.setup.Seats; seat++ {
		if _, err := json.Marshal(s.View(seat)); err != nil {
			return fmt.Errorf("the view of seat %d cannot be written as JSON: %w", seat, err)
		}
	}
	return nil
}

// systemTexts are the system moves as somebody might type them.
var systemTexts = []string{"lapse", "leave", "spent", "absent", "return", "draw", "back 1"}

// noMoves are texts that are no move of any game.
var noMoves = []string{"", "x", "\x00", " ", "no such move", strings.Repeat("\x00", 3000)}

// parses checks that Parse refuses what is no move of the game, system moves too.
func (p *player) parses() error {
	for _, text := range slices.Concat(systemTexts, noMoves) {
		m, err := p.game.Parse(text)
		if bad := p.said.refusal(err); bad != nil {
			return fmt.Errorf("Parse(%q) = %q: %w", text, m, bad)
		}
	}
	return nil
}

// reads checks that a [games.Reader] reads every move in its one spelling and refuses what is no move.
func (p *player) reads(s games.State) error {
	r, ok := s.(games.Reader)
	if !ok {
		return nil
	}
	for _, seat := range s.ToMove() {
		parse := func(text string) (games.Move, error) { return r.Read(seat, text) }
		for _, m := range movesOf(p.listed, p.rng, s, seat) {
			if err := p.spelling(parse, m); err != nil {
				return fmt.Errorf("Read(%q): %w", m, err)
			}
		}
	}
	for _, text := range slices.Concat(systemTexts, noMoves) {
		m, err := r.Read(0, text)
		if bad := p.said.refusal(err); bad != nil {
			return fmt.Errorf("Read(%q) = %q: %w", text, m, bad)
		}
	}
	return nil
}

// refusals checks that Play refuses with a sentence what a seat may not do.
func (p *player) refusals(s games.State) error {
	var others []games.Move // legal for one seat, or nearly so
	for seat := range games.Seat(p.setup.Seats) {
		if l := movesOf(p.listed, p.rng, s, seat); len(l) > 0 {
			m := l[p.rng.IntN(len(l))]
			others = append(others, m, m+"x", m[:len(m)-1])
		}
	}
	for seat := range games.Seat(p.setup.Seats) {
		for _, text := range noMoves {
			if next, err := s.Play(seat, games.Move(text)); next != nil || p.said.refusal(err) != nil {
				return fmt.Errorf("Play(%d, %q), which is not a move, gave %v: %w", seat, text, next, p.said.refusal(err))
			}
		}
		var legal []games.Move
		if p.listed {
			legal = s.Legal(seat)
		}
		for _, m := range others {
			if slices.Contains(legal, m) {
				continue
			}
			next, err := s.Play(seat, m) // which accepts some, where none are listed
			if bad := p.unlisted(m, next, err); bad != nil {
				return fmt.Errorf("Play(%d, %q), which is not in Legal: %w", seat, m, bad)
			}
		}
	}
	return nil
}

// unlisted checks what Play gave for a move that Legal does not list. A game may accept
// some (a bid with preferences), in their one spelling alone.
func (p *player) unlisted(m games.Move, next games.State, err error) error {
	if bad := p.said.refused(next, err); bad != nil || err != nil {
		return bad
	}
	return p.spelling(p.game.Parse, m)
}

// result checks the shape of a result.
func (p *player) result(s games.State) error {
	r, _ := s.Result()
	seats := p.setup.Seats + s.View(games.Spectator).Words().Dummies
	if len(r.Places) != seats || len(r.Scores) != seats {
		return fmt.Errorf("Result() = %+v, want a place and a score for each of %d seats", r, seats)
	}
	if slices.Min(r.Places) != 1 || slices.Max(r.Places) > len(r.Places) {
		return fmt.Errorf("the places are %v, want 1 for the best and none over %d", r.Places, len(r.Places))
	}
	return nil
}

// common checks of a game that two matches may play from the same position that nothing but this position matters:
// another seed leads to the same end by the same log.
func (p *player) common(first, last games.State) error {
	if !p.info.CommonDeal() {
		return nil
	}
	setup := p.setup
	setup.Seed[0]++
	if p.info.Chance {
		deal, err := first.MarshalJSON()
		if err != nil {
			return err
		}
		setup.Deal = deal
	}
	again, _, err := games.Replay(p.game, setup, p.log)
	if err != nil || !reflect.DeepEqual(p.fingerprint(last), p.fingerprint(again)) {
		return fmt.Errorf("two games from one position draw more than it tells: %v", err)
	}
	return nil
}

// replay checks that [games.Replay] makes the same position from the log.
func (p *player) replay(s games.State) error {
	again, _, err := games.Replay(p.game, p.setup, p.log)
	if err != nil {
		return fmt.Errorf("the log does not replay: %w", err)
	}
	if !reflect.DeepEqual(p.fingerprint(s), p.fingerprint(again)) {
		return errors.New("the log replays to another position")
	}
	return p.goesBack(s)
}
