package bot

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
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
		"member":{"nick":"Annie","permissions":"9","joined_at":"2024-01-01T00:00:00+00:00","roles":[],"user":{"id":"5","username":"ann","global_name":"Ann"}},
		"message":{"id":"6","flags":64,"author":{"id":"2","bot":true},"interaction_metadata":{"id":"7","type":3,"user":{"id":"5"}},
			"components":[{"type":1,"components":[{"type":2,"custom_id":"x","style":1}]}],"content":"c"}}`,
	"a press on an old message": `{"id":"1","type":3,"token":"t","data":{"custom_id":"press"},"message":{"id":"6","interaction_metadata":{}}}`,
	"a command": `{"id":"1","type":2,"token":"t","channel":{"type":1},"context":1,"user":{"id":"5","username":"ann"},
		"data":{"id":"7","name":"play","type":1,"options":[{"name":"opponent","type":6,"value":"8"}],"resolved":{"users":{"8":{"id":"8","username":"ben"}}}}}`,
	"a completion": `{"id":"1","type":4,"token":"t","data":{"name":"move","options":[{"name":"move","type":3,"value":"C","focused":true}]}}`,
	"a form":       `{"id":"1","type":5,"token":"t","data":{"custom_id":"x","components":[{"type":1,"components":[{"type":4,"custom_id":"typed","value":"d3"}]}]}}`,
}

// The bot reads an interaction as discordgo does, without most of the message that was pressed.
func TestArrivalsAreAsDiscordgoReadsThem(t *testing.T) {
	t.Parallel()
	for name, raw := range arrivals {
		want := &discordgo.InteractionCreate{}
		if err := json.Unmarshal([]byte(raw), want); err != nil {
			t.Fatal(err)
		}
		if m := want.Message; m != nil {
			less := &discordgo.Message{ID: m.ID, Flags: m.Flags}
			if m.Author != nil {
				less.Author = &discordgo.User{ID: m.Author.ID}
			}
			if by := m.InteractionMetadata; by != nil {
				less.InteractionMetadata = &discordgo.MessageInteractionMetadata{ID: by.ID, User: by.User}
			}
			want.Message = less
		}
		got, err := readInteraction(json.RawMessage(raw))
		if err != nil || !reflect.DeepEqual(got.InteractionCreate, want) {
			t.Errorf("%s is read as %+v, %v, want %+v", name, got.Interaction, err, want.Interaction)
		}
	}
}

// Read tells the kind of the channel and what lies above it. An interaction that cannot be read counts
// as one in a direct message, where the bot may do least.
func TestArrivalsTellTheirPlace(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]place{
		arrivals["a press"]:                              {Kind: discordgo.ChannelTypeGuildPublicThread},
		arrivals["a command"]:                            {Kind: discordgo.ChannelTypeDM},
		`{"id":5,"channel":{"type":11}}`:                 {Kind: discordgo.ChannelTypeDM},
		`{"channel":{"type":11,"parent_id":"9"}}`:        {Kind: discordgo.ChannelTypeGuildPublicThread, Parent: "9"},
		`{"channel":{"type":0,"parent_id":"9"}}`:         {Kind: discordgo.ChannelTypeGuildText, Parent: "9"},
		`{"channel":{"type":0,"parent_id":null},"id":1}`: {Kind: discordgo.ChannelTypeDM},
	} {
		i, _ := readInteraction(json.RawMessage(raw))
		if got := i.in; got != want {
			t.Errorf("the channel is %+v, want %+v: %s", got, want, raw)
		} else if above := got.above(); (above != "") != (got.thread() && got.Parent != "") {
			t.Errorf("the channel above %+v is %q", got, above)
		}
	}
}

// A request has the rights that the bot lacks, by Discord's permissions, and those that it plays without.
// Those for threads count only where there are threads.
func TestRequestsTellTheRights(t *testing.T) {
	t.Parallel()
	const text, voice, thread = discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildPublicThread
	const all = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionAttachFiles |
		discordgo.PermissionReadMessageHistory | discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	type rights = []commands.Right
	for _, c := range []struct {
		kind          discordgo.ChannelType
		may           int64
		owner         string // of the installation: "0" is the server, "1" a person
		lacks, misses rights
	}{
		{text, all, "0", nil, nil},
		{text, discordgo.PermissionAdministrator, "0", nil, nil},
		{text, 0, "0", rights{"see", "post", "attach"}, rights{"history", "open", "within"}},
		{text, all, "1", rights{"see", "post", "attach"}, rights{"history", "open", "within"}},
		{text, all &^ discordgo.PermissionSendMessages, "0", rights{"post"}, nil},
		{text, all &^ discordgo.PermissionSendMessagesInThreads, "0", nil, rights{"within"}},
		{thread, all &^ discordgo.PermissionSendMessages, "0", nil, nil},
		{thread, all &^ (discordgo.PermissionSendMessagesInThreads | discordgo.PermissionCreatePublicThreads), "0", rights{"post"}, nil},
		{voice, discordgo.PermissionViewChannel, "0", rights{"post", "attach"}, rights{"history"}},
	} {
		raw := fmt.Sprintf(`{"id":"1","type":2,"guild_id":"3","channel_id":"4","channel":{"type":%d},"app_permissions":"%d","authorizing_integration_owners":{"%s":"3"},
			"member":{"user":{"id":"5"}},"data":{"name":"doctor"}}`, c.kind, c.may, c.owner)
		i, err := readInteraction(json.RawMessage(raw))
		if err != nil {
			t.Fatal(err)
		}
		r := i.request("self")
		if !slices.Equal(r.Lacks, c.lacks) || !slices.Equal(r.Misses, c.misses) || r.Unthreaded != (c.kind != text) || r.Stranger != (c.owner == "1") {
			t.Errorf("the bot lacks %q and misses %q, unthreaded %t, stranger %t: %s", r.Lacks, r.Misses, r.Unthreaded, r.Stranger, raw)
		}
	}
}

// A request has what was typed, chosen and pressed, by whom and where.
func TestRequestsTellWhatWasAsked(t *testing.T) {
	t.Parallel()
	typed := "d3"
	ann := commands.Person{ID: "5", Name: "ann"}
	for raw, want := range map[string]commands.Request{
		arrivals["a press"]: {
			ID: "1", By: commands.Person{ID: "5", Name: "Annie", Sees: true}, Guild: "3", Channel: "4", Lang: "de", PlaceLang: "fr",
			Unthreaded: true, Message: "6", Alone: true, Button: "press", Values: []string{"a", "b"}, Moderates: true, Manages: true,
		},
		arrivals["a command"]: {ID: "1", By: ann, Unthreaded: true, Command: "play", Options: map[string]string{"opponent": "8"}, People: map[string]commands.Person{"opponent": {ID: "8", Name: "ben"}}},
		`{"id":"1","type":4,"user":{"id":"5","username":"ann"},"data":{"name":"server","options":[{"name":"set","type":1,"options":[
			{"name":"on","type":5,"value":true},{"name":"n","type":4,"value":7},{"name":"who","type":6,"value":"9"},{"name":"game","type":3,"value":"pe","focused":true}]}]}}`: {
			ID: "1", By: ann, Command: "server set", Focus: "game",
			Options: map[string]string{"on": "true", "who": "9", "game": "pe"}, People: map[string]commands.Person{"who": {ID: "9"}},
		},
		`{"id":"1","type":5,"user":{"id":"5","username":"ann"},"data":{"custom_id":"x","components":[{"type":1,"components":[{"type":4,"custom_id":"typed","value":"d3"}]}]}}`: {
			ID: "1", By: ann, Button: "x", Typed: &typed,
		},
	} {
		i, err := readInteraction(json.RawMessage(raw))
		if err != nil {
			t.Fatal(err)
		}
		if got := i.request("self"); !reflect.DeepEqual(got, want) {
			t.Errorf("the request is %+v, want %+v: %s", got, want, raw)
		}
	}
}

// joinedAt is when the bot came to the server of these tests.
var joinedAt = time.Date(2026, 11, 23, 20, 0, 0, 123456000, time.UTC)

// A server is read, and one that is out of reach or has no system channel too.
func TestAServerIsRead(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]commands.Joined{
		`{"id":"1","name":"Ann's","owner_id":"2","preferred_locale":"de","system_channel_id":"3","joined_at":"2026-11-23T20:00:00.123456+00:00","channels":[{"id":"3"}]}`: {
			Guild: "1", Name: "Ann's", Lang: "de", At: joinedAt, System: "3", By: "2"},
		`{"id":"1","owner_id":"2","preferred_locale":"en-US","system_channel_id":null,"joined_at":"2026-11-23T20:00:00.123456+00:00"}`: {
			Guild: "1", Lang: "en-US", At: joinedAt, By: "2"},
		`{"id":"1","unavailable":true}`:        {Guild: "1"},
		`{"id":"1","joined_at":"yesterday"}`:   {},
		`{"id":1}`:                             {},
		`[]`:                                   {},
		`{"id":"1","joined_at":null,"name":5}`: {},
	} {
		if got := readJoined(json.RawMessage(raw)); got.At.Equal(want.At) {
			if got.At = want.At; got != want {
				t.Errorf("readJoined(%s) = %+v, want %+v", raw, got, want)
			}
		} else {
			t.Errorf("readJoined(%s) is of %v, want %v", raw, got.At, want.At)
		}
	}
}

// The event over HTTP says who added the bot, and an installation for oneself adds it to no server.
func TestAnAuthorizationIsRead(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]commands.Joined{
		`{"integration_type":0,"user":{"id":"7"},"guild":{"id":"1","name":"A","owner_id":"2","system_channel_id":"3","preferred_locale":"fr"}}`: {
			Guild: "1", Name: "A", Lang: "fr", At: joinedAt, System: "3", By: "7"},
		`{"integration_type":1,"user":{"id":"7"}}`: {At: joinedAt, By: "7"},
		`{"user":7}`: {},
	} {
		if got := readAuthorized(json.RawMessage(raw), joinedAt); got != want {
			t.Errorf("readAuthorized(%s) = %+v, want %+v", raw, got, want)
		}
	}
}
