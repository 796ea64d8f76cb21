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
                line("timeline", OpeningTexts.PERFETTO, OpeningTexts.PERFETTO_FILES),
                line("network", OpeningTexts.BROWSERS, OpeningTexts.BROWSER_FILES),
                line("terminal", OpeningTexts.LINUX, OpeningTexts.LINUX_FILES),
                line("chart", OpeningTexts.PROFILES, OpeningTexts.PROFILE_FILES),
                line("android", OpeningTexts.OTHERS, OpeningTexts.OTHER_FILES),
                line("file", OpeningTexts.ARCHIVES, OpeningTexts.ARCHIVE_FILES)));
    }

    /// Creates the list of first steps.
    static VBox steps() {
        return card(List.of(
                line("sigma", OpeningTexts.SELECT_RANGE, OpeningTexts.SELECT_RANGE_HELP),
                line("sql", OpeningTexts.QUERY, OpeningTexts.QUERY_HELP),
                line("compare", OpeningTexts.COMPARE, OpeningTexts.COMPARE_HELP)));
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
        Label description = new Label(text);
        description.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        description.setWrapText(true);
        VBox labels = new VBox(name, description);
        labels.setMinWidth(0);
        HBox.setHgrow(labels, Priority.ALWAYS);
        HBox row = new HBox(new Icon(icon, 18), labels);
        row.getStyleClass().add("tg-step");
        return row;
    }
}
