package match

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/storage"
)

// Rehearse returns a match that is stored nowhere, after a log: a position of a lesson. Its players sit as they are named.
func Rehearse(game games.Game, setup games.Setup, log []games.Ply, players []storage.Player) (*Match, error) {
	m := &Match{Game: game, Info: game.Info()}
	m.Setup, m.Players, m.Phase = setup, players, storage.Playing
	for _, p := range log {
		m.Log = append(m.Log, storage.Entry{Ply: p})
	}
	var err error
	if m.State, err = game.Start(setup); err != nil {
		return nil, err
	}
	return m, m.advance(m.Log)
}

// PlayAhead has the opponent of a game that begins make about so many plies for all seats, so that what is left is short. It
// ends where as many seats are to move as at first.
func (m *Match) PlayAhead(plies int) (made []games.Ply, err error) {
	defer func() { m.Ahead = len(made) }()
	var seed games.Seed
	if err := draw(m.Random, seed[:]); err != nil || plies == 0 {
		return nil, err
	}
	player, err := m.Opponent().Player(string(games.Easy), games.Limit{})
	if err != nil {
		return nil, err
	}
	state, err := m.Game.Start(m.Setup)
	if err != nil {
		return nil, err
	}
	first := len(state.ToMove())
	for err == nil && (len(made) < plies || len(state.ToMove()) < first) {
		seat := state.ToMove()[0]
		move := player(state.View(seat), seat, games.SeedOf(seed, []string{"ahead", strconv.Itoa(len(made))}))
		made = append(made, games.Ply{Seat: seat, Move: move})
		state, err = state.Play(seat, move)
	}
	return made, err
}

// NoteLesson notes how many lessons of a game a person has done. It reports whether that is more than before.
func NoteLesson(own *storage.Person, game string, number int) bool {
	if own.Lessons[game] >= number {
		return false
	}
	own.Lessons = maps.Clone(own.Lessons)
	if own.Lessons == nil {
		own.Lessons = map[string]int{}
	}
	own.Lessons[game] = number
	return true
}

// Learnt reports whether a match is the last lesson of a game, and its learner has played it to the end.
func (m *Match) Learnt() bool {
	resigns := func(s Step) bool { return s.Move == games.Leave && m.IsPerson(s.Seat) }
	return m.Lesson > 0 && m.Phase == storage.Over && !slices.ContainsFunc(m.steps, resigns)
}

// noteLearnt has the commit that ends the last lesson of a game note with its learner that they have done it.
func (e *Env) noteLearnt(ctx context.Context, m *Match, h *storage.Head) error {
	people := m.People()
	if !m.Learnt() || len(people) != 1 {
		return nil
	}
	own, r, err := storage.People.Read(ctx, e.Store, m.Players[people[0]].ID)
	if err != nil || own.Leaving != nil || !NoteLesson(&own, m.Setup.Game, m.Lesson) {
		return err
	}
	if r, err = storage.People.Write(r, own); err == nil {
		h.With = append(h.With, r)
	}
	return err
}
