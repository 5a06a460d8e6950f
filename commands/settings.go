package commands

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/match/privacy"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// timeOptions are the options that move what is planned for a person.
var timeOptions = []string{
	message.SetZone, message.SetQuiet, message.SetRemind, message.SetDigest, message.SetAway,
}

// settings changes what is given with the command, all of it or nothing, and shows what is set.
func (c call) settings(ctx context.Context) (Reply, error) {
	if len(c.Options) == 0 {
		return answer(c.to(nil).Settings(0), nil)
	}
	own := c.Own
	if err := c.apply(&own); err != nil { // before a direct message is sent
		return Reply{}, err
	}
	var asked Reply
	var err error
	if c.Options[message.SetDirect] == message.On {
		if asked, err = c.wantDirects(ctx); err != nil {
			return Reply{}, err
		}
	}
	due, err := c.set(ctx, c.apply)
	if err != nil {
		return Reply{}, err
	}
	msg := c.to(nil).Settings(c.Pressed.Turn + 1)
	msg.Above(asked.Message.Content)
	return Reply{Message: msg, Due: append(asked.Due, due...)}, nil
}

// chooseSetting opens the setting that was chosen in the menu of all, sets what was chosen in that of one setting, or
// shows all settings again.
func (c call) chooseSetting(ctx context.Context) (Reply, error) {
	steps := append(slices.Clone(c.Pressed.Steps), c.Values...)
	switch {
	case len(steps) == 0:
		return Reply{}, errButton
	case steps[0] == "":
		return answer(c.to(nil).Settings(c.Pressed.Turn+1), nil)
	case len(steps) == 1:
		if steps[0] == message.SetAway {
			if err := c.findStrict(ctx); err != nil {
				return Reply{}, err
			}
		}
		msg, ok := c.to(nil).Setting(steps[0], c.Pressed.Turn+1)
		if !ok {
			return Reply{}, errButton
		}
		return answer(msg, nil)
	}
	return c.setOne(ctx, steps[0], steps[1])
}

// setOne sets one setting. A refusal stands above what changes it.
func (c call) setOne(ctx context.Context, name, value string) (Reply, error) {
	set := call.settings
	switch {
	case name == message.SetAway:
		set = call.away
	case !slices.Contains(message.Settable, name):
		return Reply{}, errButton
	}
	c.Options = map[string]string{name: value}
	reply, err := set(c, ctx)
	if !isRefusal(err) {
		return reply, err
	}
	msg, _ := c.to(nil).Setting(name, c.Pressed.Turn+1)
	msg.Above(c.sentence(err))
	return answer(msg, nil)
}

// fillSetting opens the form of a setting, and sets what was typed there.
func (c call) fillSetting(ctx context.Context) (Reply, error) {
	switch {
	case len(c.Pressed.Steps) != 1 || !slices.Contains(message.Typed, c.Pressed.Steps[0]):
		return Reply{}, errButton
	case c.Typed == nil:
		return c.form(c.Pressed.Steps[0], maxTyped), nil
	}
	return c.setOne(ctx, c.Pressed.Steps[0], *c.Typed)
}

// set changes what the asker has set, for the rest of the call too. If that moves what is planned
// for them, it returns the matches to be published.
func (c *call) set(ctx context.Context, change func(*storage.Person) error) (due []match.Unshown, err error) {
	replans := c.replans()
	own, err := storage.People.Change(ctx, c.Store, c.By.ID, func(own *storage.Person) error {
		if replans { // so that they are planned for again even if the process ends here
			own.NextCheck = c.Now()
		}
		return change(own)
	})
	if err != nil {
		return nil, err
	}
	if c.Options[message.SetLobby] != "" {
		if err := c.Env.TouchLobbiesOf(ctx, c.By.ID); err != nil {
			return nil, err
		}
	}
	if c.Own = own; !replans {
		return nil, nil
	}
	return c.Replan(ctx, c.By.ID)
}

