package commands

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// The topics of what is set for a server, each with a form.
const (
	topicGames = "games" // where games begin, and which
	topicPosts = "posts" // what Parlour posts
	topicZone  = "zone"  // the time zone, and the language once there are two
)

// The fields of those forms that no option of /server sets. Those of games have a number.
const (
	fieldChannels = "channels"
	fieldGames    = "games"
	fieldTurn     = "turn"
	fieldThreads  = "threads"
)

// The values of [fieldThreads].
const (
	setThreads = "threads"
	setFlat    = "flat"
)

// maxChannels bounds the channels that a server can name.
const maxChannels = 20

// maxGameMenus bounds the menus of games in a form, which has three other fields.
const maxGameMenus = 2

// The options of /server, beside the zone: the language, once there are two, the channel for results, that of the lobby,
// that of the puzzle of each day, the role that is pinged for open tables, and whether a month's standings are posted where
// results go.
const (
	optionLanguage = "language"
	optionResults  = "results"
	optionLobby    = "lobby"
	optionPuzzle   = "puzzle"
	optionRole     = "role"
	optionMonth    = "month"
)

// languages lists the languages that Parlour speaks, each in its own words, or none if it is English alone.
func (s *Service) languages(string) (all []message.MenuOption) {
	for _, lang := range s.Writer.Languages() {
		all = append(all, message.Choice(s.Writer.LanguageName(lang), lang))
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// showServer shows what is set for the server, once what is given with the command is set too.
func (c call) showServer(ctx context.Context) (Reply, error) {
	if err := c.mayManage(); err != nil {
		return Reply{}, err
	}
	given := map[string][]string{}
	for option, value := range c.Options {
		given[option] = []string{value}
	}
	return c.changeServer(ctx, given)
}

// changeServer sets what is given for the server, by option or by field, and shows what is set then. All is checked first,
// and what is posted comes before the rest is committed. Where Parlour may not post stays as it is, and is taken out of given.
func (c call) changeServer(ctx context.Context, given map[string][]string) (Reply, error) {
	s, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	next := s
	if err := c.applyServer(&next, given); err != nil {
		return Reply{}, err
	}
	warning, lang := "", c.placeOf(next).Lang
	if slices.Contains(c.Misses, Mention) && len(given[optionRole]) > 0 && !c.Named[optionRole].Open {
		warning = c.say("server.role.mute", "Role", message.MentionRole(next.Role))
	}
	for _, name := range []string{optionResults, optionLobby, optionPuzzle} {
		channels, set := given[name]
		channel, said := strings.Join(channels, ""), ""
		switch {
		case !set:
		case name == optionLobby:
			said, err = c.openLobby(ctx, channel, lang)
		case name == optionPuzzle:
			err = c.SetPuzzle(ctx, c.Guild, channel, lang)
		case channel != "": // which shows that it may post there
			_, err = c.Service.Channel.Post(ctx, channel, "res-"+c.ID, c.Writer.In(lang).ResultsHere(!next.Month.Off))
		}
		if publish.Refused(err) {
			err = games.Refuse("refuse.server.post", "Channel", message.Channels([]string{channel}))
		}
		if isRefusal(err) && len(given) > 1 {
			delete(given, name)
			said, err = c.sentence(err), nil
		}
		if err != nil {
			return Reply{}, err
		}
		warning = message.Lines(said, warning)
	}
	if len(given) > 0 {
		if _, err = c.setOfServer(ctx, func(s *storage.Server) error { return c.applyServer(s, given) }); err != nil {
			return Reply{}, err
		}
	}
	reply, err := c.serverPanel(ctx)
	reply.Message.Above(warning)
	return reply, err
}

// applyServer sets what is given for a server, or returns a refusal. What has no value is set no longer. To apply the same
// again changes nothing.
func (c call) applyServer(s *storage.Server, given map[string][]string) (err error) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		values := given[name]
		value := strings.Join(values, "")
		switch name {
		case optionLanguage:
			if !slices.Contains(c.Writer.Languages(), value) {
				return message.RefuseValue(name, value, c.Writer.Languages()...)
			}
			s.Lang = value
		case optionResults:
			s.Results = value
		case optionMonth:
			if value != message.On && value != message.Off {
				return message.RefuseValue(name, value, message.On, message.Off)
			}
			s.Month.Off = value == message.Off
		case optionRole: // it must be one that people are given
			if role := c.Named[name]; len(values) > 0 && (role.ID == "" || role.ID == c.Guild || role.Managed) {
				return games.Refuse("refuse.server.role")
			}
			s.Role = c.Named[name].ID
		case message.SetZone:
			if s.Zone = ""; value != "" {
				s.Zone, err = zoneNamed(value)
			}
		case fieldChannels:
			s.Channels = values
		case fieldTurn:
			var turn time.Duration
			turn, err = time.ParseDuration(value)
			s.TurnTime = &turn
		case fieldThreads:
			s.Flat = value == setFlat
		default:
			if number, of := strings.CutPrefix(name, fieldGames); of {
				err = c.chooseGames(s, number, values)
			}
		}
		if err != nil {
			return err
		}
	}
	if strings.Join(given[optionMonth], "") == message.On && s.Results == "" {
		return games.Refuse("refuse.month")
	}
	return nil
}

