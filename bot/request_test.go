package bot

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
)

// arrivals are interactions of each type, as Discord sends them.
var arrivals = map[string]string{
	"a press": `{"id":"1","application_id":"2","type":3,"token":"t","version":1,"guild_id":"3","channel_id":"4","channel":{"id":"4","type":11},
		"locale":"de","guild_locale":"fr","context":0,"app_permissions":"8","authorizing_integration_owners":{"0":"3"},"entitlements":[],
		"data":{"id":1,"custom_id":"press","component_type":3,"values":["a","b"]},
		"member":{"nick":"Annie","permissions":"9","joined_at":"2024-01-01T00:00:00+00:00","roles":["9"],"user":{"id":"5","username":"ann","global_name":"Ann"}},
		"message":{"id":"6","flags":64,"author":{"id":"2","bot":true},"interaction_metadata":{"id":"7","type":3,"user":{"id":"5"}},
			"components":[{"type":1,"components":[{"type":2,"custom_id":"x","style":1}]}],"content":"c"}}`,
	"a press on an old message": `{"id":"1","type":3,"token":"t","data":{"custom_id":"press"},"message":{"id":"6","interaction_metadata":{}}}`,
	"a command": `{"id":"1","type":2,"token":"t","channel":{"type":1},"context":1,"user":{"id":"5","username":"ann"},
		"data":{"id":"7","name":"play","type":1,"options":[{"name":"opponent","type":6,"value":"8"}],"resolved":{"users":{"8":{"id":"8","username":"ben"}}}}}`,
	"a completion": `{"id":"1","type":4,"token":"t","data":{"name":"move","options":[{"name":"move","type":3,"value":"C","focused":true}]}}`,
	"a form":       `{"id":"1","type":5,"token":"t","data":{"custom_id":"x","components":[{"type":1,"components":[{"type":4,"custom_id":"typed","value":"d3"}]}]}}`,
}

// told tells the fields of a struct that are set.
func told(of any) string {
	var all []string
	v := reflect.ValueOf(of)
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() || f.Kind() == reflect.Map && f.Len() == 0 {
			continue
		}
		if f.Kind() == reflect.Pointer {
			f = f.Elem()
		}
		said := fmt.Sprint(f)
		if p, ok := f.Interface().(commands.Person); ok {
			said = "{" + told(p) + "}"
		}
		all = append(all, v.Type().Field(i).Name+":"+said)
	}
	return strings.Join(all, " ")
}

// Read tells the kind of the channel and what lies above it. An interaction that cannot be read counts
// as one in a direct message, where the bot may do least.
func TestArrivalsTellTheirPlace(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		arrivals["a press"]:                              "Kind:11",
		arrivals["a command"]:                            "Kind:1",
		`{"id":5,"channel":{"type":11}}`:                 "Kind:1",
		`{"channel":{"type":11,"parent_id":"9"}}`:        "Kind:11 Parent:9, under 9",
		`{"channel":{"type":0,"parent_id":"9"}}`:         "Parent:9",
		`{"channel":{"type":0,"parent_id":null},"id":1}`: "Kind:1",
	} {
		i, _ := readInteraction(json.RawMessage(raw))
		got := told(i.In)
		if above := i.In.above(); above != "" {
			got += ", under " + above
		}
		if got != want {
			t.Errorf("the channel is %s, want %s: %s", got, want, raw)
		}
	}
}

