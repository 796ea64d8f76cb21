package traceglass.record.testing;

import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ServiceProbe;

/// A data source that writes a process every 20 ms, or refuses to record.
///
/// @param refusal reason for refusing; empty to record
public record FakeProbe(String name, String refusal) implements ServiceProbe {

    public static final int FIRST_PID = 700_000;

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        if (!refusal.isEmpty()) {
            throw new ProbeRefused(refusal);
        }
        return new ProbeInstance() {
            private int pid = FIRST_PID;

            @Override
            public void start() {
                context.runEvery(20, this::write);
                write();
            }

            private void write() {
                context.write(TracePacket.newBuilder()
                        .setTimestamp(1_000_000L * (pid - FIRST_PID + 1))
                        .setProcessTree(ProcessTree.newBuilder()
                                .addProcesses(ProcessTree.Process.newBuilder()
                                        .setPid(pid++)
                                        .setPpid(1)
                                        .addCmdline("fake")))
                        .build());
            }

            @Override
            public void stop() {
                write();
            }
        };
    }
}
