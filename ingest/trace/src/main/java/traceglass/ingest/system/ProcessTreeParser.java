package traceglass.ingest.system;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.protos.system.ProcessTree;
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
    private final ProtoCursor tree = new ProtoCursor();
    private final ProtoCursor item = new ProtoCursor();
    private final int isKthread;

    public ProcessTreeParser(ImportContext context) {
        this.context = context;
        processes = context.processes();
        strings = context.strings();
        isKthread = strings.intern("is_kthread");
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PROCESS_TREE_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        Set<Long> kernelThreads = new HashSet<>();
        packet.enter(tree);
        while (tree.next()) {
            if (tree.field() == ProcessTree.PROCESSES_FIELD_NUMBER) {
                process(ts, kernelThreads);
            }
        }
        packet.enter(tree);
        while (tree.next()) {
            if (tree.field() == ProcessTree.THREADS_FIELD_NUMBER) {
                readThread(ts, kernelThreads);
            }
        }
    }

    private void process(long ts, Set<Long> kernelThreads) {
        long pid = 0;
        long ppid = 0;
        long uid = -1;
        long startFromBoot = -1;
        boolean isNameFromComm = false;
        int kthread = -1;
        List<String> cmdline = new ArrayList<>();
        List<Long> nspid = new ArrayList<>();
        for (item.enter(tree); item.next(); ) {
            switch (item.field()) {
                case ProcessTree.Process.PID_FIELD_NUMBER -> pid = item.asUint32();
                case ProcessTree.Process.PPID_FIELD_NUMBER -> ppid = item.asUint32();
                case ProcessTree.Process.CMDLINE_FIELD_NUMBER -> cmdline.add(item.asString());
                case ProcessTree.Process.CMDLINE_IS_COMM_FIELD_NUMBER -> isNameFromComm = item.asBool();
                case ProcessTree.Process.UID_FIELD_NUMBER -> uid = item.asUint32();
                case ProcessTree.Process.NSPID_FIELD_NUMBER -> nspid.add((long) item.asInt());
                case ProcessTree.Process.PROCESS_START_FROM_BOOT_FIELD_NUMBER -> startFromBoot = item.asLong();
                case ProcessTree.Process.IS_KTHREAD_FIELD_NUMBER -> kthread = item.asBool() ? 1 : 0;
                default -> {}
            }
        }
        if (cmdline.isEmpty()) {
            return;
        }
        if (!nspid.isEmpty()) {
            processes.setNamespacedProcess(
                    pid, nspid.stream().mapToLong(Long::longValue).toArray());
        }
        String name = cmdline.get(0);
        String commandLine = String.join(" ", cmdline);
        if (ppid == KTHREADD_PID) {
            kernelThreads.add(pid);
            String worker = withoutQueue(name);
            if (!worker.equals(name)) {
                name = worker;
                commandLine = worker;
            }
        }
        if (cmdline.size() == 1) {
            name = firstWord(name);
        }
        int parent = processes.process(ppid);
        int upid = processes.process(pid);
        int wholeId = strings.intern(commandLine);
        processes.setParent(upid, parent, ts);
        processes.setProcessMetadata(upid, strings.intern(name), wholeId);
        if (isNameFromComm) {
            processes.setThreadName(processes.thread(pid), wholeId, NamePriority.OfThread.PROCESS_TREE);
        }
        if (uid >= 0) {
            processes.setUid(upid, uid);
        }
        if (startFromBoot >= 0) {
            setStart(upid, startFromBoot);
        }
        if (kthread >= 0) {
            processes.processArgs(upid).addBool(isKthread, kthread == 1);
        }
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

    private void readThread(long ts, Set<Long> kernelThreads) {
        long tid = 0;
        long tgid = 0;
        String name = null;
        List<Long> nstid = new ArrayList<>();
        item.enter(tree);
        while (item.next()) {
            switch (item.field()) {
                case ProcessTree.Thread.TID_FIELD_NUMBER -> tid = item.asUint32();
                case ProcessTree.Thread.TGID_FIELD_NUMBER -> tgid = item.asUint32();
                case ProcessTree.Thread.NAME_FIELD_NUMBER -> name = item.asString();
                case ProcessTree.Thread.NSTID_FIELD_NUMBER -> nstid.add((long) item.asInt());
                default -> {}
            }
        }
        processes.updateThread(tid, tgid);
        if (name != null) {
            String label = tid == tgid && kernelThreads.contains(tid) ? withoutQueue(name) : name;
            processes.setThreadName(processes.thread(tid), strings.intern(label), NamePriority.OfThread.PROCESS_TREE);
        }
        if (!nstid.isEmpty()
                && !processes.setNamespacedThread(
                        tgid, tid, nstid.stream().mapToLong(Long::longValue).toArray())) {
            context.logs().recordAtTime(StatNames.NAMESPACED_THREAD_MISSING_PROCESS, ts, null);
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
