package traceglass.app.window.timeline;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.context.TraceSlot;
import traceglass.app.overview.OverviewPage;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Links;
import traceglass.render.TimelineView;

/// Notice shown in place of the tracks if the trace has no events or no track matches the filter, with actions to
/// continue.
final class EmptyTimelineNotice extends VBox {

    private final TraceSlot slot;
    private final TimelineView view;
    private final Label text = new Label();
    private final HBox actions = new HBox(16);

    EmptyTimelineNotice(TraceSlot slot, TimelineView view) {
        super(8);
        this.slot = slot;
        this.view = view;
        setId(slot.isFirst() ? "nothing-to-draw" : "nothing-to-draw-second");
        setAlignment(Pos.CENTER);
        setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        StackPane.setAlignment(this, Pos.CENTER);
        text.getStyleClass().add("tg-empty");
        text.setWrapText(true);
        actions.setAlignment(Pos.CENTER);
        getChildren().addAll(text, actions);
        setVisible(false);
        slot.trace().sessionProperty().addListener((_, _, newValue) -> follow(newValue));
        // A maximized pane leaves no room for the timeline.
        slot.host()
                .detailsPane()
                .maximizedProperty()
                .addListener(o -> update(slot.trace().session()));
        // The property changes during layout, when the scene graph must not be modified.
        view.unmatchedProperty()
                .addListener(o -> FxThread.later(() -> update(slot.trace().session())));
    }

    private void follow(TraceSession session) {
        update(session);
        if (session != null) {
            session.stateProperty().addListener(o -> update(session));
            session.tracksProperty().addListener(o -> update(session));
        }
    }

    private void update(TraceSession session) {
        if (session != slot.trace().session()) {
            return;
        }
        String filter = view.unmatchedProperty().get();
        boolean isEmpty = session != null && session.isEmpty();
        setVisible(!slot.host().detailsPane().maximizedProperty().get()
                && (isEmpty || session != null && !filter.isEmpty()));
        if (isVisible() && isEmpty) {
            text.setText(TimelineTexts.NO_EVENTS);
            actions.getChildren()
                    .setAll(
                            Links.of(
                                    TimelineTexts.OPEN_ANOTHER,
                                    () -> slot.host().commands().run("trace.open")),
                            Links.of(
                                    TimelineTexts.SHOW_REPORT,
                                    () -> slot.navigation().navigator().showPage(OverviewPage.ID)));
        } else if (isVisible()) {
            text.setText(TimelineTexts.noTrackMatches(filter));
            actions.getChildren()
                    .setAll(Links.of(
                            TimelineTexts.SHOW_ALL_TRACKS, () -> view.tracks().setFilter("")));
        }
    }
}
