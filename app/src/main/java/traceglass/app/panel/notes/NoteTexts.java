package traceglass.app.panel.notes;

import static traceglass.store.language.Translations.tr;

/// Texts of notes: the list of all notes and the editor of one.
final class NoteTexts {

    // ---- List
    static final String NOTES = tr("Notes");
    static final String FLAG = tr("flag");
    static final String UNNAMED = tr("Unnamed");
    static final String NOTE_NAME = tr("Note name");
    static final String LIST_ALL_NOTES = tr("List all notes");

    // ---- Editor
    static final String FLAG_NAME = tr("Flag name");
    static final String SPAN_NAME = tr("Span name");
    static final String REMOVE_NOTE = tr("Remove note");
    static final String REMOVE = tr("Remove");

    // ---- Colors
    static final String OTHER_COLOR = tr("Other color");

    private NoteTexts() {}
}
