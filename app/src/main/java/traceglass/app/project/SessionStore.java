package traceglass.app.project;

/// Storage of the user's changes to traces.
///
/// @param sessions sessions of traces that are open without a project; null if nothing is saved, as for a picture
///     of the window
/// @param writer writes the files; null if nothing is saved
/// @param open records which traces are open
public record SessionStore(SessionFiles sessions, ProjectWriter writer, OpenTraces open) {

    public static final SessionStore NOTHING = new SessionStore(null, null);

    /// Creates a store that does not record which traces are open.
    public SessionStore(SessionFiles sessions, ProjectWriter writer) {
        this(sessions, writer, OpenTraces.none());
    }
}
