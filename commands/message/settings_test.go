package message

import (
	"reflect"
	"testing"
)

// Where nobody is blocked any more, an older menu leads to all settings.
func TestAnOlderMenuHasTheBlocked(t *testing.T) {
	p := writer(t).To(Reader{Lang: "en"}, nil)
	if got, ok := p.Setting(setBlocked, 1); !ok || !reflect.DeepEqual(got, p.Settings(1)) {
		t.Errorf("Setting(%q) = %v, %v, want all settings", setBlocked, got, ok)
	}
}
