package traceglass.app.panel.notes;

/// Texts of notes: the list of all notes and the editor of one.
final class NoteTexts {

    // ---- List
    static final String NOTES = "Notes";
    static final String FLAG = "flag";
    static final String UNNAMED = "Unnamed";
    static final String NOTE_NAME = "Note name";
    static final String LIST_ALL_NOTES = "List all notes";

    // ---- Editor
    static final String FLAG_NAME = "Flag name";
    static final String SPAN_NAME = "Span name";
    static final String REMOVE_NOTE = "Remove note";
    static final String REMOVE = "Remove";

    // ---- Colors
    static final String OTHER_COLOR = "Other color";

    private NoteTexts() {}
}
