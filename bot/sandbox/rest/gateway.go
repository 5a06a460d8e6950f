package rest

import (
	"parlour/bot/sandbox/gateway"
)

func getGateway(s *API, _ *call) (any, error) {
	return map[string]any{"url": s.gateway.URL()}, nil
}

func getGatewayBot(s *API, _ *call) (any, error) {
	left, reset := s.gateway.Begins()
	return map[string]any{"url": s.gateway.URL(), "shards": 1, "session_start_limit": map[string]any{
		"total": gateway.SessionsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": 1,
	}}, nil
}
