package traceglass.app.window.live;

import javafx.animation.Animation;
import javafx.animation.FadeTransition;
import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.LiveRecording;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.ui.VisibleAnimations;
import traceglass.render.TimelineView;

/// Bar above the timeline of a running recording: its state and duration, and buttons that pause it, follow
/// its end and stop the recording. Invisible for other traces.
public final class LiveBar extends HBox {

    private final TimelineView view;
    private final boolean isStill;
    private final Region dot = new Region();
    private final Label badge = new Label(LiveTexts.LIVE);
    private final Label length = new Label();
    private final Label problem = new Label();
    private final Button pause = new Button();
    private final Button follow = new Button(LiveTexts.FOLLOW, new Icon("jump", 14));
    private final Button stop = new Button(LiveTexts.STOP, new Icon("stop", 14));
    private LiveFollow following;
    private LiveRecording recording;
    private final ChangeListener<Object> listener = (_, _, _) -> show();

    /// @param isStill whether animations between two timelines are off
    public LiveBar(TraceSlot slot, TimelineView view, boolean isStill) {
        this.view = view;
        this.isStill = isStill;
        setId("live-bar");
        getStyleClass().addAll("tg-workspaces", "tg-live");
        setAlignment(Pos.CENTER_LEFT);
        setMinWidth(0);
        setAccessibleRole(AccessibleRole.TOOL_BAR);
        setAccessibleText(LiveTexts.BAR);
        managedProperty().bind(visibleProperty());
        setVisible(false);
        dot.getStyleClass().add("tg-live-dot");
        dot.managedProperty().bind(dot.visibleProperty());
        badge.setId("live-badge");
        badge.getStyleClass().add(Styles.STRONG);
        length.setId("live-length");
        length.getStyleClass().addAll(Styles.MONO, Styles.TEXT_2);
        problem.setId("live-problem");
        problem.getStyleClass().add("tg-error-text");
        problem.setMinWidth(0);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        setUpButton(pause, "live-pause", LiveTexts.PAUSE_HELP, this::pauseOrResume);
        setUpButton(follow, "live-follow", LiveTexts.FOLLOW_HELP, () -> following.follow());
        setUpButton(stop, "live-stop", "", () -> recording.source().stop());
        getChildren().addAll(dot, badge, length, problem, space, pause, follow, stop);
        blink();
        register(slot, "live.pause", LiveTexts.PAUSE_TIMELINE, this::pauseOrResume);
        register(slot, "live.follow", LiveTexts.FOLLOW_END, () -> following.follow());
    }

    private static void setUpButton(Button button, String id, String help, Runnable action) {
        button.setId(id);
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        button.setOnAction(e -> action.run());
        button.setMinWidth(Region.USE_PREF_SIZE);
        if (!help.isEmpty()) {
            button.setTooltip(new Tooltip(help));
        }
    }

    private void register(TraceSlot slot, String id, String title, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of(id, CommandGroups.RECORD, title, "record", "", () -> following != null, action));
    }

    private void blink() {
        if (isStill || Platform.getPreferences().isReducedMotion()) {
            return;
        }
        FadeTransition blink = new FadeTransition(Duration.seconds(0.8), dot);
        blink.setFromValue(1);
        blink.setToValue(0.45);
        blink.setAutoReverse(true);
        blink.setCycleCount(Animation.INDEFINITE);
        VisibleAnimations.play(dot, blink);
    }

    /// Shows the bar for the trace of a running recording, and hides it for any other. Called after the timeline
    /// has received the tracks of the session.
    ///
    /// @param session may be null
    public void show(TraceSession session) {
        if (following != null) {
            following.close();
            recording.problemProperty().removeListener(listener);
        }
        recording = session == null ? null : session.recording().orElse(null);
        following = recording == null ? null : new LiveFollow(view, recording, isStill);
        setVisible(recording != null);
        if (recording != null) {
            following.followingProperty().addListener(listener);
            following.pausedProperty().addListener(listener);
            recording.problemProperty().addListener(listener);
            following.update(() -> {});
            show();
        }
    }

    /// Replaces the timeline with a newer one.
    ///
    /// @param change passes the new timeline to the view
    public void update(Runnable change) {
        if (following == null) {
            change.run();
        } else {
            following.update(change);
            length.setText(LiveTexts.length(view.bounds().durNs()));
        }
    }

    private void pauseOrResume() {
        following.setPaused(!following.pausedProperty().get());
    }

    private void show() {
        boolean isPaused = following.pausedProperty().get();
        boolean isBroken = !recording.problemProperty().get().isEmpty();
        dot.setVisible(!isPaused && !isBroken);
        badge.setText(isPaused ? LiveTexts.PAUSED : LiveTexts.LIVE);
        length.setText(LiveTexts.length(view.bounds().durNs()));
        problem.setText(recording.problemProperty().get());
        pause.setText(isPaused ? LiveTexts.RESUME : LiveTexts.PAUSE);
        pause.setGraphic(new Icon(isPaused ? "play" : "pause", 14));
        follow.setDisable(following.followingProperty().get() && !isPaused);
    }
}
