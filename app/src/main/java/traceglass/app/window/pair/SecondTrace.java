package traceglass.app.window.pair;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.OpenTrace;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.TraceState;
import traceglass.app.context.WindowContext;
import traceglass.app.context.WindowState;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.app.window.opening.OpeningProgress;
import traceglass.app.window.opening.PendingOpen;
import traceglass.app.window.timeline.LinkedTimelines;
import traceglass.app.window.timeline.PaneFrame;
import traceglass.app.window.timeline.Timelines;
import traceglass.app.window.timeline.TracePane;
import traceglass.app.window.timeline.TrackMatcher;
import traceglass.ingest.database.UnclearColumnsProblem;
import traceglass.render.TimelineView;
import traceglass.render.item.Note;
import traceglass.render.item.TrackState;
import traceglass.render.time.Viewport;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// The second trace of a window: opens and closes it, and aligns it with the first. Its failures do not affect the
/// first trace.
public final class SecondTrace implements PendingOpen.Outcome {

    private static final int MINIMAP_BUCKETS = 1200;
    /// Fraction of the window's width that a shown event takes.
    private static final double EVENT_SHARE = .76;

    private final WindowState state;
    private final TraceSlot first;
    private final WindowContext context;
    private final TracePair traces;
    private final Timelines timelines;
    private final StoreOptions store;
    private final Function<TraceState, TracePane> paneOf;
    private final PendingOpen opening;
    private final BiConsumer<Runnable, Runnable> exchange;
    private final TraceAlignment alignment;
    private TraceState secondState;
    private PaneFrame frame;
    private LinkedTimelines link;
    private SecondTraceBar bar;
    private boolean isSwapping;

    /// @param paneOf creates the pane of a trace, with everything that belongs to its slot
    /// @param progress shows the progress of opening the second trace
    /// @param exchange runs an action that replaces the first trace, including the work of the window before
    ///     and after that, and then another action
    public SecondTrace(
            WindowState state,
            Timelines timelines,
            StoreOptions store,
            Function<TraceState, TracePane> paneOf,
            OpeningProgress progress,
            BiConsumer<Runnable, Runnable> exchange) {
        this.exchange = exchange;
        this.state = state;
        first = state.first().slot();
        context = state.context();
        traces = state.pair();
        this.timelines = timelines;
        this.store = store;
        this.paneOf = paneOf;
        opening = new PendingOpen(progress, this);
        alignment = new TraceAlignment(first, context.messages().notices(), timelines, this::showMinimap);
        first.trace().sessionProperty().addListener((_, _, newValue) -> firstChanged(newValue));
        timelines.atRightProperty().addListener(o -> showMinimap());
    }

    /// Returns whether two traces are shown.
    public boolean isOpen() {
        return traces.second() != null;
    }

    public boolean isOpening() {
        return opening.isOpening();
    }

    /// Returns the pane of the second trace, or null.
    public TracePane pane() {
        return isOpen() ? frame.pane() : null;
    }

    /// Returns the alignment of the two traces.
    public TraceAlignment alignment() {
        return alignment;
    }

    // ---- opening and closing ----

    /// Opens a second trace; it replaces the current second trace.
    ///
    /// @param whenDone called once, with whether it was opened
    public void open(Path file, Consumer<Boolean> whenDone) {
        cancel();
        context.messages().notices().closeAll(Notices.Scope.SECOND_TRACE);
        TraceSession session =
                opening.begin(file, context.preferences().withLimits(store).withHalfTheMemory(), whenDone);
        session.tracksProperty().addListener((_, oldValue, _) -> {
            if (oldValue != null && isOpen() && frame.pane().slot().trace().session() == session) {
                alignment.boundsChanged();
            }
        });
    }

    public void cancel() {
        opening.cancel();
    }

    @Override
    public void adopt(TraceSession session) {
        if (frame == null) {
            secondState = state.newSecond();
            frame = new PaneFrame(paneOf.apply(secondState), 'B');
        }
        session.holdUntil(CompletableFuture.completedStage(null));
        TraceSlot second = frame.pane().slot();
        TraceSession old = second.trace().session();
        secondState.setSession(session);
        if (old != null) {
            old.close();
        }
        if (!isOpen()) {
            TimelineView a = timelines.first().view();
            TimelineView b = frame.pane().view();
            link = new LinkedTimelines(a, b, new TrackMatcher(() -> roots(first.trace()), () -> roots(second.trace())));
            link.setOnShifted(alignment::offsetChanged);
            alignment.begin(frame.pane(), link);
            bar = bar == null ? new SecondTraceBar(first.host().commands(), this) : bar;
            b.setLabelWidth(a.labelWidthProperty().get());
            bar.refresh();
            timelines.show(frame, bar, link);
            traces.setSecond(second);
        }
        alignment.alignStarts();
        showAll();
    }

