package discord

import (
	"net/http/httptest"
	"testing"
	"time"

	"parlour/bot/sandbox/world"
)

func TestNoDelayOutlivesTheEnd(t *testing.T) {
	rs := &API{state: world.New(time.Now, world.DefaultCast())}
	rs.state.End()
	if rs.delay(httptest.NewRequest("GET", "/", nil), time.Hour) {
		t.Error("a wait goes on after the end")
	}
}
