package traceglass.service.probe.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import traceglass.protos.config.ProcessStatsConfig;
import traceglass.protos.system.ProcessTree;
import traceglass.sdk.proto.ProtoWriter;

/// Writes processes and threads, each once.
final class ProcessTreeWriter {

    private static final int MAX_WRITTEN_THREADS = 1 << 18;

    private final ProcessFiles files;
    private final ProcessPacket packet;
    private final ProcessStatus status = new ProcessStatus();
    private final ProcessTimes times = new ProcessTimes();
    private final boolean writesThreadNames;
    private final boolean writesAges;
    private final boolean writesMainThreads;
    /// Process ids by the ids of written threads, including main threads.
    private final Map<Integer, Integer> processOfThread = new HashMap<>();

    ProcessTreeWriter(ProcessStatsConfig config, ProcessFiles files, ProcessPacket packet) {
        this.files = files;
        this.packet = packet;
        writesThreadNames = config.getRecordThreadNames();
        writesAges = config.getRecordProcessAge();
        writesMainThreads = !config.getSkipMainThreadMessage();
    }

    /// Clears the record of written threads.
    void clear() {
        processOfThread.clear();
    }

    void remove(int thread) {
        processOfThread.remove(thread);
    }

    /// Removes ended processes and their threads, because their ids can be reused.
    void removeProcesses(Set<Integer> ended) {
        processOfThread.values().removeIf(ended::contains);
    }

    boolean isWritten(int thread) {
        return processOfThread.containsKey(thread);
    }

    /// Returns the process of a written thread, or -1 if the thread was not written.
    int processOf(int thread) {
        return processOfThread.getOrDefault(thread, -1);
    }

    /// Writes a process with all its threads.
    void writeWithThreads(int pid) {
        if (!loadStatus(pid) || !writeProcess(pid)) {
            return;
        }
        boolean isDetailed = writesThreadNames || status.isNamespaced();
        if (!files.openThreads(pid)) {
            return;
        }
        for (int thread = files.nextEntry(); thread >= 0; thread = files.nextEntry()) {
            if (thread != pid) {
                status.clear();
                if (isDetailed && files.loadThreadStatus(pid, thread)) {
                    status.parse(files.bytes(), files.size());
                }
                writeThread(thread, pid);
            }
        }
    }

    /// Writes a thread, and its process if that was not written.
    void writeThreadOrProcess(int thread) {
        if (!loadStatus(thread) || status.tgid() <= 0 || status.pid() <= 0) {
            return;
        }
        int pid = status.tgid();
        boolean isKnown = isWritten(pid);
        if (pid == thread) {
            if (!isKnown) {
                writeProcess(pid);
            }
            return;
        }
        if (!isKnown && loadStatus(pid)) {
            writeProcess(pid);
            if (!loadStatus(thread)) {
                status.clear();
            }
        }
        writeThread(thread, pid);
    }

    private boolean loadStatus(int pid) {
        status.clear();
        if (!files.load(pid, ProcessFiles.STATUS)) {
            return false;
        }
        status.parse(files.bytes(), files.size());
        return true;
    }

    /// Writes the process whose status was read.
    ///
    /// @return false if the id now belongs to a thread of another process
    private boolean writeProcess(int pid) {
        if (status.tgid() != pid) {
            return false;
        }
        ProtoWriter out = packet.tree();
        int process = out.open(ProcessTree.PROCESSES_FIELD_NUMBER);
        out.varint(ProcessTree.Process.PID_FIELD_NUMBER, pid);
        out.varint(ProcessTree.Process.PPID_FIELD_NUMBER, status.ppid());
        out.varint(ProcessTree.Process.UID_FIELD_NUMBER, status.uid());
        status.writeNamespaces(out, ProcessTree.Process.NSPID_FIELD_NUMBER);
        if (!files.load(pid, ProcessFiles.COMMAND_LINE) || !writeArguments(out, files.bytes(), files.size())) {
            status.writeName(out, ProcessTree.Process.CMDLINE_FIELD_NUMBER);
            out.bool(ProcessTree.Process.CMDLINE_IS_COMM_FIELD_NUMBER, true);
        }
        if (writesAges && files.load(pid, ProcessFiles.STAT) && times.parse(files.bytes(), files.size())) {
            out.varint(ProcessTree.Process.PROCESS_START_FROM_BOOT_FIELD_NUMBER, times.startNs());
        }
        if (status.kthread() >= 0) {
            out.bool(ProcessTree.Process.IS_KTHREAD_FIELD_NUMBER, status.kthread() == 1);
        }
        out.close(process);
        if (writesMainThreads) {
            writeThread(pid, pid);
        }
        markWritten(pid, pid);
        return true;
    }

    /// Writes the arguments of a command line, each terminated by NUL. Omits empty arguments, as Perfetto
    /// does.
    private static boolean writeArguments(ProtoWriter out, byte[] text, int size) {
        boolean isWritten = false;
        int start = 0;
        for (int i = 0; i <= size; i++) {
            if (i == size || text[i] == 0) {
                if (i > start) {
                    out.bytes(ProcessTree.Process.CMDLINE_FIELD_NUMBER, text, start, i);
                    isWritten = true;
                }
                start = i + 1;
            }
        }
        return isWritten;
    }

    /// Writes a thread with the values of its status.
    private void writeThread(int thread, int pid) {
        ProtoWriter out = packet.tree();
        int message = out.open(ProcessTree.THREADS_FIELD_NUMBER);
        out.varint(ProcessTree.Thread.TID_FIELD_NUMBER, thread);
        out.varint(ProcessTree.Thread.TGID_FIELD_NUMBER, pid);
        status.writeNamespaces(out, ProcessTree.Thread.NSTID_FIELD_NUMBER);
        if (writesThreadNames && status.pid() > 0) {
            status.writeName(out, ProcessTree.Thread.NAME_FIELD_NUMBER);
        }
        out.close(message);
        markWritten(thread, pid);
    }

    /// Marks a thread as written. Only polls remove ended threads, so the map is cleared when it is full; then all
    /// threads are written again.
    private void markWritten(int thread, int pid) {
        if (processOfThread.size() >= MAX_WRITTEN_THREADS) {
            processOfThread.clear();
        }
        processOfThread.put(thread, pid);
    }
}
