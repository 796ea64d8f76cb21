package traceglass.ingest.jfr;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Handles events that measure quantities, as listed in the resource `counters.txt`.
final class JfrCounters {

    private static final TrackType PROCESS_COUNTER =
            TrackType.counter("jfr_process_counter", null, TrackType.UPID, TrackType.Dimension.ofString("counter"));
    private static final TrackType THREAD_COUNTER =
            TrackType.counter("jfr_thread_counter", null, TrackType.UTID, TrackType.Dimension.ofString("counter"));
    private static final TrackType MACHINE_COUNTER =
            TrackType.counter("jfr_machine_counter", null, TrackType.Dimension.ofString("counter"));
    private static final Map<String, List<Counter>> COUNTERS = load();

    private final ImportContext context;
    private final StringPool strings;
    private final JfrThreads threads;
    private final EventSorter.Queue queue;

    /// A line of the list.
    private record Counter(String field, String scope, String key, String unit, String name) {}

    JfrCounters(ImportContext context, JfrThreads threads) {
        this.context = context;
        this.threads = threads;
        strings = context.strings();
        queue = context.sorter()
                .queue((ts, data, ref) -> context.counters().push(ts, Double.longBitsToDouble(data), (Integer) ref));
    }

    private static Map<String, List<Counter>> load() {
        Map<String, List<Counter>> counters = new HashMap<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(JfrCounters.class.getResourceAsStream("counters.txt"), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isEmpty() || line.charAt(0) == '#') {
                    continue;
                }
                String[] words = line.split(" ", 5);
                int colon = words[2].indexOf(':');
                counters.computeIfAbsent(words[0], e -> new ArrayList<>())
                        .add(new Counter(
                                words[1],
                                colon < 0 ? words[2] : words[2].substring(0, colon),
                                colon < 0 ? null : words[2].substring(colon + 1),
                                words[3],
                                words[4]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return counters;
    }

    /// Returns a consumer of events of a type; null if they measure nothing.
    JfrEvent.Sink sink(JfrType type) {
        List<Counter> counters = COUNTERS.get(type.commonName());
        return counters == null ? null : e -> counters.forEach(c -> push(e, c));
    }

    private void push(JfrEvent e, Counter c) {
        double value = e.real(c.field);
        if (Double.isNaN(value)) {
            return;
        }
        int field = e.type().indexOf(c.field);
        if (field >= 0 && e.type().fields.get(field).content() == JfrType.Content.TIMESPAN && c.unit.equals("ns")) {
            value = e.spanNs(e.type().fields.get(field), (long) value);
        }
        int track = track(e, c);
        if (track >= 0) {
            queue.push(
                    e.startNs(),
                    Double.doubleToRawLongBits(c.unit.equals("%") && !c.scope.equals("pid") ? value * 100 : value),
                    track);
        }
    }

    private int track(JfrEvent e, Counter c) {
        int unit = strings.intern(c.unit);
        String name = c.key == null ? c.name : c.name + " " + e.text(c.key, strings);
        int nameId = strings.intern(name);
        return switch (c.scope) {
            case "machine", "key-machine" ->
                context.tracks().internCounter(MACHINE_COUNTER, nameId, unit, null, nameId);
            case "thread", "key-thread" -> {
                int field = e.type().indexOf(c.scope.equals("thread") ? "eventThread" : "thread");
                JfrThreads.Thread thread = field < 0
                        ? null
                        : threads.of(e.chunk, e.type().fields.get(field).type(), e.number(field));
                yield thread == null || thread.utid() == ProfilerSamples.NONE
                        ? -1
                        : context.tracks().internCounter(THREAD_COUNTER, nameId, unit, null, thread.utid(), nameId);
            }
            case "pid" -> context.tracks().internCounter(PROCESS_COUNTER, nameId, unit, null, otherProcess(e), nameId);
            default -> context.tracks().internCounter(PROCESS_COUNTER, nameId, unit, null, threads.upid(), nameId);
        };
    }

    /// Returns the process to which a sample of all processes of the machine belongs.
    private int otherProcess(JfrEvent e) {
        int upid = context.processes().processWithoutMainThread(Math.max(0, e.number("pid")));
        String name = e.text("name", strings);
        if (!name.isEmpty() && upid != threads.upid()) {
            context.processes().setProcessName(upid, strings.intern(name), NamePriority.OfProcess.OTHER);
        }
        return upid;
    }
}
