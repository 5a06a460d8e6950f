package sandbox

import "testing"

// Without a bot, the page of a sandbox that waits for one says where it finds the API, and a
// command that is typed is refused with the reason.
func TestThePageWithoutABot(t *testing.T) {
	for _, noBot := range []bool{true, false} {
		s := start(t, Config{NoBot: noBot})
		want := ""
		if noBot {
			want = s.URL() + "/api"
		}
		var v view
		if err := live(t, s, "").ReadJSON(&v); err != nil || v.Connected || v.API != want {
			t.Errorf("with NoBot %t the page names the API %q, %v", noBot, v.API, err)
		}
		if _, got := act(t, s, s.URL(), `"do":"slash","channel":"`+games+`","line":"/foo"`); got.Error != "There is no command /foo here: no bot is connected" {
			t.Errorf("with NoBot %t /foo is refused with %q", noBot, got.Error)
		}
	}
}
