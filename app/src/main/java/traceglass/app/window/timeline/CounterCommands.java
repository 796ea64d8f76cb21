package traceglass.app.window.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import traceglass.analysis.track.TrackNode;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.render.item.CounterStyle;
import traceglass.render.item.TimelineSelection;

/// Registers the commands for several counters in one chart.
public final class CounterCommands {

    /// Height of a new chart, as a factor of the height of a counter.
    private static final int HEIGHT = 4;
    /// Maximum number of counters in a chart: more lines cannot be distinguished.
    static final int MAX = 12;

    private final TraceSlot slot;
    private final TimelineView view;
    private final TrackControls tracks;

    public CounterCommands(TraceSlot slot, TimelineView view) {
        this.slot = slot;
        this.view = view;
        tracks = view.tracks();
    }

    /// @param isShown whether the timeline is shown
    /// @param current supplies the key of the current track, or null
    public void register(BooleanSupplier isShown, Supplier<String> current) {
        add(
                "counter.chart",
                TimelineTexts.CHART_TOGETHER,
                "chart",
                () -> isShown.getAsBoolean() && isChartable(selected()),
                () -> showChart(selected()));
        BooleanSupplier isChart = () -> isShown.getAsBoolean() && showChart(current) != null;
        for (CounterStyle.Chart form : CounterStyle.Chart.values()) {
            add(
                    "counter." + form.name().toLowerCase(Locale.ROOT),
                    TimelineTexts.chartAs(form.title()),
                    "chart",
                    isChart,
                    () -> tracks.setCounterStyle(
                            showChart(current),
                            tracks.counterStyle(showChart(current)).withChart(form)));
        }
        add("counter.unchart", TimelineTexts.SPLIT_CHART, "", isChart, () -> splitChart(showChart(current)));
    }

    private void add(String id, String title, String icon, BooleanSupplier isEnabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.TRACKS, title, icon, "", isEnabled, action));
    }

    /// Counters in the selected area, in display order.
    private List<TrackNode> selected() {
        if (!(view.selection() instanceof TimelineSelection.Area area)) {
            return List.of();
        }
        return area.trackKeys().stream()
                .map(tracks::node)
                .filter(node -> node != null && node.isCounter())
                .toList();
    }

    /// Key of the chart that a command applies to: the current track, or else the only chart among the selected
    /// ones.
    private String showChart(Supplier<String> current) {
        String key = current.get();
        if (key != null && isChart(key)) {
            return key;
        }
        List<String> charts =
                selected().stream().map(TrackNode::key).filter(this::isChart).toList();
        return charts.size() == 1 ? charts.getFirst() : null;
    }

    private boolean isChart(String key) {
        return !tracks.counterStyle(key).overlays().isEmpty();
    }

    /// Whether counters fit into one chart.
    static boolean isChartable(List<TrackNode> counters) {
        return counters.size() > 1 && counters.size() <= MAX;
    }

    /// Draws counters in the row of the first one; with different units, each on its own scale.
    void showChart(List<TrackNode> counters) {
        TrackNode first = rowOrder(counters).getFirst();
        List<String> others = new ArrayList<>();
        for (TrackNode node : rowOrder(counters)) {
            if (!node.key().equals(first.key())) {
                others.add(node.key());
            }
        }
        boolean hasOneUnit =
                counters.stream().map(node -> node.kind().unit()).distinct().count() == 1;
        tracks.setCounterFactor(first.key(), Math.max(HEIGHT, tracks.counterFactor(first.key())));
        tracks.setCounterStyle(
                first.key(),
                tracks.counterStyle(first.key())
                        .withOverlays(others)
                        .withChart(hasOneUnit ? CounterStyle.Chart.OVERLAID : CounterStyle.Chart.NORMALIZED));
        tracks.reveal(first.key());
    }

    private List<TrackNode> rowOrder(List<TrackNode> counters) {
        List<String> rows = tracks.rowKeys();
        return counters.stream()
                .sorted(Comparator.comparingInt(node -> {
                    int at = rows.indexOf(node.key());
                    return at < 0 ? Integer.MAX_VALUE : at;
                }))
                .toList();
    }

    void splitChart(String key) {
        tracks.setCounterStyle(
                key, tracks.counterStyle(key).withOverlays(List.of()).withChart(CounterStyle.Chart.OVERLAID));
        tracks.setCounterFactor(key, 1);
    }
}
