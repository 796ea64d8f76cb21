package traceglass.sdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.proto.ProtoWriter;

/// The track of this process with its ids and names, and the ids of its threads.
final class ProcessTrack {

    static final int PID = (int) ProcessHandle.current().pid();
    static final long UUID = uuid();

    /// The track without the command line, as most sequences describe it.
    static final Track TRACK = Track.processTrack(UUID, fields(List.of()));

    /// The track with the full command line, which can be long.
    static final Track WITH_COMMAND_LINE = Track.processTrack(UUID, fields(commandLine()));

    private ProcessTrack() {}

    /// Returns the uuid, derived from the start time in clock ticks and the pid, as other SDKs in this process do.
    private static long uuid() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fieldsAfterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Fnv.hash(Long.parseLong(fieldsAfterName[19]), PID);
        } catch (IOException | RuntimeException e) {
            return Fnv.hash(System.currentTimeMillis(), PID);
        }
    }

    private static byte[] fields(List<String> commandLine) {
        ProtoWriter to = new ProtoWriter();
        int process = to.open(3);
        to.varint(1, PID);
        commandLine.forEach(argument -> to.string(2, argument));
        to.string(6, commandLine().stream().findFirst().orElse("java"));
        to.close(process);
        return to.toByteArray();
    }

    private static List<String> commandLine() {
        try {
            return List.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0"));
        } catch (IOException e) {
            return ProcessHandle.current().info().command().map(List::of).orElse(List.of());
        }
    }

    /// Returns the kernel's id of the calling thread (for a virtual thread, that of its carrier), or Java's thread id
    /// if the kernel's is unavailable.
    static int threadId() {
        if (Posix.isSupported()) {
            return Posix.threadId();
        }
        try {
            String self = Files.readSymbolicLink(Path.of("/proc/thread-self")).toString();
            return Integer.parseInt(self.substring(self.lastIndexOf('/') + 1));
        } catch (IOException | RuntimeException e) {
            return (int) Thread.currentThread().threadId();
        }
    }
}
