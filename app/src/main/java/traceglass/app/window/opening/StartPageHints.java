package traceglass.app.window.opening;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// Hints on the start page for users who have opened no trace yet: supported formats and first steps.
final class StartPageHints {

    private StartPageHints() {}

    /// Creates the list of supported formats.
    static VBox formats() {
        return card(List.of(
                line(
                        "timeline",
                        "Perfetto traces",
                        ".pftrace, .perfetto-trace: from Android, Linux, Chrome and the tracing SDK"),
                line(
                        "network",
                        "Chrome JSON",
                        "From chrome://tracing, DevTools, compilers, Node.js and other programs"),
                line("terminal", "systrace and ftrace", "HTML reports, ftrace text output, strace"),
                line(
                        "android",
                        "Bug reports, logs and samples",
                        "dumpstate with battery statistics, logcat, simpleperf"),
                line(
                        "file",
                        "Compressed files and archives",
                        "gzip, zstd, zip or tar; files in one archive share one timeline")));
    }

    /// Creates the list of first steps.
    static VBox steps() {
        return card(List.of(
                line(
                        "sigma",
                        "Drag to select a time range",
                        "The details pane summarizes its slices, thread states, CPU time and counters"),
                line(
                        "sql",
                        "Query with SQL",
                        "Tables and modules of Perfetto\u2019s trace processor; results can be shown as tracks"),
                line(
                        "compare",
                        "Compare with a second trace",
                        "Both timelines move together, and a page lists what got slower or faster")));
    }

    private static VBox card(List<HBox> lines) {
        VBox box = new VBox();
        box.getStyleClass().add(Styles.CARD);
        for (int i = 0; i < lines.size(); i++) {
            StartPage.mark(lines.get(i), i, lines.size());
        }
        box.getChildren().addAll(lines);
        return box;
    }

    private static HBox line(String icon, String title, String text) {
        Label name = new Label(title);
        name.setWrapText(true);
        Label quiet = new Label(text);
        quiet.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        quiet.setWrapText(true);
        VBox words = new VBox(name, quiet);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        HBox row = new HBox(new Icon(icon, 18), words);
        row.getStyleClass().add("tg-step");
        return row;
    }
}
