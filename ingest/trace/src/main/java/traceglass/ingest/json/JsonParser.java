package traceglass.ingest.json;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonArgs;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.FlowTracker;
import traceglass.ingest.tracker.track.SliceTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Converts JSON events to rows, in time order.
final class JsonParser implements EventSink {

    private static final TrackType OVERLAPPING = TrackCompressor.compressed("thread_overlapping_slice", TrackType.UTID);
    private static final TrackType GLOBAL_INSTANTS = TrackType.slices("legacy_chrome_global_instants");
    private static final TrackType PROCESS_INSTANTS = TrackType.slices("chrome_process_instant", TrackType.UPID);

    private final ImportContext context;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final SliceTracker slices;
    private final FlowTracker flows;
    private final JsonArgs args;
    private final AsyncOperations operations;
    private final RawJsonEvents raw;
    private final JsonArgEvents content;
    private final JsonProblems problems;
    private final JsonMemoryDumps memory;
    private final NamedTasks named;
    private final JsonStacks stacks;
    private final JsonCursor cursor = new JsonCursor();
    private final Table sliceTable;
    private final Table colorTable;
    private final int noName;
    private final int deviceMemory;
    /// Slices at which flows end whose begin has not been seen yet, at time [#earlyEndsAt].
    private final Map<Long, Integer> earlyEnds = new HashMap<>();
    private long earlyEndsAt = Long.MIN_VALUE;

    /// The event being parsed, read by [#argsWriter]. One writer serves all events.
    private JsonEvents block;
    private int index;
    private final ArgsWriter argsWriter = this::writeArgs;
    /// Arguments of tracks of instants. Created once, because creating an object of a lambda expression is slow in code
    /// of the first compiler.
    private final ArgsWriter source = this::writeSource;

    JsonParser(ImportContext context, JsonStacks stacks) {
        this.context = context;
        this.stacks = stacks;
        operations = new AsyncOperations(context);
        raw = new RawJsonEvents(context);
        problems = new JsonProblems(context);
        memory = new JsonMemoryDumps(context);
        named = new NamedTasks(context);
        content = new JsonArgEvents(context, problems);
        strings = context.strings();
        processes = context.processes();
        slices = context.slices();
        flows = context.flows();
        args = new JsonArgs(context);
        sliceTable = context.storage().table(TableNames.Slice.TABLE);
        colorTable = context.storage().table(TableNames.SliceColor.TABLE);
        noName = strings.intern("[No name]");
        deviceMemory = strings.intern(JsonArgEvents.DEVICE_MEMORY);
    }

    private void writeArgs(ArgSetBuilder out) {
        args.write(
                block.argsText, block.argsStart(index), block.argsStart(index) + block.argsLength(index), "args", out);
    }

    private void writeSource(ArgSetBuilder out) {
        out.addString(strings.intern("source"), strings.intern("chrome"));
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        JsonEvents b = (JsonEvents) ref;
        int i = (int) data;
        block = b;
        index = i;
        int firstSlice = sliceTable.rowCount();
        parse(ts, b, i);
        if (b.color(i) != StringPool.NULL) {
            addColor(firstSlice);
        }
    }

    /// Stores the event's color for the slices that the event began.
    private void addColor(int firstSlice) {
        for (int slice = firstSlice; slice < sliceTable.rowCount(); slice++) {
            int row = colorTable.addRow();
            colorTable.ints(TableNames.SliceColor.SLICE_ID).set(row, slice);
            colorTable.strings(TableNames.SliceColor.NAME).set(row, block.color(index));
        }
    }

