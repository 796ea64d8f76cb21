package traceglass.render.windowless;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/// Tells Linux which threads of this process do batch work, so that none of them takes the processor from the JavaFX
/// thread when it wakes up.
///
/// The kernel lets a thread that wakes up run at once, and looks again when its timer ticks, every 4 ms on most
/// machines: on two processors, the slowest of a hundred frames waited so long for the compiler. A batch thread
/// (`SCHED_BATCH`, sched(7)) gets as much of the processors as before, but waits for its turn. Everybody may ask for
/// it; elsewhere than on Linux nothing is done.
public final class BatchThreads {

    /// How the names of threads begin that read, fold or compile. The kernel keeps 15 characters; the database's
    /// own threads have the name of the one that opened it.
    private static final List<String> NAMES = List.of(
            "C1 CompilerThre", "C2 CompilerThre", "G1 Conc", "G1 Refine", "track-", "timeline-frames", "open-trace");
    private static final Path THREADS = Path.of("/proc/self/task");
    /// From the kernel's `linux/sched.h`.
    private static final int SCHED_BATCH = 3;
    private static final System.Logger LOG = System.getLogger(BatchThreads.class.getName());
    private static final Executor MARKER = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("batch-threads").factory());

    private BatchThreads() {}

    /// Marks those that there are, on a thread of its own. To be called when a trace is shown, and again for each
    /// other one.
    public static void mark() {
        if (Files.isDirectory(THREADS)) {
            MARKER.execute(BatchThreads::markNow);
        }
    }

    /// It is a matter of speed only: where a system does not take it, everything stays as it is.
    static void markNow() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS);
                Arena arena = Arena.ofConfined()) {
            MemorySegment function = Linker.nativeLinker()
                    .defaultLookup()
                    .find("sched_setscheduler")
                    .orElse(null);
            if (function == null) {
                return;
            }
            // int sched_setscheduler(pid_t, int, const struct sched_param *), where the struct is one int,
            // zero for batch.
            MethodHandle setScheduler = Linker.nativeLinker()
                    .downcallHandle(
                            function,
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS));
            MemorySegment parameter = arena.allocate(ValueLayout.JAVA_INT);
            for (Path thread : threads) {
                String name = name(thread);
                if (NAMES.stream().anyMatch(name::startsWith)) {
                    int refused = (int) setScheduler.invokeExact(
                            Integer.parseInt(thread.getFileName().toString()), SCHED_BATCH, parameter);
                    if (refused != 0) {
                        return;
                    }
                }
            }
        } catch (Throwable e) {
            LOG.log(Level.DEBUG, "marking threads", e);
        }
    }

    /// Empty for a thread that has ended meanwhile.
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm"));
        } catch (IOException e) {
            return "";
        }
    }
}
