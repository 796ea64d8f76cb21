package traceglass.app.window;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.session.QueryPool;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.model.store.StoreOptions;
import traceglass.model.time.TimeSpan;
import traceglass.model.track.MinimapData;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;

/// A second trace beside the first: opens and closes it, and aligns the two. What goes wrong with it leaves the first as it is.
final class Beside implements OneOpening.Outcome {

    private static final int MINIMAP_BUCKETS = 1200;
    /// Larger than this, a window does not show a moment any more: it is panned there.
    private static final double EDGE = .1;
    /// Share of the window that something gets which is shown by itself.
    private static final double FILLS = .76;

    private final AppContext first;
    private final Timelines timelines;
    private final StoreOptions store;
    private final Function<AppContext, TracePane> paneOf;
    private final OneOpening opening;
    private final Consumer<Runnable> exchange;
    private final ReadOnlyObjectWrapper<Alignment> alignment = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyStringWrapper said = new ReadOnlyStringWrapper("");
    private PaneFrame frame;
    private PairedTimelines link;
    private BesideBar bar;
    private boolean atStarts = true;
    private boolean swapping;

    /// @param paneOf   makes a pane with all that belongs to it in its context
    /// @param progress says how far the second trace is read
    /// @param exchange does what puts another trace in place of the first, with what the window does before and after that
    Beside(AppContext first, Timelines timelines, StoreOptions store, Function<AppContext, TracePane> paneOf, OpeningProgress progress,
           Consumer<Runnable> exchange) {
        this.exchange = exchange;
        this.first = first;
        this.timelines = timelines;
        this.store = store;
        this.paneOf = paneOf;
        opening = new OneOpening(progress, this);
        first.sessionProperty().addListener((o, was, is) -> firstChanged(is));
        timelines.atRightProperty().addListener(o -> showMinimap());
    }

    /// Whether two traces are shown.
    boolean isOpen() {
        return first.beside() != null;
    }

    boolean isOpening() {
        return opening.isGoingOn();
    }

    /// The pane of the second trace, or null.
    TracePane pane() {
        return isOpen() ? frame.pane() : null;
    }

    /// How the two are aligned; null while there is one.
    ReadOnlyObjectProperty<Alignment> alignmentProperty() {
        return alignment.getReadOnlyProperty();
    }

    /// Where the moment is in either trace, for people.
    ReadOnlyStringProperty saidProperty() {
        return said.getReadOnlyProperty();
    }

    // ---- opening and closing ----

    /// Opens a trace beside the first; it takes the place of another one beside it.
    ///
    /// @param then called once with whether it was opened
    void open(Path file, Consumer<Boolean> then) {
        cancel();
        first.notices().close("beside");
        TraceSession session = opening.begin(file, first.preferences().limited(store).withHalfTheMemory(), then);
        session.tracksProperty().addListener((o, was, is) -> {
            if (was != null && isOpen() && frame.pane().context().session() == session) {
                boundsChanged();
            }
        });
    }

    void cancel() {
        opening.cancel();
    }

    @Override
    public void adopt(TraceSession session) {
        if (frame == null) {
            frame = new PaneFrame(paneOf.apply(first.forTraceBeside()), 'B');
        }
        AppContext second = frame.pane().context();
        TraceSession old = second.session();
        second.setSession(session);
        if (old != null) {
            old.close();
        }
        if (!isOpen()) {
            TimelineView a = timelines.first().view();
            TimelineView b = frame.pane().view();
            link = new PairedTimelines(a, b, new TrackTwins(() -> roots(first), () -> roots(second)));
            link.setOnShifted(this::shifted);
            bar = bar == null ? new BesideBar(first, this) : bar;
            b.setLabelWidth(a.labelWidthProperty().get());
            bar.refresh();
            timelines.show(frame, bar, link);
            first.setBeside(second);
        }
        alignStarts();
        showAll();
    }

