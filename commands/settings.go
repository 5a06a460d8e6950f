package commands

import (
	"context"
	"slices"
	"strings"

	"parlour/games"
	"parlour/storage"
)

// The options of /settings.
const (
	optionPalette = "palette"
	optionDirect  = "dms"
)

// The values of optionDirect.
const (
	on  = "on"
	off = "off"
)

// settings changes what is given with the command, and shows what is set.
func (h *Host) settings(ctx context.Context, r Request) (Reply, error) {
	name, direct := r.Options[optionPalette], r.Options[optionDirect]
	if direct != "" && direct != on && direct != off {
		return Reply{}, refuseValue(optionDirect, direct, on, off)
	}
	reply := h.settingsOf(r)
	var err error
	if name != "" {
		reply, err = h.setPalette(ctx, r, name)
	}
	switch {
	case err != nil:
		return Reply{}, err
	case direct == on:
		return h.wantDirect(ctx, r, button{})
	case direct == off:
		return h.set(ctx, r, func(own *storage.Settings) { own.NoDirect = true })
	}
	return reply, nil
}

// palette sets the palette that was chosen in the menu.
func (h *Host) palette(ctx context.Context, r Request, _ button) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	return h.setPalette(ctx, r, r.Values[0])
}

func (h *Host) setPalette(ctx context.Context, r Request, name string) (Reply, error) {
	if !slices.Contains(h.Palettes, name) {
		return Reply{}, refuseValue(optionPalette, name, h.Palettes...)
	}
	return h.set(ctx, r, func(own *storage.Settings) { own.Palette = name })
}

// refuseValue refuses a value of an option for those that there are.
func refuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", strings.Join(values, ", "))
}

// set changes what somebody has set, and shows it.
func (h *Host) set(ctx context.Context, r Request, change func(*storage.Settings)) (Reply, error) {
	var err error
	r.own, err = h.Store.ChangeSettings(ctx, r.By.ID, change)
	if err != nil {
		return Reply{}, err
	}
	return h.settingsOf(r), nil
}

// settingsOf shows a person what is set, with a menu to change it.
func (h *Host) settingsOf(r Request) Reply {
	name := h.Palettes[0]
	if slices.Contains(h.Palettes, r.own.Palette) {
		name = r.own.Palette
	}
	menu := Control{ID: button{verb: "palette"}.String(), Label: h.label(r.Lang, "settings.choose"), Options: h.palettes(r.Lang)}
	direct, rows := "settings.direct", [][]Control{{menu}}
	if r.own.NoDirect {
		direct, rows = "settings.no-direct", append(rows, []Control{h.directButton(r)})
	}
	return Reply{Message: Message{
		Content: lines(h.say(r, "settings.palette", "Palette", games.Say("palette."+name)), h.say(r, direct)),
		Rows:    rows,
	}}
}

// palettes lists the palettes, as they are called in a language.
func (h *Host) palettes(lang string) []MenuOption {
	var all []MenuOption
	for _, name := range h.Palettes {
		all = append(all, MenuOption{Label: h.label(lang, "palette."+name), Value: name})
	}
	return all
}
