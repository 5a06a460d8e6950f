package twistonly

import (
	"encoding/json"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// A state is a position with its seats. Seat 0 has Orange and moves at even plies.
type state struct {
	games.Duel
	pos    Position
	twist  *Twist // the last twist; never written to once set
	before int    // the largest solved group of its side before that
	solves [2]int // by colour: the stones that the last twist solved
}

func (s state) Legal(seat games.Seat) []games.Move {
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play makes a twist or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTwist, state.playTwist)
}

func (s state) playTwist(t Twist, m games.Move) state {
	s.Move(m)
	s.twist, s.before = &t, s.pos.largest(s.pos.mover)
	solved := s.pos.solved
	s.pos.Play(t)
	fresh := s.pos.solved.Without(solved)
	for c, stones := range s.pos.stones {
		s.solves[c] = stones.Within(fresh).Count()
	}
	if s.pos.Over() {
		winner, reason := board.Decide(s.pos.Groups())
		reason.Key = "twistonly." + reason.Key // which says that only solved groups count
		s.End(winner, reason)
	}
	return s
}

// Result gives each seat the size of its largest solved group as its score.
func (s state) Result() (games.Result, bool) {
	return s.ResultOf([2]int{s.pos.largest(board.Orange), s.pos.largest(board.Yellow)})
}

// Perft counts sequences of twists.
func (s state) Perft(depth int) int {
	return s.Counted(depth, func(depth int) int { return search.Perft(s.pos, depth) })
}

// MarshalJSON writes the whole position: rows from the top, solved stones in lower case, colours by
// seat, the rest as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	back := []games.Move{}
	for _, t := range v.Back {
		back = append(back, t.Move())
	}
	names := [2]string{"orange", "yellow"}
	return json.Marshal(map[string]any{
		"size": v.Size, "rows": board.Rows(v.Size, v.letter), "ply": v.Ply, "colours": names,
		"groups": map[string][]int{names[board.Orange]: v.Groups[board.Orange],
			names[board.Yellow]: v.Groups[board.Yellow]},
		"idle": v.Idle, "back": back, "solves": v.Solves,
		"last": v.Last, "mover": v.Mover, "twist": v.Twist, "ended": v.Ended, "winner": v.Winner,
	})
}
