package commands

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// The options of /play, beside [optionGame], which names a game here.
const (
	optionOpponent  = "opponent"
	optionLevel     = "level"
	optionFirst     = "first"
	optionTurnTime  = "turn-time"
	optionTotalTime = "total-time"
	optionStrict    = "strict"
	optionRated     = "rated"
	optionMatch     = "match"   // for one game, or for two at once
	optionOptions   = "options" // the game's own
)

// play shows the asker open tables of the game if there are any that they may join and they want nothing in
// particular, and else does what [call.open] does.
func (c call) play(ctx context.Context) (Reply, error) {
	if reply, found, err := c.offerTables(ctx); found || err != nil {
		return reply, err
	}
	return c.open(ctx)
}

// open opens a table, challenges one person, or begins a game alone or against Parlour. A game against Parlour
// begins at once, unless it has chance and others watch: then somebody may have a word to say first.
func (c call) open(ctx context.Context) (Reply, error) {
	above, err := c.aboveGame(ctx)
	if err != nil {
		return Reply{}, err
	}
	if above != "" {
		return c.openIn(ctx, above)
	}
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	game, err := c.gameHere(here, c.Options[optionGame])
	if err != nil {
		return Reply{}, err
	}
	if err := cmp.Or(c.mayShow(), c.mayBegin(here, game, c.Channel, c.Above)); err != nil {
		return Reply{}, err
	}
	with, err := c.companyOf(game)
	if err != nil {
		return Reply{}, err
	}
	wanted, instead, err := c.newTable(ctx, game, with, here)
	if err != nil {
		return Reply{}, err
	}
	left := ""
	switch {
	case with.named != nil && with.asked == nil:
		return tell(c.uninvited(with.named, nil)), nil
	case with.asked != nil:
		if left, err = c.asks(ctx, wanted, with); err != nil {
			return Reply{}, err
		}
	}
	if err := c.wishTwo(wanted, with); err != nil {
		return Reply{}, err
	}
	if err := c.wishRated(ctx, wanted, with); err != nil {
		return Reply{}, err
	}
	atOnce := with.alone || with.level != "" && with.asked == nil && (c.withBot() || !wanted.Info.Chance)
	if atOnce || c.Guest { // no check shows the table meanwhile, not even that of a bot that begins just now
		wanted.NextCheck, wanted.Owner = c.Now().Add(2*match.Lease), c.Env.Fleet.ID()
	}
	m, err := c.Env.OpenTable(ctx, wanted, atOnce)
	var refusal *games.Refusal
	if errors.As(err, &refusal) && refusal.Text.Key == match.RefusedToAsk && left != "" {
		return tell(left), nil // of all who were named
	}
	if err != nil {
		return Reply{}, err
	}
	if with.level != "" {
		c.remember(ctx, game, with.level)
	}
	due, again := match.Unshown{ID: m.ID}, m.ID != wanted.ID
	if atOnce {
		m, err = c.Env.Change(ctx, m.ID, func(m *match.Match) ([]games.Ply, error) {
			return nil, m.StartAtOnce(c.venue(ctx, here))
		})
		if err != nil {
			return Reply{}, err
		}
		due = m.Unshown()
	}
	return c.announce(ctx, m, due, again, message.Lines(c.to(nil).SayText(instead), left))
}

// openIn does what [call.open] does in another channel, and says where that is.
func (c call) openIn(ctx context.Context, place string) (Reply, error) {
	c.Channel, c.Above, c.Lacks, c.Misses, c.Threads, c.Unthreaded = place, "", nil, nil, true, false
	reply, err := c.open(ctx)
	if err == nil {
		first, rest, _ := strings.Cut(reply.Message.Content, "\n")
		reply.Message.Content = message.Lines(first, c.say("table.where", "Channel", message.Channels([]string{place})), rest)
	}
	return reply, err
}

