# Completion of parlour for bash: source this, or put it in /usr/share/bash-completion/completions/parlour.
# The program itself says what fits; ":files" stands for the names of files.
_parlour() {
  local line file last=${COMP_WORDS[COMP_CWORD]}
  [[ $last == = ]] && last=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$last")
    else
      COMPREPLY+=("${line%%$'\t'*}")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _parlour parlour