// A request has the rights that the bot lacks, by Discord's permissions, and those that it plays without.
// Those for threads count only where there are threads. In a direct message it lacks none, whatever Discord lists.
func TestRequestsTellTheRights(t *testing.T) {
	t.Parallel()
	const post, open, within = discordgo.PermissionSendMessages, discordgo.PermissionCreatePublicThreads, discordgo.PermissionSendMessagesInThreads
	const all = discordgo.PermissionViewChannel | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory | discordgo.PermissionMentionEveryone | post | open | within
	for _, c := range []struct {
		channel string // its kind, and the owner of the installation: "0" is the server, "1" a person
		may     int64
		want    string
	}{
		{`{"type":0},"authorizing_integration_owners":{"0":"3"}`, all, "Threads:true"},
		{`{"type":0},"authorizing_integration_owners":{"0":"3"}`, discordgo.PermissionAdministrator, "Threads:true"},
		{`{"type":0},"authorizing_integration_owners":{"0":"3"}`, 0, "Lacks:[see post attach] Misses:[history mention open within]"},
		{`{"type":0},"authorizing_integration_owners":{"1":"3"}`, all, "Lacks:[see post attach] Misses:[history mention open within] Threads:true Stranger:true"},
		{`{"type":0},"authorizing_integration_owners":{"0":"3"}`, all &^ post, "Lacks:[post] Threads:true"},
		{`{"type":0},"authorizing_integration_owners":{"0":"3"}`, all &^ within, "Misses:[within]"},
		{`{"type":11},"authorizing_integration_owners":{"0":"3"}`, all &^ post, "Unthreaded:true"},
		{`{"type":11},"authorizing_integration_owners":{"0":"3"}`, all &^ (within | open), "Lacks:[post] Unthreaded:true"},
		{`{"type":2},"authorizing_integration_owners":{"0":"3"}`, discordgo.PermissionViewChannel, "Lacks:[post attach] Misses:[history mention] Unthreaded:true"},
	} {
		raw := fmt.Sprintf(`{"id":"1","type":2,"guild_id":"3","channel_id":"4","app_permissions":"%d","member":{"user":{"id":"5"}},"data":{"name":"doctor"},"channel":%s}`,
			c.may, c.channel)
		i, err := readInteraction(json.RawMessage(raw))
		if err != nil {
			t.Fatal(err)
		}
		r := i.request("self")
		r.ID, r.Guild, r.Channel, r.By, r.Command = "", "", "", commands.Person{}, ""
		if got := told(r); got != c.want {
			t.Errorf("the request has %s, want %s: %s", got, c.want, raw)
		}
	}
}

// Somebody may post where they themselves see the channel, write and attach files, whatever the bot may.
func TestRequestsTellWhoMayPost(t *testing.T) {
	t.Parallel()
	const see, post, within, attach = discordgo.PermissionViewChannel, discordgo.PermissionSendMessages, discordgo.PermissionSendMessagesInThreads, discordgo.PermissionAttachFiles
	for _, c := range []struct {
		kind int
		may  int64
		want bool
	}{
		{0, see | post | attach, true},
		{0, see | within | attach, false},
		{11, see | within | attach, true},
		{11, see | post | attach, false},
		{0, see | post, false},
		{0, post | attach, false},
		{0, discordgo.PermissionAdministrator, true},
	} {
		for _, guild := range []string{"3", ""} {
			raw := fmt.Sprintf(`{"id":"1","type":3,"guild_id":%q,"app_permissions":"0","member":{"permissions":"%d","user":{"id":"5"}},"channel":{"type":%d}}`, guild, c.may, c.kind)
			i, err := readInteraction(json.RawMessage(raw))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := i.request("self").Posts, c.want && guild != ""; got != want {
				t.Errorf("they may post: %v, want %v: %s", got, want, raw)
			}
		}
	}
}