// aboveGame returns the channel above the thread of a game, so that a new game gets a thread of its own. It is empty
// elsewhere, and where the new game cannot begin above.
func (c call) aboveGame(ctx context.Context) (string, error) {
	if c.Above == "" || c.Private {
		return "", nil
	}
	played, err := c.Env.Meant(ctx, c.Channel)
	if err != nil || len(played) == 0 || !slices.Contains(c.Layout(ctx, c.Guild).Places(c.By.ID, c.Roles), c.Above) {
		return "", err
	}
	return c.Above, nil
}

// announce tells the opener of a table what has become of it, or where it is if they have asked for it
// again, and shows it to all. besides says what is not as they asked.
func (c call) announce(ctx context.Context, m *match.Match, due match.Unshown, again bool, besides string) (Reply, error) {
	said, err := c.opened(ctx, m)
	if err != nil {
		return Reply{}, err
	}
	// They may have been told that Parlour did not respond. A guest shows the table once more, as its answer
	// may be lost.
	if again && !c.Guest {
		link := message.Link(m.Guild, m.Channel, m.Message)
		if m.Message == "" {
			link = "" // it is being posted
		}
		said = message.Lines(c.say("table.again", "Link", link), c.say("table.again.more"))
	}
	said = message.Lines(besides, said)
	reply := Reply{Message: c.welcome(ctx, m, message.Message{Content: said}), Due: []match.Unshown{due}}
	c.to(m).Challenge(&reply.Message)
	if c.Guest {
		err = c.aloud(ctx, m, &reply)
	}
	reply = c.told(due, reply)
	if m.Phase == storage.Playing && m.Thread && !again && reply.Then != nil {
		reply.Then = c.threaded(m, func(m *match.Match) string { return c.begun(m) }, reply)
	}
	return reply, err
}

// opened says to the opener of a table what has become of it.
func (c call) opened(ctx context.Context, m *match.Match) (string, error) {
	switch {
	case m.Invited != nil:
		said := c.say("table.challenged", "Name", m.Invited.Name)
		own, err := storage.People.Get(ctx, c.Store, m.Invited.ID)
		return message.Lines(said, c.to(nil).AwayLine(m.Invited.Name, own)), err
	case m.Phase == storage.Open && len(m.Waiting()) > 0:
		var asked []storage.Player
		for _, i := range m.Waiting() {
			asked = append(asked, i.Player)
		}
		said, err := c.invited(ctx, asked)
		if len(asked) == 1 && m.Free() > 0 {
			said = message.Lines(said, c.say("invite.more"))
		}
		return said, err
	case m.Phase == storage.Open && len(m.Players) > 1:
		return c.to(m).Say("table.set", "Name", games.Seat(1)), nil
	case m.Phase == storage.Open:
		return c.say("table.opened"), nil
	}
	return c.begun(m), nil
}

// begun says that a game has begun at once and, when it has a thread, where that is.
func (c call) begun(m *match.Match) string {
	seat := m.SeatOf(c.By.ID)
	key, others := "table.against", m.Others(seat)
	switch {
	case len(others) == 0:
		key = "table.alone"
	case m.State != nil && len(m.StateAt(0).ToMove()) > 1:
		key = "table.against-all"
	case m.SeatOf(c.By.ID) == 0:
		key = "table.against-you"
	}
	return c.to(m).Say(key, "Name", others, "First", games.Seat(0), "You", seat == 0, "Thread", message.ThreadLink(m))
}

