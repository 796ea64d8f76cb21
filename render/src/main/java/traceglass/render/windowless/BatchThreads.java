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

/// Marks background threads as batch threads on Linux, so that they do not delay the JavaFX thread when it wakes up.
///
/// The kernel runs a woken thread immediately and checks again at the next timer tick, every 4 ms on most machines;
/// on two processors, the slowest one percent of frames waited that long for the compiler. A batch thread
/// (`SCHED_BATCH`, sched(7)) gets as much CPU time as before, but waits for its turn. No privileges are needed; on
/// other systems nothing is done.
public final class BatchThreads {

    /// Prefixes of the names of threads that read, fold or compile. The kernel keeps 15 characters; threads of the
    /// database inherit the name of the thread that opened it.
    private static final List<String> NAMES = List.of(
            "C1 CompilerThre", "C2 CompilerThre", "G1 Conc", "G1 Refine", "track-", "timeline-frames", "open-trace");
    private static final Path THREADS = Path.of("/proc/self/task");
    /// From the kernel's `linux/sched.h`.
    private static final int SCHED_BATCH = 3;
    private static final Executor MARKER = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("batch-threads").factory());

    private BatchThreads() {}

    /// Marks the existing threads, on a separate thread. Called whenever a trace is shown.
    public static void mark() {
        if (Files.isDirectory(THREADS)) {
            MARKER.execute(BatchThreads::markNow);
        }
    }

    /// Marks the existing threads. Failures are ignored, since this only affects speed.
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
            // int sched_setscheduler(pid_t, int, const struct sched_param *), where the struct is one int, zero for
            // batch.
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
            System.getLogger(BatchThreads.class.getName()).log(Level.DEBUG, "Can't mark batch threads", e);
        }
    }

    /// Name of a thread; empty if it has ended.
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm"));
        } catch (IOException e) {
            return "";
        }
    }
}
