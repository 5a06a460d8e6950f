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

// settingsCommand defines /settings.
func settingsCommand() command {
	return command{
		Name: "settings", Run: settings,
		Define: options(
			choosing(optionPalette, func(h *host) []message.MenuOption { return h.Writer.Palettes("en") }),
			choosing(optionDirect, func(*host) []message.MenuOption { return same(on, off) }),
			choosing(optionConfirm, func(*host) []message.MenuOption { return same(on, off) }),
			completing(optionZone), completing(optionQuiet), completing(optionRemind), completing(optionDigest),
			choosing(optionWhom, whomFrom)),
		Complete: map[string]handler{
			optionZone:   completeZone,
			optionQuiet:  suggesting((*message.Writer).SuggestQuiet),
			optionRemind: suggesting((*message.Writer).SuggestRemind),
			optionDigest: suggesting((*message.Writer).SuggestDigest),
		},
	}
}

// same makes options whose labels are their values.
func same(values ...string) []message.MenuOption {
	var all []message.MenuOption
	for _, v := range values {
		all = append(all, message.MenuOption{Label: v, Value: v})
	}
	return all
}

// settings changes what is given with the command, all of it or nothing, and shows what is set.
func settings(ctx context.Context, h *host, c call) (Reply, error) {
	if len(c.Options) == 0 {
		return Reply{Message: h.Writer.Settings(c.reader(), h.Now())}, nil
	}
	own := c.Own
	if err := apply(h, &own, c.Options); err != nil { // before a direct message is sent
		return Reply{}, err
	}
	var asked Reply
	var err error
	if c.Options[optionDirect] == on {
		if asked, err = wantDirects(ctx, h, c); err != nil {
			return Reply{}, err
		}
	}
	due, err := set(ctx, h, &c, func(own *storage.Person) error { return apply(h, own, c.Options) })
	if err != nil {
		return Reply{}, err
	}
	msg := h.Writer.Settings(c.reader(), h.Now())
	msg.Content = message.Lines(asked.Message.Content, msg.Content)
	return Reply{Message: msg, Due: append(asked.Due, due...)}, nil
}

// choosePalette sets the palette that was chosen in the menu.
func choosePalette(ctx context.Context, h *host, c call) (Reply, error) {
	name, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	c.Options = map[string]string{optionPalette: name}
	return settings(ctx, h, c)
}

// set changes what the asker has set, for the rest of the call too. If that moves what is planned
// for them, it returns the matches to be published.
func set(ctx context.Context, h *host, c *call, change func(*storage.Person) error) (due []match.Unshown, err error) {
	replans := replans(c.Options)
	c.Own, err = storage.People.Change(ctx, h.Store, c.By.ID, func(own *storage.Person) error {
		if replans { // so that they are planned for again even if the process ends here
			own.NextCheck = h.Now()
		}
		return change(own)
	})
	if err != nil || !replans {
		return nil, err
	}
	return h.Publisher.Replan(ctx, c.By.ID)
}

// replans reports whether options move what is planned for a person.
func replans(options map[string]string) bool {
	return slices.ContainsFunc(timeOptions, func(option string) bool { return options[option] != "" })
}

// apply sets what options say, or returns a refusal. To apply the same options again changes
// nothing.
func apply(h *host, own *storage.Person, options map[string]string) error {
	for _, o := range []struct {
		name string
		set  func(*storage.Person, string) error
	}{
		{optionPalette, func(own *storage.Person, name string) error { return setPalette(h, own, name) }},
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
func setPalette(h *host, own *storage.Person, name string) error {
	if !slices.Contains(h.Palettes, name) {
		return message.RefuseValue(optionPalette, name, h.Palettes...)
	}
	own.Palette = name
	return nil
}

// setDirect ends direct messages. [wantDirects] begins them again, as it finds out whether they come.
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
		return games.Refuse("refuse.digest.quiet", "Digest", clock.FormatMinute(*own.Digest), "Hours", clock.FormatWindow(quiet))
	}
	return nil
}

// suggesting completes an option with what was typed, as it is read, and with some values.
func suggesting(list func(w *message.Writer, lang, typed string) []message.MenuOption) handler {
	return func(_ context.Context, h *host, c call) (Reply, error) {
		return Reply{Choices: list(h.Writer, c.Lang, c.Options[c.Focus])}, nil
	}
}

// completeZone lists zones with the time that it is there, and that there may be none.
func completeZone(_ context.Context, h *host, c call) (Reply, error) {
	return Reply{Choices: h.Writer.SuggestZones(c.Lang, c.Options[optionZone], h.Now())}, nil
}
