package commands

import (
	"cmp"
	"context"
	"errors"
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

// What a button or a menu of the panel sets, as its first step.
const (
	setHere     = "here"     // games may begin in this channel too
	setAway     = "away"     // they may not begin in this one any more
	setAnywhere = "anywhere" // they may begin in all
	setThreads  = "threads"
	setFlat     = "flat"
	setGame     = "game" // the value is the game's name, with "-" before it to leave it out
	setTurn     = "turn" // the value is a [time.Duration]
	setNoResult = "noresult"
	setNoLobby  = "nolobby"
	setNoPuzzle = "nopuzzle"
	setNoRole   = "norole"
)

// maxChannels bounds the channels that a server can name.
const maxChannels = 20

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
		all = append(all, message.Choice(s.Writer.In(lang).Label("language"), lang))
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
	s, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	if lang, given := c.Options[optionLanguage]; given {
		if !slices.Contains(c.Writer.Languages(), lang) {
			return Reply{}, message.RefuseValue(optionLanguage, lang, c.Writer.Languages()...)
		}
		if s, err = c.setOfServer(ctx, func(s *storage.Server) { s.Lang = lang }); err != nil {
			return Reply{}, err
		}
	}
	if month, given := c.Options[optionMonth]; given {
		if s.Results == "" && c.Options[optionResults] == "" && month == message.On {
			return Reply{}, games.Refuse("refuse.month")
		}
		if s, err = c.setMonth(ctx, month); err != nil {
			return Reply{}, err
		}
	}
	if channel, given := c.Options[optionResults]; given {
		if s, err = c.tellResults(ctx, s, channel); err != nil {
			return Reply{}, err
		}
	}
	if typed, given := c.Options[message.SetZone]; given {
		zone, err := zoneNamed(typed)
		if err != nil {
			return Reply{}, err
		}
		if s, err = c.setOfServer(ctx, func(s *storage.Server) { s.Zone = zone }); err != nil {
			return Reply{}, err
		}
	}
	warning := ""
	if role, given := c.Named[optionRole]; given {
		if s, err = c.pingRole(ctx, s, role); err != nil {
			return Reply{}, err
		}
		if !role.Open && slices.Contains(c.Misses, Mention) {
			warning = c.say("server.role.mute", "Role", message.MentionRole(role.ID))
		}
	}
	if channel, given := c.Options[optionLobby]; given {
		writes, err := c.openLobby(ctx, s, channel)
		if err != nil {
			return Reply{}, err
		}
		warning = message.Lines(c.say("server.lobby.set", "Channel", message.Channels([]string{channel})), writes, warning)
	}
	if channel, given := c.Options[optionPuzzle]; given {
		err := c.SetPuzzle(ctx, c.Guild, channel, c.placeOf(s).Lang)
		if publish.Refused(err) {
			err = games.Refuse("refuse.server.post", "Channel", message.Channels([]string{channel}))
		}
		if err != nil {
			return Reply{}, err
		}
	}
	reply, err := c.serverPanel(ctx, s)
	reply.Message.Above(warning)
	return reply, err
}

// serverPanel shows what is set for a server, where its lobby is and where its puzzles come.
func (c call) serverPanel(ctx context.Context, s storage.Server) (Reply, error) {
	hall, err := storage.Halls.Get(ctx, c.Store, c.Guild)
	if err != nil {
		return Reply{}, err
	}
	daily, err := storage.Dailies.Get(ctx, c.Store, c.Guild)
	return answer(c.panel(s, hall.Channel, daily.Channel), err)
}

