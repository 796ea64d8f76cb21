package traceglass.app.cli.complete;

/// Texts of the command `completion`, and headings of the manual page.
final class CompletionTexts {

    private CompletionTexts() {}

    static final String COMPLETION =
            "Print a completion script for bash, zsh or fish, or the manual page. To try it in bash:"
                    + " eval \"$(traceglass completion bash)\"";
    static final String KIND = "${COMPLETION-CANDIDATES}.";

    static final String MANUAL = "Traceglass Manual";
    static final String SUMMARY = "record, show and query system traces";
    static final String EVERY_COMMAND = "Options of every command, which may precede its name:";
    static final String DETAILS = "\"traceglass help COMMAND\" prints the same help.";
}
