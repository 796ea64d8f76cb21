package traceglass.app.cli.help;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import traceglass.store.text.Spelling;

/// Messages about invalid command lines.
public final class UsageProblem {

    private UsageProblem() {}

    /// Describes an invalid command line, and suggests the nearest known words for unknown ones.
    public static String message(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(e.getCommandLine(), unmatched.getUnmatched().getFirst());
        }
        return HelpTexts.plain(String.valueOf(e.getMessage()));
    }

    /// Returns the end of a message about an unknown word: the nearest known one, or nothing if none is near.
    public static String suggestion(String word, Collection<String> known) {
        return HelpTexts.suggestion(Spelling.nearest(word, known));
    }

    private static String unmatched(CommandLine commandLine, String word) {
        if (word.length() > 1 && word.startsWith("-")) {
            String name = word.replaceFirst("=.*", "");
            return HelpTexts.unknownOption(name, nearestOption(commandLine.getCommandSpec(), name));
        }
        if (!commandLine.getSubcommands().isEmpty() && commandLine.getParent() != null) {
            String nearest = Spelling.nearest(word, commandLine.getSubcommands().keySet());
            return HelpTexts.noSubcommand(commandLine.getCommandName(), word, nearest);
        }
        return HelpTexts.unexpectedArgument(word);
    }

    private static @Nullable String nearestOption(CommandSpec command, String name) {
        List<String> names = command.options().stream()
                .filter(o -> !o.hidden())
                .map(OptionSpec::longestName)
                .toList();
        return Spelling.nearest(name, names);
    }
}