// openLobby has the lobby of a server in a channel from now on. It returns a warning if people may write there, as the
// lobby would go out of sight.
func (c call) openLobby(ctx context.Context, s storage.Server, channel string) (warning string, err error) {
	l, named := c.Layout(ctx, c.Guild), message.Channels([]string{channel})
	if l.Guild != "" && !l.ShownIn(channel, channel) {
		return "", games.Refuse("refuse.lobby.closed", "Channel", named)
	}
	err = c.SetLobby(ctx, c.Guild, channel, c.placeOf(s).Lang)
	if publish.Refused(err) {
		err = games.Refuse("refuse.server.post", "Channel", named)
	}
	if l.Writes("", nil, channel) {
		warning = c.say("server.lobby-write", "Channel", named)
	}
	return warning, err
}

// pingRole has a role pinged for tables that open from now on. It must be one that people are given.
func (c call) pingRole(ctx context.Context, s storage.Server, role Role) (storage.Server, error) {
	if role.ID == "" || role.ID == c.Guild || role.Managed {
		return s, games.Refuse("refuse.server.role")
	}
	return c.setOfServer(ctx, func(s *storage.Server) { s.Role = role.ID })
}

// setOfServer changes what is set for the server of a call, and plans the standings of its months and its puzzles by that.
func (c call) setOfServer(ctx context.Context, set func(*storage.Server)) (storage.Server, error) {
	s, err := storage.Servers.Change(ctx, c.Store, c.Guild, func(s *storage.Server) error {
		set(s)
		match.PlanMonth(s, c.placeOf(*s).Lang, c.Now())
		return nil
	})
	if err != nil {
		return s, err
	}
	return s, c.ReplanPuzzle(ctx, s, c.placeOf(s).Lang)
}

// setMonth has each month's standings posted where results go, or not any more.
func (c call) setMonth(ctx context.Context, value string) (storage.Server, error) {
	if value != message.On && value != message.Off {
		return storage.Server{}, message.RefuseValue(optionMonth, value, message.On, message.Off)
	}
	return c.setOfServer(ctx, func(s *storage.Server) { s.Month.Off = value == message.Off })
}

// tellResults has the results of games posted in a channel from now on. It says so there, which shows that it may post.
func (c call) tellResults(ctx context.Context, s storage.Server, channel string) (storage.Server, error) {
	_, err := c.Service.Channel.Post(ctx, channel, "res-"+c.ID, c.Writer.In(c.placeOf(s).Lang).ResultsHere(!s.Month.Off))
	if publish.Refused(err) {
		return s, games.Refuse("refuse.server.post", "Channel", message.Channels([]string{channel}))
	}
	if err != nil {
		return s, err
	}
	return c.setOfServer(ctx, func(s *storage.Server) { s.Results = channel })
}

// stopResults has no more results posted in a server, for those who manage it. Below a month's standings it stops
// these alone.
func (c call) stopResults(ctx context.Context) (Reply, error) {
	if err := c.mayManage(); err != nil {
		return Reply{}, err
	}
	if len(c.Pressed.Steps) > 0 {
		_, err := c.setMonth(ctx, message.Off)
		return tell(c.say("month.stopped")), err
	}
	_, err := c.setOfServer(ctx, func(s *storage.Server) { s.Results = "" })
	return tell(c.say("results.stopped")), err
}

// languageOf says which language is spoken in a server, nothing where there is only one.
func (c call) languageOf(s storage.Server) string {
	if c.languages("") == nil {
		return ""
	}
	return c.say("server.language", "Language", c.Writer.In(c.placeOf(s).Lang).Label("language"))
}

