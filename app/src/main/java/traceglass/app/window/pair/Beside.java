package traceglass.app.window.pair;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.select.Selection;
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.app.window.opening.OneOpening;
import traceglass.app.window.opening.OpeningProgress;
import traceglass.app.window.timeline.PairedTimelines;
import traceglass.app.window.timeline.PaneFrame;
import traceglass.app.window.timeline.Timelines;
import traceglass.app.window.timeline.TracePane;
import traceglass.app.window.timeline.TrackTwins;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// A second trace beside the first: opens and closes it, and aligns the two. What goes wrong with it leaves the first
/// as it is.
public final class Beside implements OneOpening.Outcome {

    private static final int MINIMAP_BUCKETS = 1200;
    /// Share of the window that something gets which is shown by itself.
    private static final double FILLS = .76;

    private final AppContext first;
    private final Timelines timelines;
    private final StoreOptions store;
    private final Function<AppContext, TracePane> paneOf;
    private final OneOpening opening;
    private final Consumer<Runnable> exchange;
    private final Aligning aligning;
    private PaneFrame frame;
    private PairedTimelines link;
    private BesideBar bar;
    private boolean swapping;

    /// @param paneOf makes a pane with all that belongs to it in its context
    /// @param progress says how far the second trace is read
    /// @param exchange does what puts another trace in place of the first, with what the window does before and
    ///     after that
    public Beside(
            AppContext first,
            Timelines timelines,
            StoreOptions store,
            Function<AppContext, TracePane> paneOf,
            OpeningProgress progress,
            Consumer<Runnable> exchange) {
        this.exchange = exchange;
        this.first = first;
        this.timelines = timelines;
        this.store = store;
        this.paneOf = paneOf;
        opening = new OneOpening(progress, this);
        aligning = new Aligning(first, timelines, this::showMinimap);
        first.sessionProperty().addListener((o, was, is) -> firstChanged(is));
        timelines.atRightProperty().addListener(o -> showMinimap());
    }

    /// Whether two traces are shown.
    public boolean isOpen() {
        return first.beside() != null;
    }

    public boolean isOpening() {
        return opening.isGoingOn();
    }

    /// The pane of the second trace, or null.
    public TracePane pane() {
        return isOpen() ? frame.pane() : null;
    }

    /// How the two are aligned.
    public Aligning aligning() {
        return aligning;
    }

    // ---- opening and closing ----

    /// Opens a trace beside the first; it takes the place of another one beside it.
    ///
    /// @param then called once with whether it was opened
    public void open(Path file, Consumer<Boolean> then) {
        cancel();
        first.notices().close("beside");
        TraceSession session =
                opening.begin(file, first.preferences().limited(store).withHalfTheMemory(), then);
        session.tracksProperty().addListener((o, was, is) -> {
            if (was != null && isOpen() && frame.pane().context().session() == session) {
                aligning.boundsChanged();
            }
        });
    }

    public void cancel() {
        opening.cancel();
    }

    @Override
    public void adopt(TraceSession session) {
        if (frame == null) {
            frame = new PaneFrame(paneOf.apply(first.forTraceBeside()), 'B');
        }
        session.holdUntil(CompletableFuture.completedStage(null));
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
            link.setOnShifted(aligning::shifted);
            aligning.begin(frame.pane(), link);
            bar = bar == null ? new BesideBar(first, this) : bar;
            b.setLabelWidth(a.labelWidthProperty().get());
            bar.refresh();
            timelines.show(frame, bar, link);
            first.setBeside(second);
        }
        aligning.alignStarts();
        showAll();
    }

    private static java.util.List<traceglass.analysis.track.TrackNode> roots(AppContext context) {
        return context.session() == null || context.session().tracks() == null
                ? java.util.List.of()
                : context.session().tracks().roots();
    }

    @Override
    public void ready(TraceSession session, Consumer<Boolean> then) {
        if (!session.warnings().isEmpty()) {
            first.notices().show(Notices.Severity.WARN, "beside", String.join(". ", session.warnings()) + ".");
        }
        first.status().setState("check", "Opened beside", session.name());
        aligning.boundsChanged();
        link.adoptRows();
        showMinimap();
        then.accept(true);
    }

    @Override
    public void failed(TraceSession session) {
        leave(session);
        first.notices()
                .show(
                        Notices.Severity.ERROR,
                        "beside",
                        session.failure(),
                        "Open another one beside…",
                        () -> first.commands().run("beside.open"));
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
    public void close() {
        cancel();
        if (!isOpen()) {
            return;
        }
        AppContext second = frame.pane().context();
        TraceSession session = second.session();
        link.end();
        first.setBeside(null);
        timelines.showFirstAlone();
        aligning.end();
        second.setSession(null);
        if (session != null) {
            session.close();
        }
        timelines.first().view().requestFocus();
    }

    /// Lets the first trace go; the second takes its place.
    public void closeFirst() {
        swap();
        close();
    }

    /// A becomes B and B becomes A.
    void swap() {
        AppContext second = frame.pane().context();
        TraceSession a = first.session();
        TraceSession b = second.session();
        Alignment now = aligning.now();
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
        aligning.align(new Alignment(now.words(), now.b(), now.a()));
        timelines.first().view().pair().show(window);
    }

    /// Ends what runs for the second trace, with the window.
    public void dispose() {
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
        aligning.alignStarts();
        session.tracksProperty().addListener(o -> {
            if (session == first.session() && isOpen()) {
                aligning.boundsChanged();
            }
        });
    }

    // ---- moving ----

    /// Whether both timelines move together.
    public boolean isTogether() {
        return link != null && link.isTogether();
    }

    public void setTogether(boolean together) {
        link.setTogether(together);
        timelines.arrange();
        bar.refresh();
        showMinimap();
        first.status().setHint(together ? "Views move together, Alt moves one" : "Views move apart");
    }

    /// Selects what stands for the same in both, aligns them on it and makes it fill most of the window. Either may
    /// be null.
    public void show(String words, Selection.Event a, Selection.Event b) {
        if (!isOpen() || a == null && b == null) {
            return;
        }
        AppContext second = frame.pane().context();
        // Each is brought into view by itself: what one is on need not have the same name in the other.
        link.holdRows();
        if (a != null && b != null) {
            aligning.align(new Alignment(words, a.ts(), b.ts()));
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
        return event == null
                ? 0
                : event.dur() < 0 ? Math.max(0, context.session().bounds().end() - event.ts()) : event.dur();
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
                            // Then the first trace's own stays.
                        });
    }

    /// Whether nothing is being read or asked for the second trace.
    public boolean isComplete() {
        if (isOpening()) {
            return false;
        }
        if (!isOpen()) {
            return true;
        }
        AppContext second = frame.pane().context();
        return (!second.session().isReady() || second.session().queries().isIdle())
                && second.drawer().tabs().stream()
                        .noneMatch(t -> t.busyProperty().get());
    }
}
