package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlour/games"
)

// Records reads every record of a folder, "v<rules>-….json". A record must be accepted, be
// the same when written again, and be refused with the right number when one of its moves
// is another. Every version of the rules needs one. With -update, a setup without a record
// gets that of a random game; a record that is there is never overwritten.
func Records(t *testing.T, g games.Game, dir string, setups map[string]games.Setup) {
	t.Helper()
	if *Update {
		for name, s := range setups {
			keep(t, g, filepath.Join(dir, fmt.Sprintf("v%d-%s.json", g.Info().Rules, name)), s)
		}
	}
	for version := 1; version <= g.Info().Rules; version++ {
		files, err := recordsOf(version, dir)
		if err != nil {
			t.Error(err)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				if err := checkRecord(g, version, file); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// recordsOf lists the records of one version of the rules, at least one.
func recordsOf(version int, dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, fmt.Sprintf("v%d-*.json", version)))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no record by rules of version %d in %s (%v)", version, dir, err)
	}
	return files, nil
}

// keep writes the record of a random game, unless there is a record already.
func keep(t *testing.T, g games.Game, file string, s games.Setup) {
	t.Helper()
	if _, err := os.Stat(file); err == nil {
		return
	}
	state, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	p := player{setup: s, rng: rand.New(rand.NewPCG(3, 3)), absent: true}
	var made []games.RecordedPly
	for at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC); len(state.ToMove()) > 0; at = at.Add(time.Hour) {
		var ply games.Ply
		ply, state, err = p.stay(state)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, games.RecordedPly{Ply: ply, At: at})
	}
	text, err := json.MarshalIndent(games.NewRecord(s, made, state), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, append(text, '\n'), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// stay is a [player.step] in which no system move ends the game.
func (p *player) stay(s games.State) (games.Ply, games.State, error) {
	for {
		ply, next, err := p.step(s)
		if err != nil || !ended(ply.Move, next) {
			return ply, next, err
		}
	}
}

// ended reports whether a system move ended a game.
func ended(m games.Move, s games.State) bool {
	_, over := s.Result()
	return over && m.System()
}

// checkRecord checks that a record is of a version, is the same when written again, and is
// refused when changed.
func checkRecord(g games.Game, version int, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	list := []games.Game{g}
	r, state, err := games.ReadRecord(list, text)
	if err != nil {
		return err
	}
	if r.Rules != version {
		return fmt.Errorf("it is of version %d", r.Rules)
	}
	again, err := json.MarshalIndent(games.NewRecord(r.Setup, r.Moves, state), "", " ")
	if err != nil {
		return err
	}
	if string(again)+"\n" != string(text) {
		return errors.New("written again, it is another")
	}
	return tamper(list, r)
}

// tamper checks that a record with one move changed is refused with the number of the move.
func tamper(list []games.Game, r games.Record) error {
	for i, was := range r.Moves {
		for _, m := range []games.RecordedPly{
			{Ply: games.Ply{Seat: was.Seat, Move: "no such move"}, At: was.At},
			{Ply: games.Ply{Seat: 99, Move: was.Move}, At: was.At},
			{Ply: games.Ply{Seat: was.Seat, Move: ""}, At: was.At},
		} {
			r.Moves[i] = m
			text, err := json.Marshal(r)
			if err != nil {
				return err
			}
			_, _, err = games.ReadRecord(list, text)
			var bad *games.BadPly
			if !errors.As(err, &bad) || bad.Index != i {
				return fmt.Errorf("with ply %d replaced by %q of seat %d: %v", i+1, m.Move, m.Seat, err)
			}
		}
		r.Moves[i] = was
	}
	return nil
}
