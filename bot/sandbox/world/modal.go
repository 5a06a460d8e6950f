package world

import (
	"fmt"
	"time"

	"parlour/bot/sandbox/rule"
)

// Modal is a form that the bot opened for a person.
type Modal struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	CustomID string  `json:"customID"`
	Inputs   []Input `json:"inputs"`

	User    *User        `json:"-"`
	Channel *Channel     `json:"-"`
	On      *Message     `json:"-"`
	Opener  *Interaction `json:"-"`
	Made    time.Time    `json:"-"`
}

// Input is a text input of a modal.
type Input struct {
	CustomID    string `json:"customID"`
	Label       string `json:"label"`
	Long        bool   `json:"long"` // a paragraph, not a line
	Placeholder string `json:"placeholder,omitempty"`
	Value       string `json:"value"` // the first text
	Required    bool   `json:"required"`
	MinLength   int    `json:"minLength"`
	MaxLength   int    `json:"maxLength"` // 0 for no limit
}

// OpenModal keeps the form of an answer for the person to fill in.
func (w *World) OpenModal(i *Interaction, f *rule.Form) *Modal {
	m := &Modal{
		ID: i.ID, Title: f.Title, CustomID: f.CustomID,
		User: i.User, Channel: i.Channel, On: i.On, Opener: i, Made: i.Made,
	}
	for _, row := range f.Components.Value {
		c := row.Components[0]
		m.Inputs = append(m.Inputs, Input{
			CustomID: c.CustomID, Label: c.Label, Long: c.Style == 2, Placeholder: c.Placeholder, Value: c.Value,
			Required: c.Required == nil || *c.Required, MinLength: c.MinLength, MaxLength: c.MaxLength,
		})
	}
	w.Modals[m.ID] = m
	return m
}

// Fill checks the texts that a person typed into a modal, and makes its components.
func (m *Modal) Fill(fields map[string]string) ([]rule.Component, error) {
	var rows []rule.Component
	for _, in := range m.Inputs {
		text, ok := fields[in.CustomID]
		if !ok {
			text, ok = fields[in.Label]
		}
		if !ok {
			text = in.Value
		}
		n := len([]rune(text))
		switch {
		case n == 0 && in.Required:
			return nil, fmt.Errorf("%q is required", in.Label)
		case n > 0 && n < in.MinLength:
			return nil, fmt.Errorf("%q must be %d or more in length", in.Label, in.MinLength)
		case in.MaxLength > 0 && n > in.MaxLength:
			return nil, fmt.Errorf("%q must be %d or fewer in length", in.Label, in.MaxLength)
		}
		rows = append(rows, rule.Component{Type: rule.TypeRow,
			Components: []rule.Component{{Type: rule.TypeInput, CustomID: in.CustomID, Value: text}}})
	}
	return rule.Number(rows), nil
}
