package traceglass.service.probe.jdk;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.MeminfoCounters;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.SysStatsConfig;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.CounterDescriptor;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ServiceProbe;

/// Data source `linux.sys_stats` for systems other than Linux, limited to data from the JDK: memory, swap space
/// and the CPU load in percent.
public final class JdkSystemProbe implements ServiceProbe {

    private static final String REFUSAL = "This Java runtime does not report the memory and load of the system.";
    private static final int MIN_PERIOD_MS = 10;
    /// Shift that converts bytes to KB.
    private static final int KB_SHIFT = 10;

    @Override
    public String name() {
        return "linux.sys_stats";
    }

    @Override
    public String refusal() {
        return system() == null ? REFUSAL : "";
    }

    private static @Nullable OperatingSystemMXBean system() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean ? bean : null;
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        OperatingSystemMXBean system = system();
        if (system == null) {
            throw new ProbeRefused(REFUSAL);
        }
        return new Instance(config.getSysStatsConfig(), system, context);
    }

    private static final class Instance implements ProbeInstance {

        private final SysStatsConfig config;
        private final OperatingSystemMXBean system;
        private final ProbeContext context;
        private final Set<MeminfoCounters> selected;
        private @Nullable JdkCounter load;

        Instance(SysStatsConfig config, OperatingSystemMXBean system, ProbeContext context) {
            this.config = config;
            this.system = system;
            this.context = context;
            selected = Set.copyOf(config.getMeminfoCountersList());
        }

        @Override
        public void start() {
            if (config.getMeminfoPeriodMs() != 0) {
                scheduleEvery(config.getMeminfoPeriodMs(), this::writeMemory);
            }
            if (config.getStatPeriodMs() != 0) {
                load = JdkCounter.ofSystem(
                        context,
                        ThreadLocalRandom.current().nextLong(),
                        "CPU load",
                        CounterDescriptor.newBuilder().setUnitName("%").build());
                scheduleEvery(config.getStatPeriodMs(), this::writeLoad);
            }
        }

        private void scheduleEvery(int periodMs, Runnable task) {
            task.run();
            context.runEvery(Math.max(MIN_PERIOD_MS, periodMs), task);
        }

        private void writeMemory() {
            SysStats.Builder stats = SysStats.newBuilder();
            add(MeminfoCounters.MEMINFO_MEM_TOTAL, system.getTotalMemorySize(), stats);
            add(MeminfoCounters.MEMINFO_MEM_FREE, system.getFreeMemorySize(), stats);
            add(MeminfoCounters.MEMINFO_SWAP_TOTAL, system.getTotalSwapSpaceSize(), stats);
            add(MeminfoCounters.MEMINFO_SWAP_FREE, system.getFreeSwapSpaceSize(), stats);
            context.write(TracePacket.newBuilder()
                    .setTimestamp(JdkCounter.now())
                    .setSysStats(stats)
                    .build());
        }

        private void add(MeminfoCounters key, long bytes, SysStats.Builder to) {
            if (selected.isEmpty() || selected.contains(key)) {
                to.addMeminfo(SysStats.MeminfoValue.newBuilder().setKey(key).setValue(bytes >> KB_SHIFT));
            }
        }

        private void writeLoad() {
            double share = system.getCpuLoad();
            // Negative or NaN until there are two readings.
            if (share >= 0 && load != null) {
                load.write(100 * share);
            }
        }

        @Override
        public void stop() {
            if (config.getMeminfoPeriodMs() != 0) {
                writeMemory();
            }
        }
    }
}
