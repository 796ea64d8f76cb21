package traceglass.app.overview;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import traceglass.analysis.doctor.TraceDoctor;
import traceglass.app.context.Navigator;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Findings of the trace doctor as rows of a card: observation, consequence and advice.
final class DoctorPane extends VBox {

    private final Navigator navigator;
    private final int limit;
    private final Runnable all;
    private boolean examined;

    /// Creates a pane and starts the examination.
    ///
    /// @param limit maximum number of findings shown; the rest is behind a link
    /// @param all shows all findings
    DoctorPane(Navigator navigator, TraceSession session, int limit, Runnable all) {
        this.navigator = navigator;
        this.limit = limit;
        this.all = all;
        setId("doctor");
        show(List.of(Cards.problem("clock", "tg-text-3", "Checking how the trace was recorded…", "", "", List.of())));
        session.queries()
                .submit(
                        "doctor-" + limit,
                        q -> TraceDoctor.examine(q),
                        found -> {
                            examined = true;
                            show(rows(found));
                        },
                        e -> {
                            examined = true;
                            show(List.of(Cards.problem(
                                    "error",
                                    "tg-error",
                                    "Can't check the trace",
                                    String.valueOf(e.getMessage()),
                                    "",
                                    List.of())));
                        });
    }

    /// Returns whether the findings are available.
    boolean isExamined() {
        return examined;
    }

    private void show(List<HBox> rows) {
        getChildren().setAll(Cards.list(rows));
    }

    private List<HBox> rows(List<TraceDoctor.Finding> found) {
        List<HBox> rows = new ArrayList<>();
        for (TraceDoctor.Finding f : found.subList(0, Math.min(limit, found.size()))) {
            List<Node> links = new ArrayList<>();
            Label remedy = new Label(f.remedy());
            remedy.setWrapText(true);
            remedy.getStyleClass().add(Styles.SMALL);
            VBox below = new VBox(3, remedy);
            if (!f.sql().isEmpty()) {
                below.getChildren()
                        .add(Links.of("Show query", () -> navigator.openSql("-- " + f.title() + "\n" + f.sql(), true)));
            }
            below.setMinWidth(0);
            links.add(below);
            rows.add(Cards.problem(
                    f.isSevere() ? "warn" : "bulb",
                    f.isSevere() ? "tg-warn" : "tg-text-3",
                    f.title(),
                    f.consequence(),
                    f.isSevere() ? "" : "Advice",
                    links));
        }
        if (found.size() > limit) {
            rows.add(Cards.problem(
                    "more",
                    "tg-text-3",
                    DisplayText.count(found.size() - limit, "more finding", "more findings"),
                    "",
                    "",
                    List.of(Links.of("Show all", all))));
        }
        if (found.isEmpty()) {
            rows.add(Cards.problem(
                    "check",
                    "tg-ok",
                    "No problems with the recording setup",
                    "All buffers were large enough, and no data source that tracks need is missing.",
                    "",
                    List.of()));
        }
        return rows;
    }
}
