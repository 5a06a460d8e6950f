package setup

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What root sets up in somebody's folder is theirs, and root does not start it there.
func TestTheFolderOfSomebodyElse(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	p := newPlace(t)
	p.machine.admin = true
	folder := filepath.Dir(p.file)
	must(t, os.Chown(folder, 4321, 4322))
	said, next, err := p.run(exchange{"Token:", p.discord.Token()})
	if err != nil || next != nil || strings.Contains(said, "Start Parlour now?") || !strings.Contains(said, "without sudo") ||
		!strings.Contains(said, "There is no systemd here, so Parlour cannot be a service") {
		t.Errorf("it ends with %v, goes on with %q and says %s", err, next, said)
	}
	p.want(whole)
	p.has("token = \"before\"\n")
	if _, _, err := p.run(exchange{"[Y/n]", "n"}, exchange{"Token:", p.discord.Token()}); err != nil {
		t.Error(err)
	}
	for _, file := range []string{p.file, p.file + ".old"} {
		info, err := os.Stat(file)
		must(t, err)
		if of := info.Sys().(*syscall.Stat_t); of.Uid != 4321 || of.Gid != 4322 {
			t.Errorf("%s belongs to %d:%d", file, of.Uid, of.Gid)
		}
	}
}