// setServer sets what a button or a menu of the panel says, and shows the panel as it is then.
func (c call) setServer(ctx context.Context) (Reply, error) {
	if err := c.mayManage(); err != nil {
		return Reply{}, err
	}
	if len(c.Pressed.Steps) == 0 {
		return Reply{}, errButton
	}
	var err error
	switch c.Pressed.Steps[0] {
	case setNoLobby:
		err = c.SetLobby(ctx, c.Guild, "", "")
	case setNoPuzzle:
		err = c.SetPuzzle(ctx, c.Guild, "", "")
	}
	if err != nil {
		return Reply{}, err
	}
	value, _ := c.chosen() // empty for a button
	s, err := storage.Servers.Change(ctx, c.Store, c.Guild, func(s *storage.Server) error {
		switch what := c.Pressed.Steps[0]; what {
		case setThreads, setFlat:
			s.Flat = what == setFlat
			return nil
		case setNoResult:
			s.Results = ""
			match.PlanMonth(s, "", c.Now())
			return nil
		case setNoLobby, setNoPuzzle:
			return nil
		case setNoRole:
			s.Role = ""
			return nil
		case setGame:
			return c.chooseGame(s, value)
		case setTurn:
			turn, err := time.ParseDuration(value)
			if err != nil || !slices.Contains(match.TurnTimes(), turn) {
				return errButton
			}
			s.TurnTime = &turn
			return nil
		default:
			return chooseChannel(what, c.settingPlace(), s)
		}
	})
	if isRefusal(err) { // the panel stays, with the refusal above it
		reply, shown := c.showServer(ctx)
		reply.Message.Above(c.sentence(err))
		return reply, shown
	}
	if err != nil {
		return Reply{}, err
	}
	return c.serverPanel(ctx, s)
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

// settingPlace returns the channel of a call, that above for a thread.
func (c call) settingPlace() string { return cmp.Or(c.Above, c.Channel) }

// chooseChannel sets where games may begin. The last channel that is named stays: without it they
// could begin everywhere.
func chooseChannel(what, here string, s *storage.Server) error {
	named := slices.Contains(s.Channels, here)
	switch {
	case what == setAnywhere:
		s.Channels = nil
	case what == setHere && !named && len(s.Channels) == maxChannels:
		return games.Refuse("refuse.server.channels", "Count", maxChannels)
	case what == setHere && !named:
		s.Channels = append(slices.Clone(s.Channels), here)
	case what == setAway && named && len(s.Channels) > 1:
		s.Channels = match.Without(s.Channels, func(id string) bool { return id == here })
	case what != setHere && what != setAway:
		return errButton
	}
	return nil
}

// chooseGame offers a game or leaves it out. One game stays.
func (c call) chooseGame(s *storage.Server, value string) error {
	name, out := strings.CutPrefix(value, "-")
	without := match.Without(s.Without, func(game string) bool { return game == name })
	if out {
		without = append(without, name)
	}
	if !slices.ContainsFunc(c.Games, func(g games.Game) bool { return !slices.Contains(without, g.Info().Name) }) {
		return games.Refuse("refuse.server.games")
	}
	if c.Env.Game(name) == nil {
		return errButton
	}
	s.Without = without
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
		return nil, games.Refuse("refuse.game", "Games", some(c.offered(s)))
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
	return games.Refuse("refuse.game.here", "Game", game.Info().Title, "Games", some(c.offered(s)))
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

// gameNamed returns the game that somebody typed, by its name or its title. A refusal names some
// games.
func (c call) gameNamed(typed string) (games.Game, error) {
	for _, g := range c.Games {
		if info := g.Info(); games.Fold(typed) == games.Fold(info.Name) || games.Fold(typed) == games.Fold(info.Title) {
			return g, nil
		}
	}
	return nil, games.Refuse("refuse.game", "Games", some(c.Games))
}

// titles names the games of a list.
func titles(list []games.Game) (all []string) {
	for _, g := range list {
		all = append(all, g.Info().Title)
	}
	return all
}

// some names some games of a list.
func some(list []games.Game) string { return strings.Join(titles(list[:min(8, len(list))]), ", ") }

// maxGameMenus bounds the menus of games on the panel, which has three other rows.
const maxGameMenus = 2

// inRow is how many buttons a row of the panel has at most.
const inRow = 5

// panel shows what is set for a server, and in which channels its lobby and its puzzles are, with buttons and menus to set
// it.
func (c call) panel(s storage.Server, lobby, puzzle string) message.Message {
	p := c.to(nil)
	set := func(label string, steps ...string) message.Control {
		return p.Control(message.VerbServer, label, message.Plain, steps...)
	}
	places, offers, threads := p.Say("server.anywhere"), p.Say("server.games-all"), "server.threads"
	var row []message.Control
	switch named := slices.Contains(s.Channels, c.settingPlace()); {
	case len(s.Channels) == 0:
		row = append(row, set("button.server-only", setHere))
	case !named:
		row = append(row, set("button.server-here", setHere))
	case len(s.Channels) > 1:
		row = append(row, set("button.server-away", setAway))
	}
	if len(s.Channels) > 0 {
		places = p.Say("server.channels", "Channels", message.Channels(s.Channels))
		row = append(row, set("button.server-anywhere", setAnywhere))
	}
	if s.Flat {
		threads, row = "server.flat", append(row, set("button.server-threads", setThreads))
	} else {
		row = append(row, set("button.server-flat", setFlat))
	}
	if here := c.offered(s); len(here) < len(c.Games) {
		offers = p.Say("server.games", "Games", titles(here))
	}
	results := ""
	if s.Results != "" {
		results = p.Say("server.results", "Channel", message.Channels([]string{s.Results}), "Month", !s.Month.Off)
		row = append(row, set("button.server-noresult", setNoResult))
	}
	hall, daily, role, zone := "", "", "", ""
	if lobby != "" {
		hall = p.Say("server.lobby", "Channel", message.Channels([]string{lobby}))
		row = append(row, set("button.server-nolobby", setNoLobby))
	}
	if puzzle != "" {
		daily = p.Say("server.puzzle", "Channel", message.Channels([]string{puzzle}))
		row = append(row, set("button.server-nopuzzle", setNoPuzzle))
	}
	if s.Zone != "" {
		zone = p.Say("server.zone", "Zone", s.Zone)
	}
	if s.Role != "" {
		hours := clock.FormatWindow(match.CallNight)
		zone = p.Say("server.role.when", "Hours", hours, "Zone", clock.ZoneOfServer(s).String())
		role = p.Say("server.role", "Role", message.MentionRole(s.Role))
		row = append(row, set("button.server-norole", setNoRole))
	}
	rows, usual := append(slices.Collect(slices.Chunk(row, inRow)), c.gameMenus(s, set)...), match.UsualTurn
	if s.TurnTime != nil {
		usual = *s.TurnTime
	}
	turns := set("server.choose-turn", setTurn, usual.String())
	for _, turn := range match.TurnTimes() {
		said := c.Writer.Plain(c.Lang, nil).Say(message.TimeOf(storage.Allowance{TurnTime: turn}))
		turns.Options = append(turns.Options, message.Choice(said, turn.String()))
	}
	turn := p.Say("server.turn", "Turn", message.TimeOf(storage.Allowance{TurnTime: usual}))
	return message.Message{
		Content: message.Lines(places, offers, turn, p.Say(threads), results, hall, daily, role, zone, c.languageOf(s), p.Say("server.goes-on")),
		Rows:    append(rows, []message.Control{turns}),
	}
}

// gameMenus are the menus that offer games or leave them out, in rows. Their ids change with what is
// set, as a client sends nothing for the same choice in the same menu.
func (c call) gameMenus(s storage.Server, set func(label string, steps ...string) message.Control) [][]message.Control {
	if len(c.Games) < 2 {
		return nil
	}
	var options []message.MenuOption
	for _, g := range c.Games {
		info := g.Info()
		key, value := "server.leave-out", "-"+info.Name
		if !c.offers(s, info.Name) {
			key, value = "server.offer", info.Name
		}
		options = append(options, message.Choice(c.label(key, "Game", info.Title), value))
	}
	return message.Menus(options, maxGameMenus, func(n int) message.Control {
		return set("server.choose-games", setGame, strconv.Itoa(n), strconv.Itoa(len(s.Without)))
	})
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
