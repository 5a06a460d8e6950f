package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"parlour/games"
)

// sceneName matches the name of a scene, which is a part of a file's name.
var sceneName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// checkScenes checks the positions that a game gives for the tests of pictures.
func checkScenes(g games.Game) error {
	scenes := g.Scenes()
	if !reflect.DeepEqual(scenes, g.Scenes()) {
		return errors.New("the scenes are others each time")
	}
	seen := map[string]bool{}
	var preview, contrast, end, step bool
	for _, s := range scenes {
		over, err := checkScene(g, s)
		if err != nil {
			return fmt.Errorf("scene %q: %w", s.Name, err)
		}
		if seen[s.Name] {
			return fmt.Errorf("two scenes are called %q", s.Name)
		}
		seen[s.Name] = true
		preview, contrast, end, step = preview || s.Preview, contrast || s.Contrast, end || over, step ||
			s.Picked != nil
	}
	if !preview || !contrast || !end || !step {
		return fmt.Errorf("of %d scenes: a preview %v, one in high contrast %v, the end of a game %v, a step of a move %v; want each", len(scenes), preview, contrast, end, step)
	}
	return nil
}

// checkScene checks one scene, and reports whether its game is over.
func checkScene(g games.Game, s games.Scene) (over bool, err error) {
	if !sceneName.MatchString(s.Name) {
		return false, errors.New("no name for a file")
	}
	if s.Setup.Game != g.Info().Name {
		return false, fmt.Errorf("it is of the game %q", s.Setup.Game)
	}
	if s.Seat < games.Spectator || int(s.Seat) >= s.Setup.Seats {
		return false, fmt.Errorf("it is seen by seat %d", s.Seat)
	}
	state, err := s.State(g)
	if err != nil {
		return false, err
	}
	if s.Better != "" {
		before, made := s.Before()
		if state, err := before.State(g); err != nil || made == s.Better ||
			!slices.Contains(state.Legal(s.Seat), s.Better) {
			return false, fmt.Errorf("%q is not a better move of seat %d (%v)", s.Better, s.Seat, err)
		}
	}
	made := games.Made(state, s.Seat, s.Picked) != ""
	if s.Picked != nil && !made && len(state.Step(s.Seat, s.Picked).Choices) == 0 {
		return false, fmt.Errorf("seat %d has no step after %q", s.Seat, s.Picked)
	}
	_, over = state.Result()
	return over, nil
}
