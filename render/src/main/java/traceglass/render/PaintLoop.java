package traceglass.render;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javafx.animation.AnimationTimer;
import traceglass.render.model.TimelineModel;

/// Paints a timeline once per pulse while something changes or moves, and stops when nothing is left to do.
final class PaintLoop {

    /// Interval of repaints while loaded tracks arrive and nothing else changes, as long as some visible tracks are
    /// still missing. Each repaint takes time from loading, and without a graphics processor it copies the whole
    /// window.
    private static final long ARRIVALS_NS = 150_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final TimelineView view;
    private final TimelineModel model;
    private final Surfaces surfaces;
    private final PaintStats stats = new PaintStats();
    private final List<CompletableFuture<Void>> idleWaiters = new ArrayList<>();
    private final List<CompletableFuture<Void>> drawnWaiters = new ArrayList<>();
    private boolean tracksDirty = true;
    /// Whether loaded data has arrived that is not painted yet.
    private boolean arrivals;
    private long paintedNs;
    private boolean overlayDirty = true;
    private boolean runs;
    private int pulses;
    private final AnimationTimer timer = new AnimationTimer() {
        @Override
        public void handle(long now) {
            tick();
        }
    };

    PaintLoop(TimelineView view, Surfaces surfaces) {
        this.view = view;
        this.model = view.model;
        this.surfaces = surfaces;
    }

    PaintStats stats() {
        return stats;
    }

    /// Requests a repaint of everything.
    void tracksChanged() {
        tracksDirty = true;
        overlayChanged();
    }

    /// Requests a repaint of the overlay only.
    void overlayChanged() {
        overlayDirty = true;
        run();
    }

    /// Requests a check of the worker's results; they are painted only if visible.
    void arrived() {
        run();
    }

    private void run() {
        if (!runs) {
            runs = true;
            timer.start();
        }
    }

    /// Whether nothing moves and nothing is left to paint.
    boolean isResting() {
        return !runs;
    }

    /// Completes when everything visible is loaded, folded and painted and nothing moves.
    CompletableFuture<Void> whenIdle() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        idleWaiters.add(future);
        tracksChanged();
        return future;
    }

    /// Completes in the pulse that has loaded, folded and painted everything visible. The viewport may still move,
    /// and nearby tracks may still load.
    CompletableFuture<Void> whenDrawn() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        drawnWaiters.add(future);
        run();
        return future;
    }

    /// Describes the work that [#whenIdle] is still waiting for, for the log.
    String pendingWork() {
        return (int) view.getWidth() + "x" + (int) view.getHeight() + " px, " + (runs ? "painting" : "resting")
                + " after " + pulses + " pulses"
                + (tracksDirty ? ", tracks changed" : "") + (arrivals ? ", tracks arrived" : "")
                + (overlayDirty ? ", overlay changed" : "") + (view.mover().isMoving() ? ", moving" : "") + ", "
                + model.painting().blankRows() + " blank rows, "
                + idleWaiters.size() + " waiting for " + model.frames().pendingWork();
    }

    /// Stops the loop permanently.
    void stop() {
        timer.stop();
        runs = true;
    }

    private void tick() {
        pulses++;
        long begin = System.nanoTime();
        long cpuBegin = THREADS.getCurrentThreadCpuTime();
        model.painting().setNowNs(begin);
        arrivals |= model.frames().drain();
        // To scroll to an event, the rows above it must have their final heights.
        if (arrivals
                && (tracksDirty
                        || begin - paintedNs >= ARRIVALS_NS
                        || view.reveals().isWaiting())) {
            takeArrivals();
        }
        view.relayout();
        view.mover().step(begin);
        boolean sized = view.getWidth() > 0 && view.getHeight() > 0;
        if (sized) {
            view.reveals().settle();
            view.requestFrames();
        }
        if (arrivals && (!sized || model.frames().isComplete())) {
            takeArrivals();
            if (sized && view.relayout()) {
                view.requestFrames();
            }
        }
        boolean painted = sized && tracksDirty;
        if (painted) {
            tracksDirty = false;
            paintedNs = begin;
            view.beforePainting();
            surfaces.paintTracks();
        }
        if (sized && overlayDirty) {
            overlayDirty = false;
            surfaces.paintOverlay();
        }
        if (painted) {
            stats.frame(
                    System.nanoTime() - begin,
                    THREADS.getCurrentThreadCpuTime() - cpuBegin,
                    model.painting().blankRows() > 0 && !model.layout().rows().isEmpty());
        }
        if (sized && !tracksDirty && !arrivals && model.frames().isComplete()) {
            complete(drawnWaiters);
        }
        // Movement repaints in every pulse, so a pulse without a repaint means that nothing moves.
        if (!painted
                && !tracksDirty
                && !arrivals
                && !overlayDirty
                && !view.mover().isMoving()) {
            rest(sized);
        }
    }

    /// Marks arrived data for painting, and lays out again if rows have new heights.
    private void takeArrivals() {
        arrivals = false;
        if (model.frames().takeHeightsChanged()) {
            view.layoutChanged();
        } else {
            view.changed();
        }
    }

    /// Stops the timer when nothing is left to do, and completes the waiting futures.
    private void rest(boolean sized) {
        if (sized) {
            view.settled();
        }
        boolean complete = !sized || model.frames().isComplete();
        if (!complete && model.painting().unknownMarkNs() != Long.MAX_VALUE) {
            // A row whose data is late shows that after a moment; until then a repaint would change
            // nothing.
            tracksDirty = model.painting().nowNs() >= model.painting().unknownMarkNs();
            return;
        }
        timer.stop();
        runs = false;
        if (!complete) {
            return;
        }
        view.mover().movementEnded();
        if (sized) {
            complete(idleWaiters);
        }
    }

    private static void complete(List<CompletableFuture<Void>> waiters) {
        List<CompletableFuture<Void>> all = List.copyOf(waiters);
        waiters.clear();
        all.forEach(waiter -> waiter.complete(null));
    }
}
