package traceglass.convert.cut.select;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundleDecoder;
import traceglass.protos.ftrace.FtraceEventDecoder;
import traceglass.protos.ftrace.PrintFtraceEventDecoder;
import traceglass.protos.ftrace.TaskNewtaskFtraceEventDecoder;
import traceglass.protos.system.ProcessTreeDecoder;
import traceglass.protos.system.ProcessTreeProcessDecoder;
import traceglass.protos.system.ProcessTreeThreadDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ProcessDescriptorDecoder;
import traceglass.protos.trackevent.ThreadDescriptorDecoder;
import traceglass.protos.trackevent.TrackDescriptorDecoder;

/// The processes of a trace with their names, threads, tracks and sequences, from process trees, descriptors
/// and kernel events about new threads. Each machine has its own processes.
final class TraceProcesses implements PacketFile.Sink {

    static final long UNKNOWN = -1;

    private static final long CLONE_THREAD = 0x10000;
    private static final int MAX_PARENTS = 64;
    private static final int MACHINE_SHIFT = 32;
    /// Number of leading bytes that contain the pid of a marker.
    private static final int MAX_MARKER_START = 16;

    private record Track(long parent, long process) {}

    private final Packet packet = new Packet();
    private final ProcessTreeDecoder tree = new ProcessTreeDecoder();
    private final ProcessTreeProcessDecoder treeProcess = new ProcessTreeProcessDecoder();
    private final ProcessTreeThreadDecoder treeThread = new ProcessTreeThreadDecoder();
    private final TrackDescriptorDecoder trackDescriptor = new TrackDescriptorDecoder();
    private final ProcessDescriptorDecoder processDescriptor = new ProcessDescriptorDecoder();
    private final ThreadDescriptorDecoder threadDescriptor = new ThreadDescriptorDecoder();
    private final FtraceEventBundleDecoder bundle = new FtraceEventBundleDecoder();
    private final FtraceEventDecoder event = new FtraceEventDecoder();
    private final PrintFtraceEventDecoder print = new PrintFtraceEventDecoder();
    private final TaskNewtaskFtraceEventDecoder newThread = new TaskNewtaskFtraceEventDecoder();
    private final Map<Long, Set<String>> names = new HashMap<>();
    private final LongMap<Long> processOfThread = new LongMap<>();
    private final LongMap<Long> processOfSequence = new LongMap<>();
    private final LongMap<Track> tracks = new LongMap<>();

    /// Returns the key of a process or thread of a machine.
    static long key(Packet packet, long id) {
        return (long) packet.machineId() << MACHINE_SHIFT | id & 0xFFFF_FFFFL;
    }

    private static long sequence(Packet packet) {
        return key(packet, packet.sequenceId());
    }

    @Override
    public void onPacket(byte[] buffer, int offset, int length) {
        if (!packet.read(buffer, offset, length, 0)) {
            return;
        }
        for (int i = 0; i < packet.fieldCount(); i++) {
            packet.select(i);
            switch (packet.field()) {
                case TracePacket.PROCESS_TREE_FIELD_NUMBER -> readTree();
                case TracePacket.PROCESS_DESCRIPTOR_FIELD_NUMBER ->
                    processOfSequence.put(sequence(packet), readProcess(packet.decode(processDescriptor)));
                case TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER ->
                    processOfSequence.put(sequence(packet), readThread(packet.decode(threadDescriptor)));
                case TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER -> readTrack();
                case TracePacket.FTRACE_EVENTS_FIELD_NUMBER -> readEvents();
                default -> {}
            }
        }
    }

    private void addProcess(long process, @Nullable String name) {
        Set<String> existing = names.computeIfAbsent(process, _ -> new HashSet<>());
        if (name != null && !name.isEmpty()) {
            existing.add(name);
            existing.add(name.substring(name.lastIndexOf('/') + 1));
        }
        processOfThread.put(process, process);
    }

    private void readTree() {
        packet.decode(tree);
        for (int i = 0; i < tree.processesCount(); i++) {
            tree.processes(i, treeProcess);
            addProcess(key(packet, treeProcess.pid()), treeProcess.cmdlineCount() == 0 ? null : treeProcess.cmdline(0));
        }
        for (int i = 0; i < tree.threadsCount(); i++) {
            tree.threads(i, treeThread);
            processOfThread.put(key(packet, treeThread.tid()), key(packet, treeThread.tgid()));
        }
    }

    /// Stores a described process and returns it.
    private long readProcess(ProcessDescriptorDecoder descriptor) {
        long key = key(packet, descriptor.pid());
        String command = descriptor.cmdlineCount() == 0 ? null : descriptor.cmdline(0);
        addProcess(key, descriptor.hasProcessName() ? descriptor.processName() : command);
        return key;
    }

