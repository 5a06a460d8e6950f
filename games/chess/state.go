package chess

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parlour/games"
)

// A state is a position with its seats.
type state struct {
	games.Duel
	pos  Position
	past []Key // of the positions that may come again, up to this one
	last Turn
	said string // the last turn in algebraic notation; empty before the first

	first string // the first position, if it is not the usual one
	told  *told  // all turns
}

// A told is a turn in algebraic notation with those before it.
type told struct {
	said   string
	before *told
}

// newState returns the state before the first move.
func newState(p Position) state {
	s := state{pos: p, past: []Key{p.key}}
	if fen := p.FEN(); fen != usualFEN {
		s.first = fen
	}
	return s
}

// usualFEN is the usual first position.
const usualFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0"

// Notation writes the game as PGN: the first position unless it is the usual one, the moves, and the result.
func (s state) Notation() string {
	var line []string
	for t := s.told; t != nil; t = t.before {
		line = append(line, t.said)
	}
	slices.Reverse(line)
	result := "*"
	if s.Ended != nil {
		result = map[games.Seat]string{0: "1-0", 1: "0-1", games.Spectator: "1/2-1/2"}[s.Winner()]
	}
	var b strings.Builder
	black := 0
	if s.first != "" {
		black = strings.Count(s.first, " b ")
		if first, _ := readFEN(s.first); first.elsewhere() {
			b.WriteString("[Variant \"Chess960\"]\n")
		}
		fmt.Fprintf(&b, "[SetUp \"1\"]\n[FEN \"%s 1\"]\n", s.first)
	}
	fmt.Fprintf(&b, "[Result \"%s\"]\n\n", result)
	for i, said := range line {
		switch n := i + black; {
		case n%2 == 0:
			fmt.Fprintf(&b, "%d. ", n/2+1)
		case i == 0:
			b.WriteString("1... ")
		}
		b.WriteString(said + " ")
	}
	return b.String() + result
}

// MarshalText writes a key as 16 hex digits.
func (k Key) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(k)), nil }

// Legal lists the moves of the seat that owes one, with a claim of a draw if there is reason to.
func (s state) Legal(seat games.Seat) []games.Move {
	if !s.Owes(seat) {
		return nil
	}
	turns := s.pos.turns(nil, false)
	all := s.Moves(seat, len(turns), func(n int) games.Move { return s.pos.move(turns[n]) })
	if s.claim() != "" {
		all = append(all, claimMove)
		slices.Sort(all)
	}
	return all
}

// Play moves a piece or claims a draw, or plays a system move. Time that runs out against a king alone makes a draw.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	if other := s.pos.sides[(1-seat)&1]; m == games.Lapse && s.Owes(seat) && !other.several() {
		s.Stop(seat, m)
		s.End(games.Spectator, games.Say("chess.reason.lapse"))
		return s, nil
	}
	return games.PlayDuel(s, seat, m, state.readTurn, state.playTurn)
}

func (s state) playTurn(t Turn, m games.Move) state {
	reason := s.claim()
	s.Move(m)
	if m == claimMove {
		s.End(games.Spectator, games.Say("chess.reason."+reason))
		return s
	}
	s.last, s.said = t, s.pos.san(t)
	s.told = &told{s.said, s.told}
	s.pos.Play(t)
	if s.pos.clock == 0 {
		s.past = nil
	}
	s.past = append(s.past[:len(s.past):len(s.past)], s.pos.key)
	s.judge()
	return s
}

// How often a position must come, and how many plies must go without a pawn's move or a taken piece, for a draw that is
// claimed and for one that comes by itself.
const (
	someTimes, allTimes = 3, 5
	somePlies, allPlies = 100, 150
)

// judge ends a game that is over: a mate comes before any draw.
func (s *state) judge() {
	stuck := len(s.pos.turns(nil, false)) == 0
	switch {
	case stuck && s.pos.checks() != 0:
		s.End(games.Seat(1-s.pos.mover), games.Say("chess.reason.mate"))
	case stuck:
		s.End(games.Spectator, games.Say("chess.reason.stalemate"))
	case s.pos.dead():
		s.End(games.Spectator, games.Say("chess.reason.dead"))
	case count(s.past, s.pos.key) >= allTimes:
		s.End(games.Spectator, games.Say("chess.reason.fivefold"))
	case s.pos.clock >= allPlies:
		s.End(games.Spectator, games.Say("chess.reason.seventy-five"))
	}
}

// claim returns by which rule the mover can claim a draw, "" for none: as the position stands, or with a move.
func (s state) claim() string {
	switch quiet := int(s.pos.clock); {
	case count(s.past, s.pos.key) >= someTimes, s.pos.repeats(s.past, someTimes-1):
		return "threefold"
	case quiet >= somePlies, quiet == somePlies-1 && s.pos.quiet():
		return "fifty"
	}
	return ""
}

// Perft counts sequences of moves of pieces, and claims are none.
func (s state) Perft(depth int) int {
	return s.Counted(depth, func(depth int) int { return s.pos.Perft(depth) })
}

// MarshalJSON writes the whole position: rows from the top with the letters of FEN, and the rest as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	all := v.Told()
	all["position"], all["past"], all["toMove"], all["san"], all["from"], all["to"] = v.Position, v.Past, v.ToMove, v.San, v.From, v.To
	var rows []string
	for row := range 8 {
		rows = append(rows, s.pos.row(7-row))
	}
	all["rows"] = rows
	return json.Marshal(all)
}
