package traceglass.app.cli.complete;

import static traceglass.store.language.Translations.tr;

/// Texts of the command `completion`, and headings of the manual page.
final class CompletionTexts {

    private CompletionTexts() {}

    static final String COMPLETION =
            tr("Print a completion script for bash, zsh or fish, or the manual page. To try it in bash:"
                    + " eval \"$(traceglass completion bash)\"");
    static final String KIND = tr("The shell, or man for the manual page: ${COMPLETION-CANDIDATES}.");

    static final String MANUAL = tr("Traceglass Manual");
    static final String SUMMARY = tr("record, show and query system traces");
    static final String EVERY_COMMAND = tr("Options of every command, which may precede its name:");
    static final String DETAILS = tr("\"traceglass help COMMAND\" prints the same help.");
}