// newTable makes a table of what was asked for, which is not stored yet. instead says what it has in place of options
// that do not go together.
func (c call) newTable(ctx context.Context, game games.Game, with company, here storage.Server) (m *match.Match, instead games.Text, err error) {
	given, err := c.to(nil).ReadOptions(game.Info(), c.Options[optionOptions])
	if err != nil {
		return nil, instead, err
	}
	options, instead, err := match.CheckOptions(game, given)
	if err != nil {
		return nil, instead, err
	}
	first := cmp.Or(c.Options[optionFirst], match.Firsts[0])
	if !slices.Contains(match.Firsts, first) {
		return nil, instead, message.RefuseValue(optionFirst, first, match.Firsts...)
	}
	time, err := c.timeFor(here.TurnTime)
	if err != nil {
		return nil, instead, err
	}
	strict := cmp.Or(c.Options[optionStrict], match.OffOn[0])
	if !slices.Contains(match.OffOn, strict) {
		return nil, instead, message.RefuseValue(optionStrict, strict, match.OffOn...)
	}
	time.Strict = strict == match.OffOn[1]
	pace, err := c.paceToTell(ctx)
	if err != nil {
		return nil, instead, err
	}
	timed := c.Options[optionTurnTime]+c.Options[optionTotalTime] != ""
	m, err = c.Env.NewTable(game, storage.Head{
		ID: match.IDOf(c.ID), Created: c.Now(),
		Lobby: storage.Lobby{
			Setup:   games.Setup{Options: options},
			Players: []storage.Player{c.By.Player()}, Invited: with.invited, First: first, Pace: pace,
		},
		Timing: storage.Timing{Allowance: time, TimeSet: timed},
		Place:  c.placeOf(here),
	})
	for err == nil && with.level != "" && (len(m.Players) == 1 || len(m.Players) < m.Info.MinSeats) {
		err = m.SeatOpponent(c.hire(m, with.level))
	}
	return m, instead, err
}

// wishTwo has a table be for two games if the asker wants that.
func (c call) wishTwo(m *match.Match, with company) error {
	value, given := c.Options[optionMatch]
	switch {
	case !given:
		return nil
	case !slices.Contains(match.Matches, value):
		return message.RefuseValue(optionMatch, value, match.Matches...)
	case value == match.Matches[0]:
		return nil
	case with.alone:
		return games.Refuse("refuse.two.people")
	case m.First != match.Firsts[0]:
		return games.Refuse("refuse.two.first")
	}
	return m.SetMatch(value)
}

// wishRated has a table play a rated game if the asker wants one. Where they do not say so, the last wish counts as far
// as the table allows.
func (c call) wishRated(ctx context.Context, m *match.Match, with company) error {
	value, given := c.Options[optionRated]
	wished := c.Own.Rated
	if given {
		if !slices.Contains(match.OffOn, value) {
			return message.RefuseValue(optionRated, value, match.OffOn...)
		}
		wished = value == match.OffOn[1]
	}
	if !wished {
		c.rememberRated(ctx, false)
		return nil
	}
	err := m.MayRate()
	switch {
	case err != nil:
	case with.alone:
		err = games.Refuse("refuse.rated.alone")
	case !c.public(ctx, m.Head):
		err = games.Refuse("refuse.rated.hidden")
	default:
		err = m.Rate()
	}
	if err != nil {
		if !given {
			err = nil
		}
		return err
	}
	c.rememberRated(ctx, true)
	return nil
}

// rememberRated notes whether the asker wants rated games from now on. If it cannot be noted, the wish of before stays.
func (c call) rememberRated(ctx context.Context, wish bool) {
	if wish == c.Own.Rated {
		return
	}
	_, err := c.set(ctx, func(own *storage.Person) error {
		own.Rated = wish
		return nil
	})
	if err != nil {
		c.Log.Warn("the wish for rated games is not remembered", "err", err)
	}
}

// public reports whether everybody in the server may view the channel of a match.
func (c call) public(ctx context.Context, head storage.Head) bool {
	home := head.Home
	if c.isHere(head) {
		if c.Private {
			return false
		}
		home = cmp.Or(c.Above, c.Channel) // of a thread that the layout may not know yet
	}
	return c.Layout(ctx, head.Guild).Public(home)
}

