package traceglass.convert.perfetto;

import java.io.IOException;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.MachineIds;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.TracePacket;

/// Writes clock snapshots that make trace time the boot clock, with the wall clock if the trace has one. They are the
/// same for each machine.
final class ClockPackets {

    private ClockPackets() {}

    /// @param start start of the trace in ns
    /// @return whether the trace has a wall clock
    static boolean write(TraceRows rows, MachineIds machines, PacketOutput out, long start)
            throws IOException, ConvertProblem {
        // If the trace clock is already the wall clock.
        long clock = rows.number("SELECT int_value FROM metadata WHERE name = 'trace_time_clock_id'");
        if (clock == BuiltinClock.BUILTIN_CLOCK_REALTIME_VALUE) {
            write(out, machines, start, start);
            return true;
        }
        boolean[] isFound = {false};
        rows.query(
                "SELECT ts, clock_value FROM clock_snapshot WHERE clock_name = 'REALTIME' AND ts >= 0"
                        + " AND coalesce(machine_id, 0) = 0 ORDER BY id",
                c -> {
                    while (c.next()) {
                        write(out, machines, c.getLong(0), c.getLong(1));
                        isFound[0] = true;
                    }
                });
        return isFound[0];
    }

    private static void write(PacketOutput out, MachineIds machines, long ts, long realtime) throws IOException {
        ClockSnapshot.Builder snapshot =
                ClockSnapshot.newBuilder().setPrimaryTraceClock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME);
        snapshot.addClocksBuilder()
                .setClockId(BuiltinClock.BUILTIN_CLOCK_BOOTTIME_VALUE)
                .setTimestamp(ts);
        snapshot.addClocksBuilder()
                .setClockId(BuiltinClock.BUILTIN_CLOCK_REALTIME_VALUE)
                .setTimestamp(realtime);
        for (int machine : machines.all()) {
            out.write(TracePacket.newBuilder().setTimestamp(ts).setClockSnapshot(snapshot), machine);
        }
    }
}
