package replay

import (
	"encoding/base64"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// pageOf returns a page of two steps in which everything that may be typed or said is one text.
func pageOf(text string) Page {
	words := Words{text, text, text, text, text, text, text, text, text, text, text, text, text, text}
	return Page{Name: text, Lang: text, Title: text, Facts: []string{text, text}, Record: text, Data: []byte(text), Words: words,
		Steps: []Step{{Name: text, Says: []string{text}, When: text}, {Name: text, Says: []string{text, text}, When: text, Turning: []string{text}, Better: make([]games.Drawing, 1)}},
		Proof: []Line{{Says: text, Open: true, Check: CheckDeal}, {Says: text}}}
}

// tags returns the tags of a page with the names of their attributes, and the one script and style.
func tags(t *testing.T, page string) (list []string) {
	t.Helper()
	if strings.Count(page, script) != 1 || strings.Count(page, style) != 1 {
		t.Fatal("the page has not its script and its style, each once")
	}
	page = strings.NewReplacer(script, "", style, "").Replace(page)
	for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1) {
		list = append(list, regexp.MustCompile(`="[^"]*"`).ReplaceAllString(tag, ""))
	}
	return list
}

// No text in a page ends a script, an element or an attribute, or begins one: a name, a sentence or a record.
func FuzzText(f *testing.F) {
	for _, text := range []string{"Ann", "</script><script>alert(1)</script>", `" onclick="alert(1)`, "' x='", "<!--", "]]>", "\u2028\u2029",
		"javascript:alert(1)", "{{.Script}}", "&lt;b&gt;", "\x00\xff<", "</style><svg onload=alert(1)>", "`${alert(1)}`", "</title>", "=\t>"} {
		f.Add(text)
	}
	written := func(text string) string {
		page, err := pageOf(text).HTML("<svg></svg>", []string{"<svg></svg>", "<svg></svg>", "<svg></svg>"})
		if err != nil {
			f.Fatal(err)
		}
		return string(page)
	}
	plain := written("Ann")
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" { // a line without a text is left out
			return
		}
		page := written(text)
		if got, want := tags(t, page), tags(t, plain); !slices.Equal(got, want) {
			t.Errorf("with %q the page has the tags\n%q\nwant\n%q", text, got, want)
		}
		link := regexp.MustCompile(`href="data:application/json;base64,([^"]*)"`).FindStringSubmatch(page)
		if link == nil {
			t.Fatal("the page has no link with the record")
		}
		if data, err := base64.StdEncoding.DecodeString(html.UnescapeString(link[1])); err != nil || string(data) != text {
			t.Errorf("the link has the record %q, %v, want %q", data, err, text)
		}
	})
}

// The policy of a page allows its script and its style by their hashes, and loads nothing.
func TestPolicy(t *testing.T) {
	page, err := pageOf("Ann").HTML("", []string{"", "", ""})
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)Content-Security-Policy" content="([^"]*)".*<style>(.*)</style>.*<script>(.*)</script>`).FindStringSubmatch(string(page))
	if found == nil {
		t.Fatalf("the page has no policy, style and script:\n%s", page)
	}
	want := "default-src 'none'; style-src '" + hashOf(found[2]) + "'; script-src '" + hashOf(found[3]) + "'; base-uri 'none'; form-action 'none'"
	if got := html.UnescapeString(found[1]); got != want {
		t.Errorf("the policy is %q, want %q", got, want)
	}
	if lines := strings.Count(script, "\n"); lines > 200 {
		t.Errorf("the script has %d lines, want at most 200", lines)
	}
}
