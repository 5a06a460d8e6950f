package leaks_test

import (
	"os"
	"testing"

	"parlour/bot/bottest"
)

// These tests look for leaks. They don't check requests against Discord's own description: other tests do that, and here it
// would take a quarter of the time.
func TestMain(m *testing.M) {
	os.Unsetenv("DISCORD_OPENAPI")
	bottest.Main(m)
}
