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

  /// Readline replaces only the part of a word behind the last `=` or `:`, and adds no quotation marks by itself.
  private static let bash = #"""
    # Completes the command lines of peoplebook in bash.
    _peoplebook() {
      local program=${COMP_WORDS[0]/#\~\//$HOME/} line=${COMP_LINE:0:COMP_POINT} quoted=${COMP_WORDS[COMP_CWORD]}
      local raw=${line##*[[:blank:]]} head= suggestion word
      COMPREPLY=()
      if [[ $raw == *[:=]* && $raw != *[\"\'\\]* ]]; then head=${raw%"${raw##*[:=]}"}; fi
      while IFS= read -r suggestion; do
        word=${suggestion%%$'\t'*}
        if [[ -z $word ]]; then
          compopt -o default
          continue
        fi
        word=${word#"$head"}
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
      done < <("${(Q)words[1]}" complete -- "$line" 2>/dev/null)
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
        set -l typed (commandline -ct)
        set -l program (commandline -opc)[1]
        for suggestion in ($program complete -- (commandline -cp) 2>/dev/null)
            if string match -q -- \t'*' $suggestion
                set -l head (string match -r -- '^--[^=]*=' $typed; or echo '')
                for path in (__fish_complete_path (string replace -- "$head" '' $typed))
                    echo $head$path
                end
            else
                echo $suggestion
            end
        end
    end
    complete -c peoplebook -f -a '(__peoplebook_complete)'

    """#
}
