package traceglass.render;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javafx.animation.AnimationTimer;
import traceglass.render.picture.PaintState;

/// Paints a timeline once a pulse, only while something has changed or moves, and knows when nothing is left to do.
final class PaintLoop {

    /// How often tracks are painted that come in one after the other, while nothing else changes and some of those
    /// in sight are still on their way. Each painting takes time from the reading, and where there is no graphics
    /// processor the whole window is copied.
    private static final long ARRIVALS_NS = 150_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final TimelineView view;
    private final PaintState picture;
    private final Surfaces surfaces;
    private final PaintStats stats = new PaintStats();
    private final List<CompletableFuture<Void>> idleWaiters = new ArrayList<>();
    private final List<CompletableFuture<Void>> drawnWaiters = new ArrayList<>();
    private boolean tracksDirty = true;
    /// Whether something has come in that is not painted yet.
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
        this.picture = view.picture;
        this.surfaces = surfaces;
    }

    PaintStats stats() {
        return stats;
    }

    /// Everything has to be painted again.
    void tracksChanged() {
        tracksDirty = true;
        overlayChanged();
    }

    /// Only what lies over the tracks has to be painted again.
    void overlayChanged() {
        overlayDirty = true;
        run();
    }

    /// Something has come back from the worker, which has to be painted only if it is visible.
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

    /// Completes when everything visible is loaded, folded and painted, in the pulse that has done so. Things may
    /// move then, and tracks nearby may still be read.
    CompletableFuture<Void> whenDrawn() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        drawnWaiters.add(future);
        run();
        return future;
    }

    /// What [#whenIdle] still waits for, in words for the log.
    String waitsFor() {
        return (int) view.getWidth() + "x" + (int) view.getHeight() + " px, " + (runs ? "painting" : "resting")
                + " after " + pulses + " pulses"
                + (tracksDirty ? ", tracks changed" : "") + (arrivals ? ", tracks came" : "")
                + (overlayDirty ? ", overlay changed" : "") + (view.mover().isMoving() ? ", moving" : "") + ", "
                + picture.blankRows + " blank rows, "
                + idleWaiters.size() + " wait for " + picture.frames.waitsFor();
    }

    /// Ends it; it is never started again.
    void stop() {
        timer.stop();
        runs = true;
    }

    private void tick() {
        pulses++;
        long begin = System.nanoTime();
        long cpuBegin = THREADS.getCurrentThreadCpuTime();
        picture.nowNs = begin;
        arrivals |= picture.frames.drain();
        // Where an event is to be brought into view, the rows above it must be as high as they will be.
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
        if (arrivals && (!sized || picture.frames.isComplete())) {
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
                    picture.blankRows > 0 && !picture.layout.rows().isEmpty());
        }
        if (sized && !tracksDirty && !arrivals && picture.frames.isComplete()) {
            complete(drawnWaiters);
        }
        // What moves is painted in every pulse; after one without, everything stands still.
        if (!painted
                && !tracksDirty
                && !arrivals
                && !overlayDirty
                && !view.mover().isMoving()) {
            rest(sized);
        }
    }

    /// Marks what has come in to be painted, and where rows are higher than they were taken to be, laid out.
    private void takeArrivals() {
        arrivals = false;
        if (picture.frames.takeHeightsChanged()) {
            view.layoutChanged();
        } else {
            view.changed();
        }
    }

    /// Stops the timer when nothing is left to do, and tells those who wait for that.
    private void rest(boolean sized) {
        if (sized) {
            view.settled();
        }
        boolean complete = !sized || picture.frames.isComplete();
        if (!complete && picture.sayBlankNs != Long.MAX_VALUE) {
            // A part that stays unknown says so after a moment. Until then nothing would look other than it
            // does.
            tracksDirty = picture.nowNs >= picture.sayBlankNs;
            return;
        }
        timer.stop();
        runs = false;
        if (!complete) {
            return;
        }
        view.mover().rested();
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
