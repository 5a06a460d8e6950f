package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// view shows a match to the asker from their seat, whatever board a button was on.
func (c call) view(ctx context.Context, m *match.Match) (Reply, error) {
	return c.show(ctx, m, c.asText() || c.Pressed.Verb == message.VerbText)
}

// writeNote opens the form for the asker's note about their game, and keeps what was typed there. An empty one goes.
func (c call) writeNote(ctx context.Context, m *match.Match) (Reply, error) {
	if _, err := c.seated(m); err != nil {
		return Reply{}, err
	}
	if c.Typed == nil {
		reply := tell(c.say("form.late"))
		reply.Form = c.to(m).NoteForm(c.Pressed)
		return reply, nil
	}
	note := strings.Join(strings.Fields(message.Clean(*c.Typed)), " ")
	if utf8.RuneCountInString(note) > message.MaxNote {
		return Reply{}, games.Refuse("refuse.note", "Most", message.MaxNote)
	}
	if err := c.KeepNote(ctx, c.By.ID, m.ID, note); err != nil {
		return Reply{}, err
	}
	key := "note.kept"
	if note == "" {
		key = "note.gone"
	}
	return tell(c.say(key, "Note", note)), nil
}

// bringDown has the board of a game posted again at the bottom of its channel, for a player who
// is there.
func (c call) bringDown(ctx context.Context) (Reply, error) {
	return inGame(func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		if c.Channel != m.Channel {
			return nil, games.Refuse("refuse.hidden")
		}
		return m.BringDown(seat)
	}, saying("board.brought"))(c, ctx)
}

// played finds a match to look back at, if the asker may see it: the one that [call.find]
// finds, else the asker's last one, else the channel's.
func (c call) played(ctx context.Context) (*match.Match, error) {
	m, err := c.find(ctx, match.Anyone)
	if isRefusal(err) && c.Options[optionGame] == "" {
		m, err = c.Env.LastEnded(ctx, c.By.ID, c.Channel, err)
	}
	return m, err
}

// listGames shows the newest live matches of the asker: those first that wait for them, and of
// these the most urgent. Those come last that ask for a rematch. It shows the finished ones if they are asked for.
func (c call) listGames(ctx context.Context) (Reply, error) {
	if _, with := c.Options[optionWith]; with || c.Options[optionFinished] == "true" {
		return c.listFinished(ctx)
	}
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed+1))
	if err != nil {
		return Reply{}, err
	}
	more := len(own) > match.MostListed
	own = own[:min(len(own), match.MostListed)]
	slices.Reverse(own)
	slices.SortStableFunc(own, func(a, b storage.Head) int {
		return match.DueOf(a, c.By.ID).Compare(match.DueOf(b, c.By.ID))
	})
	var all []message.Listed
	ended, err := c.Env.EndedOf(ctx, c.By.ID)
	if err != nil {
		return Reply{}, err
	}
	for _, head := range append(own, c.Env.Answers(ctx, ended, c.By.ID)...) {
		if !head.Asleep && head.Phase.Live() {
			head = c.RouseHead(ctx, head)
		}
		l := c.listed(head)
		if l.Want, err = c.Env.Wants(ctx, head, c.By.ID); err != nil { // it hides none of the others
			l.Refusal = c.sentence(err)
		}
		all = append(all, l)
	}
	tables, err := c.openTables(ctx, "", mostListed)
	return answer(c.to(nil).List(all, tables, more, len(ended) > 0, c.leaf()), err)
}

// leaf returns which page of a list is asked for, and how.
func (c call) leaf() message.Leaf {
	leaf := message.ReadLeaf(c.Pressed.Steps)
	leaf.Text = c.asText()
	leaf.Over = leaf.Over || c.Options[optionFinished] == "true"
	return leaf
}

// listed returns a match for a list.
func (c call) listed(head storage.Head) message.Listed {
	return message.Listed{Head: head, Info: c.info(head.Setup.Game)}
}

// info tells about a game by its name. Of one that is not offered it knows no more than that.
func (c call) info(name string) games.Info {
	if game := c.Env.Game(name); game != nil {
		return game.Info()
	}
	return games.Info{Name: name, Title: name}
}

// listFinished shows the finished matches of the asker, the newest first. If somebody is named, it shows those with
// them, and the score.
func (c call) listFinished(ctx context.Context) (Reply, error) {
	leaf := c.leaf()
	other, with := c.People[optionWith]
	switch {
	case with && other.Self:
		leaf.With = withParlour
	case with:
		leaf.With = other.ID
	case leaf.With == withParlour:
		other, with = Person{Name: "Parlour", Self: true}, true
	case leaf.With != "":
		other, with = Person{ID: leaf.With}, true
	}
	if other.ID == c.By.ID {
		return Reply{}, games.Refuse("refuse.with-self")
	}
	var ended []storage.Head
	var won []message.Score
	var err error
	if !with {
		ended, err = c.Env.EndedOf(ctx, c.By.ID)
	} else {
		id, scores := other.ID, []match.Score(nil)
		if other.Self {
			id = ""
		}
		ended, scores, err = c.Env.EndedWith(ctx, c.By.ID, id)
		for _, s := range scores {
			won = append(won, message.Score{Score: s, Info: c.info(s.Game)})
		}
	}
	var all, running []message.Listed
	for _, head := range match.FirstGamesFirst(ended) {
		all = append(all, c.listed(head))
	}
	if with && !leaf.Over && err == nil {
		running, err = c.runningWith(ctx, other)
	}
	for _, l := range slices.Concat(all, running) {
		if seat := match.SeatIn(l.Head, other.ID); other.Name == "" && seat != games.Spectator { // a button carries no name
			other.Name = l.Players[seat].Name
		}
	}
	return answer(c.to(nil).Finished(all, running, other.Name, won, leaf), err)
}