// chooseGames offers those games of a menu with a number that were picked. One game stays.
func (c call) chooseGames(s *storage.Server, number string, picked []string) error {
	for n, part := range slices.Collect(slices.Chunk(c.Games, message.MaxMenu)) {
		if strconv.Itoa(n) != number {
			continue
		}
		for _, g := range part {
			name := g.Info().Name
			if s.Without = match.Without(s.Without, func(game string) bool { return game == name }); !slices.Contains(picked, name) {
				s.Without = append(s.Without, name)
			}
		}
	}
	if len(c.offered(*s)) == 0 {
		return games.Refuse("refuse.server.games")
	}
	return nil
}

// ofServer returns what is set for the server of a call, and the channels of its lobby and of its puzzles.
func (c call) ofServer(ctx context.Context) (s storage.Server, lobby, puzzle string, err error) {
	s, err = c.server(ctx)
	hall, lost := storage.Halls.Get(ctx, c.Store, c.Guild)
	daily, gone := storage.Dailies.Get(ctx, c.Store, c.Guild)
	return s, hall.Channel, daily.Channel, cmp.Or(err, lost, gone)
}

// serverPanel shows what is set for a server, where its lobby is and where its puzzles come.
func (c call) serverPanel(ctx context.Context) (Reply, error) {
	s, lobby, puzzle, err := c.ofServer(ctx)
	return answer(c.panel(s, lobby, puzzle), err)
}

// openLobby has the lobby of a server in a channel from now on, or nowhere. It says so, with a warning if people may write
// there, as the lobby would go out of sight.
func (c call) openLobby(ctx context.Context, channel, lang string) (said string, err error) {
	if channel == "" {
		return "", c.SetLobby(ctx, c.Guild, "", "")
	}
	l, named := c.Layout(ctx, c.Guild), message.Channels([]string{channel})
	if l.Guild != "" && !l.ShownIn(channel, channel) {
		return "", games.Refuse("refuse.lobby.closed", "Channel", named)
	}
	said = c.say("server.lobby.set", "Channel", named)
	if l.Writes("", nil, channel) {
		said = message.Lines(said, c.say("server.lobby-write", "Channel", named))
	}
	return said, c.SetLobby(ctx, c.Guild, channel, lang)
}

