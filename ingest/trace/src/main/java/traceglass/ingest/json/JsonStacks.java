package traceglass.ingest.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Reads callstacks (Trace Event Format, "Stack frames dictionary", "Global samples"). `stackFrames` defines frames
/// and their callers. Events and `samples` refer to their innermost frame in `sf` (`esf` for the end of a slice) or
/// spell the stack out in `stack`, outermost first. The dictionary may come after the references to it, so stacks are
/// resolved after the file was read.
final class JsonStacks {

    static final int NONE = -1;
    /// Deeper frames are omitted: a malicious file could nest without limit.
    private static final int MAX_DEPTH = 1024;

    private final ImportContext context;
    private final StringPool strings;
    private final int source;
    private final Map<Integer, Frame> frames = new HashMap<>();
    private final Map<Integer, StackProfiles.Mapping> mappings = new HashMap<>();
    /// References to stacks, five values each: slice or sample; its track, or [#NONE]; whether the stack
    /// belongs to the end; type of the stack; value of the stack.
    private int[] references = new int[80];
    private int used;
    private GlobalSample[] samples = new GlobalSample[0];
    private int sampleCount;

    private static final class Frame {
        final int name;
        final int category;
        /// String id of the caller's frame id, or [StringPool#NULL] for the outermost frame.
        final int parent;
        int callsite = NONE;
        int depth;
        boolean isVisited;

        Frame(int name, int category, int parent) {
            this.name = name;
            this.category = category;
            this.parent = parent;
        }
    }

    /// System-wide sample from the top-level `samples` list.
    private record GlobalSample(long ts, long tid, long cpu, int frame, int callsite) {}

    JsonStacks(ImportContext context) {
        this.context = context;
        strings = context.strings();
        source = strings.intern("json");
        context.session().atEnd(this::finish);
    }

    /// Returns the string id of a frame id given as a string or number; [StringPool#NULL] for other values.
    int readFrameId(JsonCursor c) {
        return switch (c.kind()) {
            case STRING -> strings.intern(c.text(), c.textStart(), c.textLength());
            case LONG -> strings.intern(String.valueOf(c.longValue()));
            default -> StringPool.NULL;
        };
    }

    /// Returns the callsite of a list of frames, outermost first; [#NONE] if the list is empty.
    ///
    /// @param from offset of the opening bracket
    int inline(byte[] buffer, int from, int to) {
        JsonCursor c = new JsonCursor();
        c.reset(buffer, from + 1, to);
        int callsite = NONE;
        for (int depth = 0; c.nextElement(); ) {
            c.readValue();
            int name = readFrameId(c);
            if (name != StringPool.NULL && depth < MAX_DEPTH) {
                callsite = context.stackProfiles()
                        .callsite(callsite, mapping(StringPool.NULL).dummyFrame(name, NONE, -1), depth++);
            }
        }
        return callsite;
    }

    /// Reads the dictionary `stackFrames`, an object of frames by id.
    ///
    /// @param from offset of the opening brace
    void readFrames(byte[] buffer, int from, int to) {
        JsonCursor cursor = new JsonCursor();
        JsonCursor c = new JsonCursor();
        cursor.reset(buffer, from + 1, to);
        while (cursor.nextKey()) {
            int id = strings.intern(cursor.key());
            cursor.readValue();
            if (cursor.kind() != JsonKind.OBJECT) {
                context.logs().record(StatNames.JSON_PARSER_FAILURE, null);
                continue;
            }
            int name = StringPool.NULL;
            int category = StringPool.NULL;
            int parent = StringPool.NULL;
            c.reset(buffer, cursor.start() + 1, cursor.end());
            while (c.nextKey()) {
                boolean isName = c.isKey("name");
                boolean isCategory = c.isKey("category");
                boolean isParent = c.isKey("parent");
                c.readValue();
                if (isParent) {
                    parent = readFrameId(c);
                } else if (isName) {
                    name = readFrameId(c);
                } else if (isCategory) {
                    category = readFrameId(c);
                }
            }
            frames.put(id, new Frame(name, category, parent));
        }
    }

    /// Reads the list `samples` of a system-wide profiler.
    ///
    /// @param from offset of the opening bracket
    void readSamples(byte[] buffer, int from, int to, TimeReader time) {
        JsonCursor cursor = new JsonCursor();
        JsonCursor c = new JsonCursor();
        cursor.reset(buffer, from + 1, to);
        while (cursor.nextElement()) {
            cursor.readValue();
            GlobalSample sample = null;
            if (cursor.kind() == JsonKind.OBJECT) {
                c.reset(buffer, cursor.start() + 1, cursor.end());
                sample = addSample(c, time);
            }
            if (sample == null) {
                context.logs().record(StatNames.JSON_PARSER_FAILURE, null);
                continue;
            }
            if (sampleCount == samples.length) {
                samples = Arrays.copyOf(samples, Math.max(64, sampleCount * 2));
            }
            samples[sampleCount++] = sample;
        }
    }

    /// Converts a time in the notation of the file to trace time in ns.
    interface TimeReader {

        /// Returns [Long#MIN_VALUE] if the value is not a time.
        long traceTime(JsonCursor value);
    }

    private GlobalSample addSample(JsonCursor c, TimeReader time) {
        long ts = Long.MIN_VALUE;
        long tid = 0;
        long cpu = NONE;
        int frame = StringPool.NULL;
        int callsite = NONE;
        while (c.nextKey()) {
            String key = c.key();
            c.readValue();
            switch (key) {
                case "ts" -> ts = time.traceTime(c);
                case "tid" -> tid = readThread(c);
                case "cpu" ->
                    cpu = c.kind() == JsonKind.LONG && c.longValue() >= 0
                            ? Math.min(c.longValue(), Integer.MAX_VALUE)
                            : NONE;
                case "sf" -> frame = readFrameId(c);
                case "stack" -> callsite = c.kind() == JsonKind.ARRAY ? inline(c.buffer(), c.start(), c.end()) : NONE;
                default -> {}
            }
        }
        return ts == Long.MIN_VALUE ? null : new GlobalSample(ts, tid, cpu, frame, callsite);
    }

