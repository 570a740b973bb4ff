export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** The internal command that the scripts call. */
export const COMPLETE = '__complete';

const NAME = 'adserver-conformance';

/**
 * The script that a shell loads once. It asks the program which words fit at the cursor, and falls back to file names.
 * The word at the cursor is passed first, after an equals sign, because shells drop empty words.
 */
export const completionScripts: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `# ${NAME} completion for bash. Add to ~/.bashrc:  eval "$(${NAME} completion bash)"
_adserver_conformance() {
  local line="\${COMP_LINE:0:COMP_POINT}" current='' last
  local -a words
  read -ra words <<< "$line"
  last=$((\${#words[@]} - 1))
  if [[ "$line" != *' ' ]]; then current="\${words[last]}"; unset "words[last]"; fi
  local IFS=$'\\n'
  COMPREPLY=($(${NAME} ${COMPLETE} "=$current" "\${words[@]:1}" 2> /dev/null))
  # Bash takes what stands before the last = or : for a word of its own.
  local prefix="\${current%"\${COMP_WORDS[COMP_CWORD]}"}"
  if [[ "$current" == *[=:]* ]]; then COMPREPLY=("\${COMPREPLY[@]#"$prefix"}"); fi
}
complete -o default -F _adserver_conformance ${NAME}
`,
  zsh: `#compdef ${NAME}
# ${NAME} completion for zsh. Add to ~/.zshrc, after compinit:  eval "$(${NAME} completion zsh)"
_adserver_conformance() {
  local -a found
  found=("\${(@f)$(${NAME} ${COMPLETE} "=\${words[CURRENT]}" "\${(@)words[2,CURRENT-1]}" 2> /dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    compadd -Q -- "\${found[@]}"
  else
    _files
  fi
}
compdef _adserver_conformance ${NAME}
`,
  fish: `# ${NAME} completion for fish. Save as ~/.config/fish/completions/${NAME}.fish
function __adserver_conformance_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    ${NAME} ${COMPLETE} "=$current" $words[2..-1] 2> /dev/null
end
complete -c ${NAME} -a '(__adserver_conformance_complete)'
`,
  powershell: `# ${NAME} completion for PowerShell. Add to $PROFILE:  ${NAME} completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ${NAME} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  ${NAME} ${COMPLETE} "=$wordToComplete" @words 2> $null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};
