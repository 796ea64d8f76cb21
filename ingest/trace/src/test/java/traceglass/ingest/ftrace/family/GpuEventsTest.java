package traceglass.ingest.ftrace.family;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.GpuWorkPeriodFtraceEvent;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;

class GpuEventsTest {

    @Test
    void namesWorkPeriodsByTheirLoadFormattedAsInC() {
        FtraceEventBundle.Builder bundle = FtraceEventBundle.newBuilder().setCpu(0);
        int[][] periods = {{800, 5}, {1000, 333}, {0, 0}, {0, 1}};
        for (int i = 0; i < periods.length; i++) {
            bundle.addEvent(FtraceEvent.newBuilder()
                    .setTimestamp(i * 1000 + 1)
                    .setPid(1)
                    .setGpuWorkPeriod(GpuWorkPeriodFtraceEvent.newBuilder()
                            .setGpuId(0)
                            .setUid(i)
                            .setStartTimeNs(i * 1000 + 1)
                            .setEndTimeNs(i * 1000 + 1 + periods[i][0])
                            .setTotalActiveDurationNs(periods[i][1])));
        }
        var clocks = ClockSnapshot.newBuilder();
        for (int id : new int[] {5, 6}) {
            clocks.addClocks(ClockSnapshot.Clock.newBuilder().setClockId(id).setTimestamp(1));
        }
        var s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(
                        TracePacket.newBuilder().setTrustedPacketSequenceId(1).setClockSnapshot(clocks))
                .addPacket(
                        TracePacket.newBuilder().setTrustedPacketSequenceId(1).setFtraceEvents(bundle))
                .build()
                .toByteArray());
        // 0.625 is halfway between two numbers with two decimals: C rounds to the one whose last digit is even.
        assertEquals("%0.62; %33.30; %-nan; %inf", Rows.of(s, "__intrinsic_slice", "name:s"));
    }

    @Test
    void countsWorkPeriodsWithoutAStartEvenIfTheirClockIsUnknown() {
        var bundle = FtraceEventBundle.newBuilder()
                .setCpu(0)
                .addEvent(FtraceEvent.newBuilder()
                        .setTimestamp(5)
                        .setPid(1)
                        .setGpuWorkPeriod(GpuWorkPeriodFtraceEvent.newBuilder().setGpuId(0)));
        var s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(
                        TracePacket.newBuilder().setTrustedPacketSequenceId(1).setFtraceEvents(bundle))
                .build()
                .toByteArray());
        assertEquals(1, TraceBuilder.stat(s, StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS));
        assertEquals(0, TraceBuilder.stat(s, StatNames.CLOCK_SYNC_FAILURE_UNKNOWN_SOURCE_CLOCK));
    }
}
