package traceglass.app.ui;

/// A page that takes SQL to show and run.
public interface SqlOpener {

    /// Shows the text in a new tab, and runs it when asked to.
    void open(String sql, boolean run);
}