    private void parse(long ts, JsonEvents b, int i) {
        byte flags = b.flags[i];
        int utid = thread(b.pid.get(i), b.tid.get(i), flags);
        switch (b.phase[i]) {
            case 'B' -> begin(ts, utid);
            case 'E' -> endSlice(ts, utid);
            case 'X' -> complete(ts, utid);
            case 'b', 'e', 'n' -> parseAsync(ts);
            case 'i', 'I', 'R' -> parseInstant(ts, utid);
            case 'C' -> content.addCounters(ts, b, i, utid);
            case 's', 't', 'f' -> parseFlow(ts, utid);
            case 'S', 'p', 'F' -> parseOldAsync(ts);
            case 'T' -> {
                // Two kinds of events use this letter: thread states, which have a duration, and steps of asynchronous
                // slices, which have an id.
                if (b.dur.get(i) == JsonEvents.UNSET && b.cookieType(i) != JsonEvents.COOKIE_NONE) {
                    parseOldAsync(ts);
                } else {
                    content.setThreadState(ts, b, i, utid);
                }
            }
            case 'M' -> {
                if (!content.addMetadata(ts, b, i, utid)) {
                    raw.add(ts, utid, b, i, argsOrNull());
                }
            }
            case 'P' -> {
                if (b.stackType(i, false) != JsonEvents.STACK_NONE) {
                    stacks.addSample(ts, processes.process(b.pid.get(i)), utid, b, i);
                } else {
                    raw.add(ts, utid, b, i, argsOrNull());
                }
            }
            case 'v' -> {
                memory.add(ts, b, i);
                raw.add(ts, utid, b, i, argsOrNull());
            }
            default -> raw.add(ts, utid, b, i, argsOrNull());
        }
    }

    private int thread(long pid, long tid, byte flags) {
        if ((flags & (JsonEvents.PID_IS_NAME | JsonEvents.TID_IS_NAME)) != 0) {
            named.add(pid, tid);
        }
        return processes.updateThread(tid, pid);
    }

    private ArgsWriter argsOrNull() {
        return block.argsLength(index) > 0 ? argsWriter : null;
    }

    private int sliceName() {
        return block.name[index] == StringPool.NULL ? noName : block.name[index];
    }

    private void begin(long ts, int utid) {
        int track = context.tracks().threadTrack(utid);
        int row = slices.begin(ts, track, block.category[index], sliceName(), argsOrNull());
        if (row >= 0 && block.threadTs.get(index) != JsonEvents.UNSET) {
            slices.setThreadTs(row, block.threadTs.get(index));
        }
        stacks.addSlice(block, index, false, row, track);
        bindFlow(ts, track);
    }

    private void endSlice(long ts, int utid) {
        int track = context.tracks().threadTrack(utid);
        int row = slices.end(ts, track, block.category[index], block.name[index], argsOrNull());
        // The stack of an end event belongs to the end of the slice.
        stacks.addSliceEnd(block, index, row, track);
        long threadEnd = block.threadTs.get(index);
        if (row >= 0 && threadEnd != JsonEvents.UNSET) {
            long threadStart = slices.threadTs(row);
            if (threadStart != LongColumn.NULL) {
                slices.setThreadDur(row, threadEnd - threadStart);
            }
        }
    }

    private void complete(long ts, int utid) {
        long dur = block.dur.get(index);
        if (dur == JsonEvents.UNSET) {
            reportInvalid(ts, StatNames.JSON_PARSER_FAILURE, null);
            return;
        }
        int track = context.tracks().threadTrack(utid);
        int row = slices.scopedUnlessOverlap(ts, dur, track, block.category[index], sliceName(), null);
        if (row == SliceTracker.OVERLAPS) {
            // The slice would end after the slice in which it starts, so it cannot be nested there. It goes to
            // a second track, which is shown merged with the thread's own.
            reportInvalid(
                    ts,
                    StatNames.SLICE_SPILL_OVERLAPPING_COMPLETE_EVENT,
                    a -> slices.overlap().write(strings, a));
            track = context.compressor()
                    .lanes(OVERLAPPING, StringPool.NULL, null, null, utid)
                    .nested(ts, dur);
            row = slices.scoped(ts, dur, track, block.category[index], sliceName(), null);
        }
        if (row >= 0) {
            finishScoped(row);
            if (block.threadDur.get(index) != JsonEvents.UNSET) {
                slices.setThreadDur(row, block.threadDur.get(index));
            }
            stacks.addSlice(block, index, false, row, track);
            stacks.addSlice(block, index, true, row, track);
        }
        bindFlow(ts, track);
    }

    private void finishScoped(int row) {
        if (block.argSet[index] != IntColumn.NULL) {
            slices.setArgs(row, block.argSet[index]);
        }
        if (block.threadTs.get(index) != JsonEvents.UNSET) {
            slices.setThreadTs(row, block.threadTs.get(index));
        }
    }

