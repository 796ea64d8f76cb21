package traceglass.app.window.pair;

import java.util.OptionalLong;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import traceglass.analysis.clock.WallClock;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.FirstSlice;
import traceglass.app.context.OpenTrace;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.app.window.timeline.LinkedTimelines;
import traceglass.app.window.timeline.Timelines;
import traceglass.app.window.timeline.TracePane;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Aligns the two traces of a window in time. Unless stated otherwise, methods must only be called while two traces
/// are open.
public final class TraceAlignment {

    /// Width of the margins of the window, as a fraction of its width; a time in a margin or outside the window is
    /// scrolled into view.
    private static final double MARGIN = .1;

    private final TraceSlot first;
    private final Notices notices;
    private final Timelines timelines;
    private final Runnable whenMoved;
    private final ReadOnlyObjectWrapper<Alignment> alignment = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyStringWrapper offsetText = new ReadOnlyStringWrapper("");
    private TracePane second;
    private LinkedTimelines link;
    private boolean alignsStarts = true;

    /// @param whenMoved called when the offset between the traces changes
    TraceAlignment(TraceSlot first, Notices notices, Timelines timelines, Runnable whenMoved) {
        this.first = first;
        this.notices = notices;
        this.timelines = timelines;
        this.whenMoved = whenMoved;
    }

    /// Called when a second trace was opened.
    void begin(TracePane pane, LinkedTimelines pair) {
        second = pane;
        link = pair;
    }

    /// Called when the second trace was closed.
    void end() {
        second = null;
        alignment.set(null);
    }

    private boolean isPair() {
        return second != null;
    }

    /// Current alignment; null while only one trace is open.
    public ReadOnlyObjectProperty<Alignment> alignmentProperty() {
        return alignment.getReadOnlyProperty();
    }

    /// Text with the aligned time in each trace.
    ReadOnlyStringProperty offsetTextProperty() {
        return offsetText.getReadOnlyProperty();
    }

    Alignment current() {
        return alignment.get();
    }

    /// Called when the time bounds of a trace change as more of it is read. If everything was visible, it still is
    /// afterwards.
    void boundsChanged() {
        boolean showsAll = link.showsAll();
        if (alignsStarts) {
            alignStarts();
        } else {
            link.updateAllowedSpan();
        }
        if (showsAll) {
            link.showAll();
        }
    }

    // ---- alignments ----

    public void align(Alignment next) {
        if (!next.isPossible()) {
            showWarning(PairTexts.clocksTooFarApart(next.label()));
            return;
        }
        notices.close("second-trace");
        alignsStarts = false;
        alignment.set(next);
        TimelineView a = timelines.first().view();
        TimelineView b = second.view();
        a.pair().setZeroTime(next.a());
        b.pair().setZeroTime(next.b());
        link.setOffset(next.offsetNs());
        updateOffsetText();
        whenMoved.run();
    }

    /// Aligns the traces and scrolls the aligned time into view.
    void alignAndShow(Alignment next) {
        align(next);
        if (alignment.get() == next) {
            center(timelines.first().view(), next.a());
            if (!link.isLinked()) {
                center(second.view(), next.b());
            }
        }
    }

    private static void center(TimelineView view, long ts) {
        Viewport current = view.viewport();
        double at = (ts - current.start() - current.fraction()) / current.spanNs();
        if (at < MARGIN || at > 1 - MARGIN) {
            view.pair().show(Viewport.at(ts, -current.spanNs() / 2, current.spanNs()));
        }
    }

    /// Aligns the starts of both traces.
    void alignStarts() {
        align(new Alignment(
                AlignmentBasis.of(AlignmentBasis.Kind.TRACE_STARTS),
                start(first.trace()),
                start(second.slot().trace())));
        alignsStarts = true;
        updateOffsetText();
    }

    /// Aligns equal timestamps: for traces from the same boot of one machine.
    void alignTraceTime() {
        long start = start(first.trace());
        alignAndShow(new Alignment(AlignmentBasis.of(AlignmentBasis.Kind.TRACE_TIME), start, start));
    }

    /// Aligns by the time of day at which each trace was recorded.
    void alignRealTime() {
        queryBoth("align-time-of-day", WallClock::offset, (a, b) -> {
            if (a.isEmpty() || b.isEmpty()) {
                showWarning(PairTexts.noTimeOfDay(a.isPresent(), b.isPresent()));
            } else {
                long start = start(first.trace());
                alignAndShow(new Alignment(
                        AlignmentBasis.of(AlignmentBasis.Kind.TIME_OF_DAY),
                        start,
                        start + a.getAsLong() - b.getAsLong()));
            }
        });
    }

