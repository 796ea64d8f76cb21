package traceglass.service.probe.system;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import traceglass.protos.config.SysStatsConfig;
import traceglass.protos.system.SysStats;
import traceglass.protos.system.SysStats.PsiSample.PsiResource;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.metatrace.MetatraceEvent;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.files.SystemFolders;

/// Polls the counter groups of one session. Groups that are due at the same time share a packet.
final class SysStatsInstance implements ProbeInstance {

    private static final long MIN_PERIOD_MS = 10;

    private final ProbeContext context;
    private final ProtoWriter packet = new ProtoWriter();
    private final List<PolledGroup> groups = new ArrayList<>();
    private final long periodMs;
    private long ticks;

    private record PolledGroup(StatGroup group, long periodMs) {}

    SysStatsInstance(SysStatsConfig config, ProbeContext context, SystemFolders folders) throws ProbeRefused {
        this.context = context;
        FileLoader loader = new FileLoader();
        addProcFiles(config, loader, folders);
        addPressure(config, loader, folders);
        add(config.getDevfreqPeriodMs(), () -> new DeviceStats.Devices(loader, folders));
        add(config.getCpufreqPeriodMs(), () -> new DeviceStats.Frequencies(loader, folders));
        add(config.getThermalPeriodMs(), () -> new DeviceStats.Temperatures(loader, folders));
        add(config.getCpuidlePeriodMs(), () -> new DeviceStats.IdleStates(loader, folders));
        add(config.getGpufreqPeriodMs(), () -> new DeviceStats.GpuFrequency(loader, folders));
        periodMs = groups.stream().mapToLong(PolledGroup::periodMs).min().orElse(0);
        for (PolledGroup group : groups) {
            if (group.periodMs % periodMs != 0) {
                throw new ProbeRefused("The periods of linux.sys_stats must be multiples of the shortest one, "
                        + periodMs + " ms, but one is " + group.periodMs + " ms.");
            }
        }
    }

    private void addProcFiles(SysStatsConfig config, FileLoader loader, SystemFolders folders) {
        add(
                config.getMeminfoPeriodMs(),
                () -> KeyedCounters.meminfo(loader, folders, CounterKeys.meminfo(config.getMeminfoCountersList())));
        add(
                config.getVmstatPeriodMs(),
                () -> KeyedCounters.vmstat(loader, folders, CounterKeys.vmstat(config.getVmstatCountersList())));
        add(config.getStatPeriodMs(), () -> new ProcessorStats(loader, folders, config.getStatCountersList()));
        add(config.getBuddyinfoPeriodMs(), () -> new TableStats.FreePages(loader, folders));
        add(config.getDiskstatPeriodMs(), () -> new TableStats.Disks(loader, folders));
        add(config.getSlabPeriodMs(), () -> new TableStats.Slabs(loader, folders));
    }

    private void addPressure(SysStatsConfig config, FileLoader loader, SystemFolders folders) {
        addPressure(config, loader, folders.proc("pressure/cpu"), PsiResource.PSI_RESOURCE_CPU_SOME);
        addPressure(config, loader, folders.proc("pressure/io"), PsiResource.PSI_RESOURCE_IO_SOME);
        addPressure(config, loader, folders.proc("pressure/memory"), PsiResource.PSI_RESOURCE_MEMORY_SOME);
    }

    private void addPressure(SysStatsConfig config, FileLoader loader, byte[] path, PsiResource resource) {
        PsiResource full = PsiResource.forNumber(resource.getNumber() + 1);
        add(config.getPsiPeriodMs(), () -> new TableStats.Pressure(loader, path, resource, full));
    }

    private void add(int period, Supplier<StatGroup> group) {
        if (period != 0) {
            groups.add(new PolledGroup(group.get(), Math.max(MIN_PERIOD_MS, Integer.toUnsignedLong(period))));
        }
    }

    @Override
    public void start() {
        if (periodMs > 0) {
            context.runAfter(0, this::poll);
            context.runEvery(periodMs, this::poll);
        }
    }

    private void poll() {
        long begin = context.metatrace().begin();
        packet.reset();
        packet.varint(TracePacket.TIMESTAMP_FIELD_NUMBER, now());
        int stats = packet.open(TracePacket.SYS_STATS_FIELD_NUMBER);
        for (PolledGroup polled : groups) {
            if (ticks * periodMs % polled.periodMs == 0) {
                polled.group.write(packet);
            }
        }
        packet.varint(SysStats.COLLECTION_END_TIMESTAMP_FIELD_NUMBER, now());
        packet.close(stats);
        context.write(packet.toByteArray());
        ticks++;
        context.metatrace().end(MetatraceEvent.READ_SYS_STATS, begin);
    }

    private static long now() {
        return Posix.clockNs(Posix.CLOCK_BOOTTIME);
    }

    @Override
    public void stop() {
        groups.forEach(g -> g.group.close());
    }
}
