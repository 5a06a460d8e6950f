package bot

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

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