    private static java.util.List<traceglass.model.track.TrackNode> roots(AppContext context) {
        return context.session() == null || context.session().tracks() == null ? java.util.List.of() : context.session().tracks().roots();
    }

    @Override
    public void ready(TraceSession session, Consumer<Boolean> then) {
        if (!session.warnings().isEmpty()) {
            first.notices().show(Notices.Severity.WARN, "beside", String.join(". ", session.warnings()) + ".");
        }
        first.status().setState("check", "Opened beside", session.name());
        boundsChanged();
        link.adoptRows();
        showMinimap();
        then.accept(true);
    }

    @Override
    public void failed(TraceSession session) {
        leave(session);
        first.notices().show(Notices.Severity.ERROR, "beside", session.failure(), "Open another one beside…", () -> first.commands().run("beside.open"));
    }

    @Override
    public void cancelled(TraceSession session) {
        leave(session);
        first.status().setState("cancel", "Cancelled", "opening " + session.name());
    }

    private void leave(TraceSession session) {
        if (isOpen() && frame.pane().context().session() == session) {
            close();
        } else {
            session.close();
        }
    }

    /// Lets the second trace go.
    void close() {
        cancel();
        if (!isOpen()) {
            return;
        }
        AppContext second = frame.pane().context();
        TraceSession session = second.session();
        link.end();
        first.setBeside(null);
        timelines.showFirstAlone();
        alignment.set(null);
        second.setSession(null);
        if (session != null) {
            session.close();
        }
        timelines.first().view().requestFocus();
    }

    /// Lets the first trace go; the second takes its place.
    void closeFirst() {
        swap();
        close();
    }

    /// A becomes B and B becomes A.
    void swap() {
        AppContext second = frame.pane().context();
        TraceSession a = first.session();
        TraceSession b = second.session();
        Alignment now = alignment.get();
        Viewport window = frame.pane().view().viewport();
        swapping = true;
        try {
            exchange.accept(() -> {
                first.setSession(b);
                second.setSession(a);
            });
        } finally {
            swapping = false;
        }
        align(new Alignment(now.words(), now.b(), now.a()));
        timelines.first().view().pair().show(window);
    }

    /// Ends what runs for the second trace, with the window.
    void dispose() {
        cancel();
        if (frame != null) {
            if (frame.pane().context().session() != null) {
                frame.pane().context().session().close();
            }
            frame.pane().view().dispose();
        }
    }

    private void firstChanged(TraceSession session) {
        if (!isOpen() || swapping) {
            return;
        }
        if (session == null) {
            close();
            return;
        }
        alignStarts();
        session.tracksProperty().addListener(o -> {
            if (session == first.session() && isOpen()) {
                boundsChanged();
            }
        });
    }

    private void boundsChanged() {
        if (atStarts) {
            alignStarts();
        } else {
            link.reach();
        }
    }

    // ---- aligning ----

    /// Whether both timelines move together.
    boolean isTogether() {
        return link != null && link.isTogether();
    }

    void setTogether(boolean together) {
        link.setTogether(together);
        timelines.arrange();
        bar.refresh();
        showMinimap();
        first.status().setHint(together ? "Views move together, Alt moves one" : "Views move apart");
    }

    void align(Alignment wanted) {
        if (!wanted.isPossible()) {
            first.notices().show(Notices.Severity.WARN, "beside", "The clocks of the two traces are too far apart to be aligned on “" + wanted.words() + "”.");
            return;
        }
        first.notices().close("beside");
        atStarts = false;
        alignment.set(wanted);
        TimelineView a = timelines.first().view();
        TimelineView b = frame.pane().view();
        a.pair().setZero(wanted.a());
        b.pair().setZero(wanted.b());
        link.setOffset(wanted.offsetNs());
        say();
        showMinimap();
    }

