package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.MachineIds;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericFtraceEvent;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes raw ftrace events with their names and arguments (`GenericFtraceEvent`). Readers show these events without
/// deriving slices or counters from them, which are written separately.
final class RawFtracePackets {

    /// Events that are written with scheduling and CPU frequencies.
    private static final String EVENTS_WRITTEN_ELSEWHERE =
            "('sched_switch', 'sched_waking', 'cpu_frequency', 'cpu_idle')";

    private static final String EVENTS = """
        SELECT id, ts, name, ucpu, utid, coalesce(common_flags, 0) FROM ftrace_event
        WHERE name NOT IN %s AND ts >= 0 ORDER BY id\
        """.formatted(EVENTS_WRITTEN_ELSEWHERE);
    private static final String ARGS = """
        SELECT e.id, a.key, a.value_type, a.int_value, a.real_value, a.string_value
        FROM ftrace_event AS e JOIN args AS a USING (arg_set_id) WHERE e.name NOT IN %s AND e.ts >= 0
        ORDER BY e.id, a.id\
        """.formatted(EVENTS_WRITTEN_ELSEWHERE);
    private static final int MAX_BUNDLE_EVENTS = 1024;

    private final TraceRows rows;
    private final TaskIds ids;
    private final MachineIds machines;
    private final PacketOutput out;
    private final ConversionLosses losses;
    /// Bundles by CPU number, which is unique in the trace.
    private final TreeMap<Long, KernelEventBundle> bundles = new TreeMap<>();

    RawFtracePackets(TraceRows rows, TaskIds ids, MachineIds machines, PacketOutput out, ConversionLosses losses) {
        this.machines = machines;
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.losses = losses;
    }

    void write() throws IOException, ConvertProblem {
        rows.queryJoined(EVENTS, ARGS, this::writeEvent);
        for (Map.Entry<Long, KernelEventBundle> bundle : bundles.entrySet()) {
            write(bundle.getKey(), bundle.getValue());
        }
        losses.add("raw ftrace events before time 0", rows.number("SELECT count(*) FROM ftrace_event WHERE ts < 0"));
    }

    private void write(long ucpu, KernelEventBundle bundle) throws IOException {
        out.write(bundle.packet(), machines.cpu(ucpu).machine());
    }

    private void writeEvent(ResultCursor row, TraceRows.Details args) throws QueryException, IOException {
        GenericFtraceEvent.Builder generic = GenericFtraceEvent.newBuilder().setEventName(row.getString(2));
        while (args.next()) {
            GenericFtraceEvent.Field.Builder field = field(args.row());
            if (field == null) {
                losses.add("arguments of raw ftrace events without a value", 1);
            } else {
                generic.addField(field);
            }
        }
        long ucpu = row.getLong(3);
        KernelEventBundle bundle = bundles.computeIfAbsent(
                ucpu, c -> new KernelEventBundle(machines.cpu(c).number()));
        bundle.add(
                row.getLong(1),
                ids.thread(row.getLong(4)).tid(),
                (int) row.getLong(5),
                FtraceEvent.GENERIC_FIELD_NUMBER,
                generic.build());
        if (bundle.size() >= MAX_BUNDLE_EVENTS) {
            write(ucpu, bundle);
            bundles.remove(ucpu);
        }
    }

    private static GenericFtraceEvent.Field.@Nullable Builder field(ResultCursor row) throws QueryException {
        GenericFtraceEvent.Field.Builder field = GenericFtraceEvent.Field.newBuilder();
        String key = row.getString(1);
        if (key != null) {
            field.setName(key);
        }
        String type = row.getString(2);
        switch (type == null ? "null" : type) {
            case "int" -> field.setIntValue(row.getLong(3));
            case "uint", "pointer", "bool" -> field.setUintValue(row.getLong(3));
            case "real" -> field.setStrValue(Double.toString(row.getDouble(4)));
            default -> {
                String text = row.getString(5);
                if (text == null) {
                    return null;
                }
                field.setStrValue(text);
            }
        }
        return field;
    }
}
