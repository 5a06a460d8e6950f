package all

import (
	"path/filepath"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/imaging"
)

// Every game is held to the contract: its tests call all that gametest has for it,
// on files that are there.
func TestGamesAreHeldToTheContract(t *testing.T) {
	for _, g := range Games() {
		dir := filepath.Join("..", g.Info().Name)
		called := map[string]bool{}
		for _, c := range calls(t, filepath.Join(dir, "*_test.go")) {
			called[c.name] = true
		}
		for want, or := range map[string]string{"gametest.Check": "gametest.Contract", "gametest.Playthroughs": "gametest.Kept",
			"gametest.Records": "gametest.Kept", "gametest.Catalogue": "gametest.Kept"} {
			if !called[want] && !called[or] {
				t.Errorf("the tests of %s do not call %s", g.Info().Name, want)
			}
		}
		for _, pattern := range []string{"testdata/playthrough/*.txt", "testdata/records/*.json"} {
			if files, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(files) == 0 {
				t.Errorf("%s has no %s (%v)", g.Info().Name, pattern, err)
			}
		}
	}
}

// Every folder that has a game's sentences is one of the games.
func TestGamesAreAll(t *testing.T) {
	var names, folders []string
	for _, g := range Games() {
		names = append(names, g.Info().Name)
	}
	files, err := filepath.Glob("../*/locale/en.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		folders = append(folders, filepath.Base(filepath.Dir(filepath.Dir(file))))
	}
	if slices.Sort(names); !slices.Equal(names, folders) {
		t.Errorf("Games() has %v, and there are %v", names, folders)
	}
}

// Every game's example has a picture.
func TestExamplesHavePictures(t *testing.T) {
	for _, g := range Games() {
		e := g.Example()
		s, _, err := games.Replay(g, e.Setup, e.Log)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := imaging.Draw(games.Drawing{View: s.View(e.Seat)}); err != nil {
			t.Errorf("the example of %s: %v", g.Info().Name, err)
		}
	}
}

// The arena can measure how a player does alone at every game that is played alone.
func TestAttemptsAreMeasured(t *testing.T) {
	for _, g := range Games() {
		info := g.Info()
		if info.MinSeats > 1 {
			continue
		}
		s, err := g.Start(info.Setup())
		if err != nil {
			t.Fatal(err)
		}
		if a, ok := s.View(games.Spectator).(games.Attempt); !ok {
			t.Errorf("the View of %s, which one person can play, is no games.Attempt", info.Name)
		} else if lacks, cost := a.Alone(); lacks == 0 || cost != 0 {
			t.Errorf("an attempt at %s begins with %d lacking and a cost of %d", info.Name, lacks, cost)
		}
	}
}

// Every game has a picture, from its first position on, for onlookers and for a seat.
func TestGamesHavePictures(t *testing.T) {
	for _, g := range Games() {
		info := g.Info()
		for _, seats := range []int{info.MinSeats, info.MaxSeats} {
			setup := info.Setup()
			setup.Seats = seats
			s, err := g.Start(setup)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := s.(games.Trier); info.Hidden && !ok {
				t.Errorf("%s hides something, and no move can be tried without making it", info.Name)
			}
			for _, seat := range []games.Seat{games.Spectator, games.Seat(seats - 1)} {
				if _, err := imaging.Draw(games.Drawing{View: s.View(seat)}); err != nil {
					t.Errorf("%s for %d, seen by seat %d: %v", info.Name, seats, seat, err)
				}
			}
		}
	}
}

// Every published game teaches itself, and its lessons can be played to their end.
func TestEveryCourse(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			if tutor, ok := g.(games.Tutor); ok {
				gametest.Course(t, tutor)
			} else if !g.Info().Experiment {
				t.Error("there are no lessons")
			}
		})
	}
}
