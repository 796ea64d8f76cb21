package traceglass.ingest.json;

import traceglass.ingest.EventSink;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.ArgSetBuilder;
import traceglass.ingest.tracker.ArgsWriter;
import traceglass.ingest.tracker.FlowTracker;
import traceglass.ingest.tracker.NamePriority;
import traceglass.ingest.tracker.ProcessCounters;
import traceglass.ingest.tracker.ProcessTracker;
import traceglass.ingest.tracker.SliceTracker;
import traceglass.ingest.tracker.TrackCompressor;
import traceglass.ingest.tracker.TrackType;
import traceglass.model.store.IntColumn;
import traceglass.model.store.StringPool;
import traceglass.model.store.Table;

/// Makes rows of JSON events, in order of time.
final class JsonParser implements EventSink {

    private static final TrackType OVERLAPPING =
            TrackCompressor.compressed("thread_overlapping_slice", TrackType.UTID);
    private static final TrackType GLOBAL_INSTANTS = TrackType.slices("legacy_chrome_global_instants");
    private static final TrackType PROCESS_INSTANTS = TrackType.slices("chrome_process_instant", TrackType.UPID);

    private static final TrackType.Dimension NAME = TrackType.Dimension.ofString("name");
    private static final ProcessCounters.Type COUNTER = new ProcessCounters.Type(
            TrackType.counter("json_counter", null, TrackType.UPID, NAME),
            TrackType.counter("json_counter_thread_fallback", null, TrackType.UTID, NAME));

    private final ImportContext context;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final SliceTracker slices;
    private final FlowTracker flows;
    private final JsonArgs args;
    private final JsonCursor cursor = new JsonCursor();
    private final int noName;
    private final int running;

    /// The event that is being parsed, for the writer of its arguments: one object for all events.
    private JsonEvents block;
    private int index;
    private final ArgsWriter argsWriter = this::writeArgs;

    JsonParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
        processes = context.processes();
        slices = context.slices();
        flows = context.flows();
        args = new JsonArgs(strings);
        noName = strings.intern("[No name]");
        running = strings.intern("Running");
    }

    private void writeArgs(ArgSetBuilder out) {
        args.write(block.argsText, block.argsStart[index], block.argsStart[index] + block.argsLength[index], "args", out);
    }

    @Override
    public void event(long ts, long data, Object ref) {
        JsonEvents b = (JsonEvents) ref;
        int i = (int) data;
        block = b;
        index = i;
        byte flags = b.flags[i];
        if ((flags & JsonEvents.PID_IS_NAME) != 0) {
            processes.setProcessMetadata(processes.process(b.pid[i]), (int) b.pid[i], StringPool.NULL);
        }
        if ((flags & JsonEvents.TID_IS_NAME) != 0) {
            processes.setThreadName(processes.thread(b.tid[i]), (int) b.tid[i], NamePriority.OfThread.OTHER);
        }
        int utid = processes.updateThread(b.tid[i], b.pid[i]);
        switch (b.phase[i]) {
            case 'B' -> begin(ts, utid);
            case 'E' -> end(ts, utid);
            case 'X' -> complete(ts, utid);
            case 'b', 'e', 'n' -> async(ts);
            case 'i', 'I', 'R' -> instant(ts, utid);
            case 'C' -> counters(ts, utid);
            case 's', 't', 'f' -> flow(ts, utid);
            case 'T' -> threadState(ts, utid);
            case 'M' -> names(ts, utid);
            default -> { }
        }
    }

    private ArgsWriter argsOrNull() {
        return block.argsLength[index] > 0 ? argsWriter : null;
    }

    private int sliceName() {
        return block.name[index] == StringPool.NULL ? noName : block.name[index];
    }

    private void begin(long ts, int utid) {
        int track = context.tracks().threadTrack(utid);
        int row = slices.begin(ts, track, block.category[index], sliceName(), argsOrNull());
        if (row >= 0 && block.threadTs[index] != JsonEvents.UNSET) {
            slices.setThreadTs(row, block.threadTs[index]);
        }
        bindFlow(ts, track);
    }

    private void end(long ts, int utid) {
        int track = context.tracks().threadTrack(utid);
        int row = slices.end(ts, track, block.category[index], block.name[index], argsOrNull());
        long threadEnd = block.threadTs[index];
        if (row >= 0 && threadEnd != JsonEvents.UNSET) {
            long threadStart = slices.threadTs(row);
            if (threadStart != traceglass.model.store.LongColumn.NULL) {
                slices.setThreadDur(row, threadEnd - threadStart);
            }
        }
    }

    private void complete(long ts, int utid) {
        long dur = block.dur[index];
        if (dur == JsonEvents.UNSET) {
            bad(ts, "json_parser_failure", null);
            return;
        }
        int track = context.tracks().threadTrack(utid);
        int row = slices.scopedUnlessOverlap(ts, dur, track, block.category[index], sliceName(), null);
        if (row == SliceTracker.OVERLAPS) {
            // It ends after a slice that it starts in, so it cannot lie in that one: it gets a track beside the thread's own, which
            // is shown as one with it. Nothing is lost.
            bad(ts, "slice_spill_overlapping_complete_event", a -> slices.overlap().write(strings, a));
            track = context.compressor().lanes(OVERLAPPING, StringPool.NULL, null, null, utid).nested(ts, dur);
            row = slices.scoped(ts, dur, track, block.category[index], sliceName(), null);
        }
        if (row >= 0) {
            finishScoped(row);
            if (block.threadDur[index] != JsonEvents.UNSET) {
                slices.setThreadDur(row, block.threadDur[index]);
            }
        }
        bindFlow(ts, track);
    }

    private void finishScoped(int row) {
        if (block.argSet[index] != IntColumn.NULL) {
            slices.setArgs(row, block.argSet[index]);
        }
        if (block.threadTs[index] != JsonEvents.UNSET) {
            slices.setThreadTs(row, block.threadTs[index]);
        }
    }

    private void async(long ts) {
        byte cookieType = block.cookieType[index];
        if ((block.flags[index] & JsonEvents.HAS_PID) == 0 || cookieType == JsonEvents.COOKIE_NONE) {
            bad(ts, "json_parser_failure", null);
            return;
        }
        byte phase = block.phase[index];
        int upid = processes.process(block.pid[index]);
        int track = context.compressor().legacyAsync(block.name[index], upid, block.cookie[index],
                cookieType == JsonEvents.COOKIE_LOCAL, StringPool.NULL,
                phase == 'b' ? TrackCompressor.AsyncKind.BEGIN : phase == 'e' ? TrackCompressor.AsyncKind.END
                        : TrackCompressor.AsyncKind.INSTANT);
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

    private void instant(long ts, int utid) {
        ArgsWriter source = a -> a.addString(strings.intern("source"), strings.intern("chrome"));
        switch (block.scope[index]) {
            case JsonEvents.SCOPE_GLOBAL -> instantOn(ts, context.tracks().intern(GLOBAL_INSTANTS, StringPool.NULL, source));
            case JsonEvents.SCOPE_PROCESS -> {
                if ((block.flags[index] & JsonEvents.HAS_PID) == 0) {
                    bad(ts, "json_parser_failure", null);
                    return;
                }
                int upid = processes.process(block.pid[index]);
                instantOn(ts, context.tracks().intern(PROCESS_INSTANTS, StringPool.NULL, source, upid));
            }
            case JsonEvents.SCOPE_THREAD, JsonEvents.SCOPE_NONE -> {
                if ((block.flags[index] & JsonEvents.HAS_TID) == 0) {
                    bad(ts, "json_parser_failure", null);
                    return;
                }
                int row = slices.scoped(ts, 0, context.tracks().threadTrack(utid), block.category[index], sliceName(), null);
                if (row >= 0) {
                    finishScoped(row);
                }
            }
            default -> bad(ts, "json_parser_failure", null);
        }
    }

    private void instantOn(long ts, int track) {
        int row = slices.scoped(ts, 0, track, block.category[index], block.name[index], null);
        if (row >= 0 && block.argSet[index] != IntColumn.NULL) {
            slices.setArgs(row, block.argSet[index]);
        }
    }

    /// Each member of the arguments is a counter of its own, named `event [id: x] member`.
    private void counters(long ts, int utid) {
        if (!enterArgs()) {
            bad(ts, "json_parser_failure", null);
            return;
        }
        String event = strings.get(block.name[index]);
        String prefix = (event == null ? "" : event)
                + (block.idType[index] == JsonEvents.ID_STRING && !strings.get((int) block.id[index]).isEmpty()
                ? " id: " + strings.get((int) block.id[index]) : "") + " ";
        try {
            while (cursor.nextKey()) {
                String name = prefix + cursor.key();
                cursor.readValue();
                double value;
                if (cursor.isNumber()) {
                    value = cursor.number();
                } else if (cursor.kind() == JsonCursor.Kind.STRING) {
                    try {
                        value = Double.parseDouble(cursor.textString().strip());
                    } catch (NumberFormatException e) {
                        bad(ts, "json_parser_failure", null);
                        continue;
                    }
                } else {
                    bad(ts, "json_parser_failure", null);
                    continue;
                }
                int nameId = strings.intern(name);
                context.processCounters().push(COUNTER, nameId, ts, value, utid, nameId);
            }
        } catch (JsonSyntax e) {
            bad(ts, "json_parser_failure", null);
        }
    }

    private boolean enterArgs() {
        int length = block.argsLength[index];
        if (length == 0) {
            return false;
        }
        cursor.reset(block.argsText, block.argsStart[index] + 1, block.argsStart[index] + length);
        return true;
    }

    private void flow(long ts, int utid) {
        int track = context.tracks().threadTrack(utid);
        long id = flowId(block.idType[index], block.id[index]);
        if (id == NO_ID) {
            bad(ts, "flow_invalid_id", null);
            return;
        }
        long flow = flows.namedFlow(id, block.category[index], block.name[index]);
        switch (block.phase[index]) {
            case 's' -> flows.begin(track, flow);
            case 't' -> flows.step(track, flow);
            default -> flows.end(track, flow, (block.flags[index] & JsonEvents.BIND_ENCLOSING) != 0, false);
        }
    }

    /// The flow that an event is part of by its `bind_id`.
    private void bindFlow(long ts, int track) {
        if (block.bindType[index] == JsonEvents.ID_NONE) {
            return;
        }
        long id = flowId(block.bindType[index], block.bindId[index]);
        if (id == NO_ID) {
            return;
        }
        boolean in = (block.flags[index] & JsonEvents.FLOW_IN) != 0;
        boolean out = (block.flags[index] & JsonEvents.FLOW_OUT) != 0;
        if (in && out) {
            flows.step(track, id);
        } else if (out) {
            flows.begin(track, id);
        } else if (in) {
            flows.end(track, id, true, false);
        } else {
            bad(ts, "flow_without_direction", null);
        }
    }

    private static final long NO_ID = Long.MIN_VALUE;

    /// Numbers as they are; texts are hexadecimal, with or without 0x.
    private long flowId(byte type, long value) {
        if (type == JsonEvents.ID_NUMBER) {
            return value;
        }
        if (type == JsonEvents.ID_NONE) {
            return NO_ID;
        }
        String s = strings.get((int) value).strip();
        String digits = s.startsWith("0x") || s.startsWith("0X") ? s.substring(2) : s;
        try {
            return Long.parseUnsignedLong(digits, 16);
        } catch (NumberFormatException e) {
            return NO_ID;
        }
    }

    private void threadState(long ts, int utid) {
        long dur = block.dur[index];
        if (dur == JsonEvents.UNSET) {
            bad(ts, "json_parser_failure", null);
            return;
        }
        Table states = context.storage().table("__intrinsic_thread_state");
        int row = states.addRow();
        states.longs("ts").set(row, ts);
        states.longs("dur").set(row, dur);
        states.ints("utid").set(row, utid);
        states.strings("state").set(row, sliceName());
        long cpu = -1;
        if (enterArgs()) {
            try {
                while (cursor.nextKey()) {
                    boolean isCpu = cursor.keyIs("cpu");
                    boolean isIoWait = cursor.keyIs("io_wait");
                    boolean isFunction = cursor.keyIs("blocked_function");
                    cursor.readValue();
                    if (isCpu && cursor.kind() == JsonCursor.Kind.LONG) {
                        cpu = cursor.longValue();
                    } else if (isIoWait && cursor.kind() == JsonCursor.Kind.LONG) {
                        states.ints("io_wait").set(row, (int) cursor.longValue());
                    } else if (isFunction && cursor.kind() == JsonCursor.Kind.STRING) {
                        states.strings("blocked_function").set(row,
                                strings.intern(cursor.text(), cursor.textStart(), cursor.textLength()));
                    }
                }
            } catch (JsonSyntax e) {
                bad(ts, "json_parser_failure", null);
            }
        }
        if (sliceName() == running && cpu >= 0) {
            Table sched = context.storage().table("__intrinsic_sched_slice");
            int s = sched.addRow();
            sched.longs("ts").set(s, ts);
            sched.longs("dur").set(s, dur);
            sched.ints("utid").set(s, utid);
            sched.ints("ucpu").set(s, context.cpus().ucpu((int) Math.min(cpu, Integer.MAX_VALUE)));
        }
    }

    /// Metadata events: names and places in the order of processes and threads.
    private void names(long ts, int utid) {
        String event = strings.get(block.name[index]);
        if (event == null || !enterArgs()) {
            return;
        }
        boolean process = event.startsWith("process_");
        switch (event) {
            case "process_name", "thread_name", "process_sort_index", "thread_sort_index" -> { }
            default -> {
                return;
            }
        }
        boolean sort = event.endsWith("sort_index");
        try {
            while (cursor.nextKey()) {
                boolean wanted = cursor.keyIs(sort ? "sort_index" : "name");
                cursor.readValue();
                if (!wanted) {
                    continue;
                }
                if (sort ? !cursor.isNumber() : cursor.kind() != JsonCursor.Kind.STRING || cursor.textLength() == 0) {
                    bad(ts, "json_parser_failure", null);
                } else if (sort && process) {
                    processes.setProcessSortIndex(processes.process(block.pid[index]), (int) (long) cursor.number(), false);
                } else if (sort) {
                    processes.setThreadSortIndex(utid, (int) (long) cursor.number(), false);
                } else {
                    int name = strings.intern(cursor.text(), cursor.textStart(), cursor.textLength());
                    if (process) {
                        processes.setProcessMetadata(processes.process(block.pid[index]), name, StringPool.NULL);
                    } else {
                        processes.setThreadName(utid, name, NamePriority.OfThread.OTHER);
                    }
                }
            }
        } catch (JsonSyntax e) {
            bad(ts, "json_parser_failure", null);
        }
    }

    private void bad(long ts, String stat, ArgsWriter more) {
        int name = block.name[index];
        String phase = String.valueOf((char) (block.phase[index] & 0xff));
        context.logs().recordAtTime(stat, ts, a -> {
            a.addString(strings.intern("event_name"), name);
            a.addString(strings.intern("event_phase"), strings.intern(phase));
            if (more != null) {
                more.write(a);
            }
        });
    }
}
