package sandbox

import (
	"strings"
	"testing"
)

func TestErrorsRepeatLittle(t *testing.T) {
	s, _ := play(t, Config{}, nil)
	long := strings.Repeat("x", 5000)
	for _, line := range []string{"/" + long, "/play " + long, "/play permute size:" + long, "/play permute " + long} {
		_, err := s.User("ann").Slash(within(t), games, line)
		if err == nil || len(err.Error()) > 200 {
			t.Errorf("Slash(%.20q…) fails with %d bytes", line, len(err.Error()))
		}
	}
}
