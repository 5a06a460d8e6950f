package permutu

import (
	"encoding/json"
	"strings"

	"parlour/games"
)

// MarshalJSON writes the whole position. A block that was taken is missing from
// its column and among those taken; starter is null while nobody is known to
// start. The rest is as a View has it, and whether the start was quick and
// whether it is still open to all.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	lying, taken := v.blocks()
	var starter *games.Seat
	if v.Starter != games.Spectator {
		starter = &v.Starter
	}
	return json.Marshal(map[string]any{
		"columns": lying, "taken": taken, "own": v.letters(), "singles": v.Singles,
		"starter": starter, "quick": s.quick, "open": s.open,
		"toMove": v.ToMove, "out": v.Out, "lapses": v.Lapses,
		"last": v.Last, "mover": v.Mover, "lastBlocks": v.LastBlocks, "skipped": v.Skipped,
		"ended": v.Ended, "places": v.Places,
	})
}

// blocks returns what lies in each column, by the letter of its colour, and the
// blocks that were taken.
func (v View) blocks() (lying []map[string]Symbol, taken []Block) {
	taken = []Block{}
	for _, column := range v.Columns {
		blocks := map[string]Symbol{}
		for _, b := range column {
			if b.Taken() {
				taken = append(taken, b)
			} else {
				blocks[b.Colour.letter()] = b.Symbol
			}
		}
		lying = append(lying, blocks)
	}
	return lying, taken
}

// letters writes what each seat holds, a letter a block, ascending.
func (v View) letters() []string {
	var own []string
	for _, holdings := range v.Own {
		text := ""
		for _, h := range holdings {
			text += strings.Repeat(h.Symbol.String(), len(h.Colours))
		}
		own = append(own, text)
	}
	return own
}