    private void parseAsync(long ts) {
        byte cookieType = block.cookieType(index);
        if ((block.flags[index] & JsonEvents.HAS_PID) == 0 || cookieType == JsonEvents.COOKIE_NONE) {
            reportInvalid(ts, StatNames.JSON_PARSER_FAILURE, null);
            return;
        }
        byte phase = block.phase[index];
        int upid = processes.process(block.pid.get(index));
        int track = context.compressor()
                .legacyAsync(
                        block.name[index],
                        upid,
                        block.cookie(index),
                        cookieType == JsonEvents.COOKIE_LOCAL,
                        StringPool.NULL,
                        phase == 'b'
                                ? TrackCompressor.AsyncKind.BEGIN
                                : phase == 'e' ? TrackCompressor.AsyncKind.END : TrackCompressor.AsyncKind.INSTANT);
        switch (phase) {
            case 'b' -> {
                slices.begin(ts, track, block.category[index], sliceName(), argsOrNull());
                bindFlow(ts, track);
            }
            case 'e' -> slices.end(ts, track, block.category[index], block.name[index], argsOrNull());
            default -> {
                int row = slices.scoped(ts, 0, track, block.category[index], block.name[index], null);
                if (row >= 0 && block.argSet[index] != IntColumn.NULL) {
                    slices.setArgs(row, block.argSet[index]);
                }
                bindFlow(ts, track);
            }
        }
    }

    private void parseOldAsync(long ts) {
        byte cookieType = block.cookieType(index);
        if ((block.flags[index] & JsonEvents.HAS_PID) == 0 || cookieType == JsonEvents.COOKIE_NONE) {
            reportInvalid(ts, StatNames.JSON_PARSER_FAILURE, null);
            return;
        }
        AsyncOperations.Identity identity = new AsyncOperations.Identity(
                sliceName(),
                block.idScope(index),
                block.cookie(index),
                processes.process(block.pid.get(index)),
                cookieType == JsonEvents.COOKIE_LOCAL);
        String problem = null;
        switch (block.phase[index]) {
            case 'S' -> bindFlow(ts, operations.begin(ts, identity, block.category[index], argsOrNull()));
            case 'F' ->
                problem = operations.end(ts, identity, argsOrNull()) ? null : StatNames.JSON_ASYNC_EVENT_WITHOUT_BEGIN;
            default ->
                problem = operations.step(
                        ts, block.phase[index], identity, block.category[index], stepName(), argsOrNull());
        }
        if (problem != null) {
            reportInvalid(ts, problem, null);
        }
    }

    /// Returns the name of a step as `name:step`, from the names of its slice and of the step itself.
    private int stepName() {
        int name = sliceName();
        if (!block.enterArgs(index, cursor)) {
            return name;
        }
        try {
            while (cursor.nextKey()) {
                boolean isStep = cursor.isKey("step");
                cursor.readValue();
                if (isStep && cursor.kind() == JsonKind.STRING) {
                    return strings.intern(strings.get(name) + ":" + cursor.textString());
                }
                if (isStep && cursor.kind() == JsonKind.LONG) {
                    return strings.intern(strings.get(name) + ":" + cursor.longValue());
                }
            }
        } catch (JsonSyntaxException e) {
            // The step has no name.
        }
        return name;
    }

    private void parseInstant(long ts, int utid) {
        if (block.name[index] == deviceMemory) {
            content.addDeviceMemory(ts, block, index, utid);
        }
        switch (block.scope[index]) {
            case JsonEvents.SCOPE_GLOBAL ->
                addInstant(ts, context.tracks().intern(GLOBAL_INSTANTS, StringPool.NULL, source));
            case JsonEvents.SCOPE_PROCESS -> {
                if ((block.flags[index] & JsonEvents.HAS_PID) == 0) {
                    reportInvalid(ts, StatNames.JSON_PARSER_FAILURE, null);
                    return;
                }
                int upid = processes.process(block.pid.get(index));
                addInstant(ts, context.tracks().intern(PROCESS_INSTANTS, StringPool.NULL, source, upid));
            }
            case JsonEvents.SCOPE_THREAD, JsonEvents.SCOPE_NONE -> {
                if ((block.flags[index] & JsonEvents.HAS_TID) == 0) {
                    reportInvalid(ts, StatNames.JSON_PARSER_FAILURE, null);
                    return;
                }
                int row = slices.scoped(
                        ts, 0, context.tracks().threadTrack(utid), block.category[index], sliceName(), null);
                if (row >= 0) {
                    finishScoped(row);
                }
            }
            default -> reportInvalid(ts, StatNames.JSON_PARSER_FAILURE, null);
        }
    }

