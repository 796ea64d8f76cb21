package traceglass.app.cli.complete;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Completion script for bash 3.2 and newer.
final class BashCompletion {

    /// Finds the command among the words, then the possible completions of the word at the cursor.
    private static final String MAIN = """
        _traceglass() {
            local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
            local command='' count=0 i=1 word kind options commands arguments repeats
            # An equals sign is a separate word.
            if [[ $current == = ]]; then
                current=''
            elif [[ $before == = ]]; then
                before=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            while ((i < COMP_CWORD)); do
                word=${COMP_WORDS[i++]}
                if [[ $word == -* ]]; then
                    _traceglass_value "$command" "$word"
                    if [[ -n $kind ]]; then
                        if [[ ${COMP_WORDS[i]} == = ]]; then i=$((i + 1)); fi
                        i=$((i + 1))
                    fi
                else
                    _traceglass_words "$command"
                    if [[ " $commands " == *" $word "* ]]; then
                        command="${command:+$command }$word"
                        count=0
                    else
                        count=$((count + 1))
                    fi
                fi
            done
            kind=''
            if [[ $before == -* ]]; then _traceglass_value "$command" "$before"; fi
            _traceglass_words "$command"
            if [[ -z $kind ]]; then
                if [[ $current == -* ]]; then
                    kind="words $options"
                else
                    if ((count == 0)); then kind="words $commands"; fi
                    if ((count < ${#arguments[@]})); then
                        kind="${arguments[count]} ${kind#words}"
                    elif [[ -n $repeats ]]; then
                        kind=$repeats
                    fi
                fi
            fi
            COMPREPLY=()
            case ${kind%% *} in
                files)
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current") ;;
                folders)
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$current") ;;
            esac
            for word in $(compgen -W "${kind#* }" -- "$current"); do
                if [[ $kind == *' '* ]]; then COMPREPLY+=("$word"); fi
            done
        }

        complete -F _traceglass traceglass
        """;

    private BashCompletion() {}

    static String script(CommandShape program) {
        StringBuilder out = new StringBuilder("# Bash completion for traceglass.\n\n");
        out.append("# Sets \"kind\" to the kind of value of an option ($2) of a command ($1), or to nothing.\n");
        out.append("_traceglass_value() {\n    kind=''\n    case $1 in\n");
        program.all().forEach(c -> writeValue(c, out));
        out.append("    esac\n}\n\n# Sets the options, subcommands and kinds of arguments of a command ($1).\n");
        out.append("_traceglass_words() {\n    options='' commands='' arguments=() repeats=''\n    case $1 in\n");
        program.all().forEach(c -> writeWords(c, out));
        return out.append("    esac\n}\n\n").append(MAIN).toString();
    }

    private static void writeValue(CommandShape command, StringBuilder out) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (CommandShape.Option o : command.options()) {
            if (o.hasValue()) {
                names.merge(
                        kind(o.values().getFirst()),
                        o.names(),
                        (a, b) -> Stream.concat(a.stream(), b.stream()).toList());
            }
        }
        out.append("        '").append(command.path()).append("') case $2 in\n");
        names.forEach((kind, values) -> out.append("            ")
                .append(String.join(" | ", values))
                .append(") kind='")
                .append(kind)
                .append("' ;;\n"));
        out.append("        esac ;;\n");
    }

    private static void writeWords(CommandShape command, StringBuilder out) {
        String options = command.options().stream()
                .flatMap(o -> o.names().stream())
                .filter(name -> name.startsWith("--"))
                .collect(Collectors.joining(" "));
        String commands = command.commands().stream().map(CommandShape::name).collect(Collectors.joining(" "));
        String arguments = command.arguments().stream()
                .map(a -> "'" + kind(a.values()) + "'")
                .collect(Collectors.joining(" "));
        out.append("        '").append(command.path()).append("')\n");
        out.append("            options='").append(options).append("'\n");
        if (!commands.isEmpty()) {
            out.append("            commands='").append(commands).append("'\n");
        }
        out.append("            arguments=(").append(arguments).append(")");
        if (!command.arguments().isEmpty() && command.arguments().getLast().isRepeatable()) {
            out.append(" repeats='")
                    .append(kind(command.arguments().getLast().values()))
                    .append("'");
        }
        out.append(" ;;\n");
    }

    private static String kind(CommandShape.Values values) {
        return switch (values.kind()) {
            case FILES -> "files";
            case FOLDERS -> "folders";
            case ANY -> "any";
            case WORDS -> "words " + String.join(" ", values.words());
        };
    }
}
