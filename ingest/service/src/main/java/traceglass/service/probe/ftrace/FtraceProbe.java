package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.FtraceConfig;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.ftrace.page.EventPlanner;
import traceglass.service.probe.ftrace.page.PrintkTexts;

/// Records Linux kernel events: scheduling, interrupts, system calls, block devices and all other events in tracefs,
/// including kprobes.
public final class FtraceProbe implements ServiceProbe {

    /// A tracefs folder from which sessions record.
    ///
    /// @param texts format strings in kernel memory that `trace_printk` events refer to
    record Source(FtraceController controller, EventCatalog catalog, PrintkTexts texts) {}

    private final List<Path> roots;
    private final Path proc;
    private final SeenIds seenIds;
    private final SymbolSource symbols;
    private final SyscallNumbers syscalls = SyscallNumbers.of(System.getProperty("os.arch", ""));
    private final Map<Path, Source> sources = new HashMap<>();
    private final Map<Path, Kprobes> kprobes = new HashMap<>();
    private int lastEventId = EventPlanner.FIRST_DESCRIBED - 1;

    /// @param seen receives the ids of threads and files in the events
    public FtraceProbe(SeenIds seen) {
        this(Tracefs.ROOTS, Path.of("/proc"), seen);
    }

    /// @param roots folders where tracefs can be mounted
    FtraceProbe(List<Path> roots, Path proc, SeenIds seen) {
        this.roots = roots;
        this.proc = proc;
        this.seenIds = seen;
        symbols = new SymbolSource(proc);
    }

    @Override
    public String name() {
        return "linux.ftrace";
    }

    @Override
    public String refusal() {
        Tracefs root = Tracefs.find(roots);
        if (root == null) {
            return noTracefs();
        }
        return Files.isWritable(root.folder().resolve("tracing_on")) ? "" : KernelSetup.noPermission(root);
    }

    @Override
    public boolean needsRoot() {
        return !refusal().isEmpty() && isMounted();
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        FtraceConfig settings = config.getFtraceConfig();
        return new FtraceInstance(settings, config.getTracingSessionId(), context, source(settings), this);
    }

    private Source source(FtraceConfig config) throws ProbeRefused {
        Tracefs root = Tracefs.find(roots);
        if (root == null) {
            throw new ProbeRefused(noTracefs());
        }
        String name = config.getInstanceName();
        Tracefs tracefs = name.isEmpty() ? root : root.instance(name);
        if (tracefs == null) {
            throw new ProbeRefused("No ftrace instance " + name + ". As root, run mkdir "
                    + root.folder().resolve("instances").resolve(name.replace("/", "")));
        }
        return sources.computeIfAbsent(tracefs.folder(), folder -> {
            KernelSetup setup = new KernelSetup(tracefs, proc("meminfo"));
            return new Source(
                    new FtraceController(tracefs, kprobes(root), setup),
                    new EventCatalog(tracefs, () -> ++lastEventId),
                    PrintkTexts.parse(root.read("printk_formats")));
        });
    }

    /// Returns whether tracefs is mounted. Uses the list of mounts, because reading its folder needs permission.
    private boolean isMounted() {
        return proc("self/mounts").contains(" tracefs ");
    }

    private String noTracefs() {
        return isMounted()
                ? "No permission to read " + roots.getFirst() + ". Only root can record kernel events."
                : "tracefs is not mounted. As root, run mount -t tracefs nodev " + roots.getFirst();
    }

    private Kprobes kprobes(Tracefs root) {
        return kprobes.computeIfAbsent(root.folder(), folder -> new Kprobes(root));
    }

    /// Returns the content of a file in `/proc`; empty if it cannot be read.
    private String proc(String file) {
        try {
            return Files.readString(proc.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    SeenIds seenIds() {
        return seenIds;
    }

    SymbolSource symbols() {
        return symbols;
    }

    SyscallNumbers syscalls() {
        return syscalls;
    }
}
