package probe

import (
	"encoding/json"
)

// paths are the rules about what is unknown, unreadable or not allowed.
var paths = []rule{
	{
		says:    "A wrong token is refused.",
		sandbox: "401, 0", try: wrongToken,
	},
	{
		says:    "There is nothing at an unknown path.",
		sandbox: "404, 0", try: unknownPath,
	},
	{
		says:    "A body that is no JSON is refused.",
		sandbox: "400, 50109", try: noJSON,
	},
	{
		says:    "An unknown channel is refused.",
		sandbox: "404, 10003", try: unknownChannel,
	},
	{
		says:    "An unknown server is refused.",
		sandbox: "404, 10004", try: unknownServer,
	},
	{
		says:    "An unknown user is refused, also as a member.",
		sandbox: "404, 10013; 404, 10013", try: unknownUser,
	},
	{
		says:    "There is no direct channel with a bot.",
		sandbox: "400, 50007", try: directToBot,
	},
}

// wrongToken asks for the bot's own user with a token of the right shape.
func wrongToken(t *try) string {
	other, err := newLine(lineConfig{Token: "MTEwMDAwMDAwMDAwMDAwMDAwMQ.AAAAAA.aaaaaaaaaaaaaaaaaaaaaaaaaaa", API: t.API, Now: t.Now, Wait: t.Wait})
	if err != nil {
		t.fail(err.Error())
		return ""
	}
	got, err := other.Ask(t.ctx, request{Method: "GET", Path: "users/@me"})
	if err != nil {
		t.fail(err.Error())
	}
	return got.String()
}

func unknownPath(t *try) string { return t.do("GET", "parlour/probe", nil, nil).String() }

func noJSON(t *try) string {
	return t.do("POST", in(t.Channel), json.RawMessage("{"), nil).String()
}

// nobody returns an id that nothing has but a message that was deleted.
func (t *try) nobody() string {
	m := t.post(t.Channel, nil)
	t.need("DELETE", in(t.Channel)+"/"+m.ID, nil, nil)
	return m.ID
}

func unknownChannel(t *try) string { return t.do("GET", "channels/"+t.nobody(), nil, nil).String() }

func unknownServer(t *try) string { return t.do("GET", "guilds/"+t.nobody(), nil, nil).String() }

func unknownUser(t *try) string {
	id := t.nobody()
	user := t.do("GET", "users/"+id, nil, nil)
	return user.String() + "; " + t.do("GET", "guilds/"+t.guild+"/members/"+id, nil, nil).String()
}

// directToBot asks for a direct channel of the bot with itself.
func directToBot(t *try) string {
	return t.do("POST", "users/@me/channels", body{"recipient_id": t.me}, nil).String()
}
