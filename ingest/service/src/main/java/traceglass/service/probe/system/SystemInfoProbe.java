package traceglass.service.probe.system;

import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.system.CpuInfo;
import traceglass.protos.system.InterruptInfo;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.files.SystemFolders;

/// Records the processors and the names of interrupts once, at the start of a session.
public final class SystemInfoProbe implements ServiceProbe {

    private final SystemFolders folders;

    public SystemInfoProbe(SystemFolders folders) {
        this.folders = folders;
    }

    @Override
    public String name() {
        return "linux.system_info";
    }

    @Override
    public String refusal() {
        return Posix.isSupported() ? "" : "Processors are described in /proc and /sys, which only Linux has.";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        ProbeRefused.throwUnlessEmpty(refusal());
        boolean writesInterrupts = config.getSystemInfoConfig().getIrqNames();
        return new ProbeInstance() {
            @Override
            public void start() {
                write(context, writesInterrupts);
            }

            @Override
            public void stop() {}
        };
    }

    private void write(ProbeContext context, boolean withInterrupts) {
        FileLoader loader = new FileLoader();
        CpuInfo cpus = ProcessorInfo.read(loader, folders);
        context.write(packet().setCpuInfo(cpus).build());
        if (withInterrupts) {
            InterruptInfo interrupts = InterruptNames.read(loader, folders);
            if (interrupts.getIrqMappingCount() > 0) {
                context.write(packet().setInterruptInfo(interrupts).build());
            }
        }
    }

    private static TracePacket.Builder packet() {
        return TracePacket.newBuilder().setTimestamp(Posix.clockNs(Posix.CLOCK_BOOTTIME));
    }
}
