package traceglass.service.probe.process;

import java.nio.charset.StandardCharsets;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.posix.FolderReader;
import traceglass.service.probe.files.PathBytes;
import traceglass.service.probe.files.SystemFolders;

/// Reads the files of processes in `/proc`. Methods return false if there is no content, for example because the
/// process has ended.
final class ProcessFiles {

    static final byte[] STATUS = file("/status");
    static final byte[] STAT = file("/stat");
    static final byte[] COMMAND_LINE = file("/cmdline");
    static final byte[] OOM_SCORE_ADJ = file("/oom_score_adj");
    static final byte[] SMAPS_ROLLUP = file("/smaps_rollup");
    static final byte[] DMABUF_RSS = file("/dmabuf_rss");
    private static final byte[] TASKS = file("/task");
    private static final byte[] TASK = file("/task/");
    private static final byte[] DESCRIPTORS = file("/fd");
    private static final byte[] DESCRIPTOR = file("/fd/");

    private final byte[] root;
    private final PathBytes path = new PathBytes();
    private final FileLoader loader = new FileLoader();
    private final FolderReader processes = new FolderReader();
    private final FolderReader entries = new FolderReader();

    ProcessFiles(SystemFolders folders) {
        root = folders.proc("");
    }

    private static byte[] file(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /// Reads a file of a process.
    boolean load(int pid, byte[] name) {
        path.set(root).add(pid).add(name);
        return loader.load(path.bytes(), path.length());
    }

    boolean loadThreadStatus(int pid, int thread) {
        path.set(root).add(pid).add(TASK).add(thread).add(STATUS);
        return loader.load(path.bytes(), path.length());
    }

    boolean loadDescriptor(int pid, long descriptor) {
        path.set(root).add(pid).add(DESCRIPTOR).add(descriptor);
        return loader.loadLink(path.bytes(), path.length());
    }

    /// Returns the array whose first [#size] bytes are the last file read.
    byte[] bytes() {
        return loader.bytes();
    }

    int size() {
        return loader.size();
    }

    /// Starts iterating over all processes.
    boolean openProcesses() {
        return processes.open(root);
    }

    /// Returns the next process, or -1 after the last one.
    int nextProcess() {
        return nextNumber(processes);
    }

    /// Starts iterating over the threads of a process.
    boolean openThreads(int pid) {
        path.set(root).add(pid).add(TASKS);
        return entries.open(path.bytes(), path.length());
    }

    /// Starts iterating over the open files of a process.
    boolean openDescriptors(int pid) {
        path.set(root).add(pid).add(DESCRIPTORS);
        return entries.open(path.bytes(), path.length());
    }

    /// Returns the next thread or open file, or -1 after the last one.
    int nextEntry() {
        return nextNumber(entries);
    }

    private static int nextNumber(FolderReader folder) {
        while (folder.next()) {
            int number = folder.number();
            if (number >= 0) {
                return number;
            }
        }
        return -1;
    }

    void close() {
        processes.close();
        entries.close();
    }
}
