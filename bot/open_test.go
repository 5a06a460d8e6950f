package bot

import (
	"errors"
	"testing"
)

// A gateway that was open has something to finish, even when it has ended before anybody
// looked.
func TestAGatewayThatWasOpenIsFinished(t *testing.T) {
	lost := errors.New("lost")
	for range 100 { // of two that are ready either may be taken
		opened, ended := make(chan struct{}), make(chan error, 1)
		close(opened)
		ended <- lost
		if open, err := opens(opened, ended); !open || err != nil {
			t.Fatalf("opens returns %v and %v", open, err)
		}
		if err := Receive(t, ended, "the end of the gateway"); err != lost {
			t.Fatalf("it ended with %v, want %v", err, lost)
		}
	}
	ended := make(chan error, 1)
	ended <- lost
	if open, err := opens(make(chan struct{}), ended); open || err != lost {
		t.Errorf("of a gateway that never was open opens returns %v and %v", open, err)
	}
}
