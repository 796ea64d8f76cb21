package traceglass.app.command;

/// Texts of the search field's list and labels of keys.
final class CommandTexts {

    private CommandTexts() {}

    // ---- Question in the search field

    static final String ACCEPT_OR_CANCEL = "Enter to accept, Esc to cancel";

    // ---- Keys

    static final String CTRL = "Ctrl";
    static final String ALT = "Alt";
    static final String SHIFT = "Shift";
    static final String ESCAPE = "Esc";
    static final String MAC_COMMAND = "⌘";
    static final String MAC_OPTION = "⌥";
    static final String MAC_SHIFT = "⇧";
}
