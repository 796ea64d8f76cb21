package traceglass.service.probe.jdk;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.ProcessStatsConfig;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.CounterDescriptor;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ServiceProbe;

/// Data source `linux.process_stats` for systems other than Linux, limited to data from the JDK: processes with their
/// parents and command lines, and the CPU time of running processes.
public final class JdkProcessProbe implements ServiceProbe {

    private static final int MIN_PERIOD_MS = 100;
    private static final CounterDescriptor TIME = CounterDescriptor.newBuilder()
            .setUnit(CounterDescriptor.Unit.UNIT_TIME_NS)
            .build();

    @Override
    public String name() {
        return "linux.process_stats";
    }

    @Override
    public DataSourceDescriptor descriptor() {
        return DataSourceDescriptor.newBuilder()
                .setName(name())
                .setHandlesIncrementalStateClear(true)
                .build();
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) {
        return new Instance(config.getProcessStatsConfig(), context);
    }

    private static final class Instance implements ProbeInstance {

        private final ProcessStatsConfig config;
        private final ProbeContext context;
        private final Set<Long> described = new HashSet<>();
        private final Map<Long, RunningTime> times = new HashMap<>();
        private long nextUuid = ThreadLocalRandom.current().nextLong();

        /// The last written CPU time of a process.
        private static final class RunningTime {
            private final JdkCounter track;
            private long ns;

            RunningTime(JdkCounter track) {
                this.track = track;
            }
        }

        Instance(ProcessStatsConfig config, ProbeContext context) {
            this.config = config;
            this.context = context;
        }

        @Override
        public void start() {
            boolean polls = config.getProcStatsPollMs() != 0;
            if (config.getScanAllProcessesOnStart() || polls) {
                scan();
            }
            if (polls) {
                context.runEvery(Math.max(MIN_PERIOD_MS, config.getProcStatsPollMs()), this::scan);
            }
        }

        /// Writes new processes, and the CPU times of processes that ran since the last scan.
        private void scan() {
            List<ProcessHandle> processes = ProcessHandle.allProcesses().toList();
            ProcessTree.Builder tree = ProcessTree.newBuilder();
            Set<Long> alive = new HashSet<>();
            for (ProcessHandle process : processes) {
                alive.add(process.pid());
                if (described.add(process.pid())) {
                    tree.addProcesses(describe(process));
                }
            }
            described.retainAll(alive);
            times.keySet().retainAll(alive);
            if (tree.getProcessesCount() > 0) {
                context.write(TracePacket.newBuilder()
                        .setTimestamp(JdkCounter.now())
                        .setProcessTree(tree)
                        .build());
            }
            if (config.getProcStatsPollMs() != 0) {
                processes.forEach(this::writeTime);
            }
        }

        private static ProcessTree.Process describe(ProcessHandle process) {
            ProcessTree.Process.Builder builder = ProcessTree.Process.newBuilder()
                    .setPid((int) process.pid())
                    .setPpid(process.parent().map(p -> (int) p.pid()).orElse(0));
            ProcessHandle.Info info = process.info();
            info.command().or(info::commandLine).ifPresent(builder::addCmdline);
            info.arguments().ifPresent(words -> builder.addAllCmdline(List.of(words)));
            return builder.build();
        }

        private void writeTime(ProcessHandle process) {
            process.info().totalCpuDuration().ifPresent(total -> {
                RunningTime time = times.get(process.pid());
                if (time == null) {
                    time = new RunningTime(
                            JdkCounter.ofProcess(context, nextUuid, (int) process.pid(), "CPU time", TIME));
                    nextUuid += 2;
                    times.put(process.pid(), time);
                } else if (time.ns == total.toNanos()) {
                    return;
                }
                time.ns = total.toNanos();
                time.track.write(time.ns);
            });
        }

        @Override
        public void clearIncrementalState() {
            described.clear();
            times.clear();
        }

        @Override
        public void stop() {
            if (config.getProcStatsPollMs() != 0) {
                scan();
            }
        }
    }
}
