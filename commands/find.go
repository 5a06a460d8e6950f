package commands

import (
	"context"
	"slices"
	"strings"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A want is which matches a command is about.
type want int

const (
	mine   want = iota // those that the asker plays
	anyone             // those, and what is played in the channel
)

// find returns the match that a command is about: the one named, else the one of
// this channel, else the asker's only one. When it is not clear, the match is nil
// and the reply asks, or the error says that there is none.
func (h *Host) find(ctx context.Context, r Request, w want) (*match, Reply, error) {
	if id := r.Options["game"]; id != "" {
		m, err := h.load(ctx, id)
		if err == nil && w == mine {
			_, err = m.seated(r)
		}
		if err != nil {
			return nil, Reply{}, err
		}
		return m, Reply{}, nil
	}
	here, err := h.Store.OfChannel(ctx, r.Channel)
	if err != nil {
		return nil, Reply{}, err
	}
	own, err := h.Store.OfPlayer(ctx, r.By.ID, true)
	if err != nil {
		return nil, Reply{}, err
	}
	for _, list := range candidates(w, h.offered(here), h.offered(own)) {
		if slices.Contains([]string{"move", "bid", "hint"}, r.Command) && len(list) > 1 {
			list = h.onTurn(ctx, r, list)
		}
		if len(list) == 1 {
			m, err := h.load(ctx, list[0].ID)
			return m, Reply{}, err
		}
		if len(list) > 1 {
			reply, err := h.askWhich(ctx, r, list)
			return nil, reply, err
		}
	}
	return nil, Reply{}, games.Refuse("refuse.no-game")
}

// offered drops the matches of games that are not offered any more.
func (h *Host) offered(list []storage.Head) []storage.Head {
	return slices.DeleteFunc(slices.Clone(list), func(head storage.Head) bool { return h.games[head.Setup.Game] == nil })
}

// onTurn narrows matches down to those in which the asker has a move to make, or
// one that may still be changed, if there are any; for /bid, a bid.
func (h *Host) onTurn(ctx context.Context, r Request, list []storage.Head) []storage.Head {
	narrow := slices.DeleteFunc(slices.Clone(list), func(head storage.Head) bool {
		m, err := h.load(ctx, head.ID)
		return err != nil || m.state == nil || len(m.state.Legal(m.seatOf(r.By.ID))) == 0 || r.Command == "bid" && !m.bidding()
	})
	if len(narrow) == 0 {
		return list
	}
	return narrow
}

// candidates lists, best first, the sets of matches that a command may mean: the
// asker's in this channel, any in this channel, the asker's anywhere, and last
// those of the asker that have not begun.
func candidates(w want, here, own []storage.Head) [][]storage.Head {
	played := func(list []storage.Head, also func(storage.Head) bool) []storage.Head {
		return slices.DeleteFunc(slices.Clone(list), func(head storage.Head) bool {
			return head.Phase != storage.Playing || !also(head)
		})
	}
	any := func(storage.Head) bool { return true }
	lists := [][]storage.Head{played(here, func(head storage.Head) bool {
		return slices.ContainsFunc(own, func(o storage.Head) bool { return o.ID == head.ID })
	})}
	if w == anyone {
		lists = append(lists, played(here, any))
	}
	return append(lists, played(own, any), own)
}

// carried is the option beside game: that a menu which asks for the game carries on,
// by command.
var carried = map[string]string{"move": "move", "bid": optionBid, "board": optionText}

// askWhich asks which of several matches is meant. The menu carries the command.
func (h *Host) askWhich(ctx context.Context, r Request, list []storage.Head) (Reply, error) {
	b := button{verb: "which", steps: []string{r.Command}}
	if value := r.Options[carried[r.Command]]; value != "" {
		b.steps = append(b.steps, value)
	}
	if len(b.String()) > maxButton {
		return Reply{}, games.Refuse("refuse.name-game")
	}
	menu := Control{ID: b.String(), Label: h.label(r.Lang, "which.choose")}
	for _, head := range list[:min(len(list), maxMenu)] {
		menu.Options = append(menu.Options, h.nameOf(ctx, r, head.ID))
	}
	asked := h.say(r, "which.ask")
	if more := len(list) - maxMenu; more > 0 {
		asked = lines(asked, h.say(r, "which.more", "Count", more))
	}
	return Reply{Message: Message{Content: asked, Rows: [][]Control{{menu}}}}, nil
}

// which carries out the command of a menu for the match that was chosen.
func (h *Host) which(ctx context.Context, r Request, b button) (Reply, error) {
	if len(b.steps) == 0 || len(r.Values) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	run, ok := h.commands()[b.steps[0]]
	if !ok {
		return Reply{}, games.Refuse("refuse.button")
	}
	r.Command, r.Options = b.steps[0], map[string]string{"game": r.Values[0]}
	if len(b.steps) > 1 {
		r.Options[carried[r.Command]] = b.steps[1]
	}
	return run(ctx, r)
}

// nameOf names a match in a menu. One that cannot be read has its id for a name.
func (h *Host) nameOf(ctx context.Context, r Request, id string) MenuOption {
	m, err := h.load(ctx, id)
	if err != nil {
		return MenuOption{Label: id, Value: id}
	}
	said := h.plain(r.Lang, m.names()).Say(h.standing(m, r.By.ID))
	return MenuOption{Label: clip(said, 100), Value: m.ID}
}

// completeGame lists the asker's matches whose names have what was typed; for a record
// also those that have ended, and for what is of no use before the end only those, the
// last first.
func (h *Host) completeGame(ctx context.Context, r Request, typed string) (Reply, error) {
	own, err := h.Store.OfPlayer(ctx, r.By.ID, true)
	if err != nil {
		return Reply{}, err
	}
	if slices.Contains([]string{"record", "verify", "analyse"}, r.Command) {
		ended, err := h.Store.OfPlayer(ctx, r.By.ID, false)
		if err != nil {
			return Reply{}, err
		}
		slices.Reverse(ended)
		ended = slices.DeleteFunc(ended, func(head storage.Head) bool { return head.Setup.Rules == 0 })
		if r.Command != "record" {
			own = nil
		}
		own = append(own, ended[:min(len(ended), maxMenu)]...) // each is replayed for its name
	}
	own = h.offered(own)
	var found []MenuOption
	for _, head := range own {
		if len(found) == maxMenu {
			break
		}
		if o := h.nameOf(ctx, r, head.ID); strings.Contains(strings.ToLower(o.Label), strings.ToLower(typed)) {
			found = append(found, o)
		}
	}
	return Reply{Choices: found}, nil
}

// list shows all live matches of a person, theirs to move first.
func (h *Host) list(ctx context.Context, r Request) (Reply, error) {
	own, err := h.Store.OfPlayer(ctx, r.By.ID, true)
	if err != nil {
		return Reply{}, err
	}
	slices.SortStableFunc(own, func(a, b storage.Head) int { return soonest(a, r.By.ID).Compare(soonest(b, r.By.ID)) })
	var yours, others []string
	for _, head := range own {
		m, err := h.load(ctx, head.ID)
		link := ""
		if head.Message != "" {
			link = " " + string(messageLink(head.Guild, head.Channel, head.Message))
		}
		if err != nil { // one that cannot be read hides none of the others
			others = append(others, "- "+h.sentence(r, err)+link)
			continue
		}
		h.rouse(ctx, m)
		v := h.voice(r.Lang, m.names())
		said := "- " + v.Say(h.standing(m, r.By.ID))
		if m.state != nil {
			said += " " + strings.Join(h.dueLines(m), " ")
		}
		if m.owes(m.seatOf(r.By.ID)) {
			yours = append(yours, strings.TrimSpace(said)+link)
		} else {
			others = append(others, strings.TrimSpace(said)+link)
		}
	}
	all := append(yours, others...)
	if len(all) == 0 {
		return Reply{Message: Message{Content: h.say(r, "list.none")}}, nil
	}
	return Reply{Message: Message{Content: h.fit(r, append([]string{h.say(r, "list.head", "Count", len(all))}, all...))}}, nil
}

// soonest is when the time of a person is up in a match; for who has no clock there, in
// a year that nobody waits for.
func soonest(head storage.Head, person string) time.Time {
	seat := int(seatIn(head, person))
	switch {
	case seat < 0 || seat >= len(head.Clocks) || head.Clocks[seat].Due.IsZero():
		return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	case !head.Clocks[seat].ExpiredAt.IsZero(): // it is over already
		return head.Clocks[seat].ExpiredAt
	}
	return head.Clocks[seat].Due
}

// maxContent is how long a message may be, in characters, with room to say that
// there is more.
const maxContent = 1900

// fit joins as many lines as a message takes and says how many are left out.
func (h *Host) fit(r Request, all []string) string {
	var b strings.Builder
	for i, line := range all {
		if b.Len()+len(line) > maxContent {
			return b.String() + h.say(r, "list.more", "Count", len(all)-i)
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
