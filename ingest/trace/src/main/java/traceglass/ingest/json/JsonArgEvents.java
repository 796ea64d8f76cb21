package traceglass.ingest.json;

import java.util.BitSet;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.ProcessCounters;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses events whose content is in their arguments: counters, thread states and names.
final class JsonArgEvents {

    private static final TrackType.Dimension NAME = TrackType.Dimension.ofString("name");
    private static final ProcessCounters.Type COUNTER = new ProcessCounters.Type(
            TrackType.counter("json_counter", null, TrackType.UPID, NAME),
            TrackType.counter("json_counter_thread_fallback", null, TrackType.UTID, NAME));

    /// Name of PyTorch's events about device memory.
    static final String DEVICE_MEMORY = "[memory]";

    private final ImportContext context;
    private final JsonProblems problems;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final JsonCursor cursor = new JsonCursor();
    private final BitSet labeled = new BitSet();
    private final int noName;
    private final int running;

    JsonArgEvents(ImportContext context, JsonProblems problems) {
        this.context = context;
        this.problems = problems;
        strings = context.strings();
        processes = context.processes();
        noName = strings.intern("[No name]");
        running = strings.intern("Running");
    }

    private int sliceName(JsonEvents b, int i) {
        return b.name[i] == StringPool.NULL ? noName : b.name[i];
    }

    /// Adds a counter named `event [id: x] member` for each member of the arguments.
    void addCounters(long ts, JsonEvents b, int i, int utid) {
        if (!b.enterArgs(i, cursor)) {
            problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
            return;
        }
        String event = strings.get(b.name[i]);
        String prefix = (event == null ? "" : event)
                + (b.idType(i) == JsonEvents.ID_STRING
                                && !strings.get((int) b.id(i)).isEmpty()
                        ? " id: " + strings.get((int) b.id(i))
                        : "")
                + " ";
        try {
            while (cursor.nextKey()) {
                String name = prefix + cursor.key();
                cursor.readValue();
                double value;
                if (cursor.isNumber()) {
                    value = cursor.number();
                } else if (cursor.kind() == JsonKind.STRING) {
                    try {
                        value = Double.parseDouble(cursor.textString().strip());
                    } catch (NumberFormatException e) {
                        problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
                        continue;
                    }
                } else {
                    problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
                    continue;
                }
                int nameId = strings.intern(name);
                context.processCounters().push(COUNTER, nameId, ts, value, utid, nameId);
            }
        } catch (JsonSyntaxException e) {
            problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
        }
    }

    /// Adds counters for one of PyTorch's device memory events, which has the totals after an allocation.
    void addDeviceMemory(long ts, JsonEvents b, int i, int utid) {
        if (!b.enterArgs(i, cursor)) {
            return;
        }
        double allocated = Double.NaN;
        double reserved = Double.NaN;
        double type = 0;
        double device = 0;
        try {
            while (cursor.nextKey()) {
                String key = cursor.key();
                cursor.readValue();
                if (cursor.isNumber()) {
                    switch (key) {
                        case "Total Allocated" -> allocated = cursor.number();
                        case "Total Reserved" -> reserved = cursor.number();
                        case "Device Type" -> type = cursor.number();
                        case "Device Id" -> device = cursor.number();
                        default -> {}
                    }
                }
            }
        } catch (JsonSyntaxException e) {
            problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
        }
        // Device types are numbered as in PyTorch, where 0 is the CPU.
        String name = type == 0 ? "CPU memory" : "GPU " + (long) Math.max(device, 0) + " memory";
        addDeviceMemory(ts, utid, name + " allocated", allocated);
        addDeviceMemory(ts, utid, name + " reserved", reserved);
    }

    private void addDeviceMemory(long ts, int utid, String name, double bytes) {
        if (!Double.isNaN(bytes)) {
            int nameId = strings.intern(name);
            context.processCounters().push(COUNTER, nameId, ts, bytes, utid, nameId);
        }
    }