// A request has what was typed, chosen and pressed, by whom and where. One from a direct message has no server and no
// right that the bot lacks, and is in the person's language.
func TestRequestsTellWhatWasAsked(t *testing.T) {
	t.Parallel()
	const direct = `{"id":"1","type":3,"context":1,"channel":{"type":1},"locale":"de","app_permissions":"%d","user":{"id":"5","username":"ann"},"data":{"custom_id":"x"},"message":{"id":"6"}}`
	for raw, want := range map[string]string{
		arrivals["a press"]: "ID:1 By:{ID:5 Name:Annie User:ann Sees:true} Guild:3 Channel:4 Lang:de PlaceLang:fr Unthreaded:true Roles:[9] Moderates:true Posts:true Manages:true Message:6 Alone:true " +
			"Button:press Values:[a b]",
		arrivals["a command"]: "ID:1 By:{ID:5 Name:ann User:ann} Unthreaded:true Command:play Options:map[opponent:8] People:map[opponent:{8 ben ben false false false}]",
		`{"id":"1","type":3,"user":{"id":"5","username":"ann"},"data":{"custom_id":"x","component_type":5,"values":["8"],"resolved":{"users":{"8":{"id":"8","username":"ben"}}}},"message":{"id":"6"}}`: "ID:1 By:{ID:5 Name:ann User:ann} People:map[8:{8 ben ben false false false}] Message:6 Button:x Values:[8]",
		fmt.Sprintf(direct, 0):      "ID:1 By:{ID:5 Name:ann User:ann} Lang:de PlaceLang:de Unthreaded:true Message:6 Button:x",
		fmt.Sprintf(direct, 442368): "ID:1 By:{ID:5 Name:ann User:ann} Lang:de PlaceLang:de Unthreaded:true Message:6 Button:x",
		`{"id":"1","type":4,"user":{"id":"5","username":"ann"},"data":{"name":"server","options":[{"name":"set","type":1,"options":[
			{"name":"on","type":5,"value":true},{"name":"n","type":4,"value":7},{"name":"who","type":6,"value":"9"},{"name":"game","type":3,"value":"pe","focused":true}]}]}}`: "ID:1 By:{ID:5 Name:ann User:ann} Command:server set Options:map[game:pe on:true who:9] People:map[who:{9   false false false}] Focus:game",
		`{"id":"1","type":2,"user":{"id":"5","username":"ann"},"data":{"name":"server","options":[{"name":"role","type":8,"value":"9"}],"resolved":{"roles":{"9":{"id":"9","name":"bots","managed":true,"mentionable":true}}}}}`: "ID:1 By:{ID:5 Name:ann User:ann} Command:server Options:map[role:9] Named:map[role:{9 true true}]",
		`{"id":"1","type":5,"user":{"id":"5","username":"ann"},"data":{"custom_id":"x","components":[{"type":1,"components":[{"type":4,"custom_id":"typed","value":"d3"}]}]}}`:                                                   "ID:1 By:{ID:5 Name:ann User:ann} Button:x Typed:d3 Filled:map[typed:[d3]]",
	} {
		i, err := readInteraction(json.RawMessage(raw))
		if err != nil {
			t.Fatal(err)
		}
		if got := told(i.request("self")); got != want {
			t.Errorf("the request is %s, want %s: %s", got, want, raw)
		}
	}
}

// A server is read, and one that is out of reach or has no system channel too. The event over HTTP says who added the
// bot, and an installation for oneself adds it to no server.
func TestAServerIsRead(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 23, 20, 0, 0, 123456000, time.UTC)
	for raw, want := range map[string]string{
		`{"id":"1","name":"Ann's","owner_id":"2","preferred_locale":"de","system_channel_id":"3","joined_at":"2026-11-23T20:00:00.123456+00:00","channels":[{"id":"3"}]}`: "Guild:1 Name:Ann's Lang:de At:2026-11-23 20:00:00.123456 +0000 UTC System:3 By:2",
		`{"id":"1","owner_id":"2","preferred_locale":"en-US","system_channel_id":null,"joined_at":"2026-11-23T20:00:00.123456+00:00"}`:                                    "Guild:1 Lang:en-US At:2026-11-23 20:00:00.123456 +0000 UTC By:2",
		`{"id":"1","unavailable":true}`:        "Guild:1",
		`{"id":"1","joined_at":"yesterday"}`:   "",
		`{"id":1}`:                             "",
		`[]`:                                   "",
		`{"id":"1","joined_at":null,"name":5}`: "",
		`{"integration_type":0,"user":{"id":"7"},"guild":{"id":"1","name":"A","owner_id":"2","system_channel_id":"3","preferred_locale":"fr"}}`: "Guild:1 Name:A Lang:fr At:2026-11-23 20:00:00.123456 +0000 UTC System:3 By:7",
		`{"integration_type":1,"user":{"id":"7"}}`: "At:2026-11-23 20:00:00.123456 +0000 UTC By:7",
		`{"user":7}`: "",
	} {
		j := readJoined(json.RawMessage(raw))
		if strings.Contains(raw, "user") {
			j = readAuthorized(json.RawMessage(raw), at)
		}
		j.At = j.At.UTC()
		if got := told(j); got != want {
			t.Errorf("%s is read as %s, want %s", raw, got, want)
		}
	}
}

