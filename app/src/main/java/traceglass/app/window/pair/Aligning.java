package traceglass.app.window.pair;

import java.util.OptionalLong;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import traceglass.analysis.clock.RealTime;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.FirstSlice;
import traceglass.app.context.OpenTrace;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.app.window.timeline.PairedTimelines;
import traceglass.app.window.timeline.Timelines;
import traceglass.app.window.timeline.TracePane;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// On what the two traces of a window are aligned, and all that they can be aligned on. Nothing of it may be done while
/// there is one trace, unless it says so.
public final class Aligning {

    /// Larger than this, a window does not show a moment any more: it is panned there.
    private static final double EDGE = .1;

    private final TraceSlot first;
    private final Notices notices;
    private final Timelines timelines;
    private final Runnable moved;
    private final ReadOnlyObjectWrapper<Alignment> alignment = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyStringWrapper said = new ReadOnlyStringWrapper("");
    private TracePane second;
    private PairedTimelines link;
    private boolean atStarts = true;

    /// @param moved told when the second trace lies elsewhere against the first
    Aligning(TraceSlot first, Notices notices, Timelines timelines, Runnable moved) {
        this.first = first;
        this.notices = notices;
        this.timelines = timelines;
        this.moved = moved;
    }

    /// There are two traces from now on.
    void begin(TracePane pane, PairedTimelines pair) {
        second = pane;
        link = pair;
    }

    /// There is one trace from now on.
    void end() {
        second = null;
        alignment.set(null);
    }

    private boolean isPair() {
        return second != null;
    }

    /// How the two are aligned; null while there is one.
    public ReadOnlyObjectProperty<Alignment> alignmentProperty() {
        return alignment.getReadOnlyProperty();
    }

    /// Where the moment is in either trace, for people.
    ReadOnlyStringProperty saidProperty() {
        return said.getReadOnlyProperty();
    }

    Alignment now() {
        return alignment.get();
    }

    /// The bounds of a trace are others, as more of it was read.
    void boundsChanged() {
        if (atStarts) {
            alignStarts();
        } else {
            link.reach();
        }
    }

    // ---- on a moment ----

    public void align(Alignment wanted) {
        if (!wanted.isPossible()) {
            notices.show(
                    Notices.Severity.WARN,
                    "beside",
                    "The clocks of the two traces are too far apart to be aligned on “" + wanted.words() + "”.");
            return;
        }
        notices.close("beside");
        atStarts = false;
        alignment.set(wanted);
        TimelineView a = timelines.first().view();
        TimelineView b = second.view();
        a.pair().setZero(wanted.a());
        b.pair().setZero(wanted.b());
        link.setOffset(wanted.offsetNs());
        say();
        moved.run();
    }

    /// Aligns, and brings the moment into view.
    void alignAndShow(Alignment wanted) {
        align(wanted);
        if (alignment.get() == wanted) {
            centre(timelines.first().view(), wanted.a());
            if (!link.isTogether()) {
                centre(second.view(), wanted.b());
            }
        }
    }

    private static void centre(TimelineView view, long ts) {
        Viewport now = view.viewport();
        double at = (ts - now.start() - now.fraction()) / now.spanNs();
        if (at < EDGE || at > 1 - EDGE) {
            view.pair().show(Viewport.at(ts, -now.spanNs() / 2, now.spanNs()));
        }
    }

    /// The starts of both stand one above the other.
    void alignStarts() {
        align(new Alignment(
                "Both starts", start(first.trace()), start(second.slot().trace())));
        atStarts = true;
        say();
    }

    /// What each clock says is the same time: for traces of one boot of one machine.
    void alignTraceTime() {
        long start = start(first.trace());
        alignAndShow(new Alignment("Trace time", start, start));
    }

    /// By the time of day at which each was recorded.
    void alignRealTime() {
        ofBoth("beside-realtime", RealTime::offset, (a, b) -> {
            if (a.isEmpty() || b.isEmpty()) {
                missing("says which time of day it was", a, b);
            } else {
                long start = start(first.trace());
                alignAndShow(new Alignment("Time of day", start, start + a.getAsLong() - b.getAsLong()));
            }
        });
    }

