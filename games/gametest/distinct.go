package gametest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"parlour/games"
)

// How many positions [distinct] compares.
const (
	walks     = 10   // random games from the setup of the Config, three times as many with -long
	followed  = 3    // the first of them, which other setups follow
	wide      = 2    // positions of a walk from which many moves are tried
	manyMoves = 300  // moves tried from these
	fewMoves  = 4    // moves tried from the later ones
	maxPlies  = 60   // plies of a walk
	maxMet    = 6000 // positions after which no walk begins
)

// A meeting holds positions by the JSON that they write.
type meeting struct {
	rng   *rand.Rand
	seats int
	met   map[string]games.State
	lists *lists
	first map[games.Ply]bool // that were played from the position at which all walks begin
}

// distinct checks that MarshalJSON tells positions apart: two that write the same look
// the same to everybody, and the same ply leads from both to the same again. It compares
// positions that are much alike: those that plies from one position lead to, and those
// after the same plies from setups of which one option is another.
func distinct(g games.Game, c Config) error {
	start, err := g.Start(c.Setup)
	if err != nil {
		return err
	}
	m := &meeting{rand.New(rand.NewPCG(c.Seed, 3)), c.Setup.Seats, map[string]games.State{}, &lists{}, map[games.Ply]bool{}}
	count := walks
	if *long {
		count *= 3
	}
	for i := 0; i < count && len(m.met) < maxMet; i++ {
		log, err := m.walk(start)
		for _, other := range variants(g, c.Setup) {
			if err == nil && i < followed {
				err = m.follow(other, log)
			}
		}
		if err != nil {
			return fmt.Errorf("MarshalJSON does not tell positions apart: %w", err)
		}
	}
	return nil
}

// variants returns the first positions of the setups of which one option is another.
func variants(g games.Game, s games.Setup) []games.State {
	var all []games.State
	for _, o := range g.Info().Options {
		for _, value := range o.Values {
			other := s
			other.Options = map[string]string{o.Name: value}
			for name, given := range s.Options {
				if name != o.Name {
					other.Options[name] = given
				}
			}
			if start, err := g.Start(other); err == nil { // else they do not go together
				all = append(all, start)
			}
		}
	}
	return all
}

// walk plays a random game and adds its positions, with some that lie beside them.
func (m *meeting) walk(s games.State) (log []games.Ply, err error) {
	p := &player{setup: games.Setup{Seats: m.seats}, rng: m.rng, absent: true}
	for len(s.ToMove()) > 0 && len(log) < maxPlies {
		tried := fewMoves
		if len(log) < wide {
			tried = manyMoves
		}
		p.listed = m.lists.here(s, m.seats)
		if err := m.around(p, s, tried, len(log) == 0); err != nil {
			return nil, err
		}
		ply, next, err := p.step(s)
		if err != nil {
			return nil, err
		}
		log, s = append(log, ply), next
	}
	return log, m.add(s)
}

// around adds a position, those that a ply leads to, and each of these once a seat has
// left. From the first position each ply is played once in all walks.
func (m *meeting) around(p *player, s games.State, tried int, first bool) error {
	all := []games.State{s}
	for seat := range games.Seat(m.seats) {
		moves := m.some(p, s, seat, tried)
		for _, move := range append(moves, systemMoves...) {
			ply := games.Ply{Seat: seat, Move: move}
			if first && m.first[ply] {
				continue
			}
			next, err := s.Play(seat, move)
			if err != nil {
				continue
			}
			if first {
				m.first[ply] = true
			}
			all = append(all, next)
			if left, err := next.Play(0, games.Leave); err == nil {
				all = append(all, left)
			}
		}
	}
	return m.add(all...)
}

// some returns so many moves of a seat at random, or fewer.
func (m *meeting) some(p *player, s games.State, seat games.Seat, most int) []games.Move {
	if !p.listed {
		return strolls(m.rng, s, seat, most)
	}
	legal := slices.Clone(s.Legal(seat))
	m.lists.note(len(legal))
	m.rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	return legal[:min(len(legal), most)]
}

// follow plays what can be played of a log and adds the positions.
func (m *meeting) follow(s games.State, log []games.Ply) error {
	for _, p := range log {
		if err := m.add(s); err != nil {
			return err
		}
		if next, err := s.Play(p.Seat, p.Move); err == nil {
			s = next
		}
	}
	return m.add(s)
}

// add adds positions, and compares each with one that writes the same.
func (m *meeting) add(all ...games.State) error {
	for _, s := range all {
		text, err := s.MarshalJSON()
		if err != nil {
			return err
		}
		other, met := m.met[string(text)]
		if !met {
			m.met[string(text)] = s
			continue
		}
		if err := m.compare(s, other); err != nil {
			return fmt.Errorf("two write %s, and %w", text, err)
		}
	}
	return nil
}

// compare returns how two positions differ that write the same.
func (m *meeting) compare(a, b games.State) error {
	if reflect.DeepEqual(a, b) {
		return nil
	}
	for seat := games.Spectator; int(seat) < m.seats; seat++ {
		if one, two := see(a, seat, true), see(b, seat, true); !one.sees(two) {
			return fmt.Errorf("seat %d sees\n%v\nor\n%v", seat, one, two)
		}
		for _, move := range append(few(a.Legal(seat)), systemMoves...) {
			if one, two := after(a, seat, move), after(b, seat, move); !bytes.Equal(one, two) {
				return fmt.Errorf("%q of seat %d leads to\n%s\nor\n%s", move, seat, one, two)
			}
		}
	}
	if one, two := fingerprintOf(a, m.seats, true), fingerprintOf(b, m.seats, true); !reflect.DeepEqual(one, two) {
		return fmt.Errorf("they are\n%+v\nand\n%+v", one, two)
	}
	return nil
}

// few returns some moves of a list, from its beginning to its end.
func few(moves []games.Move) []games.Move {
	var some []games.Move
	for i := 0; i < len(moves); i += max(1, len(moves)/fewMoves) {
		some = append(some, moves[i])
	}
	return some
}

// after returns the JSON of the position that a ply leads to, nil where it is refused.
func after(s games.State, seat games.Seat, m games.Move) []byte {
	next, err := s.Play(seat, m)
	if err != nil {
		return nil
	}
	text, err := next.MarshalJSON()
	if err != nil {
		return nil
	}
	return text
}
