package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JacksonException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;

/// Helpers shared by the importers of V8 files.
final class V8Files {

    /// Number of parts of file names given by Node: `CPU.20240131.235959.PID.THREAD.SEQUENCE.cpuprofile`. Logs are
    /// named `isolate0x…-PID-v8.log`.
    private static final int PARTS = 7;

    private V8Files() {}

    /// Process and thread of a file.
    record Task(int upid, int utid) {}

    /// Returns whether a string occurs in the first bytes.
    static boolean contains(byte[] head, String text) {
        return new String(head, StandardCharsets.ISO_8859_1).contains(text);
    }

    /// Counts a document that ends early or contains invalid JSON.
    static void countTruncated(ImportContext context, JacksonException e) {
        context.logs()
                .recordAt(
                        StatNames.V8_FILE_TRUNCATED,
                        e.getLocation() == null ? -1 : e.getLocation().getByteOffset(),
                        null);
    }

    /// Adds the process and its main thread. Their ids are taken from the file name if Node named the file;
    /// otherwise they are the smallest unused ones.
    static Task task(TraceInput input, ImportContext context) {
        ProcessTracker processes = context.processes();
        String path = input.name().replace('\\', '/');
        String name = path.substring(path.lastIndexOf('/') + 1);
        String[] parts = name.split("\\.", PARTS + 1);
        long pid = -1;
        long thread = 0;
        if (parts.length >= PARTS && (parts[0].equals("CPU") || parts[0].equals("Heap"))) {
            pid = parseNumber(parts[3]);
            thread = Math.max(0, parseNumber(parts[4]));
        }
        if (name.startsWith("isolate0x") && name.indexOf('-') > 0) {
            pid = parseNumber(name.substring(name.indexOf('-') + 1).split("-", 2)[0]);
        }
        if (pid <= 0) {
            pid = 1;
            while (processes.processOrNone(pid) != ProcessTracker.NONE) {
                pid++;
            }
        }
        int upid = processes.process(pid);
        processes.setProcessName(upid, context.strings().intern(name), NamePriority.OfProcess.OTHER);
        int utid = thread == 0 ? processes.updateThread(pid, pid) : processes.threadWithParent(thread, upid, false);
        processes.setThreadName(utid, context.strings().intern("JavaScript"), NamePriority.OfThread.OTHER);
        return new Task(upid, utid);
    }

    private static long parseNumber(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
