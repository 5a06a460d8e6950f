//go:build unix && !solaris && !aix

package bolt

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// exclude makes bbolt's lock for those who read a file one for its holder alone, if nobody else has one.
func exclude(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// own gives a new file the owner of the file in whose place it comes or, if there is none, of the
// folder. Only root can do so: the file may be that of a service, which opens it next. For a folder
// it is not an error if the disk refuses, because nobody had the file before.
func own(file, place string) error {
	is, err := os.Lstat(file)
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	like, err := os.Stat(place)
	replaces := err == nil && !os.SameFile(is, like)
	if !replaces {
		if like, err = os.Stat(filepath.Dir(place)); err != nil {
			return err
		}
	}
	has, _ := is.Sys().(*syscall.Stat_t)
	wants, _ := like.Sys().(*syscall.Stat_t)
	if has == nil || wants == nil || has.Uid == wants.Uid && has.Gid == wants.Gid {
		return nil
	}
	if err := os.Lchown(file, int(wants.Uid), int(wants.Gid)); err != nil && replaces {
		return fmt.Errorf("the new file cannot have the owner of the old one: %w", reason(err))
	}
	return nil
}