    /// Aligns the first slice with this name in each trace.
    void alignSlice(String name) {
        queryBoth("align-slice", q -> FirstSlice.start(q, name), (a, b) -> {
            if (a.isEmpty() || b.isEmpty()) {
                showWarning(PairTexts.noSlice(name, a.isPresent(), b.isPresent()));
            } else {
                alignAndShow(new Alignment(
                        new AlignmentBasis(AlignmentBasis.Kind.FIRST_SLICE, name), a.getAsLong(), b.getAsLong()));
            }
        });
    }

    private void showWarning(String text) {
        notices.show(Notices.Scope.SECOND_TRACE, Notices.Severity.WARN, "second-trace", text);
    }

    /// Returns whether both traces have a selection.
    boolean canAlignSelections() {
        return isPair()
                && selectedTime(first.selection().get()) != null
                && selectedTime(second.slot().selection().get()) != null;
    }

    /// Aligns the selections of both traces.
    void alignSelections() {
        alignAndShow(new Alignment(
                AlignmentBasis.of(AlignmentBasis.Kind.SELECTIONS),
                selectedTime(first.selection().get()),
                selectedTime(second.slot().selection().get())));
    }

    /// Aligns the time under the pointer or of the selection in the active pane with the aligned time of the other
    /// trace.
    void alignHere() {
        TracePane active = timelines.activePane();
        Long selected = selectedTime(active.slot().selection().get());
        Long hovered = active.view().hoverTimeProperty().get();
        TimeSpan visible = active.view().visibleSpanProperty().get();
        long time = hovered != null ? hovered : selected != null ? selected : visible.start() + visible.durNs() / 2;
        boolean isFirst = active == timelines.first();
        TraceSlot other = isFirst ? second.slot() : first;
        Long otherSelected = selectedTime(other.selection().get());
        long counterpart = otherSelected != null
                ? otherSelected
                : isFirst ? alignment.get().b() : alignment.get().a();
        alignAndShow(new Alignment(
                AlignmentBasis.of(AlignmentBasis.Kind.CHOSEN_TIME),
                isFirst ? time : counterpart,
                isFirst ? counterpart : time));
    }

    private static Long selectedTime(Selection selection) {
        return switch (selection) {
            case Selection.Event e -> e.ts();
            case Selection.Area area -> area.start();
            case Selection.Events several -> several.start();
            case Selection.None n -> null;
        };
    }

    private static long start(OpenTrace trace) {
        return trace.session() == null ? 0 : trace.session().bounds().start();
    }

    /// Called when the user shifted one trace relative to the other.
    void offsetChanged() {
        Alignment current = alignment.get();
        alignment.set(new Alignment(
                AlignmentBasis.of(AlignmentBasis.Kind.MANUAL_OFFSET), current.a(), current.a() + link.offsetNs()));
        alignsStarts = false;
        second.view().pair().setZeroTime(current.a() + link.offsetNs());
        updateOffsetText();
        whenMoved.run();
    }

    private void updateOffsetText() {
        offsetText.set(
                alignsStarts
                        ? ""
                        : alignment
                                .get()
                                .describe(
                                        start(first.trace()),
                                        start(second.slot().trace())));
    }

    private interface BothResults {
        void accept(OptionalLong a, OptionalLong b);
    }

    /// Runs a query on both traces and passes on the results when both are available.
    private void queryBoth(String key, QueryPool.Work<OptionalLong> work, BothResults results) {
        TraceSession a = first.trace().session();
        TraceSession b = second.slot().trace().session();
        if (!a.isReady() || !b.isReady()) {
            notices.show(Notices.Scope.SECOND_TRACE, Notices.Severity.INFO, "second-trace", PairTexts.WAIT_FOR_BOTH);
            return;
        }
        Consumer<Exception> failed = e -> notices.show(
                Notices.Scope.SECOND_TRACE,
                Notices.Severity.ERROR,
                "second-trace",
                PairTexts.cantAlign(e.getMessage()));
        a.queries()
                .submit(
                        key,
                        work,
                        resultA -> b.queries()
                                .submit(
                                        key,
                                        work,
                                        resultB -> {
                                            if (isPair()
                                                    && first.trace().session() == a
                                                    && second.slot().trace().session() == b) {
                                                results.accept(resultA, resultB);
                                            }
                                        },
                                        failed),
                        failed);
    }
}
