package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// replace writes a file that only its owner may read, whole or not at all, over another one if there is one. A
// link stays a link. What root writes belongs to who owns the file that is there, or else its folder.
func replace(path, text string) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return write(path, text, 0o600)
}

// write writes a file whole or not at all.
func write(path, text string, mode fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // which nobody else can read
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := errors.Join(os.Chmod(f.Name(), mode), disown(f.Name(), path)); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// setAside keeps the text of a file under another name, which it returns. Only its owner may read it.
func setAside(path, text string) (kept string, err error) {
	for n := 1; ; n++ {
		if kept = path + ".old"; n > 1 {
			kept += fmt.Sprint(n)
		}
		f, err := os.OpenFile(kept, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.WriteString(text)
		if err = errors.Join(err, f.Sync(), f.Close(), disown(kept, path)); err != nil {
			return "", errors.Join(err, os.Remove(kept))
		}
		return kept, nil
	}
}
