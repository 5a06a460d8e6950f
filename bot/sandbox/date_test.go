package sandbox

import (
	"net/http"
	"testing"
	"time"
)

// Each answer has the time of the sandbox's clock, in whole seconds.
func TestAnAnswerHasItsDate(t *testing.T) {
	t.Parallel()
	at := time.Unix(1.8e9, 700e6)
	s := start(t, Config{Now: func() time.Time { return at }})
	answer, _ := fetch(t, "GET", s.URL()+"/api/v10/gateway", "")
	if said, err := http.ParseTime(answer.Header.Get("Date")); err != nil || !said.Equal(at.Truncate(time.Second)) {
		t.Errorf("the Date is %q (%v), want that of %v", answer.Header.Get("Date"), err, at)
	}
}
