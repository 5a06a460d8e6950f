package discord

import (
	"net/http/httptest"
	"testing"
	"time"

	"parlour/bot/sandbox/world"
)

func TestNoDelayOutlivesTheEnd(t *testing.T) {
	s := &API{Discord: &Discord{State: world.New(time.Now, world.DefaultCast(), "")}}
	s.End()
	if s.delay(httptest.NewRequest("GET", "/", nil), time.Hour) {
		t.Error("a wait goes on after the end")
	}
}
