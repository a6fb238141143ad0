// Command text-template asks Go's text/template what our engine must answer.
//
//	go run main.go cases.json > answers.json
//
// Data is read as our engine reads it: an integer that JavaScript holds safely is an int, every
// other number a float64, and {"$record": {...}} is a Mail, a struct with fixed fields.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"text/template"
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

var functions = template.FuncMap{
	"default":   orDefault,
	"lower":     strings.ToLower,
	"upper":     strings.ToUpper,
	"trim":      strings.TrimSpace,
	"replace":   func(old, by, text string) string { return strings.ReplaceAll(text, old, by) },
	"split":     split,
	"join":      join,
	"contains":  func(part, text string) bool { return strings.Contains(text, part) },
	"hasPrefix": func(start, text string) bool { return strings.HasPrefix(text, start) },
	"hasSuffix": func(end, text string) bool { return strings.HasSuffix(text, end) },
	"toJson":    toJSON,
}

func orDefault(fallback, value any) any {
	if truth, _ := template.IsTrue(value); truth {
		return value
	}
	return fallback
}

func split(separator, text string) []any {
	parts := strings.Split(text, separator)
	list := make([]any, len(parts))
	for i, part := range parts {
		list[i] = part
	}
	return list
}

func join(separator string, value any) string {
	if value == nil {
		return ""
	}
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	var texts []string
	for _, item := range list {
		if item != nil {
			texts = append(texts, fmt.Sprint(item))
		}
	}
	return strings.Join(texts, separator)
}

func toJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

func plain(value any) any {
	switch value := value.(type) {
	case json.Number:
		number, _ := value.Float64()
		const safe = 1<<53 - 1
		if number == float64(int64(number)) && number >= -safe && number <= safe {
			return int(number)
		}
		return number
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = plain(item)
		}
		return list
	case map[string]any:
		if fields, ok := value["$record"].(map[string]any); ok {
			var mail Mail
			for name, field := range fields {
				if field = plain(field); field != nil {
					reflect.ValueOf(&mail).Elem().FieldByName(name).Set(reflect.ValueOf(field))
				}
			}
			return mail
		}
		for key, item := range value {
			value[key] = plain(item)
		}
		return value
	}
	return value
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
	source, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	decoder := json.NewDecoder(source)
	decoder.UseNumber()
	var asked file
	if err := decoder.Decode(&asked); err != nil {
		panic(err)
	}
	for name, data := range asked.Data {
		asked.Data[name] = plain(data)
	}
	answers := []answer{}
	for _, c := range asked.Cases {
		answers = append(answers, ask(c.Template, asked.Data[c.Data], c.MissingKey))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(answers); err != nil {
		panic(err)
	}
}
