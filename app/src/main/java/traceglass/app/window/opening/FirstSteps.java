package traceglass.app.window.opening;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// What the start page tells a person who has opened no trace yet: which files can be opened, and what to do with one.
final class FirstSteps {

    private FirstSteps() {}

    /// Kinds of files, by what they are called.
    static VBox formats() {
        return card(List.of(
                line(
                        "timeline",
                        "Perfetto traces",
                        ".pftrace, .perfetto-trace: Android, Linux, Chrome and programs with the SDK"),
                line(
                        "network",
                        "Chrome JSON",
                        "Of chrome://tracing, DevTools, compilers, Node and all that write its format"),
                line("terminal", "systrace and ftrace", "The report as HTML, the kernel's own text, strace"),
                line(
                        "android",
                        "Bug reports, logs and samples",
                        "dumpstate with battery statistics, logcat, simpleperf"),
                line(
                        "file",
                        "All of these compressed",
                        "gzip, zstd, zip or tar; several files in one archive share one timeline")));
    }

    /// What to do first.
    static VBox steps() {
        return card(List.of(
                line(
                        "sigma",
                        "Drag over a stretch of the timeline",
                        "What ran in it is summed up below: slices, thread states, CPU time, counters"),
                line(
                        "sql",
                        "Ask with SQL",
                        "The tables and modules of Perfetto\u2019s trace processor; a result can become a track"),
                line(
                        "compare",
                        "Open a second trace beside the first",
                        "Both move together, and a page lists what got longer and what shorter")));
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
