package sandbox

import (
	"encoding/json"
	"strings"
	"testing"
)

// Discord completes an embed: its type, an address for each picture, and whether a field is
// inline. A file that an embed shows is not among the attachments.
func TestEmbedsAreCompleted(t *testing.T) {
	s, b := play(t, Config{}, nil)
	path := gamesPosts
	var m struct {
		ID          string
		Embeds      []obj
		Attachments []struct{ Filename string }
	}
	form := `{"embeds":[{"title":"T","type":"link","color":255,"timestamp":"2026-11-23T05:00:00+01:00","fields":[{"name":"N","value":"V"}],
		"image":{"url":"attachment://f0.txt"},"thumbnail":{"url":"attachment://missing.png"},"footer":{"text":"F","icon_url":"https://discord.com/x.png"}}]}`
	if code := b.upload("POST", path, form, &m, "shown", "listed"); code != 0 {
		t.Fatalf("a message with an embed: code %d", code)
	}
	at, _ := m.Embeds[0]["image"].(map[string]any)["url"].(string)
	if _, body := fetch(t, "GET", at, ""); body != "shown" {
		t.Errorf("the embed's picture at %q is %q", at, body)
	}
	const want = `{"color":255,"fields":[{"inline":false,"name":"N","value":"V"}],` +
		`"footer":{"icon_url":"https://discord.com/x.png","proxy_icon_url":"https://discord.com/x.png","text":"F"},` +
		`"image":{"height":0,"proxy_url":"AT","url":"AT","width":0},"timestamp":"2026-11-23T04:00:00.000000+00:00","title":"T","type":"rich"}`
	if raw, _ := json.Marshal(m.Embeds[0]); string(raw) != strings.ReplaceAll(want, "AT", at) {
		t.Errorf("the embed is %s, want %s", raw, want)
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "f1.txt" {
		t.Errorf("the attachments are %+v, want f1.txt", m.Attachments)
	}
	var seen []obj
	got := s.User("ann").Sees(games)[0]
	if err := json.Unmarshal(got.Embeds, &seen); err != nil || len(seen) != 1 || len(got.Attachments) != 1 {
		t.Errorf("ann sees the embeds %s (%v) and %d attachments", got.Embeds, err, len(got.Attachments))
	}
	b.ok("PATCH", path+"/"+m.ID, `{"content":"x","embeds":[]}`, &m)
	if len(m.Embeds) != 0 || len(m.Attachments) != 2 {
		t.Errorf("without the embed there are %d embeds and %d attachments, want 0 and 2", len(m.Embeds), len(m.Attachments))
	}
}

// Without EMBED_LINKS embeds are dropped. A new message of nothing else is refused, and an
// edit that leaves nothing is empty. An answer needs no right.
func TestEmbedsNeedARight(t *testing.T) {
	_, b := play(t, Config{}, func(i asked) { i.answer(4, `{"embeds":[{"title":"T"}]}`) })
	b.run(`
		deny EmbedLinks
		POST /channels/$games/messages {"embeds":[{"title":"T"}]} → 50013
		m = POST /channels/$games/messages {"content":"x","embeds":[{"title":"T"}]} ~ "embeds":[]
		PATCH /channels/$games/messages/$m {"content":"","embeds":[{"title":"T"}]} → 50006`)
	if got := b.slash("ann", games, "/go"); got.Embeds == nil {
		t.Errorf("an answer with an embed: %+v", got)
	}
}
