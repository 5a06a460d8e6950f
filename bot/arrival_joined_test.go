package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/bot/rest"
	"parlour/commands"
)

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

// bigServer is the data of GUILD_CREATE for a server with so many channels, each with overwrites for ten roles, and
// threads, roles and emoji.
func bigServer(channels int) []byte {
	list := func(n int, one string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]"
	}
	over := list(10, `{"id":"1100000000000000400","type":0,"allow":"1071698660929","deny":"0"}`)
	channel := fmt.Sprintf(`{"id":"1100000000000000011","type":0,"name":"a-channel-of-games","topic":"Everything about games that are played by correspondence, and nothing else.","position":1,"parent_id":"1100000000000000012","nsfw":false,"rate_limit_per_user":0,"last_message_id":"1100000000000000013","flags":0,"permission_overwrites":%s}`, over)
	thread := `{"id":"1100000000000000014","type":11,"name":"Permute 9×9 · Ann – Ben","parent_id":"1100000000000000011","owner_id":"1100000000000000002","message_count":50,"member_count":3,"rate_limit_per_user":0,"flags":0,"total_message_sent":50,"last_message_id":"1100000000000000015","thread_metadata":{"archived":false,"archive_timestamp":"2026-11-23T20:00:00.000000+00:00","auto_archive_duration":10080,"locked":false,"create_timestamp":"2026-11-23T20:00:00.000000+00:00"}}`
	role := `{"id":"1100000000000000400","name":"Players of games","color":0,"colors":{"primary_color":0,"secondary_color":null,"tertiary_color":null},"hoist":false,"icon":null,"unicode_emoji":null,"position":1,"permissions":"1071698660929","managed":false,"mentionable":false,"flags":0}`
	emoji := `{"id":"1100000000000000500","name":"stone","roles":[],"require_colons":true,"managed":false,"animated":false,"available":true}`
	return fmt.Appendf(nil, `{"id":"1100000000000000010","name":"Ann's","owner_id":"1100000000000000100","preferred_locale":"en-US","joined_at":"2020-11-23T20:00:00.000000+00:00","unavailable":false,"large":true,"channels":%s,"threads":%s,"roles":%s,"emojis":%s,"members":[],"presences":[],"voice_states":[],"system_channel_id":"1100000000000000011"}`,
		list(channels, channel), list(2*channels, thread), list(channels/2, role), list(channels, emoji))
}

// BenchmarkJoined reads what Discord sends of a small, a usual and a huge server at each beginning of a session, as
// the gateway does: first the packet, and then what is in it.
func BenchmarkJoined(b *testing.B) {
	for _, channels := range []int{5, 30, 500} {
		raw := fmt.Appendf(nil, `{"t":"GUILD_CREATE","s":2,"op":0,"d":%s}`, bigServer(channels))
		b.Run(fmt.Sprintf("%dkB", len(raw)>>10), func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				var packet struct {
					Data json.RawMessage `json:"d"`
				}
				if err := rest.Decode(raw, &packet); err != nil || readJoined(packet.Data).Guild == "" {
					b.Fatal("no server was read", err)
				}
			}
		})
	}
}
