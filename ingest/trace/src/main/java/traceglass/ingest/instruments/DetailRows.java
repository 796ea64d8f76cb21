package traceglass.ingest.instruments;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.track.TrackType;

/// Rows of the details of a track, such as the lists of allocations and of leaks, whose values are attributes. They
/// become totals by callstack, or by function and kind of memory where callstacks are missing. Allocations are
/// also added to a counter.
final class DetailRows {

    /// The lists do not contain the process.
    private static final int UNKNOWN_PROCESS = -2;

    private static final TrackType ALLOCATED = TrackType.counter("instruments_allocated", "bytes");
    private static final Pattern TIME = Pattern.compile("(?:(\\d{1,4}):)?(\\d{1,4}):(\\d\\d)\\.(\\d{3})\\.(\\d{3})");
    private static final long NS_PER_US = 1000;
    private static final int MINUTES_PER_HOUR = 60;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int THOUSAND = 1000;
    /// Shown by Instruments in place of the function if it recorded no callstack.
    private static final String NO_STACK = "<Call stack limit reached>";
    /// Start of the category of rows that are sums of other rows.
    private static final String SUM = "All ";

    private final ImportContext context;
    private final SampleRows samples;
    private final EventSorter.Queue queue;
    private final Map<Key, Map<Measure, Long>> totals = new LinkedHashMap<>();
    private double allocated;
    /// Row of the track; -1 until the first allocation.
    private int allocatedTrack = -1;

    /// Memory with the same stack or, if that is empty, the same function, library and path.
    private record Key(List<Cell.Frame> stack, String function, String library, String kind, String path) {}

    private record Measure(String name, String unit) {}

    DetailRows(ImportContext context, SampleRows samples) {
        this.context = context;
        this.samples = samples;
        queue = context.sorter().queue((ts, bytes, ref) -> addAllocated(ts, bytes));
    }

    /// Adds a row.
    ///
    /// @param stack callstack, or null
    void add(Map<String, String> row, Cell.Backtrace stack) {
        String kind = firstOf(row, "leaked-object", "category", "type");
        if (kind.startsWith(SUM) && row.containsKey("count-total")) {
            return;
        }
        Key key = stack == null ? keyWithoutStack(row, kind) : new Key(stack.frames, "", "", kind, "");
        long size = parseNumber(row.get("size"));
        if (row.containsKey("leaked-object")) {
            add(key, "leaked", "bytes", size);
            add(key, "leaks", "count", Math.max(1, parseNumber(row.get("count"))));
        } else if (row.containsKey("live")) {
            addAllocation(key, row, size);
        } else {
            row.forEach((name, value) -> {
                if (name.endsWith("-bytes") || name.endsWith("-size")) {
                    add(key, name.substring(0, name.lastIndexOf('-')), "bytes", parseNumber(value));
                } else if (name.startsWith("count-")) {
                    add(key, name.replace("count-", "number of "), "count", parseNumber(value));
                }
            });
        }
    }

    private static Key keyWithoutStack(Map<String, String> row, String kind) {
        String function = firstOf(row, "responsible-frame", "responsible-caller");
        return new Key(
                List.of(),
                function.equals(NO_STACK) ? "" : function,
                row.getOrDefault("responsible-library", ""),
                kind,
                row.getOrDefault("path", ""));
    }

    private void addAllocation(Key key, Map<String, String> row, long size) {
        add(key, "allocated", "bytes", size);
        add(key, "allocations", "count", 1);
        if (row.get("live").equals("true")) {
            add(key, "live", "bytes", size);
            add(key, "live allocations", "count", 1);
        }
        long time = parseTime(row.getOrDefault("timestamp", ""));
        long ts = time < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(time);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, size, null);
        }
    }

    private void addAllocated(long ts, long bytes) {
        allocated += bytes;
        if (allocatedTrack < 0) {
            allocatedTrack =
                    context.tracks().intern(ALLOCATED, context.strings().intern("Allocated memory"));
        }
        context.counters().push(ts, allocated, allocatedTrack);
    }

    private void add(Key key, String name, String unit, long value) {
        if (value > 0) {
            totals.computeIfAbsent(key, k -> new HashMap<>(4)).merge(new Measure(name, unit), value, Long::sum);
        }
    }

    /// Writes the totals. The extents of libraries are known only after all rows have been read.
    void finish() {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "");
        Map<Measure, Integer> rows = new HashMap<>();
        Map<String, Long> labels = new HashMap<>();
        totals.forEach((key, measures) -> {
            int callsite = key.stack.isEmpty()
                    ? callsite(frames, key)
                    : samples.callsite(new Cell.Backtrace(key.stack), UNKNOWN_PROCESS);
            long labelSet = labels.computeIfAbsent(key.kind, kind -> {
                long set = profiles.labelSet();
                profiles.addLabel(set, "category", kind);
                return set;
            });
            measures.forEach((measure, value) -> {
                int row = rows.computeIfAbsent(
                        measure, m -> profiles.profile("instruments_file", "Instruments " + m.name, m.name, m.unit));
                profiles.add(row, callsite, value, labelSet);
            });
        });
        totals.clear();
    }

    private static int callsite(NamedFrames frames, Key key) {
        int callsite = -1;
        if (!key.function.isEmpty()) {
            callsite = frames.callsite(callsite, frames.frame(key.library, key.function));
        }
        callsite = frames.callsite(callsite, frames.frame(null, key.kind.isEmpty() ? "[unknown]" : key.kind));
        return key.path.isEmpty() ? callsite : frames.callsite(callsite, frames.frame(null, key.path));
    }

    private static String firstOf(Map<String, String> row, String... names) {
        for (String name : names) {
            String value = row.get(name);
            if (value != null) {
                return value;
            }
        }
        return "";
    }

    private static long parseNumber(String text) {
        try {
            return text == null ? 0 : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// Returns a time such as `00:01.234.567`, with or without hours, in ns; -1 if it can't be parsed.
    static long parseTime(String text) {
        Matcher m = TIME.matcher(text);
        if (!m.matches()) {
            return -1;
        }
        long hours = m.group(1) == null ? 0 : Long.parseLong(m.group(1));
        long seconds = (hours * MINUTES_PER_HOUR + Long.parseLong(m.group(2))) * SECONDS_PER_MINUTE
                + Long.parseLong(m.group(3));
        long us = (seconds * THOUSAND + Long.parseLong(m.group(4))) * THOUSAND + Long.parseLong(m.group(5));
        return us * NS_PER_US;
    }

    /// Returns whether a row has its values in these attributes; rows of other tables have them in elements.
    static boolean isDetail(Map<String, String> attributes) {
        return attributes.containsKey("size")
                || attributes.containsKey("persistent-bytes")
                || attributes.containsKey("virtual-size");
    }
}
