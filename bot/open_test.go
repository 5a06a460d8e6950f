package bot

import (
	"errors"
	"testing"

	"parlour/commands/world"
)

// opens reports an open gateway even if it has ended before the call, and leaves its error
// for the caller.
func TestOpensReportsAGatewayThatHasEnded(t *testing.T) {
	lost := errors.New("lost")
	for range 100 { // a select takes either of two ready channels
		opened, ended := make(chan struct{}), make(chan error, 1)
		close(opened)
		ended <- lost
		if open, err := opens(opened, ended); !open || err != nil {
			t.Fatalf("opens = %v, %v, want true, nil", open, err)
		}
		if err := world.Receive(t, ended, "the end of the gateway"); err != lost {
			t.Fatalf("the gateway ended with %v, want %v", err, lost)
		}
	}
	ended := make(chan error, 1)
	ended <- lost
	if open, err := opens(make(chan struct{}), ended); open || err != lost {
		t.Errorf("opens of a gateway that was never open = %v, %v, want false and its error", open, err)
	}
}
