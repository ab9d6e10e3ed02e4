package completion

import (
	"fmt"
	"strings"
)

// Shell is one in which Tab can complete.
type Shell struct {
	Name string
	File string // what a file of the words is called, by the shell's own custom
	Hint string // how one types the words into the shell for as long as it runs

	words string // %s is the program, quoted
	quote func(string) string
}

// Shells are those there are words for.
var Shells = []Shell{
	{"bash", "gputour", `eval "$(gputour completion bash)"`, bash, func(s string) string { return quoted(quoted(s)) }}, // -C is a command line
	{"zsh", "_gputour", `eval "$(gputour completion zsh)"`, zsh, quoted},
	{"fish", "gputour.fish", "gputour completion fish | source", fish, func(s string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
	}},
	{"powershell", "gputour.ps1", "gputour completion powershell | Out-String | Invoke-Expression", powershell, func(s string) string {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}},
}

// Script is what the shell has to be told to have its lines completed by the program, a path or a name.
func (s Shell) Script(program string) string { return fmt.Sprintf(s.words, s.quote(program)) }

// Find is the shell of a name.
func Find(name string) (s Shell, ok bool) {
	for _, s := range Shells {
		if s.Name == name {
			return s, true
		}
	}
	return s, false
}

// quoted is a word as POSIX shells read it.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

const bash = "complete -o default -o bashdefault -C %s gputour\n"

// As a file in $fpath the words are the body of _gputour when it is called for the first time; evaluated they only name it.
const zsh = `#compdef gputour
_gputour() {
    local -a offered
    offered=("${(@f)$(COMP_LINE="${(j: :)words[1,CURRENT]}" %s)}")
    if [[ -n "$offered" ]]; then
        compadd -a offered
    else
        _files
    fi
}
if [[ "${funcstack[1]}" = _gputour ]]; then
    _gputour
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef _gputour gputour
fi
`

const fish = `function __complete_gputour
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct); and set COMP_LINE "$COMP_LINE "
    %s
end
complete -c gputour -a "(__complete_gputour)"
`

const powershell = `Register-ArgumentCompleter -Native -CommandName gputour -ScriptBlock {
    param($word, $line, $cursor)
    $env:COMP_LINE = if ($word) { "$line" } else { "$line " }
    try {
        & %s | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
    } finally {
        Remove-Item Env:COMP_LINE
    }
}
`
