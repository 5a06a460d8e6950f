package games

// SystemLine returns the [Words.Line] of a lapse, a leave or a draw of a seat.
func SystemLine(s Seat, m Move) Text { return Say("system."+string(m), "Player", s) }

// Join joins texts into one by a sentence with the values First and Next. No texts give the
// zero Text.
func Join(key string, texts ...Text) Text {
	var joined Text
	for i, t := range texts {
		if i == 0 {
			joined = t
		} else {
			joined = Say(key, "First", joined, "Next", t)
		}
	}
	return joined
}
