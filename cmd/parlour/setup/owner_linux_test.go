package setup

import (
	"os"
	"path/filepath"
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
	p.plays(`
		? Token: → $TOKEN
		talk
		lacks Start Parlour now?
		says without sudo
		says There is no systemd here, so Parlour cannot be a service
		holds parlour.toml $WHOLE
		files parlour.toml`)
	p.put(p.file, "token = \"before\"\n")
	p.plays("? [Y/n] → n\n? Token: → $TOKEN\ntalk")
	for _, file := range []string{p.file, p.file + ".old"} {
		info, err := os.Stat(file)
		must(t, err)
		if of := info.Sys().(*syscall.Stat_t); of.Uid != 4321 || of.Gid != 4322 {
			t.Errorf("%s belongs to %d:%d", file, of.Uid, of.Gid)
		}
	}
}
