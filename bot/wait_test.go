package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/message"
	"parlour/storage"
)

// aGroup is a group of friends, where the bot is a guest, and aPanel a message that one person alone sees.
const aGroup, aPanel = "44", "55"

// roundTrip is how long Discord takes to answer here.
const roundTrip = 100 * time.Millisecond

// people are the ids of those who play here.
var people = map[string]string{"ann": "93", "ben": "94"}

// inShort says in short what a request is for: "answer" is the first answer to an interaction, "answered" what that
// answer is or has changed, and "follow-up" a message that follows it.
var inShort = strings.NewReplacer("/interactions/{}/{}/callback", "answer", "/webhooks/{}/{}/messages/@original", "answered",
	"/webhooks/{}/{}/messages/{}", "follow-up", "/webhooks/{}/{}", "follow-up", "/channels/{}/messages/{}/threads", "thread",
	"/channels/{}/messages/{}", "message", "/channels/{}/messages", "message", "/users/@me/channels", "direct channel", "/channels/{}", "channel")

// paths are what people do in a place, and the requests that this leads to, by the milliseconds after which they begin.
// Each takes a hundred. POST message is the board, or the last of them is, after a direct message that asks for a bid and
// what adds people to a thread. Nothing comes before a board but what has to: its thread and the people in it, since it
// would notify them once more; the last name of the thread, since the notice of it stays; two seconds in which bids are
// gathered; and in a group of friends the answer, by whose token the board comes.
var paths = []struct{ where, does, want string }{
	{aHome, "ann /play game:permute opponent:ben first:me", "0 POST answer, 0 POST message"},
	{aHome, "ben presses accept on the table", "0 POST answer, 0 POST thread, 100 POST message, 200 PATCH message, 300 POST message, 400 DELETE message, 500 PATCH message, 600 PATCH answered"},
	{aHome, "ann presses move on the board", "0 POST answer"},
	{aHome, "ann presses confirm:d3:C-d4 on the panel", "0 POST answer, 0 POST message, 100 DELETE answered, 100 PATCH message"},
	{aHome, "ben /settings confirm:off", "0 POST answer"},
	{aHome, "ben /move move:Ca1-a2", "0 POST answer, 0 POST message, 100 PATCH message"},
	{aHome, "ben presses takeback on the panel", "0 POST answer, 0 POST message"},
	{aHome, "ann presses yes:1 on the panel", "0 POST answer, 0 POST message, 100 PATCH message, 200 PATCH message"},
	{aHome, "ann presses resign on the panel", "0 PATCH channel, 0 POST answer, 100 POST message, 200 PATCH message, 300 PATCH message"},

	{aGroup, "ann /play game:permute opponent:ben first:me", "0 POST answer"},
	{aGroup, "ben presses accept on the board", "0 POST answer, 100 POST follow-up, 200 PATCH answered"},
	{aGroup, "ann presses confirm:d3:C-d4 on the board", "0 POST answer, 100 POST follow-up, 200 PATCH answered"},
	{aGroup, "ben /move move:Ca1-a2", "0 POST answer, 100 POST follow-up, 200 PATCH follow-up"},
	{aGroup, "ann presses resign on the panel", "0 POST answer, 100 POST follow-up, 200 PATCH follow-up, 300 PATCH answered"},

	{aHome, "ann /play game:permutations opponent:ben first:me", "0 POST answer, 0 POST message, 100 PATCH message"},
	{aHome, "ben presses accept on the table", "0 POST answer, 0 POST direct channel, 0 POST thread, 100 POST direct channel, 100 POST message, 100 POST message, 200 PATCH message, 200 POST message, 300 POST message, 400 DELETE message, 500 PATCH message, 600 PATCH answered"},
	{aHome, "ann /bid bid:", "0 POST answer, 2000 PATCH message, 2100 DELETE message"},
}

// What a press changes goes out beside the answer, and the panel goes once the board is there.
func TestNothingWaitsForTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		for _, p := range paths {
			if got := s.path(p.where, p.does); got != p.want {
				t.Errorf("in %s, %s:\n%s, want\n%s", p.where, p.does, got, p.want)
			}
		}
	})
}

