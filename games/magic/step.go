package magic

import "parlour/games"

// Step returns the next step.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	return games.Step{Choices: s.choices(seat, picked)}
}

// Shown returns the View with the move in the making.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	v := s.View(seat).(View)
	v.Making = &games.Making{Picked: picked, Step: s.Step(seat, picked)}
	return v
}

// choices has four steps: tile, direction, cell, side. It leaves out the first two when
// nothing can be flipped.
func (s state) choices(seat games.Seat, picked []string) []games.Choice {
	if !s.Owes(seat) {
		return nil
	}
	t := Turn{From: NoSquare, To: NoSquare}
	if s.pos.MustFlip() {
		if len(picked) == 0 {
			return s.tiles()
		}
		from, ok := parseSquare(picked[0])
		if !ok || len(picked) == 1 {
			return s.ways(from)
		}
		d, ok := parseDirection(picked[1])
		if !ok || s.pos.movable(d)&from.bit() == 0 {
			return nil
		}
		t.From, t.To = from, from.step(d)
		picked = picked[2:]
	}
	return s.placements(t, picked)
}

// tiles lists the tiles that can be flipped.
func (s state) tiles() []games.Choice {
	var steps []games.Choice
	for q := range NoSquare {
		if len(s.ways(q)) > 0 {
			steps = append(steps, games.Choice{
				Value: q.String(),
				Label: games.Say("magic.choice.tile", "Tile", q.String(), "Up", up(s.pos.At(q).Light)),
			})
		}
	}
	return steps
}

// ways lists the directions in which the tile on a square can be flipped.
func (s state) ways(from Square) []games.Choice {
	var steps []games.Choice
	for d := range directions {
		if s.pos.movable(d)&from.bit() != 0 {
			steps = append(steps, games.Choice{
				Value: d.letter(),
				Label: games.Say("magic.choice.direction", "Direction", d.text(), "To", from.step(d).String()),
			})
		}
	}
	return steps
}

// placements lists the last two steps, after the flip of t.
func (s state) placements(t Turn, picked []string) []games.Choice {
	free := t.free(s.pos.empty())
	if len(picked) == 0 {
		return cells(free)
	}
	var ok bool
	t.Place, ok = parseSquare(picked[0])
	if !ok || free&t.Place.bit() == 0 || len(picked) > 1 {
		return nil
	}
	var steps []games.Choice
	for _, t.Light = range [2]bool{true, false} {
		steps = append(steps, games.Choice{Value: sideLetter(t.Light), Label: up(t.Light), Move: t.Move()})
	}
	return steps
}

// cells lists the squares of a set.
func cells(set uint16) []games.Choice {
	var steps []games.Choice
	for ; set != 0; set &= set - 1 {
		name := lowest(set).String()
		steps = append(steps, games.Choice{Value: name, Label: games.Say("magic.choice.cell", "Cell", name)})
	}
	return steps
}
