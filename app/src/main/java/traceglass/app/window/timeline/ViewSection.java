package traceglass.app.window.timeline;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.render.TimelineView;
import traceglass.render.item.ScrollPosition;
import traceglass.store.time.TimeSpan;

/// Project section for the visible part of the timeline: time span and scroll position.
public final class ViewSection implements ProjectSection {

    private final TracePane pane;
    private final TimelineView view;

    public ViewSection(TracePane pane) {
        this.pane = pane;
        this.view = pane.view();
    }

    @Override
    public String name() {
        return "view";
    }

    @Override
    public Map<String, Object> state() {
        Map<String, Object> fields = new LinkedHashMap<>();
        TimeSpan span = view.visibleSpanProperty().get();
        ScrollPosition scrollPosition = view.scrollPosition();
        fields.put("startNs", span.start());
        fields.put("endNs", span.end());
        fields.put("topTrack", scrollPosition == null ? null : scrollPosition.row());
        fields.put("topPx", scrollPosition == null ? null : (double) Math.round(scrollPosition.offset()));
        fields.put("labelWidthPx", (double) Math.round(view.labelWidth()));
        return fields;
    }

    @Override
    public void restore(Fields state) {
        long start = state.number("startNs", Long.MIN_VALUE);
        long end = state.number("endNs", Long.MIN_VALUE);
        TimeSpan bounds = view.bounds();
        if (end > start && end >= bounds.start() && start <= bounds.end()) {
            pane.restoreView(new TimeSpan(start, end));
        }
        if (state.contains("labelWidthPx")) {
            view.setLabelWidth(state.decimal("labelWidthPx", 0));
        }
        view.scrollTo(
                state.contains("topTrack")
                        ? new ScrollPosition(state.text("topTrack", ""), state.decimal("topPx", 0))
                        : null);
    }

    @Override
    public void reset() {
        view.scrollTo((ScrollPosition) null);
        pane.showFirst();
    }
}