// replans reports whether the options move what is planned for a person.
func (c call) replans() bool {
	return slices.ContainsFunc(timeOptions, func(option string) bool { return c.Options[option] != "" })
}

// apply sets what the options say, or returns a refusal. To apply the same options again changes
// nothing.
func (c call) apply(own *storage.Person) (err error) {
	for _, name := range message.Settable {
		value, values := c.Options[name], []string{message.On, message.Off}
		if value == "" {
			continue
		}
		switch name {
		case message.SetPalette:
			own.Palette, values = value, c.Palettes
		case message.SetDirect: // [call.wantDirects] begins them again, as it finds out whether they come
			own.NoDirect = own.NoDirect || value == message.Off
		case message.SetConfirm:
			own.Unconfirmed = value == message.Off
		case message.SetLobby:
			own.Unlisted = value == message.Off
		case message.SetAutoAway:
			own.NoAutoAway = value == message.Off
		case message.SetProfile:
			own.NoProfile = value == message.Off
		case message.SetOnTime:
			own.NoOnTime = value == message.Off
		case message.SetPace:
			if own.Pace, values = value, message.Paces; value == message.On {
				own.Pace = ""
			}
		case message.SetZone:
			err, values = setZone(own, value), nil
		case message.SetQuiet:
			own.Quiet, err = clock.ParseQuiet(value)
			values = nil
		case message.SetRemind:
			own.Remind, err = clock.ParseRemind(value)
			values = nil
		case message.SetDigest: // the first one comes next from now on
			own.Digest, err = clock.ParseDigest(value)
			own.Digested, values = time.Time{}, nil
		case message.SetChallenges:
			if own.Challenges, values = value, message.Whoms; value == message.Whoms[0] {
				own.Challenges = ""
			}
		}
		if values != nil && !slices.Contains(values, value) {
			err = message.RefuseValue(name, value, values...)
		}
		if err != nil {
			return err
		}
	}
	if !c.replans() {
		return nil // hours that were set long ago are no matter now
	}
	return checkTimes(*own)
}

// setZone sets the zone, which may be typed as far as no other fits it, or forgets it and with
// it the hours that are told by it.
func setZone(own *storage.Person, typed string) (err error) {
	if clock.Is(typed, clock.None) {
		own.Zone, own.Quiet, own.Digest = "", nil, nil
		return nil
	}
	own.Zone, err = zoneNamed(typed)
	return err
}

// zoneNamed returns the name of the zone that somebody typed, as far as no other fits it.
func zoneNamed(typed string) (string, error) {
	if _, spelt, ok := clock.Zone(typed); ok {
		return spelt, nil
	}
	if fitting := clock.Zones(typed, 2); len(fitting) == 1 {
		return fitting[0], nil
	}
	return "", games.Refuse("refuse.zone", "Value", typed)
}

// checkTimes returns a refusal for hours of a person whose zone is not known, and for a digest
// in their quiet hours.
func checkTimes(own storage.Person) error {
	quiet := clock.QuietOf(own).Window
	switch {
	case own.Zone == "" && (own.Digest != nil || own.Quiet != nil && clock.Length(*own.Quiet) > 0):
		return games.Refuse("refuse.zone.needed")
	case own.Digest != nil && clock.Within(quiet, *own.Digest):
		digest, hours := clock.FormatMinute(*own.Digest), clock.FormatWindow(quiet)
		return games.Refuse("refuse.digest.quiet", "Digest", digest, "Hours", hours)
	}
	return nil
}

// wantDirects sends direct messages again to a person who asks for them. The first shows whether they
// come, and those that ask for what is owed follow.
func (c call) wantDirects(ctx context.Context) (Reply, error) {
	again := message.Message{Content: c.say("direct.again")}
	closed, err := c.TryAgain(ctx, c.By.ID, "direct-"+match.IDOf(c.ID), again)
	if err != nil {
		return Reply{}, err
	}
	if closed {
		return tell(c.say("direct.closed")), nil
	}
	due, err := c.AskAgain(ctx, c.By.ID)
	return tell(c.say("direct.on"), due...), err
}

