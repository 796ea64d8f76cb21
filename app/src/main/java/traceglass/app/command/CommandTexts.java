package traceglass.app.command;

import static traceglass.store.language.Translations.tr;

/// Texts of the search field's list and labels of keys.
final class CommandTexts {

    private CommandTexts() {}

    // ---- Question in the search field

    static final String ACCEPT_OR_CANCEL = tr("Enter to accept, Esc to cancel");

    // ---- Keys

    static final String CTRL = tr("Ctrl");
    static final String ALT = tr("Alt");
    static final String SHIFT = tr("Shift");
    static final String ESCAPE = tr("Esc");
    static final String MAC_COMMAND = "⌘";
    static final String MAC_OPTION = "⌥";
    static final String MAC_SHIFT = "⇧";
}
