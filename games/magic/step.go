package magic

import (
	"slices"

	"parlour/games"
)

// A stage is what a step of a turn asks, in the order of the steps.
type stage int

const (
	flipping stage = iota // left out when no tile can be flipped
	placing
	turning // which side of the new tile is up
	whole   // nothing: the turn is picked
)

// Step returns the next step. It is open, because nothing is hidden.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	t, at, ok := s.pick(seat, picked)
	if !ok || at == whole {
		return games.Step{}
	}
	return s.step(t, at)
}

// Shown returns the View with the flip that is picked made, and [View.Picked] and
// [View.Turns] set.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	t, at, ok := s.pick(seat, picked)
	switch {
	case !ok:
		return s.View(seat)
	case at == whole:
		return s.playTurn(t, t.move()).View(seat)
	}
	if t.flips() {
		s.pos.turnOver(t)
	}
	v := s.View(seat).(View)
	v.Flips = at == flipping
	v.Making = &games.Making{Picked: slices.Clone(picked), Step: s.step(t, at)}
	v.Picked, v.Turns = &t, s.turns(t, at)
	return v
}

// pick follows the values picked and returns the turn as far as they say it, and what is
// asked next; false if they lead nowhere.
func (s state) pick(seat games.Seat, picked []string) (Turn, stage, bool) {
	t := Turn{From: NoSquare, To: NoSquare, Place: NoSquare}
	at := flipping
	if !s.pos.mustFlip() {
		at = placing
	}
	for _, picked := range picked {
		turns := s.turns(t, at)
		i := slices.IndexFunc(turns, func(t Turn) bool { return value(t, at) == picked })
		if i < 0 {
			return t, at, false
		}
		t = turns[i]
		at++
	}
	return t, at, s.Owes(seat)
}

// turns lists what a turn may be after one more step, from the turn before the step.
func (s state) turns(t Turn, at stage) []Turn {
	switch at {
	case flipping:
		return s.pos.allFlips()
	case placing:
		return s.pos.allPlaces(t)
	case turning:
		lit := t
		lit.Light = true
		return []Turn{lit, t}
	}
	return nil
}

// allFlips lists the flips, tile by tile from a1.
func (p position) allFlips() []Turn {
	var all []Turn
	for q := range NoSquare {
		for d := range directions {
			if p.movable(d)&q.bit() != 0 {
				all = append(all, Turn{From: q, To: q.step(d), Place: NoSquare})
			}
		}
	}
	return all
}

// allPlaces lists the squares on which the tile of a turn may be placed, from a1.
func (p position) allPlaces(t Turn) []Turn {
	var all []Turn
	for set := t.free(p.empty()); set != 0; set &= set - 1 {
		t.Place = lowest(set)
		all = append(all, t)
	}
	return all
}

// step asks for the next part of a turn.
func (s state) step(t Turn, at stage) games.Step {
	var step games.Step
	switch at {
	case flipping:
		step = games.Step{Ask: games.Say("magic.ask.flip"), Lies: games.Row}
	case placing:
		step = games.Step{Ask: games.Say("magic.ask.place"), Lies: games.Grid, Wide: 4, High: 4}
	case turning:
		step = games.Step{Ask: games.Say("magic.ask.side"), Lies: games.Turn}
	}
	step.Open = true
	for _, next := range s.turns(t, at) {
		step.Choices = append(step.Choices, s.choice(next, at))
	}
	return step
}

// choice is the choice of a step that leads to a turn.
func (s state) choice(t Turn, at stage) games.Choice {
	switch at {
	case flipping:
		from, d := t.From.String(), t.Direction()
		return games.Choice{
			Value: value(t, at),
			Label: games.Say("magic.choice.flip", "Tile", from, "Direction", d.text(), "To", t.To.String(),
				"Up", up(!s.pos.At(t.From).Light)),
			Short: games.Say("magic.short.flip", "Tile", from, "Arrow", d.arrow()),
			X:     t.From.Col(), Y: t.From.Row(),
		}
	case placing:
		name := t.Place.String()
		return games.Choice{
			Value: value(t, at),
			Label: games.Say("magic.choice.place", "Cell", name),
			Short: games.Say("magic.short.place", "Cell", name),
			X:     t.Place.Col(), Y: t.Place.Row(),
		}
	}
	return games.Choice{
		Value: value(t, at), Label: up(t.Light), Short: games.Say("magic.turn." + shades[t.Light]), Echo: t.say("magic.echo."),
		Move: t.move(), X: t.Place.Col(), Y: t.Place.Row(),
	}
}

// value is the part of a move that a step picks.
func value(t Turn, at stage) string {
	switch at {
	case flipping:
		return flipName(t.From, t.Direction())
	case placing:
		return t.Place.String()
	}
	return sideLetter(t.Light)
}
