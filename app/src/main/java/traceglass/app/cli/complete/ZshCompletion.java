package traceglass.app.cli.complete;

import java.util.ArrayList;
import java.util.List;

/// Completion script for zsh: a function for each command, with descriptions of commands and options.
final class ZshCompletion {

    private static final String END = """
        # Loaded from $fpath, or read with source.
        if [[ $funcstack[1] == _traceglass ]]; then
            _traceglass "$@"
        else
            compdef _traceglass traceglass
        fi
        """;

    private ZshCompletion() {}

    static String script(CommandShape program) {
        StringBuilder out = new StringBuilder("#compdef traceglass\n# Zsh completion for traceglass.\n\n");
        program.all().forEach(c -> writeFunction(c, out));
        return out.append(END).toString();
    }

    private static String functionName(CommandShape command) {
        return ("_traceglass " + command.path()).strip().replaceAll("[ -]", "_");
    }

    private static void writeFunction(CommandShape command, StringBuilder out) {
        List<String> specs = new ArrayList<>();
        command.options().forEach(o -> specs.add(option(o)));
        if (command.commands().isEmpty()) {
            command.arguments().forEach(a -> specs.add(argument(a)));
        } else {
            specs.add("'1: :->command'");
            specs.add("'*:: :->rest'");
        }
        out.append(functionName(command)).append("() {\n    local curcontext=$curcontext state line\n");
        out.append("    _arguments -C \\\n        ").append(String.join(" \\\n        ", specs));
        if (!command.commands().isEmpty()) {
            writeSubcommands(command, out);
        }
        out.append("\n}\n\n");
    }

    private static void writeSubcommands(CommandShape command, StringBuilder out) {
        String files = command.arguments().isEmpty() ? "" : "            _files\n";
        out.append(" && return\n    case $state in\n        command)\n            local -a commands=(\n");
        for (CommandShape sub : command.commands()) {
            out.append("                ")
                    .append(quoted(sub.name() + ":" + escaped(CommandShape.brief(sub.description()))))
                    .append('\n');
        }
        out.append("            )\n            _describe -t commands command commands\n")
                .append(files);
        out.append("            ;;\n        rest)\n            case $words[1] in\n");
        for (CommandShape sub : command.commands()) {
            out.append("                ")
                    .append(sub.name())
                    .append(") ")
                    .append(functionName(sub))
                    .append(" ;;\n");
        }
        if (!files.isEmpty()) {
            out.append("                *) _files ;;\n");
        }
        out.append("            esac\n            ;;\n    esac");
    }

    private static String option(CommandShape.Option option) {
        String description = "[" + escaped(CommandShape.brief(option.description())) + "]";
        String value = "";
        List<String> names = option.names();
        if (option.hasValue()) {
            CommandShape.Values values = option.values().getFirst();
            value = ":" + escaped(values.label()) + ":" + action(values);
            names = names.stream()
                    .map(n -> n + (n.startsWith("--") ? "=" : "+"))
                    .toList();
        }
        String before = option.isRepeatable() ? "*" : "(" + String.join(" ", option.names()) + ")";
        return names.size() == 1
                ? quoted(before + names.getFirst() + description + value)
                : quoted(before) + "{" + String.join(",", names) + "}" + quoted(description + value);
    }

    private static String argument(CommandShape.Argument argument) {
        String index = argument.isRepeatable() ? "*" : String.valueOf(argument.first() + 1);
        String separator = argument.isOptional() && !argument.isRepeatable() ? "::" : ":";
        CommandShape.Values values = argument.values();
        return quoted(index + separator + escaped(values.label()) + ":" + action(values));
    }

    private static String action(CommandShape.Values values) {
        return switch (values.kind()) {
            case FILES -> "_files";
            case FOLDERS -> "_files -/";
            case ANY -> " ";
            case WORDS -> "(" + escaped(String.join(" ", values.words())) + ")";
        };
    }

    /// Escapes characters with a special meaning in a specification of `_arguments`.
    private static String escaped(String text) {
        return text.replaceAll("[\\\\\\[\\]:$`]", "\\\\$0");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
