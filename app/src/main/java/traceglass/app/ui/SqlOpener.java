package traceglass.app.ui;

/// A page that takes SQL to show and run.
public interface SqlOpener {

    /// Shows the text in a new tab, and runs it when asked to.
    void open(String sql, boolean run);

    /// Whether a result is in view that can be put on the timeline.
    boolean canShowAsTrack();

    /// Asks what the columns of the result are, and puts its rows on the timeline.
    void showAsTrack();
}