// The bot believes that the asker alone sees a message only if the interaction says so, and
// changes no message that it cannot vouch for.
func TestWhoSeesThePressedMessage(t *testing.T) {
	t.Parallel()
	b := &bot{self: "parlour"}
	const server, direct, group = `"guild_id":"g","context":0,"member":{"user":{"id":"ann"}}`, `"context":1,"user":{"id":"ann"}`, `"context":2,"user":{"id":"ann"}`
	const own, alone = `,"message":{"id":"m","author":{"id":"parlour"}`, `,"message":{"id":"m","author":{"id":"parlour"},"flags":64`
	const toAnn, toBen = `,"interaction_metadata":{"user":{"id":"ann"}}}`, `,"interaction_metadata":{"user":{"id":"ben"}}}`
	for raw, want := range map[string]audience{
		server + own + "}":               others, // a board
		server + own + toAnn:             others, // a public answer
		server + alone + toAnn:           asker,  // a panel
		server + alone + "}":             asker,
		server + alone + toBen:           unknown,
		server:                           unknown,
		server + `,"message":{"id":"m"}`: unknown,
		server + `,"message":{"author":{"id":"parlour"}}`:                        unknown,
		server + `,"message":{"id":"m","author":{"id":"ben"}}`:                   unknown,
		server + `,"message":{"id":"m","author":{"id":"ben"},"flags":64` + toAnn: unknown,
		direct + own + "}":                            asker,
		group + own + "}":                             others,
		group + alone + toAnn:                         asker,
		`"context":0,"user":{"id":"ann"}` + own + "}": others, // in no known place
		`"guild_id":"g","context":1,"member":{"user":{"id":"ann"}}` + own + "}": others, // a server that says it is a DM
	} {
		i, err := readInteraction(json.RawMessage(`{"type":2,"data":{},` + raw + "}"))
		if err != nil {
			t.Fatal(err)
		}
		if got := b.audienceOf(i); got != want {
			t.Errorf("audienceOf = %d, want %d: %s", got, want, raw)
		}
	}
}

// However an exchange began, a private reply is never written where others see it, and a
// message that nobody vouches for is never changed.
func TestAPrivateReplyStaysPrivate(t *testing.T) {
	t.Parallel()
	if x := (&exchange{aloud: true, answered: discordgo.InteractionResponseChannelMessageWithSource}); x.original() != others {
		t.Error("an answer that all see is taken for one that they do not")
	}
	for _, kind := range []commands.Kind{commands.Private, commands.Update} {
		for _, pressed := range []audience{unknown, asker, others} {
			for _, public := range []bool{false, true} {
				x := &exchange{kind: kind, pressed: pressed}
				reply := commands.Reply{Public: public, Vanish: true}
				if x.replaces(reply) && (pressed == unknown || pressed == others && !public) {
					t.Errorf("kind %d, pressed %d, public %v: the reply replaces the message", kind, pressed, public)
				}
				if deferral := x.deferral(); deferral == discordgo.InteractionResponseDeferredMessageUpdate && pressed == unknown {
					t.Errorf("kind %d: an update of an unknown message is deferred", kind)
				}
				x.answered = x.deferral()
				if got := x.original(); got == unknown || got == others && pressed != others {
					t.Errorf("kind %d, pressed %d: @original is seen by %d", kind, pressed, got)
				}
				if x.vanishes(reply) && pressed == unknown {
					t.Errorf("kind %d: an unknown message vanishes", kind)
				}
			}
		}
	}
}
