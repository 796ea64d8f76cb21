package traceglass.app.cli.help;

import static traceglass.store.language.Translations.tr;

import org.jspecify.annotations.Nullable;

/// Texts of the command `help`, and messages about misspelled words.
final class HelpTexts {

    private HelpTexts() {}

    static final String HELP = tr("Print the help of a command or a topic.");
    static final String WORDS = tr("A command with its subcommands, such as \"cache list\", or a topic.");
    static final String TOPICS = tr("Topics (traceglass help TOPIC):");

    static String noSuchTopic(String word, @Nullable String nearest) {
        return tr("no such command or topic: {0}{1}", word, suggestion(nearest));
    }

    static String noSubcommand(String command, String word, @Nullable String nearest) {
        return tr("{0} has no subcommand {1}{2}", command, word, suggestion(nearest));
    }

    static String unknownOption(String option, @Nullable String nearest) {
        return tr("unknown option: {0}{1}", option, suggestion(nearest));
    }

    static String unexpectedArgument(String argument) {
        return tr("unexpected argument: {0}", argument);
    }

    /// Replaces technical words in a message of the library that parses the command line.
    static String plain(String message) {
        return message.replaceFirst(tr("' is not an? (?:int|long)$"), tr("' is not a whole number"))
                .replaceFirst(tr("positional parameter at index \\S+ \\(([^()]+)\\)"), "$1");
    }

    static String suggestion(@Nullable String nearest) {
        return nearest == null ? "" : tr("; did you mean {0}?", nearest);
    }
}