    /// Returns the id of a thread, which Hermes writes as text.
    private static long readThread(JsonCursor c) {
        return switch (c.kind()) {
            case LONG -> c.longValue() & 0xffff_ffffL;
            case STRING -> Math.max(0, JsonEventFields.decimal(c.text(), c.textStart(), c.textLength()));
            default -> 0;
        };
    }

    /// Stores the callstack of the start or end of a slice.
    void addSlice(JsonEvents events, int i, boolean isAtEnd, int slice, int track) {
        if (slice >= 0 && events.stackType(i, isAtEnd) != JsonEvents.STACK_NONE) {
            addReference(slice, track, isAtEnd, events.stackType(i, isAtEnd), events.stack(i, isAtEnd));
        }
    }

    /// Stores the callstack of an end event, which may be in `esf` or in `sf`.
    void addSliceEnd(JsonEvents events, int i, int slice, int track) {
        boolean isNamed = events.stackType(i, true) != JsonEvents.STACK_NONE;
        if (slice >= 0 && (isNamed || events.stackType(i, false) != JsonEvents.STACK_NONE)) {
            addReference(slice, track, true, events.stackType(i, isNamed), events.stack(i, isNamed));
        }
    }

    /// Adds a thread sample: an event of phase `P` with a callstack.
    void addSample(long ts, int upid, int utid, JsonEvents events, int i) {
        ProfilerSamples samples = context.session().profilerSamples();
        int row = samples.add(ts, source, samples.task(upid, utid), ProfilerSamples.NONE);
        addReference(row, NONE, false, events.stackType(i, false), events.stack(i, false));
    }

    private void addReference(int row, int track, boolean isAtEnd, byte type, int value) {
        if (used == references.length) {
            references = Arrays.copyOf(references, used * 2);
        }
        references[used++] = row;
        references[used++] = track;
        references[used++] = isAtEnd ? 1 : 0;
        references[used++] = type;
        references[used++] = value;
    }

    private void finish() {
        Table slices = context.storage().table(TableNames.TrackEventCallstacks.TABLE);
        Table rows = context.storage().table(TableNames.ProfilerSample.TABLE);
        for (int i = 0; i < used; i += 5) {
            int callsite =
                    references[i + 3] == JsonEvents.STACK_INLINE ? references[i + 4] : callsite(references[i + 4]);
            if (callsite == NONE) {
                continue;
            }
            if (references[i + 1] == NONE) {
                rows.ints(TableNames.ProfilerSample.CALLSITE_ID).set(references[i], callsite);
                continue;
            }
            int row = slices.addRow();
            slices.ints(TableNames.TrackEventCallstacks.SLICE_ID).set(row, references[i]);
            slices.ints(TableNames.TrackEventCallstacks.TRACK_ID).set(row, references[i + 1]);
            slices.ints(references[i + 2] == 1 ? "end_callsite_id" : "callsite_id")
                    .set(row, callsite);
        }
        addGlobalSamples();
    }

    private void addGlobalSamples() {
        ProfilerSamples all = context.session().profilerSamples();
        Arrays.sort(samples, 0, sampleCount, (a, b) -> Long.compare(a.ts, b.ts));
        for (int i = 0; i < sampleCount; i++) {
            GlobalSample s = samples[i];
            int callsite = s.frame == StringPool.NULL ? s.callsite : callsite(s.frame);
            int row = all.add(s.ts, source, all.task(NONE, context.processes().thread(s.tid)), callsite);
            if (s.cpu >= 0) {
                all.setExecution(row, all.execution(context.cpus().ucpu((int) s.cpu), StringPool.NULL));
            }
        }
    }

    /// Returns the callsite of a frame in the dictionary; counts an error and returns [#NONE] if the frame is
    /// missing or is its own caller.
    private int callsite(int frameId) {
        Frame existing = frames.get(frameId);
        if (existing != null && existing.callsite != NONE) {
            return existing.callsite;
        }
        Frame[] chain = new Frame[MAX_DEPTH];
        int n = 0;
        int id = frameId;
        while (id != StringPool.NULL) {
            Frame f = frames.get(id);
            if (f == null || f.isVisited && f.callsite == NONE || n == MAX_DEPTH) {
                context.logs().record(StatNames.JSON_PARSER_FAILURE, null);
                break;
            }
            f.isVisited = true;
            chain[n++] = f;
            if (f.callsite != NONE) {
                break;
            }
            id = f.parent;
        }
        for (int i = n - 1; i >= 0; i--) {
            Frame f = chain[i];
            if (f.callsite == NONE) {
                Frame caller = i == n - 1 ? null : chain[i + 1];
                f.depth = caller == null ? 0 : caller.depth + 1;
                f.callsite = context.stackProfiles()
                        .callsite(
                                caller == null ? NONE : caller.callsite,
                                mapping(f.category).dummyFrame(f.name, NONE, -1),
                                f.depth);
            }
        }
        return n == 0 ? NONE : chain[0].callsite;
    }

    /// Returns the mapping that represents all frames of one category.
    private StackProfiles.Mapping mapping(int category) {
        return mappings.computeIfAbsent(
                category, c -> context.stackProfiles().dummy(c == StringPool.NULL ? "" : strings.get(c)));
    }
}