// setOfServer changes what is set for the server of a call, and plans the standings of its months and its puzzles by that.
func (c call) setOfServer(ctx context.Context, set func(*storage.Server) error) (storage.Server, error) {
	s, err := storage.Servers.Change(ctx, c.Store, c.Guild, func(s *storage.Server) error {
		if err := set(s); err != nil {
			return err
		}
		match.PlanMonth(s, c.placeOf(*s).Lang, c.Now())
		return nil
	})
	if err != nil {
		return s, err
	}
	return s, c.ReplanPuzzle(ctx, s, c.placeOf(s).Lang)
}

// stopResults has no more results posted in a server, for those who manage it. Below a month's standings it stops
// these alone.
func (c call) stopResults(ctx context.Context) (Reply, error) {
	if err := c.mayManage(); err != nil {
		return Reply{}, err
	}
	said, stopped := "results.stopped", map[string][]string{optionResults: nil}
	if len(c.Pressed.Steps) > 0 {
		said, stopped = "month.stopped", map[string][]string{optionMonth: {message.Off}}
	}
	_, err := c.setOfServer(ctx, func(s *storage.Server) error { return c.applyServer(s, stopped) })
	return tell(c.say(said)), err
}

// languageOf says which language is spoken in a server, nothing where there is only one.
func (c call) languageOf(s storage.Server) string {
	if c.languages("") == nil {
		return ""
	}
	return c.say("server.language", "Language", c.Writer.LanguageName(c.placeOf(s).Lang))
}

// setServer opens the form of a topic that is set for the server, and sets what was changed there. The button has what is
// filled in after the topic.
func (c call) setServer(ctx context.Context) (Reply, error) {
	if err := c.mayManage(); err != nil {
		return Reply{}, err
	}
	s, hall, daily, err := c.ofServer(ctx)
	if err != nil {
		return Reply{}, err
	}
	steps := c.Pressed.Steps
	if len(steps) == 0 || !slices.Contains([]string{topicGames, topicPosts, topicZone}, steps[0]) {
		return Reply{}, errButton
	}
	form := c.serverForm(steps[0], s, hall, daily)
	return c.fillIn(form.Filled(steps[1:]), message.NewButton(nil, message.VerbServer, steps[0]), func(changed map[string][]string) (Reply, error) {
		reply, err := c.changeServer(ctx, changed)
		reply.Message.Above(c.say("server.set", "What", form.Labels(changed), "Count", len(changed)))
		return reply, err
	})
}

// serverForm is the form of a topic, with what is set for a server, and the channels of its lobby and of its puzzles.
func (c call) serverForm(topic string, s storage.Server, lobby, puzzle string) message.Form {
	p := c.to(nil)
	form := message.Form{ID: message.NewButton(nil, message.VerbServer, topic).String(), Title: p.Label("server.topic." + topic)}
	add := func(name string, kind message.FieldKind, least, most int, options []message.MenuOption, given ...string) {
		form.Fields = append(form.Fields, message.Field{
			Kind: kind, Name: name, Label: p.Label("server.field." + name), Options: options,
			Given: match.Without(given, func(value string) bool { return value == "" }), Least: least, Most: most,
		})
	}
	switch topic {
	case topicGames:
		add(fieldChannels, message.FieldChannels, 0, maxChannels, nil, s.Channels...)
		form.Fields[0].About, form.Fields[0].Wide = p.Label("server.field.none"), true
		if len(c.Games) > 1 {
			c.gameFields(s, add)
		}
		usual, turns := match.UsualTurn, []message.MenuOption(nil)
		if s.TurnTime != nil {
			usual = *s.TurnTime
		}
		for _, turn := range match.TurnTimes() {
			said := c.Writer.Plain(c.Lang, nil).Say(message.TimeOf(storage.Allowance{TurnTime: turn}))
			turns = append(turns, message.Choice(said, turn.String()))
		}
		add(fieldTurn, message.FieldMenu, 1, 1, turns, usual.String())
		threads := map[bool]string{false: setThreads, true: setFlat}
		add(fieldThreads, message.FieldMenu, 1, 1, []message.MenuOption{
			message.Choice(p.Label("server.threads"), setThreads), message.Choice(p.Label("server.flat"), setFlat),
		}, threads[s.Flat])
	case topicPosts:
		months := map[bool]string{false: message.On, true: message.Off}
		add(optionResults, message.FieldChannels, 0, 1, nil, s.Results)
		add(optionMonth, message.FieldMenu, 1, 1, labelled("options.", message.On, message.Off)(c.Service, c.Lang), months[s.Month.Off])
		add(optionLobby, message.FieldChannels, 0, 1, nil, lobby)
		add(optionPuzzle, message.FieldChannels, 0, 1, nil, puzzle)
		add(optionRole, message.FieldRoles, 0, 1, nil, s.Role)
	case topicZone:
		add(message.SetZone, message.FieldLine, 0, maxTyped, nil, s.Zone)
		form.Fields[0].About, form.Fields[0].Hint = p.Label("zone.field"), p.Label("zone.hint")
		if all := c.languages(""); all != nil {
			add(optionLanguage, message.FieldMenu, 1, 1, all, cmp.Or(s.Lang, c.Writer.Language(c.placeOf(s).Lang), "en"))
		}
	}
	return form
}

