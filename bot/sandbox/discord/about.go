package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// bot is the bot's own user.
func (s *API) bot() *world.User { return s.User(world.BotID) }

// getMe returns the bot's own user, with the fields that only the bot itself gets.
func (s *API) getMe(*call) (any, error) {
	return world.Object(`{"locale":"en-US","mfa_enabled":false,"verified":true,"email":null,"premium_type":0,"bio":""}`, world.UserJSON(s.bot())), nil
}

func (s *API) getUser(c *call) (any, error) {
	if u := s.User(c.arg("user")); u != nil {
		return world.UserJSON(u), nil
	}
	return nil, rule.ErrUser
}

// knownGuild is [API.guild], but Discord hides that a server exists where the bot is not.
func (s *API) knownGuild(c *call) (*world.Guild, error) {
	g, err := s.guild(c)
	if errors.Is(err, rule.ErrAccess) {
		err = rule.ErrGuild
	}
	return g, err
}

// leaveGuild takes the bot out of a server.
func (s *API) leaveGuild(_ *call, g *world.Guild) (any, error) {
	g.Bot = false
	s.Gateway.Dispatch(g.ID, "GUILD_DELETE", map[string]any{"id": g.ID}, IntentGuilds)
	return nil, nil
}

func (s *API) getMember(c *call, g *world.Guild) (any, error) {
	u := s.User(c.arg("user"))
	switch {
	case u == nil:
		return nil, rule.ErrUser
	case !g.Has(u):
		return nil, rule.ErrMember
	}
	return s.MemberJSON(u, g), nil
}

// searchMembers finds members by how their names begin: one, unless the query says up to how many.
func (s *API) searchMembers(c *call, g *world.Guild) (any, error) {
	var bad rule.Flaws
	bad.Required("query", c.query("query") == "")
	n, err := strconv.Atoi(cmp.Or(c.query("limit"), "1"))
	if err != nil || n < 1 || n > 1000 {
		bad.Add("limit", "NUMBER_TYPE_COERCE", "Value should be a number from 1 to 1000.")
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	return s.Search(g, c.query("query"), n), nil
}

// none lists what the sandbox has none of: permissions of commands that somebody has changed.
func none[T any](*call, T) (any, error) { return []any{}, nil }

// noPins lists the pins of a channel, of which there are none, as nobody can pin.
func noPins(*call, *world.Channel) (any, error) {
	return map[string]any{"items": []any{}, "has_more": false}, nil
}

func (s *API) getGateway(*call) (any, error) {
	return map[string]any{"url": s.Gateway.URL()}, nil
}

func (s *API) getGatewayBot(*call) (any, error) {
	left, reset := s.Gateway.begins()
	return map[string]any{"url": s.Gateway.URL(), "shards": s.Config.Shards, "session_start_limit": map[string]any{
		"total": sessionsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": s.Config.Keys,
	}}, nil
}

// getApp returns the application, which is public.
func (s *API) getApp(*call) (any, error) {
	var address any
	if url := s.Endpoint.URL(); url != "" {
		address = url
	}
	return world.Object(appFields, map[string]any{
		"id": world.AppID, "name": s.bot().Name, "verify_key": s.Endpoint.PublicKey(), "interactions_endpoint_url": address,
		"bot": world.UserJSON(s.bot()), "owner": world.UserJSON(s.Owner()),
	}), nil
}

const appFields = `{"description":"","icon":null,"type":null,"flags":0,"flags_new":"0","bot_public":true,
	"bot_require_code_grant":false,"summary":"","team":null,"redirect_uris":[],"role_connections_verification_url":null,
	"event_webhooks_url":null,"event_webhooks_status":1,"explicit_content_filter":0,"eligible_oauth2_scopes":[],
	"approximate_guild_count":1,"approximate_user_install_count":0,"approximate_user_authorization_count":0,"tags":[],
	"integration_types_config":{"0":{},"1":{}}}`

// patchApp sets the address to which interactions go, once that has answered as it must, or the
// gateway for null. The sandbox knows nothing else of an application that changes.
func (s *API) patchApp(c *call) (any, error) {
	const field = "interactions_endpoint_url"
	var given map[string]json.RawMessage
	if err := c.decode(&given); err != nil {
		return nil, err
	}
	for name := range given {
		if name != field {
			return nil, rule.Unsupported("PATCH /applications/@me with " + name)
		}
	}
	url := ""
	in := struct {
		URL *string `json:"interactions_endpoint_url"` // null is none
	}{&url}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	if url != "" {
		s.Unlock() // the bot may ask for something before it answers
		err := s.Endpoint.verify(url)
		s.Lock()
		if err != nil {
			var bad rule.Flaws
			bad.Add(field, "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
				"The specified interactions endpoint URL could not be verified.")
			return nil, bad.Err()
		}
	}
	if _, named := given[field]; named {
		s.Endpoint.keep(url)
	}
	return s.getApp(c)
}
