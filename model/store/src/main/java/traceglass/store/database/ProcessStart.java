package traceglass.store.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;

/// Start times of processes, which distinguish processes with the same id: on Linux in clock ticks since the system
/// started (`/proc/PID/stat`, field 22), which do not depend on the system's time of day; elsewhere in milliseconds
/// since 1970.
public final class ProcessStart {

    /// Index among the fields after the name.
    private static final int START_FIELD_INDEX = 19;

    private ProcessStart() {}

    /// Returns the start time of this process.
    public static long ofThisProcess() {
        ProcessHandle thisProcess = ProcessHandle.current();
        return of(thisProcess.pid()).orElseGet(() -> Instant.now().toEpochMilli());
    }

    /// Returns the start time of a running process; empty if it is not known.
    public static OptionalLong of(long process) {
        try {
            String stat = Files.readString(Path.of("/proc/" + process + "/stat"));
            // The name, in parentheses, may contain spaces and parentheses.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return OptionalLong.of(Long.parseLong(fields[START_FIELD_INDEX]));
        } catch (IOException | RuntimeException e) {
            return ProcessHandle.of(process)
                    .flatMap(p -> p.info().startInstant())
                    .map(s -> OptionalLong.of(s.toEpochMilli()))
                    .orElseGet(OptionalLong::empty);
        }
    }

    /// Returns whether a process has ended: no process has its id, or one that started at another time.
    ///
    /// @param start start time of the process, recorded while it was running
    public static boolean hasEnded(long process, long start) {
        if (ProcessHandle.of(process).isEmpty()) {
            return true;
        }
        OptionalLong current = of(process);
        return current.isPresent() && current.getAsLong() != start;
    }
}
