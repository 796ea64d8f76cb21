package traceglass.ingest.system;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.protos.system.ProcessTreeDecoder;
import traceglass.protos.system.ProcessTreeProcessDecoder;
import traceglass.protos.system.ProcessTreeThreadDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `TracePacket.process_tree`: processes and threads that existed when procfs was scanned.
public final class ProcessTreeParser implements PacketParser {

    /// All kernel threads are children of `kthreadd`.
    private static final long KTHREADD_PID = 2;

    private final ImportContext context;
    private final ProcessTracker processes;
    private final StringPool strings;
    private final int isKthreadKey;

    public ProcessTreeParser(ImportContext context) {
        this.context = context;
        processes = context.processes();
        strings = context.strings();
        isKthreadKey = strings.intern("is_kthread");
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PROCESS_TREE_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        ProcessTreeDecoder tree = packet.decode(new ProcessTreeDecoder());
        Set<Long> kernelThreads = new HashSet<>();
        ProcessTreeProcessDecoder process = new ProcessTreeProcessDecoder();
        for (int i = 0; i < tree.processesCount(); i++) {
            addProcess(ts, tree.processes(i, process), kernelThreads);
        }
        ProcessTreeThreadDecoder thread = new ProcessTreeThreadDecoder();
        for (int i = 0; i < tree.threadsCount(); i++) {
            addThread(ts, tree.threads(i, thread), kernelThreads);
        }
    }

    private void addProcess(long ts, ProcessTreeProcessDecoder process, Set<Long> kernelThreads) {
        if (process.cmdlineCount() == 0) {
            return;
        }
        long pid = Integer.toUnsignedLong(process.pid());
        if (process.nspidCount() > 0) {
            long[] nspid = new long[process.nspidCount()];
            Arrays.setAll(nspid, process::nspid);
            processes.namespaces().addProcess(pid, nspid);
        }
        String name = process.cmdline(0);
        String commandLine = commandLine(process);
        long ppid = Integer.toUnsignedLong(process.ppid());
        if (ppid == KTHREADD_PID) {
            kernelThreads.add(pid);
            String worker = withoutQueue(name);
            if (!worker.equals(name)) {
                name = worker;
                commandLine = worker;
            }
        }
        if (process.cmdlineCount() == 1) {
            name = firstWord(name);
        }
        int parent = processes.process(ppid);
        int upid = processes.process(pid);
        int wholeId = strings.intern(commandLine);
        processes.setParent(upid, parent, ts);
        processes.setProcessMetadata(upid, strings.intern(name), wholeId);
        if (process.cmdlineIsComm()) {
            processes.setThreadName(processes.thread(pid), wholeId, NamePriority.OfThread.PROCESS_TREE);
        }
        if (process.hasUid()) {
            processes.setUid(upid, Integer.toUnsignedLong(process.uid()));
        }
        if (process.processStartFromBoot() >= 0 && process.hasProcessStartFromBoot()) {
            setStart(upid, process.processStartFromBoot());
        }
        if (process.hasIsKthread()) {
            processes.processArgs(upid).addBool(isKthreadKey, process.isKthread());
        }
    }

    private static String commandLine(ProcessTreeProcessDecoder process) {
        StringBuilder text = new StringBuilder(process.cmdline(0));
        for (int i = 1; i < process.cmdlineCount(); i++) {
            text.append(' ').append(process.cmdline(i));
        }
        return text.toString();
    }

    /// Returns the first word of a command line. Some programs rewrite their command line with spaces in place
    /// of NULs; paths with spaces and no arguments are rarer.
    private static String firstWord(String name) {
        int space = name.indexOf(' ');
        return space < 0 ? name : name.substring(0, space);
    }

    private void setStart(int upid, long fromBoot) {
        long start = context.clocks().toTraceTime(ClockId.of(ClockId.BOOTTIME), fromBoot);
        if (start != ClockTracker.NONE) {
            processes.setStartIfUnset(upid, start);
        }
    }

    private void addThread(long ts, ProcessTreeThreadDecoder thread, Set<Long> kernelThreads) {
        long tid = Integer.toUnsignedLong(thread.tid());
        long tgid = Integer.toUnsignedLong(thread.tgid());
        processes.updateThread(tid, tgid);
        if (thread.hasName()) {
            boolean isWorker = tid == tgid && kernelThreads.contains(tid);
            int name = isWorker ? strings.intern(withoutQueue(thread.name())) : thread.nameId(strings);
            processes.setThreadName(processes.thread(tid), name, NamePriority.OfThread.PROCESS_TREE);
        }
        if (thread.nstidCount() > 0) {
            long[] nstid = new long[thread.nstidCount()];
            Arrays.setAll(nstid, thread::nstid);
            if (!processes.namespaces().addThread(tgid, tid, nstid)) {
                context.logs().recordAtTime(StatNames.NAMESPACED_THREAD_MISSING_PROCESS, ts, null);
            }
        }
    }

    /// Removes the queue from a kernel worker's name. In procfs, the name ends with the queue that the worker
    /// served last (`kworker/45:2-mm_percpu_wq`), which does not identify the worker.
    private static String withoutQueue(String comm) {
        if (!comm.startsWith("kworker/")) {
            return comm;
        }
        for (int i = 8; i < comm.length(); i++) {
            if (comm.charAt(i) == '+' || comm.charAt(i) == '-') {
                return comm.substring(0, i);
            }
        }
        return comm;
    }
}
