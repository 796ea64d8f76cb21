package traceglass.render;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javafx.animation.AnimationTimer;
import traceglass.render.action.Arrangement;
import traceglass.render.action.Operations;
import traceglass.render.action.ViewportMover;
import traceglass.render.input.HoverTracker;
import traceglass.render.model.Changes;
import traceglass.render.model.TimelineModel;

/// Paints a timeline once per pulse while something changes or moves, and stops when nothing is left to do.
final class PaintLoop {

    /// Interval of repaints while loaded tracks arrive and nothing else changes, as long as some visible tracks are
    /// still missing. Each repaint takes time from loading, and without a graphics processor it copies the whole
    /// window.
    private static final long ARRIVAL_REPAINT_NS = 150_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final TimelineModel model;
    private final Changes changes;
    private final Operations operations;
    private final Arrangement arrangement;
    private final ViewportMover mover;
    private final HoverTracker hoverTracker;
    private final Surfaces surfaces;
    private final TimelineNodes nodes;
    private final PaintStats stats = new PaintStats();
    private final List<CompletableFuture<Void>> idleWaiters = new ArrayList<>();
    private final List<CompletableFuture<Void>> drawnWaiters = new ArrayList<>();
    /// Whether loaded data has arrived that is not painted yet.
    private boolean hasUnpaintedData;
    private long paintedNs;
    private boolean isRunning;
    private int pulses;
    private final AnimationTimer timer = new AnimationTimer() {
        @Override
        public void handle(long now) {
            tick();
        }
    };

    PaintLoop(
            TimelineModel model,
            Operations operations,
            HoverTracker hoverTracker,
            Surfaces surfaces,
            TimelineNodes nodes) {
        this.model = model;
        this.changes = model.changes();
        this.operations = operations;
        this.arrangement = operations.arrangement();
        this.mover = operations.mover();
        this.hoverTracker = hoverTracker;
        this.surfaces = surfaces;
        this.nodes = nodes;
        changes.setOnMark(this::run);
    }

    PaintStats stats() {
        return stats;
    }

    /// Requests a check of the worker's results; they are painted only if visible.
    void onResultsArrived() {
        run();
    }

    private void run() {
        if (!isRunning) {
            isRunning = true;
            timer.start();
        }
    }

    /// Whether nothing moves and nothing is left to paint.
    boolean isResting() {
        return !isRunning;
    }

    /// Completes when everything visible is loaded, folded and painted and nothing moves.
    CompletableFuture<Void> whenIdle() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        idleWaiters.add(future);
        changes.markPainted();
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
        return (int) arrangement.width() + "x" + (int) arrangement.height() + " px, "
                + (isRunning ? "painting" : "resting")
                + " after " + pulses + " pulses"
                + (changes.hasTracks() ? ", tracks changed" : "") + (hasUnpaintedData ? ", tracks arrived" : "")
                + (changes.hasOverlay() ? ", overlay changed" : "") + (mover.isMoving() ? ", moving" : "") + ", "
                + model.painting().blankRows() + " blank rows, "
                + idleWaiters.size() + " waiting for " + model.frames().pendingWork();
    }

    /// Stops the loop permanently.
    void stop() {
        timer.stop();
        isRunning = true;
    }

    private void tick() {
        pulses++;
        long begin = System.nanoTime();
        long cpuBegin = THREADS.getCurrentThreadCpuTime();
        model.painting().setNowNs(begin);
        hasUnpaintedData |= model.frames().drain();
        // To scroll to an event, the rows above it must have their final heights.
        if (hasUnpaintedData
                && (changes.hasTracks()
                        || begin - paintedNs >= ARRIVAL_REPAINT_NS
                        || operations.reveals().isWaiting())) {
            drainLoaded();
        }
        arrangement.update();
        move(begin);
        boolean isSized = arrangement.hasSize();
        if (isSized) {
            operations.reveals().tryReveal();
            operations.frames().send();
        }
        if (hasUnpaintedData && (!isSized || model.frames().isComplete())) {
            drainLoaded();
            if (isSized && arrangement.update()) {
                operations.frames().send();
            }
        }
        boolean isPainted = isSized && changes.takeTracks();
        if (isPainted) {
            paintedNs = begin;
            nodes.prepareForPainting();
            surfaces.paintTracks();
        }
        if (isSized && changes.takeOverlay()) {
            surfaces.paintOverlay();
        }
        if (isPainted) {
            stats.recordFrame(
                    System.nanoTime() - begin,
                    THREADS.getCurrentThreadCpuTime() - cpuBegin,
                    model.painting().blankRows() > 0 && !model.layout().rows().isEmpty());
        }
        if (isSized
                && !changes.hasTracks()
                && !hasUnpaintedData
                && model.frames().isComplete()) {
            complete(drawnWaiters);
        }
        // Movement repaints in every pulse, so a pulse without a repaint means that nothing moves.
        if (!isPainted && !changes.hasTracks() && !hasUnpaintedData && !changes.hasOverlay() && !mover.isMoving()) {
            pauseIfIdle(isSized);
        }
        // A highlight that is fading does not delay callers that wait until painting pauses.
        if (operations.highlight().fade()) {
            changes.markOverlay();
        }
    }

    private void move(long nowNs) {
        if (mover.step(nowNs)) {
            hoverTracker.onViewportMoved();
        }
    }

    /// Marks arrived data for painting, and lays out again if rows have new heights.
    private void drainLoaded() {
        hasUnpaintedData = false;
        if (model.frames().takeHeightChange()) {
            changes.markLayout();
        } else {
            changes.markTracks();
        }
    }

    /// Stops the timer when nothing is left to do, and completes the waiting futures.
    private void pauseIfIdle(boolean isSized) {
        if (isSized) {
            nodes.onSettled();
        }
        boolean isComplete = !isSized || model.frames().isComplete();
        if (!isComplete && model.painting().unknownMarkNs() != Long.MAX_VALUE) {
            // A row whose data is late shows that after a moment; until then a repaint would change
            // nothing.
            if (model.painting().nowNs() >= model.painting().unknownMarkNs()) {
                changes.markPainted();
            }
            return;
        }
        timer.stop();
        isRunning = false;
        if (!isComplete) {
            return;
        }
        operations.steps().onMovementEnd();
        nodes.showHistory(operations.steps());
        if (isSized) {
            complete(idleWaiters);
        }
    }

    private static void complete(List<CompletableFuture<Void>> waiters) {
        List<CompletableFuture<Void>> all = List.copyOf(waiters);
        waiters.clear();
        all.forEach(waiter -> waiter.complete(null));
    }
}
