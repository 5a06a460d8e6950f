package bot

import (
	"net/http"
	"sync/atomic"
	"testing"
)

// If Discord refuses the commands for a reason that may pass, the bot sends them again until
// it takes them.
func TestCommandsAreSentAgain(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	var tries atomic.Int64
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || tries.Add(1) > 2 {
			return false
		}
		w.WriteHeader(http.StatusNotFound) // without a code, so not from Discord itself
		return true
	})
	d.b.registerLater(d.ctx)
	if n := tries.Load(); n != 3 {
		t.Errorf("the commands were sent %d times, want 3", n)
	}
}
