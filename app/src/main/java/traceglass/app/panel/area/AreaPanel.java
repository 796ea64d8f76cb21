package traceglass.app.panel.area;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.command.Command;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DrawerTab;

/// The tabs that sum up the selected range.
public final class AreaPanel {

    private final AppContext context;
    private final List<AreaTab> tabs;
    private DrawerTab preferred;
    private boolean fresh;
    /// The range whose sums are shown; another event may be selected meanwhile, to which one of them led.
    private Selection.Area shown;

    private AreaPanel(AppContext context) {
        this.context = context;
        tabs = Stream.of(new SlicesReport(), new ThreadStatesReport(), new CpuReport(false), new CpuReport(true), new StatesReport(), new CountersReport(), new PowerReport(), new ResidencyReport(), new EventsReport(),
                new FramesReport(), new FlowsReport(), new SamplesReport(), new FtraceReport(), new LogsReport())
                .map(report -> new AreaTab(context, report, this::arrived, this::reselect)).toList();
        tabs.forEach(t -> context.drawer().add(t.tab()));
        context.selectionProperty().addListener((o, was, is) -> selected(was, is));
        context.sessionProperty().addListener(o -> tabs.forEach(AreaTab::forget));
        register("area.singles", "Show the single events of the row", () -> front().map(AreaTab::canShowSingles).orElse(false), () -> front().ifPresent(AreaTab::showSingles));
        register("area.sums", "Back to the sums of the range", () -> front().map(AreaTab::showsSingles).orElse(false), () -> front().ifPresent(AreaTab::showSums));
        register("area.again", "Select the range of the sums again", () -> shown != null && shown != context.selectionProperty().get(), this::reselect);
        context.drawer().selectedProperty().addListener((o, was, is) -> {
            if (!fresh && tabs.stream().anyMatch(t -> t.tab() == is)) {
                preferred = is;
            }
        });
    }

    /// Adds the tabs to a window, in the order of the design.
    public static void install(AppContext context) {
        new AreaPanel(context);
    }

    private void register(String id, String title, BooleanSupplier enabled, Runnable action) {
        context.commands().register(Command.of(id, "Selection", title, "", "", enabled, action));
    }

    /// The tab of these that is in front.
    private Optional<AreaTab> front() {
        return tabs.stream().filter(t -> t.tab() == context.drawer().selectedProperty().get()).findFirst();
    }

    private void reselect() {
        if (shown != null) {
            context.selectionProperty().set(shown);
        }
    }

    private void selected(Selection was, Selection is) {
        TraceSession trace = context.session();
        if (is == shown && shown != null) {
            tabs.forEach(AreaTab::resume);
        } else if (is instanceof Selection.Area area && trace != null && trace.isReady() && area.end() > area.start()) {
            fresh |= !(was instanceof Selection.Area);
            shown = area;
            AreaScope scope = AreaScope.of(area, trace.bounds());
            tabs.forEach(t -> t.show(scope));
        } else if (is instanceof Selection.Event && shown != null && context.drawer().hasFocus() && front().isPresent()) {
            // A row led there; the next one shall as well.
            tabs.forEach(AreaTab::keep);
        } else {
            fresh = false;
            shown = null;
            tabs.forEach(AreaTab::hide);
        }
    }

    /// The report that was looked at last, or else the first that has something to say about a new range, comes to the front as soon
    /// as those before it are there; a range that is only being changed moves nothing.
    private void arrived() {
        if (!fresh) {
            return;
        }
        for (AreaTab t : tabs) {
            if (t.tab().busyProperty().get()) {
                return;
            }
            if (t.tab().availableProperty().get() && (preferred == null || preferred == t.tab() || !preferred.availableProperty().get())) {
                fresh = false;
                context.drawer().offer(t.tab());
                return;
            }
        }
    }
}
