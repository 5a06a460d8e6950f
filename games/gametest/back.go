package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"parlour/games"
)

// goesBack checks that [games.Replay] makes the same position from the log with detours:
// plies that are made at random and taken back.
func (p *player) goesBack(s games.State) error {
	aside := *p // with draws of its own, so that the games are the same without this check
	aside.rng = rand.New(rand.NewPCG(uint64(len(p.log)), 2))
	detours, err := aside.detours()
	if err != nil {
		return err
	}
	again, turn, err := games.Replay(p.game, p.setup, detours)
	if err != nil {
		return fmt.Errorf("the log does not replay with plies taken back, %v: %w", detours, err)
	}
	if !reflect.DeepEqual(p.fingerprint(s), p.fingerprint(again)) {
		return fmt.Errorf("the log replays to another position with plies taken back: %v", detours)
	}
	if _, straight, _ := games.Replay(p.game, p.setup, p.log); turn < straight {
		return fmt.Errorf("the turn is %d with plies taken back, and %d without", turn, straight)
	}
	var stand []games.Ply
	for _, i := range games.Standing(detours) {
		stand = append(stand, detours[i])
	}
	if !slices.Equal(stand, p.log) {
		return errors.New("the plies that stand are not those of the log")
	}
	return nil
}

// detours returns the log with up to three detours in it.
func (p *player) detours() ([]games.Ply, error) {
	state, err := p.game.Start(p.setup)
	if err != nil {
		return nil, err
	}
	var all []games.Ply
	for _, ply := range p.log {
		if p.rng.IntN(len(p.log)) < 3 {
			if all, err = p.detour(all, state); err != nil {
				return nil, err
			}
		}
		all = append(all, ply)
		if state, err = state.Play(ply.Seat, ply.Move); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// detour adds up to four plies from a position, and takes them back in one go or in two.
func (p *player) detour(log []games.Ply, from games.State) ([]games.Ply, error) {
	made := 0
	for range 1 + p.rng.IntN(4) {
		seat, move := p.pick(from)
		next, err := from.Play(seat, move)
		if err != nil {
			return nil, err
		}
		if len(next.ToMove()) == 0 {
			break // nothing is taken back after the end
		}
		log = append(log, games.Ply{Seat: seat, Move: move})
		made, from = made+1, next
	}
	seat := games.Seat(p.rng.IntN(p.setup.Seats))
	if made > 1 && p.rng.IntN(2) == 0 {
		log, made = append(log, games.Ply{Seat: seat, Move: games.Back(1)}), made-1
	}
	if made > 0 {
		log = append(log, games.Ply{Seat: seat, Move: games.Back(made)})
	}
	return log, nil
}
