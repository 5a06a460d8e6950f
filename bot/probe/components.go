package probe

import (
	"fmt"
	"strings"
)

// components are the rules about buttons and menus that are refused or numbered when posted.
var components = []rule{
	tried("Every component gets an id, from 1 on.", "row 1, button 2, row 3, menu 4", func(t *try) string {
		m := t.post(t.Channel, body{"components": []body{row(button("a")), row(menu(2, nil))}})
		if len(m.Components) != 2 || len(m.Components[0].Components) != 1 || len(m.Components[1].Components) != 1 {
			return "other rows"
		}
		first, second := m.Components[0], m.Components[1]
		return fmt.Sprintf("row %d, button %d, row %d, menu %d", first.ID, first.Components[0].ID, second.ID, second.Components[0].ID)
	}),
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
}

const alt = "A dot: it is white, “quoted” & alone."

// withDot posts a message with a picture, which the rule needs.
func (t *try) withDot() (m message) {
	t.needed("POST", t.postPicture(alt, &m))
	return m
}
