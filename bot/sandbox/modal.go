package sandbox

import "fmt"

// openModal keeps a modal for the person to fill in.
func (is *interactions) openModal(i *interaction, f *form) *Modal {
	m := &Modal{ID: i.id, Title: f.Title, CustomID: f.CustomID, user: i.user, channel: i.channel, on: i.on, opener: i, made: i.made}
	for _, row := range f.Components.v {
		c := row.Components[0]
		m.Inputs = append(m.Inputs, Input{
			CustomID: c.CustomID, Label: c.Label, Long: c.Style == 2, Placeholder: c.Placeholder,
			Value: c.Value, Required: c.Required == nil || *c.Required, MinLength: c.MinLength, MaxLength: c.MaxLength,
		})
	}
	is.state.world.modals[m.ID] = m
	return m
}

// fill checks the texts that a person typed into a modal, and makes its components.
func (m *Modal) fill(fields map[string]string) ([]component, error) {
	var rows []component
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
		rows = append(rows, component{Type: typeRow, Components: []component{{Type: typeInput, CustomID: in.CustomID, Value: text}}})
	}
	return number(rows), nil
}
