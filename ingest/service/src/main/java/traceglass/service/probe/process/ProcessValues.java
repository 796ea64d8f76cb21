package traceglass.service.probe.process;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import traceglass.protos.config.ProcessStatsConfig;
import traceglass.protos.system.ProcessStats;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.files.LineCursor;

/// Writes the values of processes that have changed since they were last written.
final class ProcessValues {

    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final int BYTES_PER_KB = 1024;

    private final ProcessFiles files;
    private final ProcessPacket packet;
    private final ProcessStatus status = new ProcessStatus();
    private final ProcessTimes times = new ProcessTimes();
    private final LineCursor words = new LineCursor();
    private final boolean readsSmapsRollup;
    private final boolean readsRuntimes;
    private final boolean readsDmabuf;
    private final boolean readsDescriptors;
    private final Map<Integer, WrittenValues> processes = new HashMap<>();
    private int poll;

    /// The last written values of a process.
    private static final class WrittenValues {

        /// Values, indexed by field number of `ProcessStats.Process`.
        final long[] values = new long[ProcessStatus.COUNTERS];

        final Set<Long> descriptors = new HashSet<>();
        boolean hasNoMemory;
        int poll;

        WrittenValues() {
            clear();
        }

        void clear() {
            Arrays.fill(values, UNKNOWN);
            descriptors.clear();
        }
    }

    ProcessValues(ProcessStatsConfig config, ProcessFiles files, ProcessPacket packet) {
        this.files = files;
        this.packet = packet;
        readsSmapsRollup = config.getScanSmapsRollup();
        readsRuntimes = config.getRecordProcessRuntime();
        readsDmabuf = config.getRecordProcessDmabufRss();
        readsDescriptors = config.getResolveProcessFds();
    }

    /// Clears all state.
    void clear() {
        processes.clear();
    }

    /// Clears the written values, so that the next poll writes all values.
    void expire() {
        processes.values().forEach(WrittenValues::clear);
    }

    /// Starts a poll of all processes.
    void startPoll() {
        poll++;
    }

    /// Reads a process and writes the changed values.
    ///
    /// @return whether the process has values, so that the process tree must contain it
    boolean poll(int pid) {
        WrittenValues written = processes.computeIfAbsent(pid, p -> new WrittenValues());
        written.poll = poll;
        boolean hasTimes =
                readsRuntimes && files.load(pid, ProcessFiles.STAT) && times.parse(files.bytes(), files.size());
        if (hasTimes) {
            write(pid, written, ProcessStats.Process.RUNTIME_USER_MODE_FIELD_NUMBER, times.userNs());
            write(pid, written, ProcessStats.Process.RUNTIME_KERNEL_MODE_FIELD_NUMBER, times.kernelNs());
        }
        return !written.hasNoMemory && pollMemory(pid, written) || hasTimes;
    }

    private boolean pollMemory(int pid, WrittenValues written) {
        if (!files.load(pid, ProcessFiles.STATUS)) {
            return false;
        }
        status.clear();
        status.parse(files.bytes(), files.size());
        written.hasNoMemory = !status.hasMemory();
        if (written.hasNoMemory) {
            return false;
        }
        if (readsSmapsRollup && files.load(pid, ProcessFiles.SMAPS_ROLLUP)) {
            status.parse(files.bytes(), files.size());
        }
        for (int counter = 1; counter < ProcessStatus.COUNTERS; counter++) {
            if (status.hasCounter(counter)) {
                write(pid, written, counter, status.counter(counter));
            }
        }
        if (readsDmabuf && files.load(pid, ProcessFiles.DMABUF_RSS)) {
            write(pid, written, ProcessStats.Process.DMABUF_RSS_KB_FIELD_NUMBER, loadedNumber() / BYTES_PER_KB);
        }
        if (files.load(pid, ProcessFiles.OOM_SCORE_ADJ)) {
            write(pid, written, ProcessStats.Process.OOM_SCORE_ADJ_FIELD_NUMBER, loadedNumber());
        }
        if (readsDescriptors) {
            writeDescriptors(pid, written);
        }
        return true;
    }

    private long loadedNumber() {
        LineCursor text = words.set(files.bytes(), files.size());
        return text.nextLine() ? text.nextNumber() : 0;
    }

    private void write(int pid, WrittenValues written, int field, long value) {
        if (written.values[field] != value) {
            written.values[field] = value;
            packet.stats(pid).varint(field, value);
        }
    }

    /// Writes the open files of a process that were not written before.
    void writeDescriptors(int pid) {
        writeDescriptors(pid, processes.computeIfAbsent(pid, p -> new WrittenValues()));
    }

    private void writeDescriptors(int pid, WrittenValues written) {
        if (!files.openDescriptors(pid)) {
            return;
        }
        for (int fd = files.nextEntry(); fd >= 0; fd = files.nextEntry()) {
            writeDescriptor(pid, written, fd);
        }
    }

    /// Writes an open file of a process if it was not written before.
    void writeDescriptor(int pid, long descriptor) {
        writeDescriptor(pid, processes.computeIfAbsent(pid, p -> new WrittenValues()), descriptor);
    }

    private void writeDescriptor(int pid, WrittenValues written, long descriptor) {
        if (!written.descriptors.contains(descriptor) && files.loadDescriptor(pid, descriptor)) {
            ProtoWriter out = packet.stats(pid);
            int message = out.open(ProcessStats.Process.FDS_FIELD_NUMBER);
            out.varint(ProcessStats.FDInfo.FD_FIELD_NUMBER, descriptor);
            out.bytes(ProcessStats.FDInfo.PATH_FIELD_NUMBER, files.bytes(), 0, files.size());
            out.close(message);
            written.descriptors.add(descriptor);
        }
    }

    /// Removes the processes that the last poll did not find, and adds their ids to a set.
    void removeEnded(Set<Integer> ended) {
        Iterator<Map.Entry<Integer, WrittenValues>> all = processes.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Integer, WrittenValues> process = all.next();
            if (process.getValue().poll != poll) {
                ended.add(process.getKey());
                all.remove();
            }
        }
    }
}
