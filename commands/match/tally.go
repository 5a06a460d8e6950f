package match

// A tally is what the board at the end tells of other matches. Package which reads it from the
// store.
type tally struct {
	Won   [2]int // games that each seat of two people has won of the other, this one too
	Waits bool   // whether another match waits for one of the players
}
