package traceglass.convert.perfetto;

import java.io.IOException;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.protos.android.AndroidLogPacket;
import traceglass.protos.common.AndroidLogPriority;
import traceglass.protos.trace.TracePacket;

/// Writes log lines. Packets with log lines have wall-clock times.
final class LogPackets {

    private LogPackets() {}

    static void write(TraceRows rows, TaskIds ids, PacketOutput out, ConversionLosses losses, boolean hasWallClock)
            throws IOException, ConvertProblem {
        if (!hasWallClock) {
            losses.add(
                    "log lines omitted, because the trace has no wall clock",
                    rows.number("SELECT count(*) FROM android_logs"));
            return;
        }
        rows.query("""
            SELECT l.ts + coalesce(
                    (SELECT arg_max(c.clock_value - c.ts, c.ts) FROM clock_snapshot AS c
                     WHERE c.clock_name = 'REALTIME' AND coalesce(c.machine_id, 0) = 0 AND c.ts <= l.ts),
                    (SELECT arg_min(c.clock_value - c.ts, c.ts) FROM clock_snapshot AS c
                     WHERE c.clock_name = 'REALTIME' AND coalesce(c.machine_id, 0) = 0 AND c.ts >= 0), 0),
                l.utid, l.prio, l.tag, l.msg
            FROM android_logs AS l ORDER BY l.id\
            """, c -> {
            while (c.next()) {
                TaskIds.Thread thread = ids.thread(c.getLong(1));
                AndroidLogPacket.LogEvent.Builder line = AndroidLogPacket.LogEvent.newBuilder()
                        .setTimestamp(c.getLong(0))
                        .setPid((int) thread.pid())
                        .setTid((int) thread.tid());
                AndroidLogPriority priority = AndroidLogPriority.forNumber((int) c.getLong(2));
                if (priority != null) {
                    line.setPrio(priority);
                }
                String tag = c.getString(3);
                if (tag != null) {
                    line.setTag(tag);
                }
                String message = c.getString(4);
                if (message != null) {
                    line.setMessage(message);
                }
                out.write(
                        TracePacket.newBuilder()
                                .setAndroidLog(AndroidLogPacket.newBuilder().addEvents(line)),
                        thread.machine());
            }
        });
    }
}