// maxTyped bounds a setting as it is typed, in characters.
const maxTyped = 60

// tellZone opens the form for a time zone, and takes what was typed there.
func (c call) tellZone(ctx context.Context) (Reply, error) {
	if c.Typed == nil {
		return c.form("zone", maxTyped), nil
	}
	c.Options = map[string]string{message.SetZone: *c.Typed}
	due, err := c.set(ctx, c.apply)
	if err != nil {
		return Reply{}, err
	}
	return tell(c.say("zone.done", "Zone", c.Own.Zone), due...), nil
}

// away stops the clocks of the asker until a day, or starts them again, and says how it is.
func (c call) away(ctx context.Context) (Reply, error) {
	now, typed := c.Now(), c.Options[message.SetAway]
	if c.Pressed.Verb == message.VerbBack {
		typed = clock.BackWords[0]
		c.Options = map[string]string{message.SetAway: typed}
	}
	if err := c.findStrict(ctx); err != nil {
		return Reply{}, err
	}
	if typed == "" {
		return answer(c.to(nil).Away(false, 0), nil)
	}
	due, err := c.set(ctx, func(own *storage.Person) error { return clock.SetAway(own, typed, now) })
	return Reply{Message: c.to(nil).Away(true, c.Pressed.Turn+1), Due: due}, err
}

// findStrict notes whether the asker plays a game whose clocks run on while they are away.
func (c *call) findStrict(ctx context.Context) error {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	c.strict = slices.ContainsFunc(own, func(h storage.Head) bool {
		return h.Phase == storage.Playing && h.Strict && h.Limited()
	})
	return err
}

// completeUntil suggests days until which the asker may be away.
func (c call) completeUntil(ctx context.Context) (Reply, error) {
	own, err := storage.People.Get(ctx, c.Store, c.By.ID)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Choices: c.to(nil).SuggestUntil(c.Options[c.Focus], own)}, nil
}

// exportData gives the asker all that is kept of them, as a file.
func (c call) exportData(ctx context.Context) (Reply, error) {
	text, left, err := privacy.Export(ctx, c.Env, c.label("privacy.about"), c.Own, c.Now())
	if err != nil {
		return Reply{}, err
	}
	said := c.say("privacy.data")
	if left > 0 {
		said = message.Lines(said, c.say("privacy.data-cut", "Count", left))
	}
	file := &message.File{Name: "parlour-my-data.json", Data: text}
	return Reply{Message: message.Message{Content: said, File: file}}, nil
}

// askToForget asks whether the asker means to be forgotten, and says how many games they would leave.
func (c call) askToForget(ctx context.Context) (Reply, error) {
	live, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return Reply{}, err
	}
	return answer(c.to(nil).AskToForget(len(live)), nil)
}

// forgetPerson begins to forget the asker.
func (c call) forgetPerson(ctx context.Context) (Reply, error) {
	if err := c.forget(ctx, c.By.ID, c.By.Name); err != nil {
		return Reply{}, err
	}
	return tell(c.say("privacy.going")), nil
}

// forget begins to forget a person, by the name that they have now. Their settings go at once. [privacy.Forgetter] takes them
// out of their matches, also after a crash.
func (s *Service) forget(ctx context.Context, id, name string) error {
	random, err := s.random(16)
	if err != nil {
		return err
	}
	return s.Env.SetPerson(ctx, id, func(p *storage.Person) {
		if p.Leaving == nil { // of two presses at once, the first counts
			p.Leaving = &storage.Leaving{Secret: hex.EncodeToString(random), Name: name, NextCheck: s.Now()}
		}
	})
}

