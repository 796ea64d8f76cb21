package traceglass.ingest.spans.otlp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.spans.Resources;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Writes metrics as counters: one track for each metric and set of attributes. Delta sums are accumulated; of a
/// histogram, only the count and the sum of its values are kept.
final class MetricWriter {

    private static final TrackType TYPE = TrackType.counter(
            "otlp_metric",
            null,
            TrackType.UPID,
            TrackType.Dimension.ofString("name"),
            TrackType.Dimension.ofString("attributes"));
    private static final int DELTA = 1;
    private static final int NO_VALUE = 1;

    private final ImportContext context;
    private final Resources resources;
    private final EventSorter.Queue queue;
    private final Map<String, Series> series = new HashMap<>();

    private static final class Series {
        final int resource;
        final int name;
        final int attributes;
        final int label;
        final int unit;
        final boolean isDelta;
        double total;
        int track = -1;

        Series(int resource, int name, int attributes, int label, int unit, boolean isDelta) {
            this.resource = resource;
            this.name = name;
            this.attributes = attributes;
            this.label = label;
            this.unit = unit;
            this.isDelta = isDelta;
        }
    }

    MetricWriter(ImportContext context, Resources resources) {
        this.context = context;
        this.resources = resources;
        queue = context.sorter().queue((ts, bits, ref) -> write(ts, Double.longBitsToDouble(bits), (Series) ref));
    }

    void add(int resource, Object metric) {
        String name = JsonTree.text(metric, "name");
        String unit = JsonTree.text(metric, "unit");
        Object gauge = JsonTree.get(metric, "gauge");
        for (Object point : JsonTree.list(gauge, "dataPoints", "data_points")) {
            writeNumber(resource, name, unit, false, point);
        }
        Object sum = JsonTree.get(metric, "sum");
        for (Object point : JsonTree.list(sum, "dataPoints", "data_points")) {
            writeNumber(resource, name, unit, isDelta(sum), point);
        }
        for (String kind : List.of("histogram", "exponentialHistogram", "exponential_histogram", "summary")) {
            Object data = JsonTree.get(metric, kind);
            for (Object point : JsonTree.list(data, "dataPoints", "data_points")) {
                boolean isDelta = isDelta(data);
                push(resource, name + " count", "", isDelta, point, JsonTree.number(point, "count"));
                if (JsonTree.get(point, "sum") != null) {
                    push(
                            resource,
                            name + " sum",
                            unit,
                            isDelta,
                            point,
                            OtlpValues.toDouble(JsonTree.get(point, "sum")));
                }
            }
        }
    }

    private static boolean isDelta(Object data) {
        Object temporality = JsonTree.get(data, "aggregationTemporality", "aggregation_temporality");
        return temporality instanceof String s && s.endsWith("DELTA") || JsonTree.toLong(temporality) == DELTA;
    }

    private void writeNumber(int resource, String name, String unit, boolean isDelta, Object point) {
        Object integer = JsonTree.get(point, "asInt", "as_int");
        Object real = JsonTree.get(point, "asDouble", "as_double");
        if ((JsonTree.number(point, "flags") & NO_VALUE) == 0 && (integer != null || real != null)) {
            double value = integer != null ? JsonTree.toLong(integer) : OtlpValues.toDouble(real);
            push(resource, name, unit, isDelta, point, value);
        }
    }

    private void push(int resource, String name, String unit, boolean isDelta, Object point, double value) {
        long time = JsonTree.number(point, "timeUnixNano", "time_unix_nano");
        long ts = context.clocks().defaultToTraceTime(time);
        if (ts == ClockTracker.NONE || time <= 0) {
            context.stats().increment(StatNames.SPANS_WITHOUT_TIME);
            return;
        }
        StringJoiner attributes = new StringJoiner(", ", "{", "}").setEmptyValue("");
        OtlpValues.map(JsonTree.list(point, "attributes")).forEach((key, v) -> attributes.add(key + "=" + v));
        String text = attributes.toString();
        Series s = series.computeIfAbsent(resource + "\n" + name + "\n" + text, k -> {
            StringPool strings = context.strings();
            String label = text.isEmpty() ? name : name + " " + text;
            return new Series(
                    resource,
                    strings.intern(name),
                    strings.intern(text),
                    strings.intern(label),
                    unit.isEmpty() ? StringPool.NULL : strings.intern(unit),
                    isDelta);
        });
        queue.push(ts, Double.doubleToRawLongBits(value), s);
    }

    private void write(long ts, double value, Series s) {
        if (s.track < 0) {
            int upid = resources.upid(s.resource);
            s.track = context.tracks().internCounter(TYPE, s.label, s.unit, null, upid, s.name, s.attributes);
        }
        s.total = s.isDelta ? s.total + value : value;
        context.counters().push(ts, s.total, s.track);
    }
}
