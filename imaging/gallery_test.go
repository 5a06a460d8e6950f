package imaging

import (
	"cmp"
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/permute"
	"parlour/imaging/canvas"
)

// A gallery is what the tests of pictures hold of the games.
type gallery struct {
	golden  []string                                               // names of golden pictures
	checked map[string]func(p *canvas.Palette, d canvas.DrawPiece) // games whose pieces are checked for colour vision
	sheets  map[string][]string                                    // by game, the samples on its contact sheets
}

// lacks lists what the gallery lacks for some games, and golden pictures that belong to none
// of their scenes.
func (g gallery) lacks(list []games.Game) []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	known := map[string]bool{}
	for _, game := range list {
		name := game.Info().Name
		if len(game.Scenes()) == 0 {
			fault("%s has no scenes", name)
		}
		if g.checked[name] == nil || len(piecesOf(g.checked[name], canvas.Classic())) == 0 {
			fault("%s has no pieces checked for colour vision", name)
		}
		for _, s := range game.Scenes() {
			scene := name + "-" + s.Name
			known[scene] = true
			if s.Picked != nil { // of a step with areas there are more pictures
				known[scene+"-areas"], known[scene+"-area"] = true, true
			}
			if !slices.Contains(g.golden, scene) {
				fault("%s has no golden picture", scene)
			}
			if !slices.Contains(g.sheets[name], scene) {
				fault("%s is on no contact sheet", scene)
			}
		}
	}
	for _, name := range g.golden {
		if !known[name] {
			fault("the golden picture %s is of no scene", name)
		}
	}
	return faults
}

// hung returns the gallery of the games that there are.
func hung(t *testing.T) gallery {
	t.Helper()
	g := gallery{checked: map[string]func(*canvas.Palette, canvas.DrawPiece){}, sheets: map[string][]string{}}
	for _, game := range all.Games() {
		if p, ok := painterFor(t, game); ok {
			g.checked[game.Info().Name] = p.pieces
		}
	}
	files, err := filepath.Glob("testdata/*.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		g.golden = append(g.golden, strings.TrimSuffix(filepath.Base(file), ".png"))
	}
	for name, made := range samples(t) {
		for _, s := range made {
			g.sheets[name] = append(g.sheets[name], s.name)
		}
	}
	return g
}

// TestGallery checks that every game has its golden pictures, contact sheets and a check of
// colour vision, and that no golden picture is left over.
func TestGallery(t *testing.T) {
	for _, fault := range hung(t).lacks(all.Games()) {
		t.Errorf("%s (go test ./imaging -run Golden -update writes golden pictures)", fault)
	}
}

// A toy is a game of another name, with scenes of its own.
type toy struct {
	games.Game
	name   string
	scenes []string
}

func (g toy) Info() games.Info {
	i := g.Game.Info()
	i.Name = cmp.Or(g.name, "toy")
	return i
}

func (g toy) Scenes() []games.Scene {
	var made []games.Scene
	for _, name := range g.scenes {
		made = append(made, games.Scene{Name: name})
	}
	return made
}

// TestGalleryLacks plants faults in the gallery of a toy game: each must be found.
func TestGalleryLacks(t *testing.T) {
	toyPieces := func(_ *canvas.Palette, draw canvas.DrawPiece) {
		draw("toys", "bear", color.RGBA{A: 0xff}, func(*canvas.Canvas, canvas.Box) {})
	}
	for name, c := range map[string]struct {
		plant func(*gallery, *toy)
		want  string
	}{
		"nothing":                {func(*gallery, *toy) {}, ""},
		"no scenes":              {func(g *gallery, y *toy) { y.scenes, g.golden = nil, nil }, "toy has no scenes"},
		"a scene without golden": {func(g *gallery, _ *toy) { g.golden = g.golden[:1] }, "toy-end has no golden picture"},
		"a scene without sheet":  {func(g *gallery, _ *toy) { g.sheets["toy"] = []string{"toy-end"} }, "toy-start is on no contact sheet"},
		"no pieces":              {func(g *gallery, _ *toy) { delete(g.checked, "toy") }, "toy has no pieces checked for colour vision"},
		"pieces not drawn": {func(g *gallery, _ *toy) { g.checked["toy"] = func(*canvas.Palette, canvas.DrawPiece) {} },
			"toy has no pieces checked for colour vision"},
		"a stale golden": {func(g *gallery, _ *toy) { g.golden = append(g.golden, "toy-old") }, "the golden picture toy-old is of no scene"},
		"a golden of a game that is gone": {func(g *gallery, _ *toy) { g.golden = append(g.golden, "chess-end") },
			"the golden picture chess-end is of no scene"},
		"a new game": {func(_ *gallery, y *toy) { y.name, y.scenes = "chess", nil },
			"chess has no scenes; chess has no pieces checked for colour vision; the golden picture toy-start is of no scene; the golden picture toy-end is of no scene"},
	} {
		g := gallery{
			golden: []string{"toy-start", "toy-end"}, sheets: map[string][]string{"toy": {"toy-start", "toy-end"}},
			checked: map[string]func(*canvas.Palette, canvas.DrawPiece){"toy": toyPieces},
		}
		y := toy{Game: permute.Game{}, scenes: []string{"start", "end"}}
		c.plant(&g, &y)
		if got := strings.Join(g.lacks([]games.Game{y}), "; "); got != c.want {
			t.Errorf("%s: a gallery with this fault lacks %q, want %q", name, got, c.want)
		}
	}
}