// mayRateAgain returns a refusal if the rematch of a match would be rated in a channel that is hidden by now.
func (c call) mayRateAgain(ctx context.Context, m *match.Match) error {
	if m.RatedAgain() && !c.public(ctx, m.Head) {
		return games.Refuse("refuse.rated.hidden")
	}
	return nil
}

// placeOf returns the place of a table that is opened by a call.
func (c call) placeOf(here storage.Server) storage.Place {
	return storage.Place{
		Palette: c.Own.Palette, Lang: cmp.Or(here.Lang, c.PlaceLang), Thread: c.Threads && !here.Flat, Guild: c.Guild, Guest: c.Guest,
		Home: c.Channel, Above: c.Above, Private: c.Private,
	}
}

// venue returns what is known of the channel of a call.
func (c call) venue(ctx context.Context, here storage.Server) match.Venue {
	return match.Venue{Channel: c.Channel, Refusal: c.mayShow(), Threads: c.Threads && !here.Flat, Public: func(h storage.Head) bool { return c.public(ctx, h) }}
}

// timeFor reads the time of a table. A server may have a usual time of its own for a turn.
func (c call) timeFor(usual *time.Duration) (a storage.Allowance, err error) {
	if usual == nil {
		usual = new(match.UsualTurn)
	}
	if a.TotalTime, err = message.ReadLimit(c.Options, optionTotalTime, 0, match.MostTotal); err != nil {
		return a, err
	}
	typed, given := c.Options[optionTurnTime]
	if bank, ok := clock.ParseBank(typed); ok {
		if err := message.CheckBank(bank, a.TotalTime); err != nil {
			return a, err
		}
		return bank, nil
	}
	if a.TurnTime, err = message.ReadLimit(c.Options, optionTurnTime, *usual, match.MostTurn); err != nil {
		return a, err
	}
	if !given && a.TotalTime > 0 && a.TotalTime < a.TurnTime {
		a.TurnTime = 0
	}
	if a.TotalTime > 0 && a.TotalTime < a.TurnTime {
		shorter, longer := message.Limit(a.TotalTime), message.Limit(a.TurnTime)
		return a, games.Refuse("refuse.time.total", "Turn", longer, "Total", shorter)
	}
	return a, nil
}

// suggestLimits suggests times, of which some are usual. What was typed comes first, if it is one.
func suggestLimits(usual ...string) handler {
	return suggesting(func(p message.Pen, typed string) []message.MenuOption { return p.SuggestLimits(typed, usual) })
}

// A company says with whom somebody wants to play. The zero one takes anybody who sits down.
type company struct {
	alone   bool
	level   games.Level      // of Parlour; empty if it does not play
	invited *storage.Player  // the person who is challenged; nil for none
	named   []Person         // the people who are named for the table
	asked   []storage.Player // those of them who may be asked, and an opponent who is named beside them
}

// companyOf reads with whom the asker wants to play. The people that with: names are asked to a table, and so is an
// opponent who is named beside them.
func (c call) companyOf(game games.Game) (company, error) {
	named, err := c.friends()
	if err != nil {
		return company{}, err
	}
	with, err := c.against(game)
	switch {
	case err != nil || named == nil:
		return with, err
	case with.alone:
		return company{}, games.Refuse("refuse.alone-with")
	case with.invited != nil:
		other := c.People[optionOpponent]
		named = append([]Person{other}, match.Without(named, func(p Person) bool { return p.ID == other.ID })...)
		with.invited = nil
	}
	with.named = named
	for _, p := range named {
		if c.mayInvite(p) == nil {
			with.asked = append(with.asked, p.Player())
		}
	}
	return with, nil
}

