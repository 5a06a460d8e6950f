package imaging_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/imaging"
)

// A sample is a picture of a game, with a name.
type sample struct {
	name    string // of a scene, also of its golden picture
	picture games.Drawing
}

// scenes returns the pictures of the scenes of a game.
func scenes(t testing.TB, g games.Game) []sample {
	t.Helper()
	var made []sample
	for _, s := range g.Scenes() {
		state, err := s.State(g)
		if err != nil {
			t.Fatalf("scene %s of %s: %v", s.Name, g.Info().Name, err)
		}
		name := g.Info().Name + "-" + s.Name
		view := state.View(s.Seat)
		if s.Picked != nil {
			view = state.Shown(s.Seat, s.Picked)
		}
		var better games.View
		if s.Better != "" {
			before, made := s.Before()
			view, better = afterMove(t, g, before, made), afterMove(t, g, before, s.Better)
		}
		p := tablePicture(t, g, view, s.Setup.Seats)
		p.Better, p.Heads = better, [2]string{"Played", "Better"}
		if s.Values {
			all, ok := g.(games.Exact).Values(state.View(s.Seat), s.Seat)
			if p.Values = games.OfChoices(state, s.Seat, all); !ok {
				t.Fatalf("scene %s of %s has no values", s.Name, g.Info().Name)
			}
		}
		if s.Preview {
			p.Preview = "Not played yet"
		}
		if s.Contrast {
			p.Palette = imaging.Contrast
		}
		ended(&p, state)
		made = append(made, sample{name, p})
		if s.Picked != nil && len(state.Step(s.Seat, s.Picked).Areas()) > 0 {
			areas, area := p, p
			areas.Margins, area.Area = true, 1
			made = append(made, sample{name + "-areas", areas}, sample{name + "-area", area})
		}
	}
	return made
}

// afterMove returns the view of the seat of a scene after a move, or while it tries it where
// something is hidden.
func afterMove(t testing.TB, g games.Game, s games.Scene, m games.Move) games.View {
	t.Helper()
	state, err := s.State(g)
	if trier, ok := state.(games.Trier); ok && err == nil {
		return trier.Try(s.Seat, m)
	}
	if err == nil {
		state, err = state.Play(s.Seat, m)
	}
	if err != nil {
		t.Fatalf("scene %s of %s: %v", s.Name, g.Info().Name, err)
	}
	return state.View(s.Seat)
}

// people are the names of the players in pictures: some are long, some are not plain letters.
func people(game string) []string {
	if game == "permutations" {
		return []string{"Ada Lovelace", "Ben", "Maximilian von Hohenzollern", "Chloë", "Wilhelmina"}
	}
	return []string{"Ada Lovelace", "Maximilian von Hohenzollern", "Eve", "Zoë", "Mr. Longfellow-Smythe", "Ben"}
}

// tablePicture returns the picture of a view, with the words that a table would have.
func tablePicture(t testing.TB, g games.Game, view games.View, seats int) games.Drawing {
	t.Helper()
	names := people(g.Info().Name)
	for len(names) < seats {
		names = append(names, fmt.Sprint("Player ", len(names)+1))
	}
	words := view.Words()
	names = slices.Clone(names[:seats])
	voice := catalogue().Voice("en", names, nil)
	for i := range words.Dummies {
		names = append(names, fmt.Sprint("Dummy ", i+1))
	}
	return games.Drawing{View: view, Names: names, Captions: voice.All(words.Captions)}
}

// ended gives a picture of a state that is over the ribbon of its end.
func ended(p *games.Drawing, state games.State) {
	result, over := state.Result()
	if !over || p.Better != nil || p.Preview != "" {
		return
	}
	e := &games.Ribbon{Title: "A draw", Line: "63 moves · 9 days · 28 Nov 2026", Winners: result.First()}
	if n := len(result.Places); len(e.Winners) == n {
		e.Winners = nil
	}
	for seat := range min(2, len(result.Scores)) {
		e.Score += []string{"", "–"}[seat] + fmt.Sprint(result.Scores[seat])
	}
	switch len(e.Winners) {
	case 0:
	case 1:
		e.Short = p.Names[e.Winners[0]] + " wins"
		if e.Title = e.Short; len(result.Places) == 2 {
			e.Title = fmt.Sprintf("%s beats %s", p.Names[e.Winners[0]], p.Names[1-e.Winners[0]])
		}
	default:
		e.Title = fmt.Sprintf("%s and %s win", p.Names[e.Winners[0]], p.Names[e.Winners[1]])
	}
	p.Ribbon = e
}

// catalogue has the sentences of all games, and a made-up language.
var catalogue = sync.OnceValue(func() *locale.Catalogue {
	c, err := locale.New(all.Games())
	if err == nil {
		err = c.MakeUp(madeUp)
	}
	if err != nil {
		panic(err)
	}
	return c
})

