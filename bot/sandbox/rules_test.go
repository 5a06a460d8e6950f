package sandbox

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// Here are rules that Discord's own description does not have. More are in the tables of
// check_test.go.

func TestV2HasNoContentAndNoEmbeds(t *testing.T) {
	text := func(n int) obj { return obj{"type": 10, "content": strings.Repeat("é", n)} }
	box := func(inner ...obj) obj { return obj{"type": 17, "components": inner} }
	for name, c := range map[string]struct {
		body     obj
		at, code string
	}{
		"content": {obj{"content": "x", "components": []obj{text(1)}}, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		"embeds":  {obj{"embeds": []obj{{"title": "x"}}}, "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		"41 components, those inside of others too": {obj{"components": []obj{box(many(40, func(int) obj { return text(1) })...)}},
			"components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		"40 components": {obj{"components": []obj{box(many(39, func(int) obj { return text(1) })...)}}, "flags", "SANDBOX_UNSUPPORTED"},
		"4,001 characters in all": {obj{"components": []obj{text(4000), box(text(1))}},
			"components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
		"an accessory counts": {obj{"components": []obj{{"type": 9, "components": many(39, func(int) obj { return text(1) }), "accessory": btn("x", "x")}}},
			"components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		"4,000 characters": {obj{"components": []obj{text(2000), box(text(2000))}}, "flags", "SANDBOX_UNSUPPORTED"},
	} {
		t.Run(name, func(t *testing.T) {
			c.body["flags"] = 1 << 15
			err := rule.CheckForm(formOf(t, c.body))
			if got := strings.Join(flawsOf(err), "; "); !strings.HasPrefix(got, c.at+": ") || !strings.HasSuffix(got, "("+c.code+")") {
				t.Errorf("the flaws are %q, want %s at %s", got, c.code, c.at)
			}
		})
	}
}

// formOf reads a body as a message.
func formOf(t *testing.T, body obj) *rule.Form {
	t.Helper()
	raw, _ := json.Marshal(body)
	f := &rule.Form{}
	if err := json.Unmarshal(raw, f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestANonceIsForMessagesOfChannelsAlone(t *testing.T) {
	_, b := play(t, Config{}, func(i asked) {
		i.answer(4, obj{"content": "first", "nonce": strings.Repeat("x", 26), "enforce_nonce": true})
		for range 2 {
			var m struct {
				ID    string
				Nonce any
			}
			i.bot.ok("POST", i.hook(""), obj{"content": "more", "nonce": "n", "enforce_nonce": true}, &m)
			if m.Nonce != nil {
				t.Errorf("a follow-up has the nonce %v", m.Nonce)
			}
		}
	})
	ann := b.s.User("ann")
	if _, err := ann.Slash(within(t), world.GamesID, "/go"); err != nil {
		t.Fatal(err)
	}
	if _, err := ann.Await(within(t), world.GamesID, func(all []Message) bool { return len(all) == 3 }); err != nil {
		t.Errorf("the answer and two follow-ups with one nonce: %v", err)
	}
	path := "/channels/" + world.GamesID + "/messages"
	wantCode(t, "a nonce of 26 characters", b.call("POST", path, obj{"content": "x", "nonce": strings.Repeat("x", 26)}, nil), 50035)
	wantCode(t, "a nonce of 25 characters", b.call("POST", path, obj{"content": "x", "nonce": strings.Repeat("x", 25)}, nil), 0)
}

func TestAnOldMessageIsEditedThreeTimesInSixSeconds(t *testing.T) {
	var now clock
	_, b := play(t, Config{Now: now.read}, nil)
	path := "/channels/" + world.GamesID + "/messages"
	var old, other posted
	b.ok("POST", path, obj{"content": "old"}, &old)
	b.ok("POST", path, obj{"content": "old too"}, &other)
	edit := func(m posted) int { return b.call("PATCH", path+"/"+m.ID, obj{"content": "new"}, nil) }
	now.pass(time.Hour)
	for range 5 {
		wantCode(t, "an edit within the hour", edit(old), 0)
	}
	now.pass(time.Second)
	for _, m := range []posted{old, other, old} {
		wantCode(t, "one of three edits", edit(m), 0)
	}
	wantCode(t, "a fourth edit", edit(other), 30046)
	status, raw := b.send("PATCH", path+"/"+old.ID, "application/json", []byte(`{"content":"x"}`))
	if want := `"retry_after":6,"global":false`; status != http.StatusTooManyRequests || !strings.Contains(string(raw), want) {
		t.Errorf("a fifth edit is answered %d %s, want 429 with %s", status, raw, want)
	}
	now.pass(6 * time.Second)
	wantCode(t, "an edit after six seconds", edit(old), 0)
}

func TestAttachmentsOfAnEditAreThere(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		wantCode(t, "an answer with a file that was not sent", i.answer(4, obj{"content": "x", "attachments": []obj{{"id": "0"}}}), 50035)
		i.answer(4, obj{"content": "x"})
	})
	path := "/channels/" + world.GamesID + "/messages"
	var m posted
	wantCode(t, "a file that was not sent", b.call("POST", path, obj{"content": "x", "attachments": []obj{{"id": "0"}}}, nil), 50035)
	wantCode(t, "a file", b.upload("POST", path, obj{"attachments": []obj{{"id": "0"}}}, &m, "f"), 0)
	path += "/" + m.ID
	keep := obj{"id": m.Attachments[0].ID}
	wantCode(t, "the file that is there", b.call("PATCH", path, obj{"attachments": []obj{keep}}, nil), 0)
	wantCode(t, "the number of a file that was not sent", b.call("PATCH", path, obj{"attachments": []obj{{"id": "0"}}}, nil), 50035)
	wantCode(t, "another one", b.upload("PATCH", path, obj{"content": "x", "attachments": []obj{keep, {"id": "1"}}}, nil, "f"), 50035)
	if got := s.User("ann").Sees(world.GamesID)[0]; len(got.Attachments) != 1 || got.Content != "" {
		t.Errorf("a refused edit changed the message to %+v", got)
	}
	if _, err := s.User("ann").Slash(within(t), world.GamesID, "/go"); err != nil {
		t.Error(err)
	}
}