    /// Aligns, and brings the moment into view.
    void alignAndShow(Alignment wanted) {
        align(wanted);
        if (alignment.get() == wanted) {
            centre(timelines.first().view(), wanted.a());
            if (!isTogether()) {
                centre(frame.pane().view(), wanted.b());
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

    /// Selects what stands for the same in both, aligns them on it and makes it fill most of the window. Either may be null.
    void show(String words, Selection.Event a, Selection.Event b) {
        if (!isOpen() || a == null && b == null) {
            return;
        }
        AppContext second = frame.pane().context();
        // Each is brought into view by itself: what one is on need not have the same name in the other.
        link.holdRows();
        if (a != null && b != null) {
            align(new Alignment(words, a.ts(), b.ts()));
        }
        long longest = Math.max(length(first, a), length(second, b));
        if (a != null) {
            frame(timelines.first().view(), a.ts(), isTogether() ? longest : length(first, a));
        }
        if (b != null && (a == null || !isTogether())) {
            frame(frame.pane().view(), b.ts(), isTogether() ? longest : length(second, b));
        }
        select(first, a);
        select(second, b);
    }

    private static long length(AppContext context, Selection.Event event) {
        return event == null ? 0 : event.dur() < 0 ? Math.max(0, context.session().bounds().end() - event.ts()) : event.dur();
    }

    /// What has no length gets a little of what is visible now.
    private static void frame(TimelineView view, long ts, long durNs) {
        double span = durNs > 0 ? durNs / FILLS : Math.max(1, view.viewport().spanNs() / 50);
        view.pair().show(Viewport.at(ts, -span * (1 - FILLS) / 2, Math.max(Viewport.MIN_SPAN_NS, span)));
    }

    private static void select(AppContext context, Selection.Event event) {
        if (event != null && !event.table().isEmpty()) {
            context.navigator().goTo(event.table(), event.id());
        } else {
            context.selectionProperty().set(Selection.NONE);
        }
    }

    /// The starts of both stand one above the other.
    void alignStarts() {
        align(new Alignment("Both starts", start(first), start(frame.pane().context())));
        atStarts = true;
        say();
    }

    /// What each clock says is the same time: for traces of one boot of one machine.
    void alignTraceTime() {
        long start = start(first);
        alignAndShow(new Alignment("Trace time", start, start));
    }

    /// By the time of day at which each was recorded.
    void alignRealTime() {
        ofBoth("beside-realtime", (c, cancel) -> Alignment.toRealTime(c), (a, b) -> {
            if (a.isEmpty() || b.isEmpty()) {
                missing("says which time of day it was", a, b);
            } else {
                long start = start(first);
                alignAndShow(new Alignment("Time of day", start, start + a.getAsLong() - b.getAsLong()));
            }
        });
    }

    /// On the first slice of this name in either.
    void alignSlice(String name) {
        ofBoth("beside-slice", (c, cancel) -> Alignment.firstSlice(c, name), (a, b) -> {
            if (a.isEmpty() || b.isEmpty()) {
                missing("has a slice with “" + name + "” in its name", a, b);
            } else {
                alignAndShow(new Alignment("First slice “" + name + "”", a.getAsLong(), b.getAsLong()));
            }
        });
    }

    private void missing(String what, OptionalLong a, OptionalLong b) {
        String which = a.isEmpty() && b.isEmpty() ? "Neither trace " : "Only trace " + (a.isEmpty() ? "B " : "A ");
        first.notices().show(Notices.Severity.WARN, "beside", which + what + "; they stay aligned as they were.");
    }

    /// Whether something is selected in both.
    boolean canAlignSelections() {
        return isOpen() && moment(first.selectionProperty().get()) != null && moment(frame.pane().context().selectionProperty().get()) != null;
    }

    /// On what is selected in either.
    void alignSelections() {
        alignAndShow(new Alignment("The selections", moment(first.selectionProperty().get()), moment(frame.pane().context().selectionProperty().get())));
    }

    /// What is selected in the pane in hand, or the time under the pointer there, comes to stand at the moment of the other trace.
    void alignHere() {
        TracePane here = timelines.inHand();
        Long selected = moment(here.context().selectionProperty().get());
        Long pointed = here.view().hoverTimeProperty().get();
        TimeSpan visible = here.view().visibleSpanProperty().get();
        long moment = pointed != null ? pointed : selected != null ? selected : visible.start() + visible.durNs() / 2;
        boolean ofFirst = here == timelines.first();
        AppContext other = ofFirst ? frame.pane().context() : first;
        Long otherSelected = moment(other.selectionProperty().get());
        long counterpart = otherSelected != null ? otherSelected : ofFirst ? alignment.get().b() : alignment.get().a();
        alignAndShow(new Alignment("A chosen moment", ofFirst ? moment : counterpart, ofFirst ? counterpart : moment));
    }

    private static Long moment(Selection selection) {
        return switch (selection) {
            case Selection.Event e -> e.ts();
            case Selection.Area area -> area.start();
            case Selection.None n -> null;
        };
    }

    private static long start(AppContext context) {
        return context.session() == null ? 0 : context.session().bounds().start();
    }

    private void shifted() {
        Alignment now = alignment.get();
        alignment.set(new Alignment("Moved by hand", now.a(), now.a() + link.offsetNs()));
        atStarts = false;
        frame.pane().view().pair().setZero(now.a() + link.offsetNs());
        say();
        showMinimap();
    }

    private void say() {
        said.set(atStarts ? "" : alignment.get().describe(start(first), start(frame.pane().context())));
    }

    /// Where all of the first was visible, all of both is.
    private void showAll() {
        TimelineView a = timelines.first().view();
        TimeSpan visible = a.visibleSpanProperty().get();
        if (visible.start() <= a.bounds().start() && visible.end() >= a.bounds().end()) {
            a.showSpan(link.both());
        }
    }

    /// One minimap shows both where one axis serves both.
    private void showMinimap() {
        if (!isOpen()) {
            return;
        }
        TimelineView view = timelines.first().view();
        TraceSession a = first.session();
        TraceSession b = frame.pane().context().session();
        if (!timelines.hasOneAxis() || a == null || b == null || !a.isReady() || !b.isReady()) {
            view.pair().setMinimap(null);
            return;
        }
        MinimapData mapA = a.minimap();
        MinimapData mapB = b.minimap();
        long offsetNs = link.offsetNs();
        TimeSpan both = link.both();
        a.queries().submit("pair-minimap", (c, cancel) -> MinimapData.pair(mapA, mapB, offsetNs, both, MINIMAP_BUCKETS), pair -> {
            if (isOpen() && timelines.hasOneAxis()) {
                view.pair().setMinimap(pair);
            }
        }, e -> {
            // Then the first trace's own stays.
        });
    }

    private interface Answers {
        void take(OptionalLong a, OptionalLong b);
    }

    /// Asks both traces; the answers are taken when both are there.
    private void ofBoth(String key, QueryPool.Work<OptionalLong> work, Answers answers) {
        TraceSession a = first.session();
        TraceSession b = frame.pane().context().session();
        if (!a.isReady() || !b.isReady()) {
            first.notices().show(Notices.Severity.INFO, "beside", "That can be asked once both traces are read.");
            return;
        }
        Consumer<Exception> failed = e -> first.notices().show(Notices.Severity.ERROR, "beside", "The traces could not be aligned: " + e.getMessage());
        a.queries().submit(key, work, ofA -> b.queries().submit(key, work, ofB -> {
            if (isOpen() && first.session() == a && frame.pane().context().session() == b) {
                answers.take(ofA, ofB);
            }
        }, failed), failed);
    }

    /// Whether nothing is being read or asked for the second trace.
    boolean isComplete() {
        if (isOpening()) {
            return false;
        }
        if (!isOpen()) {
            return true;
        }
        AppContext second = frame.pane().context();
        return (!second.session().isReady() || second.session().queries().isIdle())
                && second.drawer().tabs().stream().noneMatch(t -> t.busyProperty().get());
    }
}
