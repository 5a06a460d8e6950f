package leaks_test

import (
	"os"
	"testing"

	"parlour/bot/bottest"
)

// Who sees what is searched here. Other tests hold the same requests to Discord's whole description, which takes a quarter of
// the time.
func TestMain(m *testing.M) {
	os.Unsetenv("DISCORD_OPENAPI")
	bottest.Main(m)
}
