package traceglass.ingest.devtools;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Samples of Dart's CPU profiler: stack frames by id, each with its caller, and events that refer to the innermost
/// frame.
final class CpuSamples {

    private static final int MAX_DEPTH = 10_000;
    private static final int UNRESOLVED = -1;
    private static final long NS_PER_US = 1_000;
    private static final long MAX_US = Long.MAX_VALUE / NS_PER_US / 4;
    private static final long MAX_ID = 0xFFFF_FFFFL;

    private final Map<String, Frame> frames = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();

    private static final class Frame {
        final String name;
        final String file;
        final long line;
        final String parent;
        int callsite = UNRESOLVED;

        Frame(String name, String file, long line, String parent) {
            this.name = name;
            this.file = file;
            this.line = line;
            this.parent = parent;
        }
    }

    private record Sample(long us, long pid, long tid, String frame) {}

    /// Reads the profile at the parser's position.
    void read(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            if (key.equals("stackFrames") && value == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String id = in.currentName();
                    in.nextToken();
                    frames.put(id, frame(JsonTree.read(in)));
                }
            } else if (key.equals("traceEvents") && value == JsonToken.START_ARRAY) {
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    add(JsonTree.read(in));
                }
            } else {
                in.skipChildren();
            }
        }
    }

    private static Frame frame(Object json) {
        String url = JsonTree.text(json, "resolvedUrl");
        String file = url.isEmpty() ? JsonTree.text(json, "packageUri") : url;
        long line = JsonTree.number(json, "sourceLine", "line");
        return new Frame(
                JsonTree.text(json, "name"),
                file.isEmpty() ? null : file,
                line > 0 ? line : NamedFrames.NO_LINE,
                JsonTree.text(json, "parent"));
    }

    private void add(Object json) {
        long us = JsonTree.number(json, "ts");
        long pid = JsonTree.number(json, "pid");
        long tid = JsonTree.number(json, "tid");
        if (us >= 0 && us < MAX_US && pid >= 0 && pid <= MAX_ID && tid >= 0) {
            samples.add(new Sample(us, pid, tid, JsonTree.text(json, "sf")));
        }
    }

    boolean isEmpty() {
        return samples.isEmpty();
    }

    void write(ImportContext context) {
        if (samples.isEmpty()) {
            return;
        }
        FlutterFrames.ensureClock(context);
        NamedFrames named = new NamedFrames(context.stackProfiles(), context.strings(), "[dart]");
        ProfilerSamples rows = context.session().profilerSamples();
        int source = context.strings().intern("dart");
        int session = rows.session(source, context.strings().intern("ns"), StringPool.NULL);
        EventSorter.Queue queue = context.sorter().queue((ts, callsite, task) -> {
            int row = rows.add(ts, source, (Integer) task, (int) callsite);
            rows.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, LongColumn.NULL);
        });
        ProcessTracker processes = context.processes();
        for (Sample s : samples) {
            int callsite = callsite(s.frame, named);
            long ts = context.clocks().defaultToTraceTime(s.us * NS_PER_US);
            if (callsite >= 0 && ts != ClockTracker.NONE) {
                int utid = processes.updateThread(s.tid, s.pid);
                queue.push(ts, callsite, rows.task(processes.upidOf(utid), utid));
            }
        }
    }

    /// Returns the callsite of a frame, -1 if the frame is unknown. Callers are found without recursion:
    /// stacks of a damaged file may be deep or cyclic.
    private int callsite(String id, NamedFrames named) {
        List<Frame> pending = new ArrayList<>();
        Frame frame = frames.get(id);
        while (frame != null && frame.callsite == UNRESOLVED && pending.size() < MAX_DEPTH) {
            pending.add(frame);
            frame = frames.get(frame.parent);
        }
        int callsite = frame == null ? -1 : frame.callsite;
        for (int i = pending.size() - 1; i >= 0; i--) {
            Frame f = pending.get(i);
            if (f.callsite == UNRESOLVED) {
                f.callsite = named.callsite(callsite, named.frame(null, f.name, f.file, f.line));
            }
            callsite = f.callsite;
        }
        return callsite;
    }
}
