package traceglass.ingest.web;

import java.util.List;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes the recording of a page in Safari as a process with one thread. Times of records are seconds since an
/// arbitrary start; a request contains the wall-clock time of that start.
final class SafariTimeline {

    private static final TrackType TIMELINE =
            TrackCompressor.compressed("safari_timeline", TrackType.UPID, TrackType.Dimension.ofString("timeline"));
    private static final TrackType COUNTER =
            TrackType.counter("safari_counter", null, TrackType.UPID, TrackType.Dimension.ofString("counter_name"));
    private static final String RECORD = "timeline-record-type-";
    private static final double NS_PER_SECOND = 1e9;
    private static final double MAX_SECONDS = 9e9;
    private static final int NO_CALLSITE = -1;
    private static final long INVALID = -1;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final NamedFrames frames;
    private final ProfilerSamples samples;
    private final int source;
    private long startNs;
    private int upid;
    private int task;
    private int session;

    /// Event before it is sorted.
    private sealed interface Event {}

    private record Slice(String timeline, String name, long dur, ArgsWriter args) implements Event {}

    private record Count(String name, String unit, double value) implements Event {}

    private record Sample(int callsite) implements Event {}

    SafariTimeline(ImportContext context) {
        this.context = context;
        strings = context.strings();
        frames = new NamedFrames(context.stackProfiles(), strings, "[safari]");
        samples = context.session().profilerSamples();
        source = strings.intern("safari");
        queue = context.sorter().queue((ts, data, event) -> emit(ts, (Event) event));
    }

    void write(SafariTimelineImporter.Recording recording) {
        double wall = recording.records().stream()
                .map(r -> seconds(r, "archiveStartTime"))
                .filter(s -> s > 0)
                .findFirst()
                .orElse(0.0);
        startNs = Math.round(wall * NS_PER_SECOND);
        context.clocks().useOnly(wall > 0 ? ClockId.of(ClockId.REALTIME) : ClockId.ofFile(context.traceId()));
        addRequests(recording.records());
        long pid = context.processes().unusedPid();
        upid = context.processes().process(pid);
        context.processes().setProcessName(upid, strings.intern("Web page"), NamePriority.OfProcess.OTHER);
        task = samples.task(upid, context.processes().updateThread(pid, pid));
        session = samples.session(source, strings.intern("ns"), StringPool.NULL);
        recording.records().forEach(this::addRecord);
        for (Object marker : recording.markers()) {
            push(marker, "time", new Slice("Markers", title(JsonTree.text(marker, "type")), 0, null));
        }
        for (Object stack : recording.samples()) {
            int callsite = callsite(JsonTree.list(stack, "stackFrames"));
            if (callsite != NO_CALLSITE) {
                push(stack, "timestamp", new Sample(callsite));
            }
        }
    }

    /// Writes the requests, which are those of an HTTP archive.
    private void addRequests(List<Object> records) {
        if (startNs <= 0) {
            return;
        }
        HarRequests requests = new HarRequests(context);
        for (Object record : records) {
            Object entry = JsonTree.get(record, "entry");
            if (entry != null) {
                requests.addEntry(entry);
            }
        }
        requests.finish();
    }

    private void addRecord(Object record) {
        String type = JsonTree.text(record, "type");
        String kind = type.startsWith(RECORD) ? type.substring(RECORD.length()) : type;
        switch (kind) {
            case "network" -> {}
            case "cpu" -> push(record, "timestamp", new Count("CPU usage", "%", seconds(record, "usage")));
            case "memory" -> {
                for (Object category : JsonTree.list(record, "categories")) {
                    String name = "Memory " + JsonTree.text(category, "type");
                    push(record, "timestamp", new Count(name, "bytes", JsonTree.number(category, "size")));
                }
            }
            case "heap-allocations" ->
                push(record, "timestamp", new Slice("Heap snapshots", "Heap snapshot", 0, args(record)));
            default -> addSlice(record, kind);
        }
    }

    private void addSlice(Object record, String kind) {
        double start = seconds(record, "startTime");
        double end = seconds(record, "endTime");
        String event = JsonTree.text(record, "eventType");
        push(
                record,
                "startTime",
                new Slice(
                        kind.equals("rendering-frame") ? "Frames" : "Main thread",
                        title(event.isEmpty() ? kind : event),
                        end > start && end < MAX_SECONDS ? Math.round((end - start) * NS_PER_SECOND) : 0,
                        args(record)));
    }

    private ArgsWriter args(Object record) {
        String details = JsonTree.text(record, "details", "title");
        return details.isEmpty() ? null : b -> b.addString(strings.intern("details"), strings.intern(details));
    }

    /// Returns `script-evaluated` as `Script evaluated`.
    private static String title(String words) {
        return words.isEmpty()
                ? "(no name)"
                : words.substring(0, 1).toUpperCase(Locale.ROOT)
                        + words.substring(1).replace('-', ' ');
    }

    private static double seconds(Object object, String key) {
        return JsonTree.get(object, key) instanceof Number n ? n.doubleValue() : 0;
    }

    private void push(Object record, String time, Event event) {
        double seconds = JsonTree.get(record, time) instanceof Number n ? n.doubleValue() : INVALID;
        long ts = seconds >= 0 && seconds < MAX_SECONDS
                ? context.clocks().defaultToTraceTime(startNs + Math.round(seconds * NS_PER_SECOND))
                : ClockTracker.NONE;
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.SAFARI_TIMELINE_INVALID_TIME);
        } else {
            queue.push(ts, event instanceof Slice s ? -s.dur : 0, 0, event);
        }
    }

    /// @param innermostFirst functions with the lines of their definitions
    private int callsite(List<?> innermostFirst) {
        int callsite = NO_CALLSITE;
        for (int i = innermostFirst.size() - 1; i >= 0; i--) {
            Object f = innermostFirst.get(i);
            String name = JsonTree.text(f, "name");
            String url = JsonTree.text(f, "url");
            long line = JsonTree.number(f, "line");
            int frame = frames.frame(
                    null,
                    name.isEmpty() ? "(anonymous function)" : name,
                    url.isEmpty() ? null : url,
                    line > 0 ? line : NamedFrames.NO_LINE);
            callsite = frames.callsite(callsite, frame);
        }
        return callsite;
    }

    private void emit(long ts, Event event) {
        switch (event) {
            case Slice s -> {
                int timeline = strings.intern(s.timeline);
                int track = context.compressor()
                        .lanes(TIMELINE, timeline, null, null, upid, timeline)
                        .nested(ts, s.dur);
                context.slices().scoped(ts, s.dur, track, strings.intern("safari"), strings.intern(s.name), s.args);
            }
            case Count c -> {
                int name = strings.intern(c.name);
                int track = context.tracks().internCounter(COUNTER, name, strings.intern(c.unit), null, upid, name);
                context.counters().push(ts, c.value, track);
            }
            case Sample s -> {
                int row = samples.add(ts, source, task, s.callsite);
                samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, LongColumn.NULL);
            }
        }
    }
}