// withParlour stands for Parlour in a button for the games with somebody, whose id it has else.
const withParlour = "parlour"

// runningWith lists the live matches of the asker with somebody, or with Parlour.
func (c call) runningWith(ctx context.Context, other Person) (found []message.Listed, err error) {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed))
	for _, head := range match.FirstGamesFirst(own) {
		if slices.ContainsFunc(head.Players, func(p storage.Player) bool { return p.ID == other.ID || other.Self && p.Level != "" }) {
			found = append(found, c.listed(head))
		}
	}
	return found, err
}

// openChosen opens the match that a menu chose.
func (c call) openChosen(ctx context.Context) (Reply, error) {
	id, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	c.Pressed.Match = id
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	return c.openHere(ctx, m)
}

// openHere shows a match to the asker: a question that waits for their answer, the panel if they are to move there, else
// the board.
func (c call) openHere(ctx context.Context, m *match.Match) (Reply, error) {
	if msg, ok := c.to(m).Asked(); ok {
		return answer(msg, nil)
	}
	if !m.Owes(m.SeatOf(c.By.ID)) {
		return c.show(ctx, m, false)
	}
	c.Pressed = message.NewButton(m, message.VerbMove)
	return c.openPanel(ctx, m)
}

// showProof says whether a match is fair as far as anybody can tell now: the match of a button, or the
// one that /verify is about.
func (c call) showProof(_ context.Context, m *match.Match) (Reply, error) {
	switch {
	case !m.Info.Chance:
		return Reply{}, games.Refuse("refuse.verify.chance", "Game", m.Info.Title)
	case m.Setup.Rules > 0 && m.State == nil:
		return Reply{}, games.ErrRules
	}
	return answer(c.to(m).Proof())
}

// record gives the match that is meant as a record: a file, an animation and a page.
func (c call) record(_ context.Context, m *match.Match) (Reply, error) {
	if err := hasRecord(m); err != nil {
		return Reply{}, err
	}
	return answer(c.to(m).Record(c.known(m)))
}

// hasRecord returns a refusal unless a match has a record. A seed tells the whole deal, so a game that hides something
// has none before its end.
func hasRecord(m *match.Match) error {
	switch err := hasBegun(m); {
	case err != nil:
		return err
	case m.Withheld():
		return games.Refuse("refuse.record.two")
	case m.Secretive():
		return games.Refuse("refuse.record", "Game", m.Info.Title)
	}
	return nil
}

// hasBegun returns a refusal unless a match has begun and can be read, whether it goes on or not.
func hasBegun(m *match.Match) error {
	switch {
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return m.RefuseClosed()
	case m.Setup.Rules == 0:
		return games.Refuse("refuse.not-started", "Game", m.Info.Title)
	case m.State == nil:
		return games.ErrRules
	}
	return nil
}

// help says in a few lines what Parlour does, with a button for each game. People who manage the server
// are told of their own commands too.
func (c call) help(ctx context.Context) (Reply, error) {
	manages := ""
	if c.Manages {
		manages = c.say("help.manage")
	}
	return c.offerRules(ctx, message.Lines(c.say("help.page"), manages, c.say("help.press")))
}

// offerRules shows, below a text, the games that are offered here, and offers their rules.
func (c call) offerRules(ctx context.Context, text string) (Reply, error) {
	list, err := c.popular(ctx)
	if err != nil {
		return Reply{}, err
	}
	return answer(c.to(nil).Games(text, list))
}

// rules tells the rules of the game that is named, else of the one that is played here or by
// the asker, else of one to be chosen.
func (c call) rules(ctx context.Context) (Reply, error) {
	if name := c.Options[optionGame]; name != "" {
		here, err := c.server(ctx)
		if err != nil {
			return Reply{}, err
		}
		game, err := c.gameHere(here, name)
		if err != nil {
			reply, failed := c.offerRules(ctx, c.say("rules.ask"))
			return c.orPick(reply.Message, cmp.Or(failed, err))
		}
		return answer(c.to(nil).Rules(game))
	}
	if m, err := c.find(ctx, match.Anyone); err == nil {
		return answer(c.to(nil).Rules(m.Game))
	}
	return c.offerRules(ctx, c.say("rules.ask"))
}

// rulesOfButton tells the rules of the game that a button names or a menu chose.
func (c call) rulesOfButton(_ context.Context) (Reply, error) {
	names := append(c.Pressed.Steps, c.Values...)
	if len(names) != 1 {
		return Reply{}, errButton
	}
	game, err := c.gameNamed(names[0])
	if err != nil {
		return Reply{}, err
	}
	return answer(c.to(nil).Rules(game))
}
