package magic

// A Turn is one turn: perhaps a flip, then a tile placed. The turn alone says
// nothing of whose it is; the position does.
type Turn struct {
	From  Square `json:"from"`  // where the flipped tile lay; NoSquare for a turn without a flip
	To    Square `json:"to"`    // where it lies now; NoSquare for a turn without a flip
	Place Square `json:"place"` // where the new tile lies; may be From
	Light bool   `json:"light"` // whether the new tile shows its light side
}

// Flips reports whether the turn begins with a flip.
func (t Turn) Flips() bool { return t.From != NoSquare }

// Direction returns where the flipped tile steps, for a turn that flips.
func (t Turn) Direction() Direction {
	switch int(t.To) - int(t.From) {
	case 1:
		return East
	case -4:
		return North
	case 4:
		return South
	}
	return West
}

// shown returns what the placed tile shows.
func (t Turn) shown() int {
	if t.Light {
		return light
	}
	return dark
}

// free returns the squares on which the tile of a turn may be placed, from those
// that were empty before it.
func (t Turn) free(empty uint16) uint16 {
	if t.Flips() {
		return empty&^t.To.bit() | t.From.bit()
	}
	return empty
}
