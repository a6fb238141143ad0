// Command text-template asks Go's text/template what our engine must answer.
//
//	go run main.go cases.json > answers.json
//	go run main.go library-cases.json > library-answers.json
//
// A number of the data is a float64, as Go's JSON reader makes it. Where Go complains about that and
// an int does, the answer is that of the int. {"$record": {...}} is a Mail, a struct with fixed
// fields. The zone of the machine is UTC.
package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"reflect"
	"strings"
	"text/template"
	"time"

	"github.com/Masterminds/sprig/v3"
)

type file struct {
	Data  map[string]any `json:"data"`
	Cases []struct {
		Template   string `json:"template"`
		Data       string `json:"data"`
		MissingKey string `json:"missingKey"`
	} `json:"cases"`
}

type answer struct {
	Output *string `json:"output,omitempty"`
	Kind   string  `json:"kind,omitempty"`
	Error  string  `json:"error,omitempty"`
}

// Mail stands for data with fixed fields.
type Mail struct {
	Email   any
	Name    any
	Details any
}

// functions are those of sprig that we have too, with Go's own slice in the place of sprig's.
var functions = func() template.FuncMap {
	all := sprig.TxtFuncMap()
	delete(all, "slice")
	return all
}()

func plain(value any, whole bool) any {
	switch value := value.(type) {
	case float64:
		if whole && value == math.Trunc(value) && math.Abs(value) < 1<<63 {
			return int(value)
		}
		return value
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = plain(item, whole)
		}
		return list
	case map[string]any:
		if fields, ok := value["$record"].(map[string]any); ok {
			var mail Mail
			for name, field := range fields {
				if field = plain(field, whole); field != nil {
					reflect.ValueOf(&mail).Elem().FieldByName(name).Set(reflect.ValueOf(field))
				}
			}
			return mail
		}
		plainer := map[string]any{}
		for key, item := range value {
			plainer[key] = plain(item, whole)
		}
		return plainer
	}
	return value
}

// refused tells whether Go could do nothing with a value.
func refused(a answer) bool {
	return a.Kind == "execute" || a.Output != nil && strings.Contains(*a.Output, "%!")
}

func ask(text string, data any, missingKey string) answer {
	parsed := template.New("x").Funcs(functions)
	if missingKey != "" {
		parsed = parsed.Option("missingkey=" + missingKey)
	}
	parsed, err := parsed.Parse(text)
	if err != nil {
		return answer{Kind: "parse", Error: err.Error()}
	}
	var output bytes.Buffer
	if err := parsed.Execute(&output, data); err != nil {
		return answer{Kind: "execute", Error: err.Error()}
	}
	rendered := output.String()
	return answer{Output: &rendered}
}

func main() {
	time.Local = time.UTC
	source, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	var asked file
	if err := json.NewDecoder(source).Decode(&asked); err != nil {
		panic(err)
	}
	answers := []answer{}
	for _, c := range asked.Cases {
		data := asked.Data[c.Data]
		floats := ask(c.Template, plain(data, false), c.MissingKey)
		if refused(floats) {
			if ints := ask(c.Template, plain(data, true), c.MissingKey); !refused(ints) {
				floats = ints
			}
		}
		answers = append(answers, floats)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(answers); err != nil {
		panic(err)
	}
}
