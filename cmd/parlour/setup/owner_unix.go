//go:build unix

package setup

import (
	"os"
	"path/filepath"
	"syscall"
)

// ownerOf returns who owns a file, or the folder that it will be in; this process's user if nobody can tell.
func ownerOf(path string) (user, group int) {
	info, err := os.Stat(path)
	if err != nil {
		info, err = os.Stat(filepath.Dir(path))
	}
	if err == nil {
		if of, ok := info.Sys().(*syscall.Stat_t); ok {
			return int(of.Uid), int(of.Gid)
		}
	}
	return os.Geteuid(), os.Getegid()
}

// disown gives a file that root has made to the owner of another one, or of the folder that this will be in.
func disown(file, like string) error {
	user, group := ownerOf(like)
	if os.Geteuid() != 0 || user == 0 {
		return nil
	}
	return os.Chown(file, user, group)
}

// ofAnother reports whether a file, or the folder that it will be in, belongs to somebody else than root, who
// runs this.
func ofAnother(path string) bool {
	user, _ := ownerOf(path)
	return os.Geteuid() == 0 && user != 0
}
