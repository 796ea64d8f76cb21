package traceglass.app.window.live;

import javafx.animation.AnimationTimer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ChangeListener;
import traceglass.app.session.LiveRecording;
import traceglass.render.TimelineView;
import traceglass.store.time.TimeSpan;

/// Moves the visible window with the end of a running recording until the user moves it elsewhere, and notifies the
/// recording of the visible time.
///
/// Initially the whole recording is visible; when it is longer than a few seconds, only the newest part. Between two
/// timelines the window is animated, so that the tracks move evenly although the events arrive in bursts.
final class LiveFollow {

    /// Length of the recording up to which all of it is visible.
    private static final long FIRST_NS = 10_000_000_000L;
    private static final long MAX_GLIDE_NS = 600_000_000L;
    /// Fraction of the window by which its end may differ from the end of the recording.
    private static final double NEAR = 0.03;

    private static final double NEAR_AFTER_ZOOM = 0.2;

    private final TimelineView view;
    private final LiveRecording recording;
    private final boolean isStill;
    private final ReadOnlyBooleanWrapper following = new ReadOnlyBooleanWrapper(true);
    private final ReadOnlyBooleanWrapper paused = new ReadOnlyBooleanWrapper();
    private final ChangeListener<TimeSpan> viewMoved = (_, oldValue, newValue) -> viewMoved(oldValue, newValue);
    private boolean isFirst = true;
    /// Whether this class, or a growing timeline, moves the window.
    private boolean isMoving;
    private long lastUpdateNs;
    private long glideNs = MAX_GLIDE_NS;
    private TimeSpan from;
    private TimeSpan to;
    private long fromNs;

    private final AnimationTimer glide = new AnimationTimer() {
        @Override
        public void handle(long nowNs) {
            glide();
        }
    };

    /// @param isStill whether the window jumps instead of being animated
    LiveFollow(TimelineView view, LiveRecording recording, boolean isStill) {
        this.view = view;
        this.recording = recording;
        this.isStill = isStill;
        view.visibleSpanProperty().addListener(viewMoved);
    }

    ReadOnlyBooleanProperty followingProperty() {
        return following.getReadOnlyProperty();
    }

    ReadOnlyBooleanProperty pausedProperty() {
        return paused.getReadOnlyProperty();
    }

    void close() {
        glide.stop();
        view.visibleSpanProperty().removeListener(viewMoved);
    }

    /// Replaces the timeline by a longer one and moves the window.
    void update(Runnable change) {
        isMoving = true;
        try {
            change.run();
        } finally {
            isMoving = false;
        }
        long now = System.nanoTime();
        glideNs = lastUpdateNs == 0 ? MAX_GLIDE_NS : Math.min(MAX_GLIDE_NS, (glideNs + now - lastUpdateNs) / 2);
        lastUpdateNs = now;
        if (following.get() && !paused.get()) {
            followEnd();
        }
        notifyVisible();
        view.whenIdle().thenRun(recording::drawingFinished);
    }

    private void followEnd() {
        TimeSpan bounds = view.bounds();
        TimeSpan visible = view.visibleSpanProperty().get();
        boolean showsAll = visible.start() <= bounds.start() && visible.end() >= bounds.end();
        if (showsAll && !isFirst) {
            // The user looks at the whole recording.
            return;
        }
        if (!showsAll) {
            glideTo(new TimeSpan(bounds.end() - visible.durNs(), bounds.end()));
        } else if (bounds.durNs() > FIRST_NS) {
            isFirst = false;
            showSpan(new TimeSpan(bounds.end() - FIRST_NS, bounds.end()));
        }
    }

    private void glideTo(TimeSpan target) {
        if (isStill || view.theme().reducesMotion()) {
            showSpan(target);
            return;
        }
        from = view.visibleSpanProperty().get();
        to = target;
        fromNs = System.nanoTime();
        glide.start();
    }

    private void glide() {
        double share = Math.min(1, (System.nanoTime() - fromNs) / (double) glideNs);
        long start = from.start() + Math.round((to.start() - from.start()) * share);
        boolean follows = showSpan(new TimeSpan(start, start + to.durNs()));
        if (share == 1 || !follows) {
            glide.stop();
        }
    }

    private boolean showSpan(TimeSpan span) {
        isMoving = true;
        try {
            return view.viewportControls().follow(span);
        } finally {
            isMoving = false;
        }
    }

    private void viewMoved(TimeSpan before, TimeSpan after) {
        if (isMoving) {
            return;
        }
        glide.stop();
        isFirst = false;
        boolean wasZoomed = Math.abs(after.durNs() - before.durNs()) > after.durNs() / 1000;
        boolean isAtEnd = after.end() >= view.bounds().end() - (long) (after.durNs() * NEAR);
        // Zooming at the end keeps following, with the new length; zooming to an earlier time does not.
        boolean isNearEnd = after.end() >= view.bounds().end() - (long) (after.durNs() * NEAR_AFTER_ZOOM);
        following.set(isAtEnd || wasZoomed && following.get() && isNearEnd);
        notifyVisible();
    }

    private void notifyVisible() {
        TimeSpan visible = view.visibleSpanProperty().get();
        TimeSpan bounds = view.bounds();
        long start = Math.clamp(visible.start(), bounds.start(), bounds.end());
        recording.setVisible(
                new TimeSpan(start, Math.clamp(visible.end(), start, bounds.end())), following.get() && !paused.get());
    }

    void setPaused(boolean isPaused) {
        paused.set(isPaused);
        glide.stop();
        recording.setPaused(isPaused, view.bounds());
    }

    /// Moves to the end and follows it, and lets the timeline grow if it is paused.
    void follow() {
        if (paused.get()) {
            setPaused(false);
        }
        isFirst = false;
        following.set(true);
        followEnd();
        notifyVisible();
    }
}
