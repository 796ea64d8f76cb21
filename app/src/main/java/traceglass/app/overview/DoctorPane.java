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
import traceglass.store.text.SingleLineText;

/// Findings of the trace doctor as rows of a card: observation, consequence and advice.
final class DoctorPane extends VBox {

    private final Navigator navigator;
    private final TraceSession session;
    private final int limit;
    private final Runnable showAll;
    private boolean isExamined;

    /// Creates a pane and starts the examination.
    ///
    /// @param limit maximum number of findings shown; the rest is behind a link
    /// @param all shows all findings
    DoctorPane(Navigator navigator, TraceSession session, int limit, Runnable all) {
        this.navigator = navigator;
        this.session = session;
        this.limit = limit;
        this.showAll = all;
        setId("doctor");
        show(List.of(Cards.problem("clock", "tg-text-3", OverviewTexts.CHECKING, "", "", List.of())));
        session.queries()
                .submit(
                        "doctor-" + limit,
                        q -> TraceDoctor.examine(q),
                        findings -> {
                            isExamined = true;
                            show(rows(findings));
                        },
                        e -> {
                            isExamined = true;
                            show(List.of(Cards.problem(
                                    "error",
                                    "tg-error",
                                    OverviewTexts.CANNOT_CHECK,
                                    String.valueOf(e.getMessage()),
                                    "",
                                    List.of())));
                        });
    }

    /// Returns whether the findings are available.
    boolean isExamined() {
        return isExamined;
    }

    private void show(List<HBox> rows) {
        getChildren().setAll(Cards.list(rows));
    }

    private List<HBox> rows(List<TraceDoctor.Finding> findings) {
        List<HBox> rows = new ArrayList<>();
        for (TraceDoctor.Finding f : findings.subList(0, Math.min(limit, findings.size()))) {
            List<Node> links = new ArrayList<>();
            Label remedy = new Label(SingleLineText.keepLines(f.remedy()));
            remedy.setWrapText(true);
            remedy.getStyleClass().add(Styles.SMALL);
            VBox below = new VBox(3, remedy);
            if (!f.sql().isEmpty()) {
                below.getChildren()
                        .add(Links.of(
                                OverviewTexts.SHOW_QUERY,
                                () -> navigator.openSql("-- " + f.title() + "\n" + f.sql(), true)));
            }
            below.setMinWidth(0);
            links.add(below);
            rows.add(Cards.problem(
                    f.isSevere() ? "warn" : "bulb",
                    f.isSevere() ? "tg-warn" : "tg-text-3",
                    f.title(),
                    f.consequence(),
                    f.isSevere() ? "" : OverviewTexts.ADVICE,
                    links));
        }
        if (findings.size() > limit) {
            rows.add(Cards.problem(
                    "more",
                    "tg-text-3",
                    OverviewTexts.moreFindings(findings.size() - limit),
                    "",
                    "",
                    List.of(Links.of(OverviewTexts.SHOW_ALL, showAll))));
        }
        if (findings.isEmpty()) {
            rows.add(nothingFound());
        }
        return rows;
    }

    /// A check is shown as passed only if there are events to check and the recording counted its losses.
    private HBox nothingFound() {
        if (session.isEmpty()) {
            return Cards.problem("info", "tg-text-3", OverviewTexts.NO_EVENTS_TO_CHECK, "", "", List.of());
        }
        return switch (session.summary().losses()) {
            case NONE ->
                Cards.problem(
                        "check", "tg-ok", OverviewTexts.NO_FINDINGS, OverviewTexts.NO_FINDINGS_DETAIL, "", List.of());
            case UNKNOWN ->
                Cards.problem(
                        "info",
                        "tg-text-3",
                        OverviewTexts.NO_KNOWN_FINDINGS,
                        OverviewTexts.NO_FINDINGS_BUFFERS_UNKNOWN,
                        "",
                        List.of());
            case SOME -> Cards.problem("info", "tg-text-3", OverviewTexts.NO_KNOWN_FINDINGS, "", "", List.of());
        };
    }
}
