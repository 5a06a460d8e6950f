package message

import (
	"slices"
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Offer shows the reader open tables of a game that they may join, or have another one beside.
func (p Pen) Offer(tables []*match.Match, game string) Message {
	said, buttons := p.offers(tables, true)
	another := p.Button(VerbFresh, Plain, game)
	return Message{Content: Lines(said...), Rows: inRows(append(buttons, another))}
}

// offers says which open tables the reader may join, with a button each. Those of one game have no other.
func (p Pen) offers(tables []*match.Match, one bool) (said []string, buttons []Control) {
	for _, m := range tables {
		at := p.w.To(p.r, m)
		var channel locale.Verbatim
		if p.r.Channel != m.Home {
			channel = Channels([]string{m.Home})
		}
		said = append(said, Lines(at.Say("offer.table", "By", games.Seat(0), "Game", at.Title(), "Channel", channel,
			"Terms", at.wished()), at.warning()))
		join := at.joining()
		if !one || len(tables) > 1 {
			game := ""
			if !one {
				game = m.Info.Brief()
			}
			label := games.Say("offer.join", "By", games.Seat(0), "Game", locale.Verbatim(game))
			join.Label = Clip(at.plain().Say(label), maxLabel)
		}
		buttons = append(buttons, join)
	}
	return said, buttons
}

// joining is the button that has somebody sit down at a table. It says how often the options had been changed.
func (p Pen) joining() Control {
	if p.Changes > 0 {
		return p.Button(VerbJoin, Main, strconv.Itoa(p.Changes))
	}
	return p.Button(VerbJoin, Main)
}

// BeginsAt writes when the game of a full table begins by itself; it is empty if it does not.
func BeginsAt(head storage.Head) (at locale.Verbatim) {
	if !head.Begins.IsZero() {
		at = stamp(head.Begins, 't')
	}
	return at
}

// wished is [Pen.wishes] as the beginning of a sentence.
func (p Pen) wished() locale.Verbatim {
	return locale.Verbatim(locale.Upper(strings.Join(p.wishes(), " · ")))
}

// wishes say what there is to agree on at a table: the options, who moves first, and the time. Of the options only
// those are said that are not as usual.
func (p Pen) wishes() []string {
	said := locale.OptionWords(p.voice, p.Info, p.Setup.Options)
	if slices.Contains(match.Firsts[1:], p.First) && p.MovesFirst() {
		said = append(said, p.voice.Say(FirstMove(p.Match, p.First)))
	}
	return append(said, p.voice.Say(TimeOf(p.Limits())))
}
