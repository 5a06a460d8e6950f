package message

import (
	"slices"
	"strconv"

	"parlour/games"
)

// MaxBlocked bounds how many people a person can block: the menus of /settings hold as many.
const MaxBlocked = 2 * MaxMenu

// maxLine is Discord's limit on a line of a menu, in characters.
const maxLine = 100

// challenges says whose challenges a person takes and whom they have blocked. The rows have menus that
// unblock.
func (w *Writer) challenges(r Reader) (said string, rows [][]Control) {
	key := "settings.challenges"
	if r.Own.Challenges != "" {
		key += "-" + r.Own.Challenges
	}
	said = w.Say(r.Lang, key)
	if len(r.Own.Blocked) == 0 {
		return said, nil
	}
	number := 0
	for part := range slices.Chunk(r.Own.Blocked[:min(len(r.Own.Blocked), MaxBlocked)], MaxMenu) {
		number++
		menu := Control{ID: Button{Verb: VerbUnblock, Steps: []string{strconv.Itoa(number)}}.String(), Label: w.Label(r.Lang, "settings.unblock")}
		for _, b := range part {
			name := w.Plain(r.Lang, nil).Say(games.Say("name.blocked", "Name", b.Name))
			menu.Options = append(menu.Options, MenuOption{Label: Clip(name, maxLine), Value: b.ID})
		}
		rows = append(rows, []Control{menu})
	}
	return Lines(said, w.Say(r.Lang, "settings.blocked", "Count", len(r.Own.Blocked), "Names", r.Own.Blocked[0].Name)), rows
}
