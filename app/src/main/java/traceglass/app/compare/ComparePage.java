package traceglass.app.compare;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import javafx.animation.PauseTransition;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextAlignment;
import javafx.util.Duration;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.subject.Subjects;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;

/// Page that compares two traces: both timelines, and below them the differences by name, largest first. With one
/// trace it explains how to open the second.
public final class ComparePage implements Page {

    public static final String ID = "compare";
    /// Delay that avoids a comparison at every step while a timeline is being moved.
    private static final Duration SETTLE_DELAY = Duration.millis(300);

    private final TraceSlot slot;
    private final TracePair pair;
    private final StackPane timelines = new StackPane();
    private final StackPane below = new StackPane();
    private final SplitPane split = new SplitPane();
    private final ComparePanel panel;
    private final VBox empty = new VBox(12);
    private final Label emptyText = new Label();
    private final PauseTransition resizeDelay = new PauseTransition(SETTLE_DELAY);
    private TraceSlot followed;

    public ComparePage(TraceSlot slot, Messages messages, TracePair pair) {
        this.slot = slot;
        this.pair = pair;
        panel = new ComparePanel(slot, messages, pair);
        split.setOrientation(Orientation.VERTICAL);
        split.getStyleClass().add("tg-compare-split");
        StyleSheets.add(split, StyleSheets.PANELS);
        timelines.setMinSize(0, 80);
        below.setMinSize(0, 120);
        split.getItems().setAll(timelines, below);
        split.setDividerPositions(.6);
        split.setMinSize(0, 0);
        fillEmpty();
        resizeDelay.setOnFinished(e -> {
            if (isOnScreen()) {
                panel.followTimelines();
            }
        });
        pair.secondProperty().addListener((_, _, newValue) -> secondChanged(newValue));
        slot.trace()
                .sessionProperty()
                .addListener(o -> sessionChanged(slot.trace().session()));
        follow(slot);
        register();
        below.getChildren().setAll(empty);
    }

    private void follow(TraceSlot slot) {
        slot.selection().addListener(o -> resizeDelay.playFromStart());
        slot.navigation().timelineLink().visibleProperty().addListener(o -> resizeDelay.playFromStart());
    }

    private void fillEmpty() {
        Label title = new Label(CompareTexts.COMPARE_TWO_TRACES);
        title.getStyleClass().add(Styles.TITLE);
        emptyText.getStyleClass().add(Styles.TEXT_2);
        emptyText.setWrapText(true);
        emptyText.setMaxWidth(560);
        emptyText.setTextAlignment(TextAlignment.CENTER);
        Button open = new Button(CompareTexts.OPEN_SECOND_TRACE, new Icon("compare", 16));
        open.getStyleClass().add(Styles.PRIMARY);
        open.setId("compare-open");
        open.setOnAction(e -> slot.host().commands().run("second.open"));
        HBox buttons = new HBox(10, open);
        buttons.setAlignment(Pos.CENTER);
        empty.setAlignment(Pos.CENTER);
        empty.setId("compare-empty");
        empty.getStyleClass().add("tg-compare");
        empty.getChildren().addAll(title, emptyText, buttons);
    }

    private void register() {
        BooleanSupplier isShown = () -> isOnScreen() && pair.second() != null;
        add(
                "compare.largest",
                CompareTexts.SHOW_LONGEST_SLICE,
                () -> isShown.getAsBoolean() && panel.canGoToRow(),
                () -> panel.goToSelectedRow(CompareQuery.ExampleChoice.LARGEST));
        add(
                "compare.median",
                CompareTexts.SHOW_MEDIAN_SLICE,
                () -> isShown.getAsBoolean() && panel.canGoToRow(),
                () -> panel.goToSelectedRow(CompareQuery.ExampleChoice.MEDIAN));
        add("compare.export", CompareTexts.EXPORT_COMPARISON, isShown, panel::export);
        for (ComparisonKind s : Subjects.comparisons()) {
            add("compare." + s.id(), CompareTexts.compareSubject(s.title()), () -> pair.second() != null, () -> {
                slot.navigation().navigator().showPage(ID);
                panel.setSubject(s);
            });
        }
        for (ComparePanel.Scope s : ComparePanel.Scope.values()) {
            add(
                    "compare.scope." + s.name().toLowerCase(Locale.ROOT),
                    CompareTexts.compareTimeRange(s == ComparePanel.Scope.WHOLE ? CompareTexts.WHOLE_TRACES : s.title),
                    isShown,
                    () -> panel.setScope(s));
        }
    }

    private void add(String id, String title, BooleanSupplier isEnabled, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of(id, CommandGroups.TWO_TRACES, title, "compare", "", isEnabled, action));
    }

    private void secondChanged(TraceSlot second) {
        below.getChildren().setAll(second == null ? empty : panel);
        panel.clear();
        if (second != null) {
            if (followed != second) {
                followed = second;
                follow(second);
                second.trace()
                        .sessionProperty()
                        .addListener(o -> sessionChanged(second.trace().session()));
            }
            sessionChanged(second.trace().session());
        }
    }

    /// Loads the comparison when both traces are ready.
    private void sessionChanged(TraceSession session) {
        emptyText.setText(
                slot.trace().session() == null
                        ? ""
                        : CompareTexts.openSecondTrace(slot.trace().session().name()));
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            loadIfOnScreen();
        } else {
            session.stateProperty().addListener(o -> loadIfOnScreen());
        }
    }

    private boolean isOnScreen() {
        return split.getScene() != null;
    }

    private void loadIfOnScreen() {
        if (isOnScreen()) {
            panel.load();
        }
    }

    /// Shows the subject with this id: `slices`, `states`, `counters`, `frames` or `startups`.
    ///
    /// @return whether the subject exists
    public boolean showSubject(String subject) {
        Subjects.comparison(subject).ifPresent(panel::setSubject);
        return Subjects.comparison(subject).isPresent();
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return CompareTexts.TITLE;
    }

    @Override
    public String icon() {
        return "compare";
    }

    @Override
    public Node node() {
        return split;
    }

    @Override
    public StackPane timelineContainer() {
        return timelines;
    }

    @Override
    public void onShown() {
        if (pair.second() != null) {
            panel.load();
            panel.grid().table().requestFocus();
        } else {
            empty.lookup("#compare-open").requestFocus();
        }
    }

    @Override
    public boolean isComplete() {
        return !panel.isBusy();
    }
}
