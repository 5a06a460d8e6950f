package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// parlour licenses prints all of it, with Parlour's own licence and the notice of the fonts on its pictures.
func TestLicensesArePrinted(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := Run(t.Context(), []string{"licenses"}, nil, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("parlour licenses ends with %d and says %q", code, stderr.String())
	}
	own, err := os.ReadFile("../../LICENSE")
	must(t, err)
	for _, want := range []string{licensesText, string(own), "Copyright (c) 2016 Bigelow & Holmes Inc.", "Copyright 2023 Discord", "\ngo.etcd.io/bbolt v"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("parlour licenses does not print %.60q", want)
		}
	}
}
