package traceglass.app.cli.complete;

import java.util.stream.Collectors;

/// Completion script for fish 3 and newer.
final class FishCompletion {

    /// Function that succeeds if the cursor is in a command and in a range of its arguments. The first `%s`
    /// stands for the options with a value, the second for the commands.
    private static final String CONDITION = """
        # Succeeds in the command $argv[1], at an argument from $argv[2] to $argv[3] if these are given.
        function __traceglass_at
            set -l words (commandline -opc)
            set -e words[1]
            set -l command ''
            set -l count 0
            set -l skip 0
            for word in $words
                if test $skip = 1
                    set skip 0
                else if string match -q -- '-*' $word
                    if contains -- $word %s
                        set skip 1
                    end
                else if contains -- (string trim -- "$command $word") %s
                    set command (string trim -- "$command $word")
                    set count 0
                else
                    set count (math $count + 1)
                end
            end
            test "$command" = "$argv[1]"; or return 1
            test (count $argv) -lt 3; and return 0
            test $count -ge $argv[2]; and test $count -le $argv[3]
        end

        complete -c traceglass -f
        """;

    private FishCompletion() {}

    static String script(CommandShape program) {
        String valued = program.all()
                .flatMap(c -> c.options().stream())
                .filter(CommandShape.Option::hasValue)
                .flatMap(o -> o.names().stream())
                .distinct()
                .collect(Collectors.joining(" "));
        String commands = program.all()
                .filter(c -> !c.path().isEmpty())
                .map(c -> quoted(c.path()))
                .collect(Collectors.joining(" "));
        StringBuilder out = new StringBuilder("# Fish completion for traceglass.\n\n");
        out.append(CONDITION.formatted(valued, commands));
        program.all().forEach(c -> writeCommand(c, out));
        return out.toString();
    }

    private static void writeCommand(CommandShape command, StringBuilder out) {
        out.append("\n# traceglass ").append(command.path()).append('\n');
        for (CommandShape sub : command.commands()) {
            line(out, command, " 0 0")
                    .append(" -a ")
                    .append(sub.name())
                    .append(description(sub.description()))
                    .append('\n');
        }
        for (CommandShape.Argument a : command.arguments()) {
            String range = " " + a.first() + " " + Math.min(a.last(), 9999);
            line(out, command, range).append(values(a.values(), false)).append('\n');
        }
        for (CommandShape.Option o : command.options()) {
            line(out, command, "");
            for (String name : o.names()) {
                out.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            if (o.hasValue()) {
                out.append(values(o.values().getFirst(), true));
            }
            out.append(description(o.description())).append('\n');
        }
    }

    private static StringBuilder line(StringBuilder out, CommandShape command, String range) {
        return out.append("complete -c traceglass -n ")
                .append(quoted("__traceglass_at " + quoted(command.path()) + range));
    }

    private static String values(CommandShape.Values values, boolean isOption) {
        return switch (values.kind()) {
            case FILES -> isOption ? " -r -F" : " -F";
            case FOLDERS -> " -x -a '(__fish_complete_directories (commandline -ct))'";
            case ANY -> isOption ? " -x" : " -f";
            case WORDS -> (isOption ? " -x" : " -f") + " -a " + quoted(String.join(" ", values.words()));
        };
    }

    private static String description(String text) {
        return " -d " + quoted(CommandShape.brief(text));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
