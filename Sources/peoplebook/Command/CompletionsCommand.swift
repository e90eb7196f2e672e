/// Prints a script that completes command lines in a shell.
///
/// The script asks the hidden verb ``CompleteCommand`` for each suggestion, so it does not change with the program.
enum CompletionsCommand: Command {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let name = "completions"
  static let summary = "Print a script that completes verbs, options, people and tags in a shell."
  static let operands = "bash|zsh|fish"
  static let operandCount = 1...1
  static let completion = CompletionKind.words(Shell.allCases.map(\.rawValue))
  static let details = """
    To use it at once: source <(peoplebook completions bash), the same with zsh, and for fish
    “peoplebook completions fish | source”. “make install” installs it for all three.
    """

  static func run(_ arguments: Arguments) async throws {
    guard let shell = Shell(rawValue: arguments.operands[0]) else {
      throw Failure.usage("“completions” takes \(operands), not \(arguments.operands[0].excerpt).")
    }
    Output.data(script(for: shell))
  }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The script for bash, which adds the quotation marks itself.
  ///
  /// Readline replaces only the part of a word behind the last `=` or `:`. The script therefore drops as many
  /// characters of a suggestion as the part before has.
  private static let bash = #"""
    # Completes the command lines of peoplebook in bash.
    _peoplebook() {
      local program=${COMP_WORDS[0]/#\~\//$HOME/} line=${COMP_LINE:0:COMP_POINT} quoted=${COMP_WORDS[COMP_CWORD]}
      local head suggestion word
      COMPREPLY=()
      while [[ $line != *"$quoted" ]]; do quoted=${quoted%?}; done
      if [[ $quoted != *[!:=]* ]]; then quoted=; fi
      head=${line%"$quoted"} head=${head//\\?/x} head=${head##*[[:blank:]]}
      while IFS= read -r suggestion; do
        word=${suggestion%%$'\t'*}
        if [[ -z $word ]]; then
          compopt -o default
          continue
        fi
        word=${word:${#head}}
        case $quoted in
          \"*) word=${word//\\/\\\\} word=${word//\"/\\\"} word=${word//\$/\\\$} word=${word//\`/\\\`} ;;
          \'*) word=${word//\'/\'\\\'\'} ;;
          *) printf -v word %q "$word" ;;
        esac
        COMPREPLY+=("$word")
      done < <("$program" complete -- "$line" 2>/dev/null)
    }
    complete -F _peoplebook peoplebook

    """#

  private static let zsh = #"""
    #compdef peoplebook
    # Completes the command lines of peoplebook in zsh.
    _peoplebook() {
      local suggestion tab=$'\t' line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX"
      local -a texts lines
      local -i files=0
      while IFS= read -r suggestion; do
        if [[ -z ${suggestion%%$tab*} ]]; then
          files=1
          continue
        fi
        texts+=("${suggestion%%$tab*}")
        lines+=("${suggestion%%$tab*}${${suggestion#*$tab}:+  -- ${suggestion#*$tab}}")
      done < <("${${(Q)words[1]}/#\~\//$HOME/}" complete -- "$line" 2>/dev/null)
      if (( files )); then
        compset -P '--*='
        _files
      elif (( $#texts )); then
        compadd -M 'm:{[:lower:]}={[:upper:]}' -l -d lines -a texts
      fi
    }
    if [[ $funcstack[1] == _peoplebook ]]; then
      _peoplebook "$@"
    else
      compdef _peoplebook peoplebook
    fi

    """#

  private static let fish = #"""
    # Completes the command lines of peoplebook in fish.
    function __peoplebook_complete
        set -l program (string replace -r -- '^~(?=/)' $HOME (commandline -opc)[1])
        $program complete -- (commandline -cp) 2>/dev/null
    end
    complete -c peoplebook -f -a '(__peoplebook_complete | string match -v -- \t"*")'
    complete -c peoplebook -n '__peoplebook_complete | string match -q -- \t"*"' -F

    """#
}
