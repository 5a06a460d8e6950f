package probe

import (
	"fmt"
	"strings"
)

// components are the rules about buttons and menus that are refused or numbered when posted.
var components = []rule{
	refusedRows("No more may be picked in a menu than it has options.",
		"400, 50035 at components.0.components.0.max_values (SELECT_COMPONENT_BAD_RANGE)", true,
		row(menu(2, body{"max_values": 3}))),
	refusedRows("A message has five rows at most.",
		"400, 50035 at components (BASE_TYPE_BAD_LENGTH)", false,
		row(button("a")), row(button("b")), row(button("c")), row(button("d")), row(button("e")), row(button("f"))),
	refusedRows("A row has five buttons at most.",
		"400, 50035 at components.0.components (BASE_TYPE_MAX_LENGTH)", false,
		row(button("a"), button("b"), button("c"), button("d"), button("e"), button("f"))),
	refusedRows("A custom_id is unique in its message.",
		"400, 50035 at components.0.components.1.custom_id (COMPONENT_CUSTOM_ID_DUPLICATED)", false,
		row(button("a"), button("a"))),
	refusedRows("A custom_id has 100 characters at most.",
		"400, 50035 at components.0.components.0.custom_id (BASE_TYPE_MAX_LENGTH)", false,
		row(button(strings.Repeat("i", 101)))),
	refusedRows("A button has a label or an emoji.",
		"400, 50035 at components.0.components.0 (BUTTON_COMPONENT_INVALID)", false,
		row(body{"type": 2, "style": 1, "custom_id": "a"})),
	refusedRows("A label has 80 characters at most.",
		"400, 50035 at components.0.components.0.label (BASE_TYPE_MAX_LENGTH)", false,
		row(body{"type": 2, "style": 1, "custom_id": "a", "label": strings.Repeat("l", 81)})),
	refusedRows("A link has no custom_id.",
		"400, 50035 at components.0.components.0 (BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE)", false,
		row(body{"type": 2, "style": 5, "custom_id": "a", "label": "a", "url": "https://example.org"})),
	refusedRows("A menu has 25 options at most.",
		"400, 50035 at components.0.components.0.options (BASE_TYPE_MAX_LENGTH)", false,
		row(menu(26, nil))),
	refusedRows("A placeholder has 150 characters at most.",
		"400, 50035 at components.0.components.0.placeholder (BASE_TYPE_MAX_LENGTH)", false,
		row(menu(2, body{"placeholder": strings.Repeat("p", 151)}))),
	{
		says:    "Every component gets an id, from 1 on.",
		sandbox: "row 1, button 2, row 3, menu 4", try: numbering,
	},
	{
		says:    "Components alone are a message.",
		sandbox: "200", try: componentsAlone,
	},
	{
		says:    "A message of Components V2 has no content.",
		sandbox: "400, 50035 at content (MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2)", try: v2WithContent,
	},
}

// row, button and menu make components.
func row(in ...body) body { return body{"type": 1, "components": in} }

func button(id string) body { return body{"type": 2, "style": 2, "custom_id": id, "label": "probe"} }

func menu(options int, more body) body {
	var all []body
	for i := range options {
		all = append(all, body{"label": fmt.Sprint("option ", i), "value": fmt.Sprint(i)})
	}
	return body{"type": 3, "custom_id": "menu", "options": all}.with(more)
}

// refusedRows makes the rule that a message with such rows is refused.
func refusedRows(says, sandbox string, guess bool, rows ...body) rule {
	return rule{says: says, sandbox: sandbox, guess: guess, try: func(t *try) string {
		return t.tryPost(t.Channel, body{"components": rows}, nil).String()
	}}
}

func numbering(t *try) string {
	m := t.post(t.Channel, body{"components": []body{row(button("a")), row(menu(2, nil))}})
	if len(m.Components) != 2 || len(m.Components[0].Components) != 1 || len(m.Components[1].Components) != 1 {
		return "other rows"
	}
	first, second := m.Components[0], m.Components[1]
	return fmt.Sprintf("row %d, button %d, row %d, menu %d", first.ID, first.Components[0].ID, second.ID, second.Components[0].ID)
}

func componentsAlone(t *try) string {
	return t.tryPost(t.Channel, body{"content": "", "components": []body{row(button("a"))}}, nil).String()
}

func v2WithContent(t *try) string {
	return t.tryPost(t.Channel, body{"flags": silent | 1<<15, "components": []body{{"type": 10, "content": "probe"}}}, nil).String()
}