    private void addInstant(long ts, int track) {
        int row = slices.scoped(ts, 0, track, block.category[index], block.name[index], null);
        if (row >= 0 && block.argSet[index] != IntColumn.NULL) {
            slices.setArgs(row, block.argSet[index]);
        }
    }

    private void parseFlow(long ts, int utid) {
        int track = context.tracks().threadTrack(utid);
        long id = flowId(block.idType(index), block.id(index));
        if (id == NO_ID) {
            reportInvalid(ts, StatNames.FLOW_INVALID_ID, null);
            return;
        }
        long flow = flows.namedFlow(id, block.category[index], block.name[index]);
        switch (block.phase[index]) {
            case 's' -> {
                flows.begin(track, flow);
                connectEarlyEnd(ts, flow);
            }
            case 't' -> flows.step(track, flow);
            default -> {
                boolean isAtEnclosing = (block.flags[index] & JsonEvents.BIND_ENCLOSING) != 0;
                if (isAtEnclosing && !flows.isActive(flow)) {
                    storeEarlyEnd(ts, track, flow);
                }
                flows.end(track, flow, isAtEnclosing, false);
            }
        }
    }

    /// Stores the end of a flow whose begin follows at the same time, as PyTorch writes them.
    private void storeEarlyEnd(long ts, int track, long flow) {
        if (ts != earlyEndsAt) {
            earlyEnds.clear();
            earlyEndsAt = ts;
        }
        earlyEnds.put(flow, slices.topmost(track));
    }

    private void connectEarlyEnd(long ts, long flow) {
        if (ts == earlyEndsAt && flows.isActive(flow)) {
            Integer slice = earlyEnds.remove(flow);
            if (slice != null && slice >= 0) {
                flows.endAt(slice, Long.MAX_VALUE, flow, false);
            }
        }
    }

    /// Adds the event to the flow given by its `bind_id`.
    private void bindFlow(long ts, int track) {
        if (block.bindType(index) == JsonEvents.ID_NONE) {
            return;
        }
        long id = flowId(block.bindType(index), block.bindId(index));
        if (id == NO_ID) {
            return;
        }
        boolean isIn = (block.flags[index] & JsonEvents.FLOW_IN) != 0;
        boolean isOut = (block.flags[index] & JsonEvents.FLOW_OUT) != 0;
        if (isIn && isOut) {
            flows.step(track, id);
        } else if (isOut) {
            flows.begin(track, id);
        } else if (isIn) {
            flows.end(track, id, true, false);
        } else {
            reportInvalid(ts, StatNames.FLOW_WITHOUT_DIRECTION, null);
        }
    }

    private static final long NO_ID = Long.MIN_VALUE;

    /// Returns a flow id: a number as it is; a string parsed as hexadecimal with or without 0x.
    private long flowId(byte type, long value) {
        if (type == JsonEvents.ID_NUMBER) {
            return value;
        }
        if (type == JsonEvents.ID_NONE) {
            return NO_ID;
        }
        byte[] text = strings.utf8((int) value);
        int start = text.length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;
        long number = JsonEventFields.hexadecimal(text, start);
        if (number >= 0) {
            return number;
        }
        String s = strings.get((int) value).strip();
        String digits = s.startsWith("0x") || s.startsWith("0X") ? s.substring(2) : s;
        try {
            return Long.parseUnsignedLong(digits, 16);
        } catch (NumberFormatException e) {
            return NO_ID;
        }
    }

    private void reportInvalid(long ts, String stat, ArgsWriter extraArgs) {
        problems.record(stat, ts, block, index, extraArgs);
    }
}
