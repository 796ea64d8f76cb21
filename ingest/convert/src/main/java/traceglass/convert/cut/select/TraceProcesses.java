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
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.PrintFtraceEvent;
import traceglass.protos.ftrace.TaskNewtaskFtraceEvent;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.ThreadDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;

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
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor nested = new ProtoCursor();
    private final ProtoCursor payload = new ProtoCursor();
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
                case TracePacket.PROCESS_DESCRIPTOR_FIELD_NUMBER -> {
                    long process = readProcess(packet.enter(cursor));
                    processOfSequence.put(sequence(packet), process);
                }
                case TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER -> {
                    long process = readThread(packet.enter(cursor));
                    processOfSequence.put(sequence(packet), process);
                }
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
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == ProcessTree.PROCESSES_FIELD_NUMBER) {
                long pid = 0;
                String name = null;
                for (nested.enter(cursor); nested.next(); ) {
                    if (nested.field() == ProcessTree.Process.PID_FIELD_NUMBER) {
                        pid = nested.asLong();
                    } else if (nested.field() == ProcessTree.Process.CMDLINE_FIELD_NUMBER && name == null) {
                        name = nested.asString();
                    }
                }
                addProcess(key(packet, pid), name);
            } else if (cursor.field() == ProcessTree.THREADS_FIELD_NUMBER) {
                long tid = 0;
                long pid = 0;
                for (nested.enter(cursor); nested.next(); ) {
                    if (nested.field() == ProcessTree.Thread.TID_FIELD_NUMBER) {
                        tid = nested.asLong();
                    } else if (nested.field() == ProcessTree.Thread.TGID_FIELD_NUMBER) {
                        pid = nested.asLong();
                    }
                }
                processOfThread.put(key(packet, tid), key(packet, pid));
            }
        }
    }

    /// Reads a `ProcessDescriptor` and returns its process.
    private long readProcess(ProtoCursor descriptor) {
        long pid = 0;
        String name = null;
        while (descriptor.next()) {
            if (descriptor.field() == ProcessDescriptor.PID_FIELD_NUMBER) {
                pid = descriptor.asLong();
            } else if (descriptor.field() == ProcessDescriptor.PROCESS_NAME_FIELD_NUMBER
                    || descriptor.field() == ProcessDescriptor.CMDLINE_FIELD_NUMBER && name == null) {
                name = descriptor.asString();
            }
        }
        addProcess(key(packet, pid), name);
        return key(packet, pid);
    }

    /// Reads a `ThreadDescriptor` and returns its process.
    private long readThread(ProtoCursor descriptor) {
        long pid = 0;
        long tid = 0;
        while (descriptor.next()) {
            if (descriptor.field() == ThreadDescriptor.PID_FIELD_NUMBER) {
                pid = descriptor.asLong();
            } else if (descriptor.field() == ThreadDescriptor.TID_FIELD_NUMBER) {
                tid = descriptor.asLong();
            }
        }
        addProcess(key(packet, pid), null);
        processOfThread.put(key(packet, tid), key(packet, pid));
        return key(packet, pid);
    }

    private void readTrack() {
        long uuid = 0;
        long parent = 0;
        long process = UNKNOWN;
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case TrackDescriptor.UUID_FIELD_NUMBER -> uuid = cursor.asLong();
                case TrackDescriptor.PARENT_UUID_FIELD_NUMBER -> parent = cursor.asLong();
                case TrackDescriptor.PROCESS_FIELD_NUMBER -> process = readProcess(nested.enter(cursor));
                case TrackDescriptor.THREAD_FIELD_NUMBER -> process = readThread(nested.enter(cursor));
                default -> {}
            }
        }
        tracks.put(uuid, new Track(parent, process));
    }

    private void readEvents() {
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == FtraceEventBundle.EVENT_FIELD_NUMBER && cursor.wire() == ProtoCursor.BYTES) {
                long parent = 0;
                for (nested.enter(cursor); nested.next(); ) {
                    if (nested.field() == FtraceEvent.PID_FIELD_NUMBER) {
                        parent = nested.asUint32();
                    } else if (nested.field() == FtraceEvent.TASK_NEWTASK_FIELD_NUMBER) {
                        readNewThread(parent);
                    } else if (nested.field() == FtraceEvent.PRINT_FIELD_NUMBER) {
                        readMarker(parent);
                    }
                }
            }
        }
    }

    /// Stores the process of a thread from the begin marker of a slice, which contains the pid.
    private void readMarker(long tid) {
        long key = key(packet, tid);
        if (processOfThread.containsKey(key)) {
            return;
        }
        payload.enter(nested);
        if (isBegin(payload)) {
            long pid = pidOfMarker(payload.enter(nested));
            if (pid != UNKNOWN) {
                processOfThread.put(key, key(packet, pid));
                names.computeIfAbsent(key(packet, pid), _ -> new HashSet<>());
            }
        }
    }

    private static boolean isBegin(ProtoCursor print) {
        return print.seek(PrintFtraceEvent.BUF_FIELD_NUMBER)
                && print.length() > 0
                && print.buffer()[print.offset()] == 'B';
    }

    /// Returns the pid in a marker such as `B|123|name`; [#UNKNOWN] if there is none.
    ///
    /// @param print cursor at a `PrintFtraceEvent`
    static long pidOfMarker(ProtoCursor print) {
        if (!print.seek(PrintFtraceEvent.BUF_FIELD_NUMBER)) {
            return UNKNOWN;
        }
        int length = Math.min(print.length(), MAX_MARKER_START);
        String text = new String(print.buffer(), print.offset(), length, StandardCharsets.ISO_8859_1);
        long pid = 0;
        int i = 2;
        for (; i < text.length() && Character.isDigit(text.charAt(i)); i++) {
            pid = pid * 10 + text.charAt(i) - '0';
        }
        return text.length() > 2 && text.charAt(1) == '|' && i > 2 ? pid : UNKNOWN;
    }

    private void readNewThread(long parent) {
        long tid = 0;
        long flags = 0;
        for (payload.enter(nested); payload.next(); ) {
            if (payload.field() == TaskNewtaskFtraceEvent.PID_FIELD_NUMBER) {
                tid = payload.asLong();
            } else if (payload.field() == TaskNewtaskFtraceEvent.CLONE_FLAGS_FIELD_NUMBER) {
                flags = payload.asLong();
            }
        }
        long process = (flags & CLONE_THREAD) == 0 ? key(packet, tid) : processOfThread(packet, parent);
        if (process != UNKNOWN && !processOfThread.containsKey(key(packet, tid))) {
            processOfThread.put(key(packet, tid), process);
            names.computeIfAbsent(process, _ -> new HashSet<>());
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
                        "no process \"" + name + "\" in the trace; use a name from the table process, or a pid");
            }
            found.addAll(matches);
        }
        return found;
    }
}