// gameFields adds menus of the games, in which those are picked that a server offers.
func (c call) gameFields(s storage.Server, add func(name string, kind message.FieldKind, least, most int, options []message.MenuOption, given ...string)) {
	parts := slices.Collect(slices.Chunk(c.Games, message.MaxMenu))
	for n, part := range parts[:min(len(parts), maxGameMenus)] {
		var options []message.MenuOption
		var given []string
		for _, g := range part {
			info := g.Info()
			if options = append(options, message.Choice(info.Title, info.Name)); c.offers(s, info.Name) {
				given = append(given, info.Name)
			}
		}
		add(fieldGames+strconv.Itoa(n), message.FieldMenu, 1/len(parts), len(part), options, given...)
	}
}

// mayManage returns a refusal unless the asker manages the server that they ask from.
func (c call) mayManage() error {
	switch {
	case c.Guild == "":
		return games.Refuse("refuse.server.place")
	case !c.Manages:
		return games.Refuse("refuse.server")
	}
	return nil
}

// server returns what is set for the server of a call. In direct messages nothing is.
func (c call) server(ctx context.Context) (storage.Server, error) {
	if c.Guild == "" {
		return storage.Server{}, nil
	}
	return storage.Servers.Get(ctx, c.Store, c.Guild)
}

// offers reports whether a server offers a game.
func (c call) offers(s storage.Server, game string) bool { return c.Env.Offers(s, game) }

// offered lists the games that a server offers.
func (c call) offered(s storage.Server) []games.Game {
	return match.Without(c.Games, func(g games.Game) bool { return !c.offers(s, g.Info().Name) })
}

// popular lists the games that a server offers, those first that are played most where the asker is.
func (c call) popular(ctx context.Context) ([]games.Game, error) {
	here, err := c.server(ctx)
	if err != nil {
		return nil, err
	}
	return c.Env.Popular(ctx, cmp.Or(c.Above, c.Channel), c.offered(here))
}

// gameHere returns the game that somebody typed, if their server offers it.
func (c call) gameHere(s storage.Server, typed string) (games.Game, error) {
	game, err := c.gameNamed(typed)
	switch {
	case err != nil:
		return nil, games.Refuse("refuse.game", some(c.offered(s))...)
	case !c.offers(s, game.Info().Name):
		return nil, c.refuseGame(s, game)
	}
	return game, nil
}

// orPick answers with a message that offers games, below why the game that somebody typed is refused, if it is.
func (c call) orPick(offer message.Message, err error) (Reply, error) {
	var refusal *games.Refusal
	if errors.As(err, &refusal) {
		offer.Above(c.to(nil).SayText(refusal.Text.With("Games", "")))
		err = nil
	}
	return Reply{Message: offer}, err
}