    /// Stores a described thread and returns its process.
    private long readThread(ThreadDescriptorDecoder descriptor) {
        long process = key(packet, descriptor.pid());
        addProcess(process, null);
        processOfThread.put(key(packet, descriptor.tid()), process);
        return process;
    }

    private void readTrack() {
        packet.decode(trackDescriptor);
        long ofTrack = UNKNOWN;
        if (trackDescriptor.hasProcess()) {
            ofTrack = readProcess(trackDescriptor.process(processDescriptor));
        }
        if (trackDescriptor.hasThread()) {
            ofTrack = readThread(trackDescriptor.thread(threadDescriptor));
        }
        tracks.put(trackDescriptor.uuid(), new Track(trackDescriptor.parentUuid(), ofTrack));
    }

    private void readEvents() {
        packet.decode(bundle);
        for (int i = 0; i < bundle.eventCount(); i++) {
            bundle.event(i, event);
            long tid = event.pid() & 0xFFFF_FFFFL;
            for (int j = 0; j < event.otherCount(); j++) {
                if (event.otherNumber(j) == FtraceEvent.TASK_NEWTASK_FIELD_NUMBER) {
                    readNewThread(tid, event.other(j, newThread));
                } else if (event.otherNumber(j) == FtraceEvent.PRINT_FIELD_NUMBER) {
                    readMarker(tid, event.other(j, print));
                }
            }
        }
    }

    /// Stores the process of a thread from the begin marker of a slice, which contains the pid.
    private void readMarker(long tid, PrintFtraceEventDecoder marker) {
        long key = key(packet, tid);
        boolean isBegin = marker.bufLength() > 0 && marker.buffer()[marker.bufOffset()] == 'B';
        if (!isBegin || processOfThread.containsKey(key)) {
            return;
        }
        long pid = pidOfMarker(marker);
        if (pid != UNKNOWN) {
            processOfThread.put(key, key(packet, pid));
            names.computeIfAbsent(key(packet, pid), _ -> new HashSet<>());
        }
    }

    /// Returns the pid in a marker such as `B|123|name`; [#UNKNOWN] if there is none.
    static long pidOfMarker(PrintFtraceEventDecoder marker) {
        int length = Math.min(marker.bufLength(), MAX_MARKER_START);
        String text = new String(marker.buffer(), marker.bufOffset(), length, StandardCharsets.ISO_8859_1);
        long pid = 0;
        int i = 2;
        for (; i < text.length() && Character.isDigit(text.charAt(i)); i++) {
            pid = pid * 10 + text.charAt(i) - '0';
        }
        return text.length() > 2 && text.charAt(1) == '|' && i > 2 ? pid : UNKNOWN;
    }

    private void readNewThread(long parent, TaskNewtaskFtraceEventDecoder created) {
        long tid = key(packet, created.pid());
        long ofThread = (created.cloneFlags() & CLONE_THREAD) == 0 ? tid : processOfThread(packet, parent);
        if (ofThread != UNKNOWN && !processOfThread.containsKey(tid)) {
            processOfThread.put(tid, ofThread);
            names.computeIfAbsent(ofThread, _ -> new HashSet<>());
        }
    }

    /// Returns the process of a thread on the machine of a packet.
    long processOfThread(Packet packet, long tid) {
        Long process = processOfThread.get(key(packet, tid));
        return process == null ? UNKNOWN : process;
    }

    /// Returns the process of the sequence of a packet, or of the program that wrote it.
    long processOfSequence(Packet packet) {
        Long process = processOfSequence.get(sequence(packet));
        return process != null ? process : packet.hasTrustedPid() ? key(packet, packet.trustedPid()) : UNKNOWN;
    }

    /// Returns the process of a track; [#UNKNOWN] if it belongs to none.
    long processOfTrack(long uuid) {
        Track track = tracks.get(uuid);
        for (int i = 0; track != null && i < MAX_PARENTS; i++) {
            if (track.process != UNKNOWN) {
                return track.process;
            }
            track = track.parent == 0 ? null : tracks.get(track.parent);
        }
        return UNKNOWN;
    }

    /// Returns the processes with the given names or pids.
    ///
    /// @throws ConvertProblem if a name or pid matches no process
    Set<Long> find(List<String> requested) throws ConvertProblem {
        Set<Long> found = new HashSet<>();
        for (String name : requested) {
            List<Long> matches = new ArrayList<>();
            names.forEach((process, known) -> {
                if (known.contains(name)
                        || Long.toString(process & 0xFFFF_FFFFL).equals(name)) {
                    matches.add(process);
                }
            });
            if (matches.isEmpty()) {
                throw new ConvertProblem(
                        "no process \"" + name + "\" in the trace; use a name from the process table, or a pid");
            }
            found.addAll(matches);
        }
        return found;
    }
}
