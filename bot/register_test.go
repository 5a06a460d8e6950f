package bot

import (
	"net/http"
	"sync/atomic"
	"testing"
)

// Commands that Discord does not take for a reason that may pass are sent again until it
// does.
func TestCommandsAreSentAgain(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	var tries atomic.Int64
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || tries.Add(1) > 2 {
			return false
		}
		w.WriteHeader(http.StatusNotFound) // without a code, so not Discord's own
		return true
	})
	d.b.registerLater(d.ctx)
	if n := tries.Load(); n != 3 {
		t.Errorf("the commands were sent %d times, want 3", n)
	}
}
