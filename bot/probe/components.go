package probe

import (
	"fmt"
	"strings"
)

// components are the rules about buttons and menus that are refused or numbered when posted.
var components = []rule{
	guess(rows("No more may be picked in a menu than it has options.",
		"400, 50035 at components.0.components.0.max_values (SELECT_COMPONENT_BAD_RANGE)",
		row(menu(2, body{"max_values": 3})))),
	rows("A message has five rows at most.", "400, 50035 at components (BASE_TYPE_BAD_LENGTH)",
		row(button("a")), row(button("b")), row(button("c")), row(button("d")), row(button("e")), row(button("f"))),
	rows("A row has five buttons at most.", "400, 50035 at components.0.components (BASE_TYPE_MAX_LENGTH)",
		row(button("a"), button("b"), button("c"), button("d"), button("e"), button("f"))),
	rows("A custom_id is unique in its message.",
		"400, 50035 at components.0.components.1.custom_id (COMPONENT_CUSTOM_ID_DUPLICATED)", row(button("a"), button("a"))),
	rows("A custom_id has 100 characters at most.",
		"400, 50035 at components.0.components.0.custom_id (BASE_TYPE_MAX_LENGTH)", row(button(strings.Repeat("i", 101)))),
	rows("A button has a label or an emoji.", "400, 50035 at components.0.components.0 (BUTTON_COMPONENT_INVALID)",
		row(body{"type": 2, "style": 1, "custom_id": "a"})),
	rows("A label has 80 characters at most.", "400, 50035 at components.0.components.0.label (BASE_TYPE_MAX_LENGTH)",
		row(body{"type": 2, "style": 1, "custom_id": "a", "label": strings.Repeat("l", 81)})),
	rows("A link has no custom_id.",
		"400, 50035 at components.0.components.0 (BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE)",
		row(body{"type": 2, "style": 5, "custom_id": "a", "label": "a", "url": "https://example.org"})),
	rows("A menu has 25 options at most.",
		"400, 50035 at components.0.components.0.options (BASE_TYPE_MAX_LENGTH)", row(menu(26, nil))),
	rows("A placeholder has 150 characters at most.",
		"400, 50035 at components.0.components.0.placeholder (BASE_TYPE_MAX_LENGTH)",
		row(menu(2, body{"placeholder": strings.Repeat("p", 151)}))),
	tried("Every component gets an id, from 1 on.", "row 1, button 2, row 3, menu 4", func(t *try) string {
		m := t.post(t.Channel, body{"components": []body{row(button("a")), row(menu(2, nil))}})
		if len(m.Components) != 2 || len(m.Components[0].Components) != 1 || len(m.Components[1].Components) != 1 {
			return "other rows"
		}
		first, second := m.Components[0], m.Components[1]
		return fmt.Sprintf("row %d, button %d, row %d, menu %d", first.ID, first.Components[0].ID, second.ID, second.Components[0].ID)
	}),
	posted("Components alone are a message.", "200", body{"content": "", "components": []body{row(button("a"))}}),
	posted("A message of Components V2 has no content.",
		"400, 50035 at content (MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2)",
		body{"flags": silent | 1<<15, "components": []body{{"type": 10, "content": "probe"}}}),
}

// rows makes the rule of a post with such rows.
func rows(says, sandbox string, all ...body) rule {
	return posted(says, sandbox, body{"components": all})
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

// embeds are the rules about embeds.
var embeds = []rule{
	posted("A message has ten embeds at most.", "400, 50035 at embeds (BASE_TYPE_MAX_LENGTH)",
		shown(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)),
	posted("The embeds of a message have 6,000 characters in all.",
		"400, 50035 at embeds (MAX_EMBED_SIZE_EXCEEDED)", shown(4000, 2001)),
	tried("An embed gets the type rich.", "200, rich", func(t *try) string {
		var m message
		got := t.tryPost(t.Channel, shown(1), &m)
		if len(m.Embeds) == 1 {
			return got.also(m.Embeds[0].Type)
		}
		return got.String()
	}),
}

// shown makes embeds of so many characters each.
func shown(characters ...int) body {
	var all []body
	for _, n := range characters {
		all = append(all, body{"description": strings.Repeat("e", n)})
	}
	return body{"embeds": all}
}

// files are the rules about pictures.
var files = []rule{
	tried("The alt text of a picture is kept.", "200, kept", func(t *try) string {
		var m message
		got := t.postPicture(alt, &m)
		if len(m.Attachments) == 1 && m.Attachments[0].Description == alt {
			return got.also("kept")
		}
		return got.String()
	}),
	tried("Alt text has 1,024 characters at most.", "400, 50035 at attachments.0.description (BASE_TYPE_MAX_LENGTH)",
		func(t *try) string { return t.postPicture(strings.Repeat("x", 1025), nil).String() }),
	tried("An edit that names no attachments keeps the picture; one that lists none drops it.", "1 picture, then 0",
		func(t *try) string {
			m := t.withDot()
			at := t.at(m.ID)
			t.need("PATCH", at, body{"content": mark + " again."}, &m)
			kept := len(m.Attachments)
			t.need("PATCH", at, body{"attachments": []body{}}, &m)
			return fmt.Sprintf("%d picture, then %d", kept, len(m.Attachments))
		}),
	tried("An edit with a new picture that lists only that one drops the old one.", "1 picture, a new one",
		func(t *try) string {
			m := t.withDot()
			var now message
			got := t.send(t.withPicture("PATCH", t.at(m.ID), alt, body{}), &now)
			switch {
			case !got.OK():
				return got.String()
			case len(m.Attachments) == 1 && len(now.Attachments) == 1 && m.Attachments[0].ID != now.Attachments[0].ID:
				return "1 picture, a new one"
			}
			return fmt.Sprintf("%d pictures", len(now.Attachments))
		}),
	posted("Attachments name only files that the message has or that came with the request.",
		"400, 50035 at attachments.0 (ATTACHMENT_NOT_FOUND)", body{"attachments": []body{{"id": "7", "filename": "no.png"}}}),
}

const alt = "A dot: it is white, “quoted” & alone."

// withDot posts a message with a picture, which the rule needs.
func (t *try) withDot() (m message) {
	t.needed("POST", t.postPicture(alt, &m))
	return m
}
