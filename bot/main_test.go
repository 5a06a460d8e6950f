package bot_test

import (
	"testing"

	"parlour/bot/bottest"
)

func TestMain(m *testing.M) { bottest.Main(m) }