    /// On the first slice of this name in either.
    void alignSlice(String name) {
        ofBoth("beside-slice", q -> FirstSlice.start(q, name), (a, b) -> {
            if (a.isEmpty() || b.isEmpty()) {
                missing("has a slice with “" + name + "” in its name", a, b);
            } else {
                alignAndShow(new Alignment("First slice “" + name + "”", a.getAsLong(), b.getAsLong()));
            }
        });
    }

    private void missing(String what, OptionalLong a, OptionalLong b) {
        String which = a.isEmpty() && b.isEmpty() ? "Neither trace " : "Only trace " + (a.isEmpty() ? "B " : "A ");
        notices.show(Notices.Severity.WARN, "beside", which + what + "; they stay aligned as they were.");
    }

    /// Whether something is selected in both.
    boolean canAlignSelections() {
        return isPair()
                && moment(first.selection().get()) != null
                && moment(second.slot().selection().get()) != null;
    }

    /// On what is selected in either.
    void alignSelections() {
        alignAndShow(new Alignment(
                "The selections",
                moment(first.selection().get()),
                moment(second.slot().selection().get())));
    }

    /// What is selected in the pane in hand, or the time under the pointer there, comes to stand at the moment of
    /// the other trace.
    void alignHere() {
        TracePane here = timelines.inHand();
        Long selected = moment(here.slot().selection().get());
        Long pointed = here.view().hoverTimeProperty().get();
        TimeSpan visible = here.view().visibleSpanProperty().get();
        long moment = pointed != null ? pointed : selected != null ? selected : visible.start() + visible.durNs() / 2;
        boolean ofFirst = here == timelines.first();
        TraceSlot other = ofFirst ? second.slot() : first;
        Long otherSelected = moment(other.selection().get());
        long counterpart = otherSelected != null
                ? otherSelected
                : ofFirst ? alignment.get().b() : alignment.get().a();
        alignAndShow(new Alignment("A chosen moment", ofFirst ? moment : counterpart, ofFirst ? counterpart : moment));
    }

    private static Long moment(Selection selection) {
        return switch (selection) {
            case Selection.Event e -> e.ts();
            case Selection.Area area -> area.start();
            case Selection.None n -> null;
        };
    }

    private static long start(OpenTrace trace) {
        return trace.session() == null ? 0 : trace.session().bounds().start();
    }

    /// A person moved one of them against the other.
    void shifted() {
        Alignment now = alignment.get();
        alignment.set(new Alignment("Moved by hand", now.a(), now.a() + link.offsetNs()));
        atStarts = false;
        second.view().pair().setZero(now.a() + link.offsetNs());
        say();
        moved.run();
    }

    private void say() {
        said.set(
                atStarts
                        ? ""
                        : alignment
                                .get()
                                .describe(
                                        start(first.trace()),
                                        start(second.slot().trace())));
    }

    private interface Answers {
        void take(OptionalLong a, OptionalLong b);
    }

    /// Asks both traces; the answers are taken when both are there.
    private void ofBoth(String key, QueryPool.Work<OptionalLong> work, Answers answers) {
        TraceSession a = first.trace().session();
        TraceSession b = second.slot().trace().session();
        if (!a.isReady() || !b.isReady()) {
            notices.show(Notices.Severity.INFO, "beside", "That can be asked once both traces are read.");
            return;
        }
        Consumer<Exception> failed = e ->
                notices.show(Notices.Severity.ERROR, "beside", "The traces could not be aligned: " + e.getMessage());
        a.queries()
                .submit(
                        key,
                        work,
                        ofA -> b.queries()
                                .submit(
                                        key,
                                        work,
                                        ofB -> {
                                            if (isPair()
                                                    && first.trace().session() == a
                                                    && second.slot().trace().session() == b) {
                                                answers.take(ofA, ofB);
                                            }
                                        },
                                        failed),
                        failed);
    }
}
