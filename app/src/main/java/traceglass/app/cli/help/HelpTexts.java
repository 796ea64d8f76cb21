package traceglass.app.cli.help;

import org.jspecify.annotations.Nullable;

/// Texts of the command `help`, and messages about misspelled words.
final class HelpTexts {

    private HelpTexts() {}

    static final String HELP = "Print the help of a command or a topic.";
    static final String WORDS = "A command with its subcommands, such as \"cache list\", or a topic.";
    static final String TOPICS = "Topics (traceglass help TOPIC):";

    static String noSuchTopic(String word, @Nullable String nearest) {
        return "no such command or topic: " + word + suggestion(nearest);
    }

    static String noSubcommand(String command, String word, @Nullable String nearest) {
        return command + " has no subcommand " + word + suggestion(nearest);
    }

    static String unknownOption(String option, @Nullable String nearest) {
        return "unknown option: " + option + suggestion(nearest);
    }

    static String unexpectedArgument(String argument) {
        return "unexpected argument: " + argument;
    }

    /// Replaces technical words in a message of the library that parses the command line.
    static String plain(String message) {
        return message.replaceFirst("' is not an? (?:int|long)$", "' is not a whole number")
                .replaceFirst("positional parameter at index \\S+ \\(([^()]+)\\)", "$1");
    }

    static String suggestion(@Nullable String nearest) {
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }
}
