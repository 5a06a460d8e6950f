package world

import (
	"slices"
	"time"

	"parlour/bot/sandbox/rule"
)

// Embeds are the embeds of a message as Discord completes them: of type rich, with an address
// of its own for each picture.
func (w *State) Embeds(m *Message) []map[string]any {
	return List(m.Embeds, func(e rule.Embed) map[string]any { return w.embedJSON(m, e) })
}

func (w *State) embedJSON(m *Message, e rule.Embed) map[string]any {
	j := map[string]any{"type": "rich"}
	text := func(name, value string) {
		if value != "" {
			j[name] = value
		}
	}
	text("url", e.URL)
	text("title", e.Title)
	text("description", e.Description)
	if e.Color != nil {
		j["color"] = *e.Color
	}
	if t, err := time.Parse(time.RFC3339, e.Timestamp); err == nil {
		j["timestamp"] = stamp(t)
	}
	if len(e.Fields) > 0 {
		j["fields"] = e.Fields
	}
	if a := e.Author; a != nil {
		author := map[string]any{"name": a.Name}
		if a.URL != "" {
			author["url"] = a.URL
		}
		j["author"] = w.withIcon(author, m, a.Icon)
	}
	if f := e.Footer; f != nil {
		j["footer"] = w.withIcon(map[string]any{"text": f.Text}, m, f.Icon)
	}
	for name, p := range map[string]*rule.EmbedImage{"image": e.Image, "thumbnail": e.Thumbnail} {
		if picture := w.pictureJSON(m, p); picture != nil {
			j[name] = picture
		}
	}
	return j
}

// withIcon adds the address of an icon to j, if there is one.
func (w *State) withIcon(j map[string]any, m *Message, icon string) map[string]any {
	if at, _ := w.picture(m, icon); at != "" {
		j["icon_url"], j["proxy_icon_url"] = at, at
	}
	return j
}

// pictureJSON is a picture of an embed, or nil if the message does not have its file. Discord
// does not know the size of another site's picture at once, and writes 0.
func (w *State) pictureJSON(m *Message, p *rule.EmbedImage) map[string]any {
	if p == nil {
		return nil
	}
	at, file := w.picture(m, p.URL)
	if at == "" {
		return nil
	}
	j := map[string]any{"url": at, "proxy_url": at, "width": 0, "height": 0}
	if file != nil {
		j["width"], j["height"] = file.Width, file.Height
	}
	return j
}

// picture returns the address of a picture, and its file if it is one of m's.
func (w *State) picture(m *Message, address string) (string, *Attachment) {
	name, attached := rule.AttachedName(address)
	if !attached {
		return address, nil
	}
	i := slices.IndexFunc(m.Files, func(a *Attachment) bool { return a.Name == name })
	if i < 0 {
		return "", nil
	}
	return w.FileURL(m, m.Files[i]), m.Files[i]
}
