package traceglass.app.testing;

import traceglass.protos.common.MeminfoCounters;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ServiceProbe;

/// A data source that replaces `linux.sys_stats` and writes the free memory every 20 ms.
///
/// @param refusal reported as the reason why it cannot record, or empty
public record MemoryProbe(String refusal) implements ServiceProbe {

    @Override
    public String name() {
        return "linux.sys_stats";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) {
        return new ProbeInstance() {
            private long free = 1000;

            @Override
            public void start() {
                context.runEvery(20, this::write);
            }

            private void write() {
                context.write(TracePacket.newBuilder()
                        .setTimestamp(Posix.clockNs(Posix.CLOCK_BOOTTIME))
                        .setSysStats(SysStats.newBuilder()
                                .addMeminfo(SysStats.MeminfoValue.newBuilder()
                                        .setKey(MeminfoCounters.MEMINFO_MEM_FREE)
                                        .setValue(free++)))
                        .build());
            }

            @Override
            public void stop() {
                write();
            }
        };
    }
}