    private static List<TrackNode> roots(OpenTrace trace) {
        return trace.session() == null || trace.session().tracks() == null
                ? List.of()
                : trace.session().tracks().roots();
    }

    @Override
    public void ready(TraceSession session, Consumer<Boolean> whenDone) {
        if (!session.warnings().isEmpty()) {
            context.messages()
                    .notices()
                    .show(
                            Notices.Scope.SECOND_TRACE,
                            Notices.Severity.WARN,
                            "second-trace",
                            PairTexts.warnings(session.warnings()));
        }
        context.messages().status().setState("check", PairTexts.OPENED, session.name());
        alignment.boundsChanged();
        link.copyRows();
        showMinimap();
        whenDone.accept(true);
    }

    @Override
    public void failed(TraceSession session) {
        closeIfShown(session);
        context.messages()
                .notices()
                .show(
                        Notices.Scope.SECOND_TRACE,
                        Notices.Severity.ERROR,
                        "second-trace",
                        session.problem() instanceof UnclearColumnsProblem table
                                ? PairTexts.columnsUnclear(table.summary())
                                : session.failure(),
                        List.of(new Notices.Action(
                                PairTexts.OPEN_ANOTHER,
                                () -> first.host().commands().run("second.open"))));
    }

    @Override
    public void canceled(TraceSession session) {
        closeIfShown(session);
        context.messages().status().setState("cancel", CommonTexts.CANCELED, PairTexts.opening(session.name()));
    }

    private void closeIfShown(TraceSession session) {
        if (isOpen() && frame.pane().slot().trace().session() == session) {
            close();
        } else {
            session.close();
        }
    }

    /// Closes the second trace.
    public void close() {
        cancel();
        if (!isOpen()) {
            return;
        }
        TraceSession session = frame.pane().slot().trace().session();
        link.end();
        traces.setSecond(null);
        timelines.showFirstAlone();
        alignment.end();
        context.messages().notices().closeAll(Notices.Scope.SECOND_TRACE);
        secondState.setSession(null);
        if (session != null) {
            session.close();
        }
        timelines.first().view().requestFocus();
    }

    /// Closes the second trace at the request of the user, and reports that in the status bar.
    public void closeAndReport() {
        TraceSession session = isOpen() ? frame.pane().slot().trace().session() : null;
        close();
        if (session != null) {
            context.messages().status().setState(null, PairTexts.CLOSED, session.name());
        }
    }

    /// Closes the first trace; the second takes its place.
    public void closeFirst() {
        swap();
        close();
    }

    /// Swaps traces A and B. Each keeps its rows, notes and selection and, if the timelines do not move together, its
    /// visible range.
    void swap() {
        TraceSlot second = frame.pane().slot();
        TraceSession a = first.trace().session();
        TraceSession b = second.trace().session();
        Alignment current = alignment.current();
        ViewOfTrace viewOfA = ViewOfTrace.of(timelines.first());
        ViewOfTrace viewOfB = ViewOfTrace.of(frame.pane());
        isSwapping = true;
        try {
            exchange.accept(
                    () -> {
                        state.first().setSession(b);
                        secondState.setSession(a);
                    },
                    () -> {
                        // The saved state of the trace that is now the first is older than the state just shown.
                        if (first.trace().session() == b && isOpen()) {
                            arrange(viewOfA, viewOfB);
                        } else if (first.trace().session() == b) {
                            viewOfB.restore(timelines.first());
                        }
                    });
        } finally {
            isSwapping = false;
        }
        alignment.align(new Alignment(current.basis(), current.b(), current.a()));
        arrange(viewOfA, viewOfB);
    }

    private void arrange(ViewOfTrace viewOfA, ViewOfTrace viewOfB) {
        link.unlinkRows();
        viewOfB.restore(timelines.first());
        if (isLinked()) {
            viewOfA.restoreContent(frame.pane());
        } else {
            viewOfA.restore(frame.pane());
        }
    }

    /// Visible range, rows, notes and selection of a trace.
    private record ViewOfTrace(Viewport window, TrackState rows, List<Note> notes, Selection selection) {

        static ViewOfTrace of(TracePane pane) {
            return new ViewOfTrace(
                    pane.view().viewport(),
                    pane.view().tracks().state(),
                    pane.slot().traceNotes().notes(),
                    pane.slot().selection().get());
        }

        void restore(TracePane pane) {
            restoreContent(pane);
            pane.view().pair().show(window);
        }

        void restoreContent(TracePane pane) {
            pane.view().tracks().restore(rows);
            pane.slot().traceNotes().restore(notes);
            pane.slot().selection().set(selection);
        }
    }