// against reads whom the asker names as opponent, and the level. Nobody else can come to the bot's direct
// messages, so there it is with Parlour unless the asker says otherwise.
func (c call) against(game games.Game) (company, error) {
	info := game.Info()
	opponent, plays := game.(games.Opponent)
	level, given := c.Options[optionLevel]
	_, named := c.Options[optionOpponent]
	other := c.People[optionOpponent]
	person := named && !other.Self
	switch {
	case person && other.ID == c.By.ID:
		return company{}, games.Refuse("refuse.self")
	case person && c.withBot():
		return company{}, games.Refuse("refuse.dm")
	case person && given:
		return company{}, games.Refuse("refuse.level-person", "Name", other.Name)
	case person && other.Bot:
		return company{}, games.Refuse("refuse.bot", "Name", other.Name)
	case person && (other.ID == "" || !other.Sees):
		return company{}, games.Refuse("refuse.unseen", "Name", other.Name)
	case person:
		return company{invited: new(other.Player())}, nil
	case games.Fold(level) == message.LevelAlone && info.MinSeats > 1:
		return company{}, games.Refuse("refuse.solo", "Game", info.Title, "Players", info.Players())
	case games.Fold(level) == message.LevelAlone, !plays && c.withBot() && info.MinSeats == 1:
		return company{alone: true}, nil
	case given && plays:
		level, err := c.Writer.ParseLevel(opponent, level)
		return company{level: level}, err
	case given, other.Self, c.withBot(): // a game that Parlour does not play is refused later
		return company{level: c.levelAt(game)}, nil
	}
	return company{}, nil
}

// levelAt returns the level at which the asker plays a game with Parlour unless they say otherwise.
func (c call) levelAt(game games.Game) games.Level {
	o, plays := game.(games.Opponent)
	if level := c.Own.Levels[game.Info().Name]; plays && level.Step(o.Levels()) > 0 {
		return level
	}
	return games.Easy
}

// remember notes the level, but no program, at which the asker plays a game with Parlour from now on. If it cannot be noted, the one of
// before stays.
func (c call) remember(ctx context.Context, game games.Game, level games.Level) {
	if level == c.levelAt(game) || level.Program() {
		return
	}
	_, err := c.set(ctx, func(own *storage.Person) error {
		levels := map[string]games.Level{}
		maps.Copy(levels, own.Levels)
		levels[game.Info().Name] = level
		own.Levels = levels
		return nil
	})
	if err != nil {
		c.Log.Warn("a level is not remembered", "game", game.Info().Name, "err", err)
	}
}

// hire returns an opponent of a level for a table.
func (c call) hire(m *match.Match, level games.Level) match.Hire {
	name := func(number int) string { return c.Env.OpponentName(m.Lang, level, number) }
	return match.Hire{Level: level, Name: name}
}

// completeLevel lists the levels of the game that is typed already.
func (c call) completeLevel(ctx context.Context) (Reply, error) {
	game, _ := c.gameNamed(c.Options[optionGame]) // nil while it is not known
	var tries []games.Try
	if game != nil {
		tries, _ = c.Env.Tries(ctx, c.By.ID, game.Info().Name) // without them it lists the levels all the same
	}
	return Reply{Choices: c.to(nil).SuggestLevels(game, c.Options[c.Focus], tries)}, nil
}

// completeOptions lists the options of the game that is typed already.
func (c call) completeOptions(_ context.Context) (Reply, error) {
	game, err := c.gameNamed(c.Options[optionGame])
	if err != nil {
		return Reply{}, nil // the command itself will say what is wrong
	}
	return Reply{Choices: c.to(nil).SuggestOptions(game, c.Options[c.Focus])}, nil
}

// welcome adds to the answer to a person who sits down what they have not been told yet, and
// notes that they have. If it cannot be noted, it waits for another time.
func (c call) welcome(ctx context.Context, m *match.Match, msg message.Message) message.Message {
	met := slices.Contains(c.Own.Met, m.Info.Name)
	news := c.to(m).Wants(met)
	if news.Zone || !met {
		if _, err := c.set(ctx, func(own *storage.Person) error {
			own.ZoneAsked = own.ZoneAsked || news.Zone
			meet(own, m.Info.Name)
			return nil
		}); err != nil {
			c.Log.Warn("a newcomer is told nothing", "match", m.ID, "err", err)
			news = message.News{}
		}
	}
	return c.to(m).Welcome(news, msg)
}

