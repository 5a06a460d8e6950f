package message

import (
	"strconv"

	"parlour/commands/match"
	"parlour/storage"
)

// MonthNames is how many people a month's standings name.
const MonthNames = 5

// Month writes the standings of a month that is over, for the channel that gets the results of its server: how many people
// have a row, and the first of them, in words and in a picture.
func (w *Writer) Month(lang string, month storage.Period, people int, first []match.Row) Message {
	p := w.To(Reader{Lang: lang, Now: month.Start()}, nil)
	s := Standings{When: WhenMonth, All: people, Rows: first}
	msg := Message{
		Content: p.standingsHead(s),
		Picture: p.standingsPicture(s),
		Rows:    Row(p.Button(VerbResults, Plain, strconv.Itoa(int(month)))),
		Silent:  true,
	}
	for _, r := range first {
		msg.Below(p.row(p.voice, r, false))
	}
	msg.Below(p.Say("month.more"))
	return msg
}

// IsMonth recognises a month's standings by their button.
func IsMonth(month storage.Period, b Button) bool {
	return b.Verb == VerbResults && len(b.Steps) == 1 && b.Steps[0] == strconv.Itoa(int(month))
}
