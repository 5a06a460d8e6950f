package commands

import (
	"context"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// The options of /settings.
const (
	optionPalette = "palette"
	optionDirect  = "dms"
	optionConfirm = "confirm"
	optionZone    = "zone"
	optionQuiet   = "quiet"
	optionRemind  = "remind"
	optionDigest  = "digest"
	optionWhom    = "challenges"
)

// The values of optionDirect and optionConfirm.
const (
	on  = "on"
	off = "off"
)

// timeOptions are the options that move what is planned for a person.
var timeOptions = []string{optionZone, optionQuiet, optionRemind, optionDigest, optionUntil}

// settings changes what is given with the command, all of it or nothing, and shows what is set.
func (c call) settings(ctx context.Context) (Reply, error) {
	if len(c.Options) == 0 {
		return Reply{Message: c.Writer.Settings(c.reader(), c.Now())}, nil
	}
	own := c.Own
	if err := c.apply(&own, c.Options); err != nil { // before a direct message is sent
		return Reply{}, err
	}
	var asked Reply
	var err error
	if c.Options[optionDirect] == on {
		if asked, err = c.wantDirects(ctx); err != nil {
			return Reply{}, err
		}
	}
	due, err := c.set(ctx, func(own *storage.Person) error { return c.apply(own, c.Options) })
	if err != nil {
		return Reply{}, err
	}
	msg := c.Writer.Settings(c.reader(), c.Now())
	msg.Content = message.Lines(asked.Message.Content, msg.Content)
	return Reply{Message: msg, Due: append(asked.Due, due...)}, nil
}

// choosePalette sets the palette that was chosen in the menu.
func (c call) choosePalette(ctx context.Context) (Reply, error) {
	name, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	c.Options = map[string]string{optionPalette: name}
	return c.settings(ctx)
}

// set changes what the asker has set, for the rest of the call too. If that moves what is planned
// for them, it returns the matches to be published.
func (c *call) set(ctx context.Context, change func(*storage.Person) error) (due []match.Unshown, err error) {
	replans := replans(c.Options)
	c.Own, err = storage.People.Change(ctx, c.Store, c.By.ID, func(own *storage.Person) error {
		if replans { // so that they are planned for again even if the process ends here
			own.NextCheck = c.Now()
		}
		return change(own)
	})
	if err != nil || !replans {
		return nil, err
	}
	return c.publisher.Replan(ctx, c.By.ID)
}

// replans reports whether options move what is planned for a person.
func replans(options map[string]string) bool {
	return slices.ContainsFunc(timeOptions, func(option string) bool { return options[option] != "" })
}

// apply sets what options say, or returns a refusal. To apply the same options again changes
// nothing.
func (c call) apply(own *storage.Person, options map[string]string) error {
	for _, o := range []struct {
		name string
		set  func(*storage.Person, string) error
	}{
		{optionPalette, func(own *storage.Person, name string) error { return c.setPalette(own, name) }},
		{optionDirect, setDirect}, {optionConfirm, setConfirm}, {optionZone, setZone}, {optionQuiet, setQuiet},
		{optionRemind, setRemind}, {optionDigest, setDigest}, {optionWhom, setWhom},
	} {
		if value := options[o.name]; value != "" {
			if err := o.set(own, value); err != nil {
				return err
			}
		}
	}
	if !replans(options) {
		return nil // hours that were set long ago are no matter now
	}
	return checkTimes(*own)
}

// setPalette sets the colours of boards.
func (c call) setPalette(own *storage.Person, name string) error {
	if !slices.Contains(c.Palettes, name) {
		return message.RefuseValue(optionPalette, name, c.Palettes...)
	}
	own.Palette = name
	return nil
}

// setDirect ends direct messages. [call.wantDirects] begins them again, as it finds out whether they come.
func setDirect(own *storage.Person, value string) error {
	if value != on && value != off {
		return message.RefuseValue(optionDirect, value, on, off)
	}
	own.NoDirect = own.NoDirect || value == off
	return nil
}

// setConfirm sets whether moves are asked about before they are played.
func setConfirm(own *storage.Person, value string) error {
	if value != on && value != off {
		return message.RefuseValue(optionConfirm, value, on, off)
	}
	own.Unconfirmed = value == off
	return nil
}

// setZone sets the zone, which may be typed as far as no other fits it, or forgets it and with
// it the hours that are told by it.
func setZone(own *storage.Person, typed string) error {
	if clock.Is(typed, clock.None) {
		own.Zone, own.Quiet, own.Digest = "", nil, nil
		return nil
	}
	_, spelt, ok := clock.Zone(typed)
	if fitting := clock.Zones(typed, 2); !ok && len(fitting) == 1 {
		spelt, ok = fitting[0], true
	}
	if !ok {
		return games.Refuse("refuse.zone", "Value", typed)
	}
	own.Zone = spelt
	return nil
}

// setQuiet sets the hours without reminders.
func setQuiet(own *storage.Person, typed string) (err error) {
	own.Quiet, err = clock.ParseQuiet(typed)
	return err
}

// setRemind sets how long before the end of a turn a reminder comes.
func setRemind(own *storage.Person, typed string) (err error) {
	own.Remind, err = clock.ParseRemind(typed)
	return err
}

// setDigest sets when a digest comes. The first is the next one from now on.
func setDigest(own *storage.Person, typed string) (err error) {
	own.Digest, err = clock.ParseDigest(typed)
	own.Digested = time.Time{}
	return err
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

// completeZone lists zones with the time that it is there, and that there may be none.
func (c call) completeZone(_ context.Context) (Reply, error) {
	return Reply{Choices: c.Writer.SuggestZones(c.Lang, c.Options[optionZone], c.Now())}, nil
}

// wantDirects sends direct messages again to a person who asks for them. The first shows whether they
// come, and those that ask for what is owed follow.
func (c call) wantDirects(ctx context.Context) (Reply, error) {
	again := message.Message{Content: c.say("direct.again")}
	closed, err := c.publisher.Directs.TryAgain(ctx, c.By.ID, "direct-"+match.IDOf(c.ID), again)
	if err != nil {
		return Reply{}, err
	}
	if closed {
		return tell(c.say("direct.closed")), nil
	}
	reply := tell(c.say("direct.on"))
	reply.Due, err = c.publisher.AskAgain(ctx, c.By.ID)
	return reply, err
}

// maxZone bounds a time zone as it is typed, in characters.
const maxZone = 60

// tellZone opens the form for a time zone, and takes what was typed there.
func (c call) tellZone(ctx context.Context) (Reply, error) {
	if c.Typed == nil {
		return c.form("zone", maxZone), nil
	}
	c.Options = map[string]string{optionZone: *c.Typed}
	due, err := c.set(ctx, func(own *storage.Person) error { return c.apply(own, c.Options) })
	if err != nil {
		return Reply{}, err
	}
	reply := tell(c.say("zone.done", "Zone", c.Own.Zone))
	reply.Due = due
	return reply, nil
}
