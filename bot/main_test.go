package bot

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"testing"
)

// TestMain fails the tests for a token in what any of them, or a library, writes to the
// standard error or to the standard log.
func TestMain(m *testing.M) {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	log.SetOutput(w)
	var wrote bytes.Buffer
	read := make(chan error)
	go func() {
		_, err := io.Copy(io.MultiWriter(stderr, &wrote), r)
		read <- err
	}()
	code := m.Run()
	w.Close()
	if err := <-read; err != nil || hasToken(wrote.String()) {
		fmt.Printf("the standard error has a token (%v)\n", err)
		code = 1
	}
	os.Exit(code)
}

// hasToken reports whether a text has a token of those that the sandbox gives out.
func hasToken(text string) bool {
	return strings.Contains(text, "sandbox.fake.token") || strings.Contains(text, "aW50ZXJhY3Rpb24")
}
