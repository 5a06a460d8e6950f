package commands

import (
	"context"
	"slices"
	"strings"

	"parlour/games"
	"parlour/storage"
)

// optionPalette is the option of /settings.
const optionPalette = "palette"

// settings changes what is given with the command, and shows what is set.
func (h *Host) settings(ctx context.Context, r Request) (Reply, error) {
	if name := r.Options[optionPalette]; name != "" {
		return h.setPalette(ctx, r, name)
	}
	return h.settingsOf(r), nil
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
		return Reply{}, games.Refuse("refuse.option.value", "Option", optionPalette, "Value", name,
			"Values", strings.Join(h.Palettes, ", "))
	}
	var err error
	r.own, err = h.Store.ChangeSettings(ctx, r.By.ID, func(own *storage.Settings) { own.Palette = name })
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
	return Reply{Message: Message{
		Content: h.say(r, "settings.palette", "Palette", games.Say("palette."+name)),
		Rows:    [][]Control{{menu}},
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