// random returns some random bytes.
func (s *Service) random(n int) ([]byte, error) {
	drawn := make([]byte, n)
	if _, err := io.ReadFull(s.Random, drawn); err != nil {
		return nil, fmt.Errorf("draw an id: %w", err)
	}
	return drawn, nil
}

// askBlock asks which of the others of a match the asker blocks. The person who is challenged
// can block the challenger.
func (c call) askBlock(_ context.Context, m *match.Match) (Reply, error) {
	others, err := c.blockable(m)
	if err != nil {
		return Reply{}, err
	}
	reply := tell(c.say("block.ask"))
	var row []message.Control
	for _, p := range others {
		bar := c.Pressed
		bar.Verb, bar.Steps = message.VerbBar, []string{p.ID}
		row = append(row, bar.Control(message.Clip(c.label("button.bar", "Name", p.Name), 80), message.Danger))
	}
	reply.Message.Rows = message.Row(row...)
	return reply, nil
}

// block blocks the person whom the button names. A challenge or a rematch that waits for the asker's
// answer is declined.
func (c call) block(ctx context.Context, m *match.Match) (Reply, error) {
	others, err := c.blockable(m)
	if err != nil {
		return Reply{}, err
	}
	i := slices.IndexFunc(others, func(p storage.Player) bool { return slices.Contains(c.Pressed.Steps, p.ID) })
	if i < 0 {
		return Reply{}, errButton
	}
	if _, err := c.set(ctx, func(own *storage.Person) error {
		switch {
		case own.Blocks(others[i].ID):
			return nil
		case len(own.Blocked) >= message.MaxBlocked:
			return games.Refuse("refuse.blocks", "Count", message.MaxBlocked)
		}
		own.Blocked = append(slices.Clone(own.Blocked), storage.Blocked{ID: others[i].ID, Name: others[i].Name})
		return nil
	}); err != nil {
		return Reply{}, err
	}
	said := tell(c.say("block.done", "Name", others[i].Name))
	declined, err := atTable("table.declined", (*match.Match).TurnDown)(c, ctx)
	if err == match.ErrStale || isRefusal(err) {
		return said, nil // nothing waits for their answer
	}
	said.Due = declined.Due
	return said, err
}

// blockable returns the people whom the asker can block by a match: the others who play.
// It refuses a person who neither plays nor is challenged or invited.
func (c call) blockable(m *match.Match) ([]storage.Player, error) {
	switch challenge := m.Phase == storage.Open && m.Invited != nil; {
	case challenge && m.Invited.ID == c.By.ID, m.Phase == storage.Open && match.Asked(m.Head, c.By.ID):
	case !challenge && m.Phase == storage.Open && m.SeatOf(c.By.ID) == games.Spectator:
		return nil, games.Refuse("refuse.invite.other")
	case !challenge && m.Phase == storage.Open:
	case challenge && m.SeatOf(c.By.ID) != games.Spectator:
		return nil, games.Refuse("refuse.invited.own", "Name", m.Invited.Name)
	case challenge:
		return nil, games.Refuse("refuse.invited", "Name", m.Invited.Name)
	default:
		if _, err := m.Seated(c.By.ID); err != nil {
			return nil, c.to(m).Named(err)
		}
	}
	var others []storage.Player
	for _, seat := range m.People() {
		if p := m.Players[seat]; p.ID != c.By.ID && !storage.IsFormer(p.ID) {
			others = append(others, p)
		}
	}
	if len(others) == 0 {
		return nil, games.Refuse("refuse.block.nobody")
	}
	return others, nil
}

// unblock takes back the block of the person chosen in the menu, and shows what is set.
func (c call) unblock(ctx context.Context) (Reply, error) {
	id, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.set(ctx, func(own *storage.Person) error {
		own.Blocked = match.Without(own.Blocked, func(b storage.Blocked) bool { return b.ID == id })
		return nil
	}); err != nil {
		return Reply{}, err
	}
	return c.settings(ctx)
}
