package traceglass.app.cli.complete;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/// A command with its options, arguments and subcommands, except hidden ones.
///
/// @param path names of the command and its parents, separated by spaces; empty for the program
record CommandShape(
        String path, String description, List<Option> options, List<Argument> arguments, List<CommandShape> commands) {

    /// Shorter clauses, such as the first one of "perfetto (the default), csv", are not useful as descriptions.
    private static final int MIN_BRIEF = 10;

    /// Kinds of values that shells complete in different ways.
    enum Kind {
        FILES,
        FOLDERS,
        WORDS,
        ANY
    }

    /// The values of an option or an argument.
    ///
    /// @param label its name in the help
    /// @param words the candidates, if the kind is WORDS
    record Values(Kind kind, String label, List<String> words) {

        private static final List<String> FILES = List.of("FILE", "TRACE", "SECOND", "OUT", "PATH", "SPEC", "SOCKET");

        static Values of(ArgSpec spec) {
            String label = spec.paramLabel();
            List<String> words = Stream.of(label.split("[|]"))
                    .filter(a -> a.matches("[a-z-]+"))
                    .toList();
            if (words.size() > 1) {
                return new Values(Kind.WORDS, label, words);
            }
            if (spec.completionCandidates() != null) {
                List<String> candidates = new ArrayList<>();
                // In the help, a description may follow each candidate.
                spec.completionCandidates().forEach(c -> candidates.add(c.replaceFirst(" .*", "")));
                return new Values(Kind.WORDS, label, candidates);
            }
            List<String> names = List.of(label.split("[^A-Za-z]+"));
            boolean isPath = spec.typeInfo().getType() == Path.class
                    || spec.auxiliaryTypes().length > 0 && spec.auxiliaryTypes()[0] == Path.class;
            if (names.contains("DIR")) {
                return new Values(Kind.FOLDERS, label, List.of());
            }
            // No shell completes a file name after a prefix, as in PID=FILE.
            if (isPath || !label.contains("=") && names.stream().anyMatch(FILES::contains)) {
                return new Values(Kind.FILES, label, List.of());
            }
            return new Values(words.isEmpty() ? Kind.ANY : Kind.WORDS, label, words);
        }
    }

    /// An option; `values` is empty for an option without a value.
    ///
    /// @param isRepeatable whether it may be given several times
    record Option(
            List<String> names, String description, List<Values> values, boolean isRepeatable, boolean isInherited) {

        static Option of(OptionSpec spec) {
            return new Option(
                    List.of(spec.names()),
                    String.join(" ", spec.description()),
                    spec.arity().max() == 0 ? List.of() : List.of(Values.of(spec)),
                    spec.isMultiValue(),
                    spec.inherited() || spec.scopeType() == ScopeType.INHERIT);
        }

        boolean hasValue() {
            return !values.isEmpty();
        }
    }

    /// Positional arguments.
    ///
    /// @param first index of the first argument
    /// @param last index of the last argument; the largest integer if there is no limit
    record Argument(int first, int last, boolean isOptional, Values values, String description) {

        static Argument of(PositionalParamSpec spec) {
            boolean isUnlimited = spec.index().isVariable() || spec.isMultiValue();
            return new Argument(
                    spec.index().min(),
                    isUnlimited ? Integer.MAX_VALUE : spec.index().max(),
                    spec.arity().min() == 0,
                    Values.of(spec),
                    String.join(" ", spec.description()));
        }

        boolean isRepeatable() {
            return last == Integer.MAX_VALUE;
        }
    }

    static CommandShape of(CommandLine commandLine) {
        return of("", commandLine);
    }

    private static CommandShape of(String path, CommandLine commandLine) {
        CommandSpec spec = commandLine.getCommandSpec();
        List<CommandShape> commands = new ArrayList<>();
        commandLine.getSubcommands().forEach((name, sub) -> {
            if (!sub.getCommandSpec().usageMessage().hidden()) {
                commands.add(of((path + " " + name).strip(), sub));
            }
        });
        String[] description = path.isEmpty()
                ? spec.usageMessage().header()
                : spec.usageMessage().description();
        return new CommandShape(
                path,
                String.join(" ", description),
                spec.options().stream().filter(o -> !o.hidden()).map(Option::of).toList(),
                spec.positionalParameters().stream()
                        .filter(p -> !p.hidden())
                        .map(Argument::of)
                        .toList(),
                commands);
    }

    /// Returns the name of the command without the names of its parents.
    String name() {
        return path.substring(path.lastIndexOf(' ') + 1);
    }

    /// Returns this command and all commands below it.
    Stream<CommandShape> all() {
        return Stream.concat(Stream.of(this), commands.stream().flatMap(CommandShape::all));
    }

    /// Returns the first sentence or clause of a description, without the full stop, for lists of candidates.
    static String brief(String description) {
        String first = description.split("[.;:] | [(]")[0].strip();
        if (first.length() < MIN_BRIEF) {
            first = description.split("[.] ")[0].strip();
        }
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }
}
