package traceglass.record.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Starts programs that a recording needs, such as daemons and browsers. Ctrl+C in the terminal does not reach them,
/// because it is meant for the recording. All of them end with this program.
public final class ChildPrograms {

    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroy), "traceglass-helpers"));
    }

    private ChildPrograms() {}

    /// Starts the program in a new session if the system supports that.
    public static Process start(ProcessBuilder builder) throws IOException {
        List<String> command = new ArrayList<>(builder.command());
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(s -> command.addFirst(s.toString()));
        Process process = builder.command(command).start();
        RUNNING.add(process);
        process.onExit().thenRun(() -> RUNNING.remove(process));
        return process;
    }
}
