package sandbox

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/rule"
)

// Here are rules that Discord's own description does not have. More are in the tables of
// check_test.go.

// A message of Components V2 is refused in the sandbox's own name, unless it has other flaws.
func TestV2HasNoContentAndNoEmbeds(t *testing.T) {
	for body, want := range map[string]string{
		`"content":"x","components":[{"type":10,"content":"x"}]`:                                                    "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
		`"embeds":[{"title":"x"}]`:                                                                                  "embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
		`"components":[{"type":17,"components":[⟨40× {"type":10,"content":"x"}⟩]}]`:                                 "components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
		`"components":[{"type":17,"components":[⟨39× {"type":10,"content":"x"}⟩]}]`:                                 "flags: SANDBOX_UNSUPPORTED",
		`"components":[{"type":9,"components":[⟨39× {"type":10,"content":"x"}⟩],"accessory":{"type":2}}]`:           "components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
		`"components":[{"type":10,"content":"«4000é»"},{"type":17,"components":[{"type":10,"content":"é"}]}]`:       "components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
		`"components":[{"type":10,"content":"«2000é»"},{"type":17,"components":[{"type":10,"content":"«2000é»"}]}]`: "flags: SANDBOX_UNSUPPORTED",
	} {
		var f rule.Form
		if err := json.Unmarshal([]byte(many(`{"flags":32768,`+body+`}`)), &f); err != nil {
			t.Fatal(err)
		}
		at, code, _ := strings.Cut(want, ": ")
		if got := strings.Join(flawsOf(rule.CheckForm(&f)), "; "); !strings.HasPrefix(got, at+": ") || !strings.HasSuffix(got, "("+code+")") {
			t.Errorf("%s: the flaws are %q, want %s", body, got, want)
		}
	}
}

func TestANonceIsForMessagesOfChannelsAlone(t *testing.T) {
	_, b := play(t, Config{}, func(i asked) {
		i.answer(4, obj{"content": "first", "nonce": strings.Repeat("x", 26), "enforce_nonce": true})
		for range 2 {
			var m struct {
				ID    string
				Nonce any
			}
			i.bot.ok("POST", i.hook(""), `{"content":"more","nonce":"n","enforce_nonce":true}`, &m)
			if m.Nonce != nil {
				t.Errorf("a follow-up has the nonce %v", m.Nonce)
			}
		}
	})
	ann := b.s.User("ann")
	b.slash("ann", games, "/go")
	if _, err := ann.Await(within(t), games, func(all []Message) bool { return len(all) == 3 }); err != nil {
		t.Errorf("the answer and two follow-ups with one nonce: %v", err)
	}
	b.run(many(`
		POST /channels/$games/messages {"content":"x","nonce":"«26x»"} → 50035
		POST /channels/$games/messages {"content":"x","nonce":"«25x»"}`))
}

func TestAnOldMessageIsEditedThreeTimesInSixSeconds(t *testing.T) {
	var now clock
	_, b := play(t, Config{Now: now.read}, nil)
	b.run(`
		old = POST /channels/$games/messages {"content":"old"}
		other = POST /channels/$games/messages {"content":"old too"}`)
	now.pass(time.Hour)
	b.run(strings.Repeat("PATCH /channels/$games/messages/$old {\"content\":\"new\"} # within the hour\n", 5))
	now.pass(time.Second)
	b.run(`
		PATCH /channels/$games/messages/$old {"content":"new"}
		PATCH /channels/$games/messages/$other {"content":"new"}
		PATCH /channels/$games/messages/$old {"content":"new"}
		PATCH /channels/$games/messages/$other {"content":"new"} → 30046
		PATCH /channels/$games/messages/$old {"content":"x"} → 30046 ~ "retry_after":6,"global":false`)
	now.pass(6 * time.Second)
	b.run(`PATCH /channels/$games/messages/$old {"content":"new"}`)
}

func TestAttachmentsOfAnEditAreThere(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		wantCode(t, "an answer with a file that was not sent", i.answer(4, `{"content":"x","attachments":[{"id":"0"}]}`), 50035)
		i.answer(4, `{"content":"x"}`)
	})
	path := gamesPosts
	var m posted
	wantCode(t, "a file that was not sent", b.call("POST", path, `{"content":"x","attachments":[{"id":"0"}]}`, nil), 50035)
	wantCode(t, "a file", b.upload("POST", path, `{"attachments":[{"id":"0"}]}`, &m, "f"), 0)
	path += "/" + m.ID
	keep := obj{"id": m.Attachments[0].ID}
	wantCode(t, "the file that is there", b.call("PATCH", path, obj{"attachments": []obj{keep}}, nil), 0)
	wantCode(t, "the number of a file that was not sent", b.call("PATCH", path, `{"attachments":[{"id":"0"}]}`, nil), 50035)
	wantCode(t, "another one", b.upload("PATCH", path, obj{"content": "x", "attachments": []obj{keep, {"id": "1"}}}, nil, "f"), 50035)
	if got := s.User("ann").Sees(games)[0]; len(got.Attachments) != 1 || got.Content != "" {
		t.Errorf("a refused edit changed the message to %+v", got)
	}
	b.slash("ann", games, "/go")
}
