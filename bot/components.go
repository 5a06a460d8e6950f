package bot

import (
	"github.com/bwmarrin/discordgo"

	"parlour/commands/message"
)

// row is a row of buttons, or of one menu, in Discord's form.
type row struct {
	Type       discordgo.ComponentType `json:"type"`
	Components []control               `json:"components"`
}

// control is a button, or a menu of texts, in Discord's form.
type control struct {
	Type        discordgo.ComponentType      `json:"type"`
	CustomID    string                       `json:"custom_id"`
	Disabled    bool                         `json:"disabled"`
	Label       string                       `json:"label,omitempty"`       // of a button
	Style       discordgo.ButtonStyle        `json:"style,omitempty"`       // of a button
	Placeholder string                       `json:"placeholder,omitempty"` // of a menu
	Options     []discordgo.SelectMenuOption `json:"options,omitempty"`     // of a menu
}

// components returns a row of buttons, or of one menu, in Discord's form.
func components(controls []message.Control) row {
	made := row{Type: discordgo.ActionsRowComponent}
	for _, c := range controls {
		if len(c.Options) > 0 {
			made.Components = append(made.Components, menu(c))
			continue
		}
		made.Components = append(made.Components, control{
			Type: discordgo.ButtonComponent, CustomID: c.ID, Label: c.Label, Style: style(c.Style), Disabled: c.Disabled,
		})
	}
	return made
}

// menu returns a menu in Discord's form.
func menu(c message.Control) control {
	m := control{Type: discordgo.SelectMenuComponent, CustomID: c.ID, Placeholder: c.Label}
	for _, o := range c.Options {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: o.Label, Value: o.Value})
	}
	return m
}

// style returns the style of a button in Discord's form.
func style(s message.Style) discordgo.ButtonStyle {
	switch s {
	case message.Main:
		return discordgo.PrimaryButton
	case message.Good:
		return discordgo.SuccessButton
	case message.Danger:
		return discordgo.DangerButton
	}
	return discordgo.SecondaryButton
}
