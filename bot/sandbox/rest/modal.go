package rest

import (
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// openModal keeps a modal for the person to fill in.
func (is *Interactions) openModal(i *world.Interaction, f *rule.Form) *world.Modal {
	m := &world.Modal{ID: i.ID, Title: f.Title, CustomID: f.CustomID, User: i.User, Channel: i.Channel, On: i.On, Opener: i, Made: i.Made}
	for _, row := range f.Components.Value {
		c := row.Components[0]
		m.Inputs = append(m.Inputs, world.Input{
			CustomID: c.CustomID, Label: c.Label, Long: c.Style == 2, Placeholder: c.Placeholder,
			Value: c.Value, Required: c.Required == nil || *c.Required, MinLength: c.MinLength, MaxLength: c.MaxLength,
		})
	}
	is.state.World.Modals[m.ID] = m
	return m
}
