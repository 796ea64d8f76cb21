package traceglass.app.ui;

/// Page that shows and runs SQL.
public interface SqlOpener {

    /// Shows the SQL in a new tab and optionally runs it.
    void open(String sql, boolean runsNow);

    /// Returns the text of the selected tab.
    String text();

    /// Returns whether a result is shown that can be added to the timeline.
    boolean canShowAsTrack();

    /// Asks for the meaning of the result's columns and adds its rows to the timeline.
    void showAsTrack();
}