// meet notes that a person knows a game.
func meet(own *storage.Person, game string) {
	if !slices.Contains(own.Met, game) {
		own.Met = append(own.Met, game)
	}
}

// practise begins a game against Parlour, as easy as it gets, in which the asker moves first and is told hints. Nothing
// of it is posted in a channel: it is played in the bot's direct messages or, where these cannot be opened, in the
// private answer.
func (c call) practise(ctx context.Context) (Reply, error) {
	given := c.Pressed.Steps
	if len(given) == 0 || len(given) > 2 {
		return Reply{}, errButton
	}
	game, err := c.gameNamed(given[0])
	if err != nil {
		return Reply{}, err
	}
	tutor, teaches := game.(games.Tutor)
	short := teaches && len(given) == 2
	c.Options = map[string]string{optionFirst: "me", optionTurnTime: clock.None}
	wanted, _, err := c.newTable(ctx, game, company{level: games.Easy}, storage.Server{})
	if err != nil {
		return Reply{}, err
	}
	if short {
		wanted.Setup.Options, wanted.Lesson = tutor.Course().Short, tutor.Course().Steps()
	}
	wanted.Practice, wanted.NextCheck, wanted.Owner = true, c.Now().Add(2*match.Lease), c.Env.Fleet.ID()
	wanted.Place = storage.Place{Palette: c.Own.Palette, Lang: c.Lang, Home: c.Request.Channel, Channel: c.Request.Channel}
	if !c.withBot() {
		direct, _, err := c.With(ctx, c.Service.Channel, publish.Need{Person: c.By.ID})
		if wanted.Home, wanted.Channel = direct, direct; err != nil {
			c.Log.Info("practice is shown in a private answer", "match", wanted.ID, "err", err)
			wanted.ShowAlone()
		}
	}
	m, err := c.Env.OpenTable(ctx, wanted, true)
	if err == nil {
		m, err = c.Env.Amend(ctx, m.ID, func(m *match.Match) ([]games.Ply, error) {
			if m.Phase != storage.Open { // the button was pressed twice
				return nil, nil
			}
			if err := m.StartAtOnce(match.Venue{Channel: m.Home}); err != nil || !short {
				return nil, err
			}
			return m.PlayAhead(tutor.Course().Ahead)
		})
	}
	if err == nil && !m.Alone {
		m, err = c.postPractice(ctx, m)
	}
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.set(ctx, func(own *storage.Person) error { meet(own, game.Info().Name); return nil }); err != nil {
		c.Log.Warn("it is not noted that a person knows a game", "match", m.ID, "err", err)
	}
	if m.Alone {
		reply, err := c.answered(ctx, m)
		reply.Message.Above(c.say("practise.alone"))
		return reply, err
	}
	link := message.Link("", m.Channel, m.Message)
	if c.withBot() {
		link = ""
	}
	return tell(c.say("practise.begun", "Link", link)), nil
}

// postPractice posts the first board of a game for practice, with a hint. If it cannot be posted, the game is one that
// private answers show.
func (c call) postPractice(ctx context.Context, m *match.Match) (*match.Match, error) {
	failed := cmp.Or(c.thinkers.Answer(ctx, m.ID), c.Publish(ctx, m.Unshown()))
	m, err := c.Env.Load(ctx, m.ID)
	if err != nil || m.Message != "" {
		return m, err
	}
	if err := c.NoteClosed(ctx, c.By.ID, failed); err != nil {
		c.Log.Warn("it is not noted that a person takes no direct messages", "err", err)
	}
	return c.ChangeAlone(ctx, m.ID, func(m *match.Match) ([]games.Ply, error) {
		m.ShowAlone()
		return nil, nil
	})
}
