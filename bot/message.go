package bot

import (
	"fmt"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
	"parlour/imaging"
)

// pictureName is what every attached picture is called.
const pictureName = "board.png"

// A payload is a message as Discord takes it. discordgo's own types lack a nonce
// and the alt text of an attachment.
type payload struct {
	Content      string                       `json:"content"`
	Flags        int                          `json:"flags,omitempty"`
	Mentions     mentions                     `json:"allowed_mentions"`
	Components   []discordgo.MessageComponent `json:"components"`
	Attachments  *[]attachment                `json:"attachments,omitempty"` // absent: those that are there stay
	Nonce        string                       `json:"nonce,omitempty"`
	EnforceNonce bool                         `json:"enforce_nonce,omitempty"`

	callback int // wraps the message into an interaction's response of this type, unless 0
}

// mentions says whom a message may notify: nobody but these.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

// An attachment is a file with its words.
type attachment struct {
	ID          int    `json:"id"` // the number of the file in the request
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// body is what goes over the wire.
func (p payload) body() any {
	if p.callback == 0 {
		return p
	}
	return map[string]any{"type": p.callback, "data": p}
}

// newPayload turns a message into what Discord takes, and draws its picture.
func newPayload(m commands.Message) (payload, []byte, error) {
	p := payload{
		Content:    m.Content,
		Mentions:   mentions{Parse: []string{}, Users: append([]string{}, m.Pings...)},
		Components: []discordgo.MessageComponent{},
	}
	for _, row := range m.Rows {
		p.Components = append(p.Components, components(row))
	}
	if m.Picture == nil {
		return p, nil, nil
	}
	picture, err := imaging.Draw(imaging.Picture{
		View: m.Picture.View, Names: m.Picture.Names, Sides: m.Picture.Sides, Title: m.Picture.Title,
		Score: m.Picture.Score, Result: m.Picture.Result, Preview: m.Picture.Preview,
	})
	if err != nil {
		return p, nil, fmt.Errorf("draw a board: %w", err)
	}
	p.Attachments = &[]attachment{{0, pictureName, m.Picture.Alt}}
	return p, picture, nil
}

// asText puts the board of a message into its words.
func asText(m commands.Message) commands.Message {
	m.Content += "\n```\n" + m.Picture.View.String() + "\n```"
	m.Picture = nil
	return m
}

// components makes a row of buttons, or of one menu.
func components(row []commands.Control) discordgo.ActionsRow {
	var made discordgo.ActionsRow
	for _, c := range row {
		if len(c.Options) > 0 {
			made.Components = append(made.Components, menu(c))
			continue
		}
		made.Components = append(made.Components, discordgo.Button{
			CustomID: c.ID, Label: c.Label, Style: style(c.Style), Disabled: c.Disabled,
		})
	}
	return made
}

func menu(c commands.Control) discordgo.SelectMenu {
	m := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: c.ID, Placeholder: c.Label}
	for _, o := range c.Options {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: o.Label, Value: o.Value})
	}
	return m
}

func style(s commands.Style) discordgo.ButtonStyle {
	switch s {
	case commands.Main:
		return discordgo.PrimaryButton
	case commands.Good:
		return discordgo.SuccessButton
	case commands.Danger:
		return discordgo.DangerButton
	}
	return discordgo.SecondaryButton
}
