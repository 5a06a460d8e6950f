package rule

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// Every error with which the sandbox refuses can be asked for by its code as a fault.
func TestFaultsKnowTheErrors(t *testing.T) {
	source, err := os.ReadFile("errors.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`Status: (\d+), Code: (\d+)`).FindAllStringSubmatch(string(source), -1)
	if len(codes) == 0 {
		t.Fatal("errors.go has no codes any more")
	}
	for _, m := range codes {
		status, _ := strconv.Atoi(m[1])
		code, _ := strconv.Atoi(m[2])
		if !slices.ContainsFunc(knownErrors, func(e *Error) bool { return e.Code == code && e.Status == status }) {
			t.Errorf("code %d is not among the known errors with status %d", code, status)
		}
	}
}