// refuseGame refuses a game that a server does not offer, and names some that it does.
func (c call) refuseGame(s storage.Server, game games.Game) error {
	return games.Refuse("refuse.game.here", append(some(c.offered(s)), "Game", game.Info().Title)...)
}

// mayBeginAgain returns a refusal if a rematch may not begin where a match was played.
func (c call) mayBeginAgain(ctx context.Context, head storage.Head) error {
	if head.Guild == "" {
		return nil
	}
	s, err := storage.Servers.Get(ctx, c.Store, head.Guild)
	if err != nil {
		return err
	}
	places := []string{head.Home}
	if c.Channel == head.Home || c.Channel == head.Channel {
		places = append(places, c.Channel, c.Above)
	}
	return c.mayBegin(s, c.Env.Game(head.Setup.Game), places...)
}

// mayBegin returns a refusal if a server does not offer a game, or not in some places.
func (c call) mayBegin(s storage.Server, game games.Game, places ...string) error {
	switch {
	case !s.Allows(places...):
		return games.Refuse("refuse.channel", "Channels", message.Channels(s.Channels))
	case !c.offers(s, game.Info().Name):
		return c.refuseGame(s, game)
	}
	return nil
}

// completeKind lists the games that are offered here by what was typed.
func (c call) completeKind(ctx context.Context) (Reply, error) {
	list, err := c.popular(ctx)
	return Reply{Choices: c.to(nil).SuggestGames(list, c.Options[c.Focus])}, err
}

// gameNamed returns the game that somebody typed, by its name, its title or another that people know. A refusal names some
// games.
func (c call) gameNamed(typed string) (games.Game, error) {
	for _, g := range c.Games {
		info := g.Info()
		named := func(name string) bool { return games.Fold(name) == games.Fold(typed) }
		if named(info.Name) || named(info.Title) || slices.ContainsFunc(info.Also, named) {
			return g, nil
		}
	}
	return nil, games.Refuse("refuse.game", some(c.Games)...)
}

// titles names the games of a list.
func titles(list []games.Game) (all []string) {
	for _, g := range list {
		all = append(all, g.Info().Title)
	}
	return all
}

// some are the values of a sentence that names some games of a list, and says how many more there are.
func some(list []games.Game) []any {
	shown := min(8, len(list))
	return []any{"Games", strings.Join(titles(list[:shown]), ", "), "More", len(list) - shown}
}

// panel shows what is set for a server, and in which channels its lobby and its puzzles are, with a button for each form
// that sets it.
func (c call) panel(s storage.Server, lobby, puzzle string) message.Message {
	p := c.to(nil)
	places, offers, threads := p.Say("server.anywhere"), p.Say("server.games-all"), "server.threads"
	if len(s.Channels) > 0 {
		places = p.Say("server.channels", "Channels", message.Channels(s.Channels))
	}
	if s.Flat {
		threads = "server.flat"
	}
	if here := c.offered(s); len(here) < len(c.Games) {
		offers = p.Say("server.games", "Games", titles(here))
	}
	results, hall, daily, role, zone := "", "", "", "", ""
	if s.Results != "" {
		results = p.Say("server.results", "Channel", message.Channels([]string{s.Results}), "Month", !s.Month.Off)
	}
	if lobby != "" {
		hall = p.Say("server.lobby", "Channel", message.Channels([]string{lobby}))
	}
	if puzzle != "" {
		daily = p.Say("server.puzzle", "Channel", message.Channels([]string{puzzle}))
	}
	if s.Zone != "" {
		zone = p.Say("server.zone", "Zone", s.Zone)
	}
	if s.Role != "" {
		hours := clock.FormatWindow(match.CallNight)
		zone = p.Say("server.role.when", "Hours", hours, "Zone", clock.ZoneOfServer(s).String())
		role = p.Say("server.role", "Role", message.MentionRole(s.Role))
	}
	usual := match.UsualTurn
	if s.TurnTime != nil {
		usual = *s.TurnTime
	}
	turn := p.Say("server.turn", "Turn", message.TimeOf(storage.Allowance{TurnTime: usual}))
	var row []message.Control
	for _, topic := range []string{topicGames, topicPosts, topicZone} {
		row = append(row, p.Control(message.VerbServer, "server.topic."+topic, message.Plain, topic))
	}
	return message.Message{
		Content: message.Lines(places, offers, turn, p.Say(threads), results, hall, daily, role, zone, c.languageOf(s), p.Say("server.goes-on")),
		Rows:    message.Row(row...),
	}
}