    /// Adds a thread state with a duration. If the event specifies the CPU on which the thread runs, it also
    /// becomes a scheduling slice.
    void setThreadState(long ts, JsonEvents b, int i, int utid) {
        long dur = b.dur.get(i);
        if (dur == JsonEvents.UNSET) {
            problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
            return;
        }
        Table states = context.storage().table(TableNames.ThreadState.TABLE);
        int row = states.addRow();
        states.longs(TableNames.ThreadState.TS).set(row, ts);
        states.longs(TableNames.ThreadState.DUR).set(row, dur);
        states.ints(TableNames.ThreadState.UTID).set(row, utid);
        states.strings(TableNames.ThreadState.STATE).set(row, sliceName(b, i));
        long cpu = -1;
        if (b.enterArgs(i, cursor)) {
            try {
                while (cursor.nextKey()) {
                    boolean isCpu = cursor.isKey("cpu");
                    boolean isIoWait = cursor.isKey("io_wait");
                    boolean isFunction = cursor.isKey("blocked_function");
                    cursor.readValue();
                    if (isCpu && cursor.kind() == JsonKind.LONG) {
                        cpu = cursor.longValue();
                    } else if (isIoWait && cursor.kind() == JsonKind.LONG) {
                        states.ints(TableNames.ThreadState.IO_WAIT).set(row, (int) cursor.longValue());
                    } else if (isFunction && cursor.kind() == JsonKind.STRING) {
                        states.strings(TableNames.ThreadState.BLOCKED_FUNCTION)
                                .set(row, strings.intern(cursor.text(), cursor.textStart(), cursor.textLength()));
                    }
                }
            } catch (JsonSyntaxException e) {
                problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
            }
        }
        if (sliceName(b, i) == running && cpu >= 0) {
            Table sched = context.storage().table(TableNames.SchedSlice.TABLE);
            int s = sched.addRow();
            sched.longs(TableNames.SchedSlice.TS).set(s, ts);
            sched.longs(TableNames.SchedSlice.DUR).set(s, dur);
            sched.ints(TableNames.SchedSlice.UTID).set(s, utid);
            sched.ints(TableNames.SchedSlice.UCPU).set(s, context.cpus().ucpu((int) Math.min(cpu, Integer.MAX_VALUE)));
        }
    }

    /// Adds the labels of a process, such as `GPU 0`, to its arguments. Chrome repeats them; only the first
    /// ones are used.
    private void setLabels(JsonEvents b, int i) {
        int upid = processes.process(b.pid.get(i));
        if (!b.enterArgs(i, cursor) || labeled.get(upid)) {
            return;
        }
        try {
            while (cursor.nextKey()) {
                boolean areLabels = cursor.isKey("labels");
                cursor.readValue();
                if (areLabels && cursor.kind() == JsonKind.STRING && cursor.textLength() > 0) {
                    labeled.set(upid);
                    processes
                            .processArgs(upid)
                            .addString(
                                    strings.intern("chrome.process_label"),
                                    strings.intern("chrome.process_label[0]"),
                                    strings.intern(cursor.text(), cursor.textStart(), cursor.textLength()));
                }
            }
        } catch (JsonSyntaxException e) {
            // The rest of the event is kept even if its arguments are invalid.
        }
    }

    /// Parses metadata events: names and sort indices of processes and threads. Returns false for events of other
    /// kinds.
    boolean addMetadata(long ts, JsonEvents b, int i, int utid) {
        String event = strings.get(b.name[i]);
        if (event == null) {
            return false;
        }
        boolean isProcess = event.startsWith("process_");
        switch (event) {
            case "process_name", "thread_name", "process_sort_index", "thread_sort_index" -> {}
            case "process_labels" -> {
                setLabels(b, i);
                return false;
            }
            default -> {
                return false;
            }
        }
        if (!b.enterArgs(i, cursor)) {
            return true;
        }
        boolean isSortIndex = event.endsWith("sort_index");
        try {
            while (cursor.nextKey()) {
                boolean isMatch = cursor.isKey(isSortIndex ? "sort_index" : "name");
                cursor.readValue();
                if (!isMatch) {
                    continue;
                }
                if (!isSortIndex && cursor.kind() == JsonKind.STRING && cursor.textLength() == 0) {
                    // Clang gives this name to threads without a name.
                    continue;
                }
                if (isSortIndex ? !cursor.isNumber() : cursor.kind() != JsonKind.STRING) {
                    problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
                } else if (isSortIndex && isProcess) {
                    processes.setProcessSortIndex(processes.process(b.pid.get(i)), (int) (long) cursor.number(), false);
                } else if (isSortIndex) {
                    processes.setThreadSortIndex(utid, (int) (long) cursor.number(), false);
                } else {
                    int name = strings.intern(cursor.text(), cursor.textStart(), cursor.textLength());
                    if (isProcess) {
                        processes.setProcessMetadata(processes.process(b.pid.get(i)), name, StringPool.NULL);
                    } else {
                        processes.setThreadName(utid, name, NamePriority.OfThread.OTHER);
                    }
                }
            }
        } catch (JsonSyntaxException e) {
            problems.record(StatNames.JSON_PARSER_FAILURE, ts, b, i, null);
        }
        return true;
    }
}
