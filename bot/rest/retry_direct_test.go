package rest

import (
	"errors"
	"net/http"
	"testing"

	"parlour/bot/sandbox/fault"
)

// A 429 because direct channels are opened too fast is final, and its code is known. To ask again
// would be one refused request more.
func TestDirectTooFastIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusForbidden, http.StatusTooManyRequests} {
		d := newDesk(t, nil)
		d.fail(fault.Fault{Status: status, Code: CodeDirectTooFast})
		err := d.post(d.ctx, "n", Normal)
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != CodeDirectTooFast || refused.Status != status {
			t.Errorf("a %d with code %d became %v", status, CodeDirectTooFast, err)
		}
		if got := d.sent(http.MethodPost, "/messages"); got != 1 {
			t.Errorf("after a %d the request was made %d times, want once", status, got)
		}
	}
}
