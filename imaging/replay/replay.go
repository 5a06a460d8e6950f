// Package replay writes a whole game as one HTML file, which a browser opens from disk without a network.
//
// Its policy: the document holds every step as a picture with its sentences, so that it is a sheet of diagrams where no
// script runs, and on paper. The one script, the same for all games, shows a step at a time and checks the proof of the
// record that lies in the file. Nothing else runs or loads: the policy of the document names the script and the style
// by their hashes. Names and sentences are text, which html/template escapes.
package replay

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"

	"parlour/games"
)

// A Page is a game in its steps. Every string is in the language of the reader.
type Page struct {
	Name   string // of the file
	Lang   string // such as "en"
	Title  string
	Facts  []string // lines about the game
	Steps  []Step
	Proof  []Line
	Record string // the name of the file of the record
	Data   []byte // the record
	Words  Words
}

// A Step is a position of the game.
type Step struct {
	games.Drawing
	Name    string          // of the picture, for those who don't see it
	Says    []string        // what the last move did, and how it stands
	When    string          // when that was; empty for the start
	Turning []string        // what an analysis says of that move; nil for nothing
	Better  []games.Drawing // what the moves that it calls better would have come to
}

// A Line is one thing that the record proves, or a remark.
type Line struct {
	Says  string
	Open  bool   // whether it says that this is not checked here
	Check string // what the script checks of it; empty for nothing
}

// The checks of the script.
const (
	CheckDeal  = "deal"
	CheckBids  = "bids"
	CheckCodes = "codes"
)

// Words are what the page says besides.
type Words struct {
	First, Back, On, Last, Position, Keys string
	Turnings, Fair, Verify, Save          string
	Unchecked, Holds, Fails, Better       string
}

var (
	//go:embed page.html
	document string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

var page = template.Must(template.New("replay").Parse(document))

// policy allows the style and the script of the page, and nothing else.
var policy = "default-src 'none'; style-src '" + hashOf(style) + "'; script-src '" + hashOf(script) +
	"'; base-uri 'none'; form-action 'none'"

// hashOf returns the name of a text in a policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Drawings returns the pictures of the page: that of each step, and after it those of better moves.
func (p Page) Drawings() (all []games.Drawing) {
	for _, s := range p.Steps {
		all = append(append(all, s.Drawing), s.Better...)
	}
	return all
}

// HTML writes the page with the pictures of its [Page.Drawings], and what they share, as imaging.Vectors returns them.
func (p Page) HTML(shared string, pictures []string) ([]byte, error) {
	type diagram struct {
		Step
		Pictures []template.HTML // the first is that of the step
	}
	data := struct {
		Page
		Diagrams  []diagram
		Policy    string
		Style     template.CSS
		Script    template.JS
		Shared    template.HTML
		RecordURL template.URL
		Turnings  []int
		Last      int
	}{Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script), Shared: template.HTML(shared),
		RecordURL: template.URL("data:application/json;base64," + base64.StdEncoding.EncodeToString(p.Data)), Last: len(p.Steps) - 1}
	for i, s := range p.Steps {
		d := diagram{Step: s}
		for _, picture := range pictures[:1+len(s.Better)] {
			d.Pictures = append(d.Pictures, template.HTML(picture))
		}
		pictures = pictures[len(d.Pictures):]
		data.Diagrams = append(data.Diagrams, d)
		if s.Turning != nil {
			data.Turnings = append(data.Turnings, i)
		}
	}
	var b bytes.Buffer
	err := page.Execute(&b, data)
	return b.Bytes(), err
}
