package traceglass.service.probe.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.PerfEventConfig;
import traceglass.sdk.posix.PerfCounter;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.posix.PosixErrors;
import traceglass.sdk.posix.PosixException;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.perf.CounterTypes.CounterType;
import traceglass.service.probe.perf.PerfSampling.OpenEvents;

/// Data source `linux.perf`: CPU samples and counters of `perf_event_open`.
public final class PerfProbe implements ServiceProbe {

    private static final String NEEDS_LINUX = "linux.perf needs Linux on a 64-bit processor.";
    private static final Path PROC = Path.of("/proc");
    private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");
    private static final Path PARANOID = PROC.resolve("sys/kernel/perf_event_paranoid");

    @Override
    public String name() {
        return "linux.perf";
    }

    @Override
    public DataSourceDescriptor descriptor() {
        return DataSourceDescriptor.newBuilder()
                .setName(name())
                .setHandlesIncrementalStateClear(true)
                .build();
    }

    @Override
    public String refusal() {
        try {
            checkAvailable();
            return "";
        } catch (ProbeRefused e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public boolean needsRoot() {
        try {
            checkAvailable();
            return false;
        } catch (ProbeRefused e) {
            return e.getCause() instanceof PosixException cause
                    && (cause.errno() == PosixErrors.EACCES || cause.errno() == PosixErrors.EPERM);
        }
    }

    /// Checks whether the default event of a CPU can be opened.
    private static void checkAvailable() throws ProbeRefused {
        if (!Posix.isSupported()) {
            throw new ProbeRefused(NEEDS_LINUX);
        }
        PerfSettings settings = PerfSettings.of(PerfEventConfig.getDefaultInstance());
        try (PerfCounter _ = PerfCounter.open(settings.leader(), 0, null)) {
            // Opening succeeded.
        } catch (PosixException e) {
            throw refused(settings.event(), e);
        } catch (IOException e) {
            throw new ProbeRefused("Can't sample " + settings.event().name() + ": " + e.getMessage() + ".", e);
        }
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        if (!Posix.isSupported()) {
            throw new ProbeRefused(NEEDS_LINUX);
        }
        PerfEventConfig perf = config.getPerfEventConfig();
        PerfSettings settings = PerfSettings.of(perf);
        if (settings.needsDwarf()) {
            context.warn("linux.perf unwinds with frame pointers instead of DWARF: programs compiled without "
                    + "them have short callstacks.");
        }
        try (PerfSampling.EventOpener opening = new PerfSampling.EventOpener()) {
            PosixException failed = null;
            for (int cpu : cpus(settings.event(), perf.getTargetCpuList())) {
                try {
                    opening.add(open(settings, cpu));
                } catch (PosixException e) {
                    boolean isOffline = e.errno() == PosixErrors.ENODEV;
                    if (!isOffline && !perf.getIgnoreOpenFailure()) {
                        throw refused(settings.event(), e);
                    }
                    failed = e;
                }
            }
            List<OpenEvents> opened = opening.take();
            if (opened.isEmpty()) {
                throw failed == null
                        ? new ProbeRefused("None of the CPUs in target_cpu is online.")
                        : refused(settings.event(), failed);
            }
            return new PerfSampling(settings, opened, context, PROC);
        } catch (IOException e) {
            throw new ProbeRefused("Can't sample " + settings.event().name() + ": " + e.getMessage() + ".", e);
        }
    }

    private static OpenEvents open(PerfSettings settings, int cpu) throws IOException, ProbeRefused {
        PerfCounter leader = PerfCounter.open(settings.leader(), cpu, null);
        OpenEvents events =
                new OpenEvents(cpu, leader, new ArrayList<>(), new RecordDecoder(cpu, settings.hasCallstacks()));
        try {
            filter(leader, settings.event());
            for (CounterType type : settings.followers()) {
                PerfCounter follower;
                try {
                    follower = PerfCounter.open(settings.follower(type), cpu, leader);
                } catch (PosixException e) {
                    throw refused(type, e);
                }
                events.followers().add(follower);
                filter(follower, type);
            }
            if (settings.pollMs() == 0) {
                map(leader, settings.ringPages());
            }
            return events;
        } catch (IOException | ProbeRefused e) {
            events.close();
            throw e;
        }
    }

    private static void filter(PerfCounter event, CounterType type) throws IOException, ProbeRefused {
        if (!type.filter().isEmpty()) {
            try {
                event.setFilter(type.filter());
            } catch (PosixException e) {
                throw new ProbeRefused(
                        "The kernel does not accept the filter \"" + type.filter() + "\" of " + type.name() + ".", e);
            }
        }
    }

    /// Maps the ring buffer. Uses a smaller one if the user can't lock enough memory.
    private static void map(PerfCounter event, int pages) throws IOException {
        for (int size = pages; ; size /= 2) {
            try {
                event.map(size);
                return;
            } catch (PosixException e) {
                if (e.errno() != PosixErrors.EPERM || size == 1) {
                    throw e;
                }
            }
        }
    }

    private static ProbeRefused refused(CounterType type, PosixException e) {
        return new ProbeRefused(
                switch (e.errno()) {
                    case PosixErrors.EACCES, PosixErrors.EPERM ->
                        "No permission to sample all processes" + paranoid()
                                + ". Run as root, or allow it with: sudo sysctl " + "kernel.perf_event_paranoid=-1";
                    case PosixErrors.ENOENT, PosixErrors.ENODEV ->
                        "This computer has no event " + type.name()
                                + ", as is usual for virtual machines. Use SW_CPU_CLOCK.";
                    case PosixErrors.ENOSYS -> "This kernel is built without perf events.";
                    default -> "Can't open the event " + type.name() + ": " + e.getMessage() + ".";
                },
                e);
    }

    private static String paranoid() {
        try {
            return " (kernel.perf_event_paranoid is " + CounterTypes.text(PARANOID) + ")";
        } catch (IOException e) {
            return "";
        }
    }

    /// Returns the CPUs that have the event and are selected by the config.
    private static Set<Integer> cpus(CounterType type, List<Integer> selected) throws IOException {
        Path cpuMask = type.device() == null ? null : type.device().resolve("cpumask");
        Set<Integer> cpus = parseCpus(CounterTypes.text(cpuMask != null && Files.exists(cpuMask) ? cpuMask : ONLINE));
        if (!selected.isEmpty()) {
            cpus.retainAll(selected);
        }
        return cpus;
    }

    /// Parses a list of numbers and ranges, such as `0-3,6`.
    static Set<Integer> parseCpus(String text) throws IOException {
        Set<Integer> cpus = new TreeSet<>();
        try {
            for (String range : text.split(",")) {
                int dash = range.indexOf('-');
                int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
                int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
                for (int cpu = first; cpu <= last; cpu++) {
                    cpus.add(cpu);
                }
            }
        } catch (NumberFormatException e) {
            throw new IOException("\"" + text + "\" is not a list of CPUs", e);
        }
        return cpus;
    }
}
