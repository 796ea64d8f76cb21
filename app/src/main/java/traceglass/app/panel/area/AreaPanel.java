package traceglass.app.panel.area;

import java.util.List;
import java.util.stream.Stream;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DrawerTab;

/// The tabs that sum up the selected range.
public final class AreaPanel {

    private final AppContext context;
    private final List<AreaTab> tabs;
    private DrawerTab preferred;
    private boolean fresh;

    private AreaPanel(AppContext context) {
        this.context = context;
        tabs = Stream.of(new SlicesReport(), new ThreadStatesReport(), new CpuReport(false), new CpuReport(true), new CountersReport(),
                new FramesReport(), new FlowsReport(), new SamplesReport(), new FtraceReport(), new LogsReport())
                .map(report -> new AreaTab(context, report, this::arrived)).toList();
        tabs.forEach(t -> context.drawer().add(t.tab()));
        context.selectionProperty().addListener((o, was, is) -> selected(was, is));
        context.sessionProperty().addListener(o -> tabs.forEach(AreaTab::forget));
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

    private void selected(Selection was, Selection is) {
        TraceSession trace = context.session();
        if (is instanceof Selection.Area area && trace != null && trace.isReady() && area.end() > area.start()) {
            fresh |= !(was instanceof Selection.Area);
            AreaScope scope = AreaScope.of(area, trace.bounds());
            tabs.forEach(t -> t.show(scope));
        } else {
            fresh = false;
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
