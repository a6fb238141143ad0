// Answers the pairs of pairs.json with the real doublestar: run `go run .` in this folder.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/bmatcuk/doublestar/v4"
)

type pair struct {
	Pattern string `json:"pattern"`
	Path    string `json:"path"`
}

type answer struct {
	Pattern    string `json:"pattern"`
	Path       string `json:"path"`
	Matched    bool   `json:"matched"`
	BadPattern bool   `json:"badPattern"` // Match answered ErrBadPattern
	Valid      bool   `json:"valid"`      // ValidatePattern, which sees the whole pattern
}

func main() {
	var pairs []pair
	input, err := os.ReadFile("pairs.json")
	if err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal(input, &pairs); err != nil {
		log.Fatal(err)
	}
	output, err := os.Create("answers.json")
	if err != nil {
		log.Fatal(err)
	}
	encoder := json.NewEncoder(output)
	encoder.SetEscapeHTML(false)
	separator := "[\n"
	for _, p := range pairs {
		matched, err := doublestar.Match(p.Pattern, p.Path)
		if _, err := output.WriteString(separator); err != nil {
			log.Fatal(err)
		}
		a := answer{p.Pattern, p.Path, matched, err != nil, doublestar.ValidatePattern(p.Pattern)}
		if err := encoder.Encode(a); err != nil {
			log.Fatal(err)
		}
		separator = ","
	}
	if _, err := output.WriteString("]\n"); err != nil {
		log.Fatal(err)
	}
	if err := output.Close(); err != nil {
		log.Fatal(err)
	}
}
