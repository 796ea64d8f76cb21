package traceglass.app.project;

/// Where what a person does to traces is kept.
///
/// @param sessions of traces that are open without a project; null when nothing is kept, as while a picture is drawn
/// @param writer writes the files; null likewise
public record Keeping(SessionFiles sessions, ProjectWriter writer) {

    public static final Keeping NOTHING = new Keeping(null, null);
}