// samples returns pictures of every game, by its name: its scenes, and then positions
// played by chance with every number of seats and every value of every option.
var samples = sync.OnceValue(func() map[string][]sample {
	made := map[string][]sample{}
	for _, g := range all.Games() {
		made[g.Info().Name] = append(scenes(&testing.B{}, g), chances(&testing.B{}, g)...)
	}
	return made
})

// chances plays a game by chance with every number of seats and every value of every
// option, and returns a picture of each: in turn from the middle and of the end.
func chances(t testing.TB, g games.Game) []sample {
	t.Helper()
	info := g.Info()
	n := max(4, info.MaxSeats-info.MinSeats+1)
	for _, o := range info.Options {
		n = max(n, len(o.Values))
	}
	var made []sample
	for i := range n {
		setup := games.Setup{Game: info.Name, Rules: info.Rules, Seats: info.MinSeats + i%(info.MaxSeats-info.MinSeats+1), Seed: games.Seed{byte(i)}}
		setup.Options = map[string]string{}
		for _, o := range info.Options {
			setup.Options[o.Name] = o.Values[i%len(o.Values)]
		}
		state, err := g.Start(setup)
		var refused *games.Refusal
		if errors.As(err, &refused) {
			continue // the options do not go together
		} else if err != nil {
			t.Fatalf("Start(%+v): %v", setup, err)
		}
		states := byMenu(t, state, uint64(i))
		state = states[len(states)/2]
		if i%2 == 1 {
			state = states[len(states)-1]
		}
		looks := games.Seat(i%(setup.Seats+1)) - 1
		made = append(made, sample{fmt.Sprintf("%s-chance-%d", info.Name, i), tablePicture(t, g, state.View(looks), setup.Seats)})
	}
	return made
}

// byMenu plays from a position to the end by choices from the game's menus, and returns
// every position.
func byMenu(t testing.TB, state games.State, seed uint64) []games.State {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	states := []games.State{state}
	for owe := state.ToMove(); len(owe) > 0; owe = state.ToMove() {
		seat := owe[rng.IntN(len(owe))]
		next, err := state.Play(seat, gametest.Stroll(rng, state, seat))
		if err != nil {
			t.Fatal(err)
		}
		state = next
		states = append(states, state)
	}
	return states
}

// mustDraw returns the PNG of a drawing.
func mustDraw(t testing.TB, p games.Drawing) []byte {
	t.Helper()
	b, err := imaging.Draw(p)
	if err != nil {
		t.Fatalf("Draw: %v", err)
	}
	return b
}

// mustRender draws a picture with [imaging.Render], which does not encode it.
func mustRender(t testing.TB, p games.Drawing) *image.RGBA {
	t.Helper()
	im, err := imaging.Render(p)
	if err != nil {
		t.Fatalf("Render: %v", err)
	}
	return im
}

// decode reads a PNG and checks that it is square, or lower, and has a palette.
func decode(t testing.TB, data []byte) *image.RGBA {
	t.Helper()
	im, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("a picture that is no PNG: %v", err)
	}
	p, ok := im.(*image.Paletted)
	if !ok || p.Rect.Min != (image.Point{}) || p.Rect.Dx() < p.Rect.Dy() {
		t.Fatalf("a picture of %v and %T, want a square or a lower one with a palette", im.Bounds(), im)
	}
	var palette [256][4]uint8
	for i, one := range p.Palette {
		c := one.(color.RGBA)
		palette[i] = [4]uint8{c.R, c.G, c.B, c.A}
	}
	out := image.NewRGBA(p.Rect)
	for i, v := range p.Pix {
		*(*[4]uint8)(out.Pix[4*i:]) = palette[v]
	}
	return out
}

// find returns a game by its name, and a scene of it.
func find(t testing.TB, game, scene string) (games.Game, games.Scene) {
	t.Helper()
	for _, g := range all.Games() {
		for _, s := range g.Scenes() {
			if g.Info().Name == game && s.Name == scene {
				return g, s
			}
		}
	}
	t.Fatalf("%s has no scene %s", game, scene)
	return nil, games.Scene{}
}

// view returns the view of a scene as its seat to move sees it after steps; nil shows it without a step.
func view(t testing.TB, game, scene string, picked []string) games.View {
	t.Helper()
	g, s := find(t, game, scene)
	state, err := s.State(g)
	if err != nil {
		t.Fatal(err)
	}
	if picked == nil {
		return state.View(games.Spectator)
	}
	return state.Shown(state.ToMove()[0], picked)
}

// count returns the number of pixels of a colour in a part of a picture.
func count(im *image.RGBA, part image.Rectangle, col color.RGBA) int {
	return apart(im, image.NewRGBA(im.Rect), part, func(_, _ int, p, _ color.RGBA) bool { return p == col })
}