    /// Stops all work for the second trace when the window closes.
    public void dispose() {
        cancel();
        if (frame != null) {
            if (frame.pane().slot().trace().session() != null) {
                frame.pane().slot().trace().session().close();
            }
            frame.pane().view().dispose();
        }
    }

    private void firstChanged(TraceSession session) {
        if (!isOpen() || isSwapping) {
            return;
        }
        if (session == null) {
            close();
            return;
        }
        alignment.alignStarts();
        session.tracksProperty().addListener(o -> {
            if (session == first.trace().session() && isOpen()) {
                alignment.boundsChanged();
            }
        });
    }

    // ---- moving ----

    /// Whether both timelines move together.
    public boolean isLinked() {
        return link != null && link.isLinked();
    }

    public void setLinked(boolean isLinked) {
        link.setLinked(isLinked);
        timelines.arrange();
        bar.refresh();
        showMinimap();
        context.messages().status().setHint(isLinked ? PairTexts.LINKED_HINT : PairTexts.UNLINKED_HINT);
    }

    /// Selects corresponding events in both traces, aligns the traces on them and zooms so that the longer one
    /// fills most of the window. Either event may be null.
    public void show(String label, Selection.Event a, Selection.Event b) {
        if (!isOpen() || a == null && b == null) {
            return;
        }
        TraceSlot second = frame.pane().slot();
        // Each timeline scrolls to its own event: the track of the other one may have a different name.
        link.unlinkRows();
        if (a != null && b != null) {
            alignment.align(new Alignment(new AlignmentBasis(AlignmentBasis.Kind.EVENT, label), a.ts(), b.ts()));
        }
        long longest = Math.max(length(first.trace(), a), length(second.trace(), b));
        if (a != null) {
            zoomTo(timelines.first().view(), a.ts(), isLinked() ? longest : length(first.trace(), a));
        }
        if (b != null && (a == null || !isLinked())) {
            zoomTo(frame.pane().view(), b.ts(), isLinked() ? longest : length(second.trace(), b));
        }
        select(first, a);
        select(second, b);
    }

    private static long length(OpenTrace trace, Selection.Event event) {
        return event == null
                ? 0
                : event.dur() < 0 ? Math.max(0, trace.session().bounds().end() - event.ts()) : event.dur();
    }

    /// Zooms to an event; an event without duration gets a small part of the current span.
    private static void zoomTo(TimelineView view, long ts, long durNs) {
        double span =
                durNs > 0 ? durNs / EVENT_SHARE : Math.max(1, view.viewport().spanNs() / 50);
        view.pair().show(Viewport.at(ts, -span * (1 - EVENT_SHARE) / 2, Math.max(Viewport.MIN_SPAN_NS, span)));
    }

    private static void select(TraceSlot slot, Selection.Event event) {
        if (event != null && !event.table().isEmpty()) {
            slot.navigation().navigator().goTo(event.table(), event.id());
        } else {
            slot.selection().set(Selection.NONE);
        }
    }

    /// Extends the view to both traces if all of the first was visible.
    private void showAll() {
        TimelineView a = timelines.first().view();
        TimeSpan visible = a.visibleSpanProperty().get();
        if (visible.start() <= a.bounds().start() && visible.end() >= a.bounds().end()) {
            link.showAll();
        }
    }

    /// Shows one minimap for both traces if they share one axis.
    private void showMinimap() {
        if (!isOpen()) {
            return;
        }
        TimelineView view = timelines.first().view();
        TraceSession a = first.trace().session();
        TraceSession b = frame.pane().slot().trace().session();
        if (!timelines.hasOneAxis() || a == null || b == null || !a.isReady() || !b.isReady()) {
            view.pair().setMinimap(null);
            return;
        }
        MinimapData mapA = a.minimap();
        MinimapData mapB = b.minimap();
        long offsetNs = link.offsetNs();
        TimeSpan both = link.unionSpan();
        a.queries()
                .submit(
                        "pair-minimap",
                        q -> MinimapData.pair(mapA, mapB, offsetNs, both, MINIMAP_BUCKETS),
                        pair -> {
                            if (isOpen() && timelines.hasOneAxis()) {
                                view.pair().setMinimap(pair);
                            }
                        },
                        e -> {
                            // The first trace's own minimap stays.
                        });
    }

    /// Returns whether the second trace is not being opened and has no running queries.
    public boolean isComplete() {
        if (isOpening()) {
            return false;
        }
        if (!isOpen()) {
            return true;
        }
        TraceSlot second = frame.pane().slot();
        return (!second.trace().session().isReady()
                        || second.trace().session().queries().isIdle())
                && second.host().detailsPane().tabs().stream()
                        .noneMatch(t -> t.busyProperty().get());
    }
}
