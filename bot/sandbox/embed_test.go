package sandbox

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// of makes a message of embeds.
func of(embeds ...obj) obj { return obj{"embeds": embeds} }

// embedLimits are what Discord says of embeds beside the limits of single fields.
var embedLimits = map[string]planted{
	"10 embeds":         {postRoute, of(many(10, func(int) obj { return obj{"title": "T"} })...), ""},
	"11 embeds":         {postRoute, of(many(11, func(int) obj { return obj{"title": "T"} })...), "embeds"},
	"25 fields":         {postRoute, of(obj{"fields": many(25, func(int) obj { return obj{"name": "N", "value": "V"} })}), ""},
	"26 fields":         {postRoute, of(obj{"fields": many(26, func(int) obj { return obj{"name": "N", "value": "V"} })}), "embeds.0.fields"},
	"a long title":      {postRoute, of(obj{"title": strings.Repeat("é", 257)}), "embeds.0.title"},
	"a long text":       {postRoute, of(obj{"description": strings.Repeat("é", 4097)}), "embeds.0.description"},
	"a long name":       {postRoute, of(obj{"fields": []obj{{"name": strings.Repeat("é", 257), "value": "V"}}}), "embeds.0.fields.0.name"},
	"a long value":      {postRoute, of(obj{"fields": []obj{{"name": "N", "value": strings.Repeat("é", 1025)}}}), "embeds.0.fields.0.value"},
	"a long footer":     {postRoute, of(obj{"footer": obj{"text": strings.Repeat("é", 2049)}}), "embeds.0.footer.text"},
	"a long author":     {postRoute, of(obj{"author": obj{"name": strings.Repeat("é", 257)}}), "embeds.0.author.name"},
	"nothing":           {postRoute, of(obj{"title": "T"}, obj{"color": 7}), "embeds.1.description"},
	"a field of space":  {postRoute, of(obj{"fields": []obj{{"name": "", "value": "V"}}}), "embeds.0.fields.0.name"},
	"a footer of none":  {postRoute, of(obj{"footer": obj{"icon_url": "https://discord.com/x.png"}}), "embeds.0.footer.text"},
	"another scheme":    {postRoute, of(obj{"title": "T", "url": "ftp://discord.com"}), "embeds.0.url"},
	"a file as a link":  {postRoute, of(obj{"title": "T", "url": "attachment://x.png"}), "embeds.0.url"},
	"a page as a file":  {postRoute, of(obj{"image": obj{"url": "data:x"}}), "embeds.0.image.url"},
	"6,000 characters":  {postRoute, of(obj{"description": strings.Repeat("é", 4000)}, obj{"footer": obj{"text": strings.Repeat("é", 2000)}}), ""},
	"6,001 characters":  {postRoute, of(obj{"description": strings.Repeat("é", 4000)}, obj{"title": "T", "footer": obj{"text": strings.Repeat("é", 2000)}}), "embeds"},
	"a link and a file": {postRoute, of(obj{"url": "https://discord.com", "image": obj{"url": "attachment://x.png"}}), ""},
}

func TestEmbedLimits(t *testing.T) { wantLimits(t, embedLimits) }

// Discord completes an embed: its type, an address for each picture, and whether a field is
// inline. A file that an embed shows is not among the attachments.
func TestEmbedsAreCompleted(t *testing.T) {
	s, b := play(t, Config{}, nil)
	path := "/channels/" + world.GamesID + "/messages"
	var m struct {
		ID          string
		Embeds      []obj
		Attachments []struct{ Filename string }
	}
	form := of(obj{
		"title": "T", "type": "link", "color": 255, "timestamp": "2026-11-23T05:00:00+01:00", "fields": []obj{{"name": "N", "value": "V"}},
		"image": obj{"url": "attachment://f0.txt"}, "thumbnail": obj{"url": "attachment://missing.png"},
		"footer": obj{"text": "F", "icon_url": "https://discord.com/x.png"},
	})
	if code := b.upload("POST", path, form, &m, "shown", "listed"); code != 0 {
		t.Fatalf("a message with an embed: code %d", code)
	}
	at, _ := m.Embeds[0]["image"].(map[string]any)["url"].(string)
	if _, body := fetch(t, "GET", at, ""); body != "shown" {
		t.Errorf("the embed's picture at %q is %q", at, body)
	}
	want := obj{
		"type": "rich", "title": "T", "color": 255.0, "timestamp": "2026-11-23T04:00:00.000000+00:00",
		"fields": []any{obj{"name": "N", "value": "V", "inline": false}},
		"image":  obj{"url": at, "proxy_url": at, "width": 0.0, "height": 0.0},
		"footer": obj{"text": "F", "icon_url": "https://discord.com/x.png", "proxy_icon_url": "https://discord.com/x.png"},
	}
	if !reflect.DeepEqual(m.Embeds[0], want) {
		t.Errorf("the embed is %v, want %v", m.Embeds[0], want)
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "f1.txt" {
		t.Errorf("the attachments are %+v, want f1.txt", m.Attachments)
	}
	var seen []obj
	got := s.User("ann").Sees(world.GamesID)[0]
	if err := json.Unmarshal(got.Embeds, &seen); err != nil || len(seen) != 1 || len(got.Attachments) != 1 {
		t.Errorf("ann sees the embeds %s (%v) and %d attachments", got.Embeds, err, len(got.Attachments))
	}
	b.ok("PATCH", path+"/"+m.ID, obj{"content": "x", "embeds": []obj{}}, &m)
	if len(m.Embeds) != 0 || len(m.Attachments) != 2 {
		t.Errorf("without the embed there are %d embeds and %d attachments, want 0 and 2", len(m.Embeds), len(m.Attachments))
	}
}

// Without EMBED_LINKS embeds are dropped. A new message of nothing else is refused, and an
// edit that leaves nothing is empty. An answer needs no right.
func TestEmbedsNeedARight(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, of(obj{"title": "T"})) })
	path := "/channels/" + world.GamesID + "/messages"
	var m struct {
		ID     string
		Embeds []obj
	}
	s.Stage().Deny(world.GamesID, world.EmbedLinks)
	wantCode(t, "a message of an embed alone", b.call("POST", path, of(obj{"title": "T"}), nil), 50013)
	b.ok("POST", path, obj{"content": "x", "embeds": []obj{{"title": "T"}}}, &m)
	if len(m.Embeds) != 0 {
		t.Errorf("without the right the embeds are %v", m.Embeds)
	}
	wantCode(t, "an edit to an embed alone", b.call("PATCH", path+"/"+m.ID, obj{"content": "", "embeds": []obj{{"title": "T"}}}, nil), 50006)
	if got, err := s.User("ann").Slash(within(t), world.GamesID, "/go"); err != nil || got.Embeds == nil {
		t.Errorf("an answer with an embed: %+v, %v", got, err)
	}
}