// greetWithin is how long after Parlour was added it still says hello: it may have been away then, or the
// store out of reach.
const greetWithin = time.Hour

// greetAgain is how long a greeting waits before it is tried again.
const greetAgain = 10 * time.Second

// errLater is the error of a greeting that waits.
var errLater = errors.New("the greeting waits")

// isNew reports whether Parlour was added to a server so lately that it says hello.
func isNew(j Joined, now time.Time) bool {
	return j.Guild != "" && now.Sub(j.At) < greetWithin
}

// sayHello says hello in a server to which Parlour was added, in its system channel, or else to the person who
// added it. It does so once, whatever happens: the claim comes first, so what a crash cuts off after it is
// never said. While the store is out of reach, or the lease of this process is over, Greet waits.
func (s *Service) sayHello(ctx context.Context, j Joined) error {
	for isNew(j, s.Now()) {
		err := s.sayHelloNow(context.WithoutCancel(ctx), j)
		if !errors.Is(err, errLater) || s.Wait == nil {
			return err
		}
		if err := s.Wait(ctx, greetAgain); err != nil {
			return err
		}
	}
	return nil
}

// sayHelloNow says hello in a server that was not greeted. It returns [errLater] if it could not claim that.
func (s *Service) sayHelloNow(ctx context.Context, j Joined) error {
	ctx, done := s.Env.Fleet.While(ctx)
	defer done()
	if ctx.Err() != nil {
		return errors.Join(errLater, context.Cause(ctx))
	}
	first, now := false, s.Now()
	_, err := storage.Servers.Change(ctx, s.Store, j.Guild, func(s *storage.Server) error {
		if served := s.Unserved.IsZero(); served || j.At.Before(s.Unserved) {
			first, s.Greeted = served && !s.Greeted, true
		} else {
			first, s.Leave = false, now // it was added again
		}
		return nil
	})
	switch {
	case errors.Is(err, storage.ErrUnavailable):
		return errors.Join(errLater, err)
	case err != nil || !first:
		return err
	}
	return s.hello(ctx, j)
}

// hello says hello. A person who takes no direct messages, or may get none now, hears nothing.
func (s *Service) hello(ctx context.Context, j Joined) error {
	nonce, patient := "hi-"+j.Guild, s.Patient
	say := s.Writer.In(j.Lang).Say
	if j.System != "" {
		hello := message.Lines(say("joined.hello"), say("joined.commands"), say("joined.privacy"), say("joined.doctor"))
		_, err := patient.Post(ctx, j.System, nonce, message.Message{Content: hello})
		if !publish.Refused(err) {
			return err
		}
	}
	if j.By == "" {
		return nil
	}
	channel, _, err := s.With(ctx, patient, publish.Need{Person: j.By})
	switch {
	case errors.Is(err, publish.ErrClosed), errors.Is(err, publish.ErrGone), errors.Is(err, publish.ErrSpent):
		return nil
	case err != nil:
		return err
	}
	server := say("joined.server", "Server", j.Name)
	hello := message.Lines(
		say("joined.hello"), server, say("joined.commands"), say("joined.privacy"), say("joined.doctor-there"))
	_, err = patient.Post(ctx, channel, nonce, message.Message{Content: hello})
	if errors.Is(err, publish.ErrClosed) || publish.Refused(err) {
		return s.NoteClosed(ctx, j.By, err)
	}
	return err
}
