package message

import (
	"strconv"

	"parlour/commands/match"
	"parlour/storage"
)

// MonthNames is how many people a month's standings name.
const MonthNames = 5

// Month writes the standings of a month that is over, for the channel that gets the results of its server: the first people.
func (w *Writer) Month(lang string, month storage.Period, first []match.Row) Message {
	p := w.In(lang)
	said := []string{p.Say("month.head", "Month", p.Label("month."+strconv.Itoa(int(month.Start().Month()))), "Year", month.Start().Year())}
	for _, r := range first {
		said = append(said, p.Say("month.row", "Place", r.Place, "Name", r.Name, "Won", r.Won, "Drawn", r.Drawn, "Lost", r.Lost))
	}
	return Message{
		Content: Lines(append(said, p.Say("month.more"))...),
		Rows:    Row(p.Button(VerbResults, Plain, strconv.Itoa(int(month)))),
		Silent:  true,
	}
}

// IsMonth recognises a month's standings by their button.
func IsMonth(month storage.Period, b Button) bool {
	return b.Verb == VerbResults && len(b.Steps) == 1 && b.Steps[0] == strconv.Itoa(int(month))
}
