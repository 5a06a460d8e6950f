package discord

import (
	"encoding/json"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// getApp returns the application, which is public.
func getApp(s *API, _ *call) (any, error) {
	var address any
	if url := s.interactions.endpoint.URL(); url != "" {
		address = url
	}
	return map[string]any{
		"id": world.AppID, "name": s.state.World.User(world.BotID).Name, "description": "", "icon": nil, "type": nil,
		"flags": 0, "flags_new": "0", "bot_public": true, "bot_require_code_grant": false, "verify_key": s.interactions.endpoint.PublicKey(),
		"summary": "", "bot": world.UserJSON(s.state.World.User(world.BotID)), "owner": world.UserJSON(s.state.World.Owner()), "team": nil,
		"redirect_uris": []any{}, "interactions_endpoint_url": address, "role_connections_verification_url": nil,
		"event_webhooks_url": nil, "event_webhooks_status": 1, "explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
		"approximate_guild_count": 1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}, "tags": []any{},
	}, nil
}

// patchApp sets the address to which interactions go, once that has answered as it must, or the gateway for null. The
// sandbox knows nothing else of an application that changes.
func patchApp(s *API, c *call) (any, error) {
	var given map[string]json.RawMessage
	if err := c.decode(&given); err != nil {
		return nil, err
	}
	for name := range given {
		if name != "interactions_endpoint_url" {
			return nil, rule.Unsupported("PATCH", "/applications/@me with "+name)
		}
	}
	var in struct {
		URL *string `json:"interactions_endpoint_url"`
	}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	url, e := "", s.interactions.endpoint
	if in.URL != nil {
		url = *in.URL
	}
	if url != "" {
		s.state.Unlock() // the bot may ask for something before it answers
		err := e.Verify(url)
		s.state.Lock()
		if err != nil {
			var bad rule.Flaws
			bad.Add("interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint URL could not be verified.")
			return nil, bad.Err()
		}
	}
	if _, named := given["interactions_endpoint_url"]; named {
		e.Keep(url)
	}
	return getApp(s, c)
}
