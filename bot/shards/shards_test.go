package shards

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parlour/commands/match/shard"
)

// What --shards takes, and what it says to anything else.
func TestPlan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Plan{
		"": {}, "auto": {}, "1": {0, 0, 1}, " 4 ": {0, 3, 4}, "0-7/16": {0, 7, 16}, "8-15/16": {8, 15, 16}, "3/16": {3, 3, 16}, "2-2/4": {2, 2, 4},
	} {
		got := Plan{9, 9, 9}
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"some": "shards are auto, a number", "0": "shards are auto", "-1": "shards are auto", "1-/4": "shards are auto", "/4": "shards are auto", "1-2-3/4": "shards are auto",
		"4/4": "the shards of 4 are 0 to 3", "0-4/4": "the shards of 4 are 0 to 3", "2-1/4": "the first comes first", "0-1": "shards are auto",
	} {
		var p Plan
		if err := p.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v; want an error that says %q", text, p, err, want)
		}
	}
}

// A process with shards is connected with the first that is open, and ready with the last.
func TestHealthOfShards(t *testing.T) {
	t.Parallel()
	var set shard.Set
	want := func(when, want string) {
		t.Helper()
		if got, err := json.Marshal(HealthOf(&set, true, false)); err != nil || string(got) != want {
			t.Errorf("%s the health is %s, %v; want %s", when, got, err, want)
		}
	}
	want("before Discord has said how many there are", `{"ready":true,"connected":false,"reason":"the gateway of Discord is not open"}`)
	a, b := shard.Shard{Index: 2, Of: 4}, shard.Shard{Index: 3, Of: 4}
	set.Assign([]shard.Shard{a, b})
	set.Opened(b)
	set.Acknowledged(b, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	want("with one of two", `{"ready":false,"connected":true,"last_heartbeat":"2026-11-21T12:00:00Z","shards":[{"shard":"2/4","open":false},{"shard":"3/4","open":true,"last_heartbeat":"2026-11-21T12:00:00Z"}],"reason":"these shards of the gateway are not open: 2/4"}`)
	set.Opened(a)
	want("with both", `{"ready":true,"connected":true,"last_heartbeat":"2026-11-21T12:00:00Z","shards":[{"shard":"2/4","open":true},{"shard":"3/4","open":true,"last_heartbeat":"2026-11-21T12:00:00Z"}]}`)
}