// path has somebody do something, and returns the requests that this leads to.
func (s *stage) path(where, does string) string {
	s.t.Helper()
	time.Sleep(time.Minute) // so that no limit delays anything
	who, does, _ := strings.Cut(does, " ")
	user := map[string]any{"id": people[who], "username": who}
	s.interactions++
	i := map[string]any{
		"id": idOf(int64(s.interactions)), "token": strconv.Itoa(7000 + s.interactions), "application_id": s.b.app,
		"channel_id": where, "channel": map[string]any{"id": where, "type": 0}, "locale": "en-GB", "context": 2, "user": user,
	}
	if where == aHome {
		i["context"], i["guild_id"], i["member"] = 0, aServer, map[string]any{"user": user, "permissions": "8"}
		i["app_permissions"], i["authorizing_integration_owners"] = "8", map[string]string{"0": aServer}
	}
	if button, on, pressed := strings.Cut(strings.TrimPrefix(does, "presses "), " on the "); pressed {
		verb, steps, _ := strings.Cut(button, ":")
		head := s.newest(people[who])
		b := message.Button{Match: head.ID, Turn: head.Live.Turn, Verb: message.Verb(verb)}
		if steps != "" {
			b.Steps = strings.Split(steps, ":")
		}
		m := map[string]any{"author": map[string]any{"id": s.b.self}}
		switch on {
		case "panel":
			m["id"], m["flags"], m["interaction_metadata"] = aPanel, ephemeral, map[string]any{"id": "66", "user": user}
		case "table":
			m["id"] = head.Table
		case "board":
			m["id"] = head.Message
		}
		i["type"], i["message"], i["data"] = 3, m, map[string]any{"custom_id": b.String(), "component_type": 2}
	} else {
		if strings.HasPrefix(does, "/bid") {
			does += s.firstMove(people[who])
		}
		i["type"], i["data"] = 2, typedCommand(does)
	}
	raw, err := json.Marshal(i)
	if err != nil {
		s.t.Fatal(err)
	}
	s.discord.mu.Lock()
	s.discord.sent, s.discord.takes = nil, roundTrip
	s.discord.mu.Unlock()
	began := time.Now()
	s.b.take(raw)
	s.b.Busy.Wait()
	s.discord.mu.Lock()
	defer s.discord.mu.Unlock()
	s.discord.takes = 0
	slices.SortFunc(s.discord.sent, func(a, b sent) int { return strings.Compare(a.at.String()+a.what, b.at.String()+b.what) })
	var all []string
	for _, r := range s.discord.sent {
		all = append(all, fmt.Sprint(r.at.Sub(began).Milliseconds(), " ", r.what))
	}
	return strings.Join(all, ", ")
}

// typedCommand returns the data of a command as it is typed: "/play game:permute opponent:ben".
func typedCommand(text string) map[string]any {
	words := strings.Fields(strings.TrimPrefix(text, "/"))
	var options []map[string]any
	users, members := map[string]any{}, map[string]any{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, ":")
		o := map[string]any{"name": name, "type": 3, "value": value}
		if id := people[value]; id != "" {
			o["type"], o["value"] = 6, id
			users[id], members[id] = map[string]any{"id": id, "username": value}, map[string]any{"permissions": "8"}
		}
		options = append(options, o)
	}
	return map[string]any{"id": "7", "name": words[0], "type": 1, "options": options, "resolved": map[string]any{"users": users, "members": members}}
}

// firstMove returns the first move that a person may make in their newest game.
func (s *stage) firstMove(person string) string {
	m, err := s.b.service.Env.Load(s.t.Context(), s.newest(person).ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.ReplaceAll(string(m.State.Legal(m.SeatOf(person))[0]), " ", "")
}

// newest returns the newest game of a person.
func (s *stage) newest(person string) storage.Head {
	s.t.Helper()
	found, err := s.store.OfPlayer(s.t.Context(), person, true, storage.All)
	if err != nil || len(found) == 0 {
		s.t.Fatalf("%s has %d games, %v", person, len(found), err)
	}
	return slices.MaxFunc(found, func(a, b storage.Head) int { return a.Created.Compare(b.Created) })
}
