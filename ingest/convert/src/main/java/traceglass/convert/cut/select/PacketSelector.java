package traceglass.convert.cut.select;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.PacketFile;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketDefaults;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.BinderTransactionFtraceEventDecoder;
import traceglass.protos.ftrace.BinderTransactionReceivedFtraceEventDecoder;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventDecoder;
import traceglass.protos.ftrace.PrintFtraceEventDecoder;
import traceglass.protos.ftrace.RssStatFtraceEventDecoder;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.profiling.ProfilePacket;
import traceglass.protos.profiling.SmapsPacket;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Decides which packets and kernel events are in a cut. Not called for packets with descriptions, which are always
/// kept.
public final class PacketSelector {

    // Extension fields of TracePacket defined by Android.
    private static final int HEAP_GRAPH = 56;
    private static final int FRAME_TIMELINE_EVENT = 76;
    /// Field of HeapGraph.
    private static final int HEAP_GRAPH_PID = 1;
    /// Name prefixes of kernel events that do not belong to the thread during which they occurred.
    private static final List<String> SYSTEM_EVENTS = List.of(
            "sched_",
            "task_",
            "cpu_",
            "cpuhp_",
            "irq_",
            "softirq_",
            "ipi_",
            "suspend_",
            "clock_",
            "clk_",
            "gpu_",
            "thermal_",
            "cdev_",
            "regulator_");

    private final CutSelection selection;
    private final TraceProcesses processes;
    private final Set<Long> selected;
    private final Map<Integer, Boolean> systemEvents = new HashMap<>();
    private final Set<Long> frames = new HashSet<>();
    /// Ids of Binder calls in the cut. A trace is read twice, so all of them are known when events are written.
    private final Set<Long> calls = new HashSet<>();
    private final PrintFtraceEventDecoder print = new PrintFtraceEventDecoder();
    private final BinderTransactionFtraceEventDecoder call = new BinderTransactionFtraceEventDecoder();
    private final BinderTransactionReceivedFtraceEventDecoder receivedCall =
            new BinderTransactionReceivedFtraceEventDecoder();
    private final RssStatFtraceEventDecoder memory = new RssStatFtraceEventDecoder();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor nested = new ProtoCursor();

    private PacketSelector(CutSelection selection, TraceProcesses processes, Set<Long> selected) {
        this.selection = selection;
        this.processes = processes;
        this.selected = selected;
    }

    /// Creates a selector. Reads the processes of the trace if processes are selected.
    ///
    /// @throws ConvertProblem if the trace does not have a selected process
    public static PacketSelector of(Path trace, CutSelection selection, ImportProgress progress)
            throws IOException, ConvertProblem {
        TraceProcesses processes = new TraceProcesses();
        if (!selection.processes().isEmpty()) {
            PacketFile.read(trace, processes, progress);
        }
        return new PacketSelector(selection, processes, processes.find(selection.processes()));
    }

    /// Returns whether a packet is in the cut, completely or partly.
    ///
    /// @param defaults packet defaults of its sequence
    public boolean includes(Packet packet, PacketDefaults defaults) {
        if (selection.isAll()) {
            return true;
        }
        if (!selection.sequences().isEmpty() && !selection.sequences().contains(packet.sequenceId() & 0xFFFF_FFFFL)) {
            return false;
        }
        // Kernel events have several types; events that describe threads are always kept.
        boolean isFtrace = packet.field() == TracePacket.FTRACE_EVENTS_FIELD_NUMBER;
        if (!isFtrace && !includes(Content.ofPacket(packet.field()))) {
            return false;
        }
        return isFtrace || selection.processes().isEmpty() || belongsToSelectedProcess(packet, defaults);
    }

    private boolean includes(Content content) {
        return selection.contents().isEmpty() || selection.contents().contains(content);
    }

    /// Returns whether a process on the machine of the packet is in the cut.
    public boolean includesPid(Packet packet, long pid) {
        return selection.processes().isEmpty() || selected.contains(TraceProcesses.key(packet, pid));
    }

    /// Returns whether events of a process are in the cut. Events without a known process are system-wide and
    /// therefore included.
    private boolean isSelected(long process) {
        return process == TraceProcesses.UNKNOWN || selected.contains(process);
    }

    private boolean belongsToSelectedProcess(Packet packet, PacketDefaults defaults) {
        return switch (packet.field()) {
            case TracePacket.TRACK_EVENT_FIELD_NUMBER -> isSelected(processOfEvent(packet, defaults));
            case TracePacket.STREAMING_PROFILE_PACKET_FIELD_NUMBER -> isSelected(processes.processOfSequence(packet));
            case TracePacket.PERF_SAMPLE_FIELD_NUMBER -> includesPidIn(packet, PerfSample.PID_FIELD_NUMBER);
            case TracePacket.SMAPS_PACKET_FIELD_NUMBER -> includesPidIn(packet, SmapsPacket.PID_FIELD_NUMBER);
            case HEAP_GRAPH -> includesPidIn(packet, HEAP_GRAPH_PID);
            case FRAME_TIMELINE_EVENT -> includesFrame(packet);
            default -> true;
        };
    }

    private boolean includesPidIn(Packet packet, int field) {
        packet.enter(cursor);
        return !cursor.seek(field) || includesPid(packet, cursor.asLong());
    }

    /// Returns whether a frame event is in the cut. The end of a frame has no pid, only the cookie of its start.
    private boolean includesFrame(Packet packet) {
        FrameEvent frame = FrameEvent.of(packet);
        if (frame == null) {
            return true;
        }
        if (frame.isEnd()) {
            return frames.contains(frame.cookie());
        }
        if (frame.pid() < 0 || !includesPid(packet, frame.pid())) {
            return false;
        }
        frames.add(frame.cookie());
        return true;
    }

    private long processOfEvent(Packet packet, PacketDefaults defaults) {
        TrackEventDecoder header = packet.event().fields();
        LegacyEventDecoder legacy = packet.event().legacy();
        long override = legacy.phase() == 0 ? 0 : legacy.pidOverride();
        if (override > 0) {
            return TraceProcesses.key(packet, override);
        }
        long uuid = header.hasTrackUuid() ? header.trackUuid() : defaults.hasTrackUuid() ? defaults.trackUuid() : 0;
        return uuid == 0 ? processes.processOfSequence(packet) : processes.processOfTrack(uuid);
    }

    /// Returns whether scheduling events are in the cut.
    public boolean includesScheduling() {
        return includes(Content.SCHED);
    }

    /// Returns whether a kernel event is in the cut.
    ///
    /// @param payload index of the event's message among the other fields
    public boolean includesEvent(Packet packet, FtraceEventDecoder event, int payload) {
        int id = event.otherNumber(payload);
        if (selection.isAll()) {
            return true;
        }
        Content content = Content.ofEvent(id);
        if (content == null || !includes(content)) {
            return content == null;
        }
        if (selection.processes().isEmpty() || systemEvents.computeIfAbsent(id, PacketSelector::isSystemEvent)) {
            return true;
        }
        long thread = processes.processOfThread(packet, event.pid() & 0xFFFF_FFFFL);
        return switch (id) {
            case FtraceEvent.PRINT_FIELD_NUMBER -> {
                long process = processOfMarker(packet, event.other(payload, print));
                yield selected.contains(process == TraceProcesses.UNKNOWN ? thread : process);
            }
            case FtraceEvent.BINDER_TRANSACTION_FIELD_NUMBER ->
                includesCall(packet, thread, event.other(payload, call));
            // May be the memory of a process other than the thread's; readers determine it from other events.
            case FtraceEvent.RSS_STAT_FIELD_NUMBER ->
                selected.contains(thread) || isOfOtherProcess(event.other(payload, memory));
            // The caller's slice needs it to show the receiver of the call.
            case FtraceEvent.BINDER_TRANSACTION_RECEIVED_FIELD_NUMBER ->
                selected.contains(thread)
                        || calls.contains(
                                (long) event.other(payload, receivedCall).debugId());
            default -> selected.contains(thread);
        };
    }

    /// Returns whether a Binder call is from or to a process in the cut; the receiver's slices need the sender's
    /// events.
    private boolean includesCall(Packet packet, long thread, BinderTransactionFtraceEventDecoder transaction) {
        boolean isIncluded =
                selected.contains(thread) || transaction.hasToProc() && includesPid(packet, transaction.toProc());
        if (isIncluded) {
            calls.add((long) transaction.debugId());
        }
        return isIncluded;
    }

    private static boolean isOfOtherProcess(RssStatFtraceEventDecoder size) {
        return size.hasCurr() && size.curr() == 0;
    }

    private static boolean isSystemEvent(int id) {
        var field = FtraceEvent.getDescriptor().findFieldByNumber(id);
        return field != null && SYSTEM_EVENTS.stream().anyMatch(field.getName()::startsWith);
    }

    private static long processOfMarker(Packet packet, PrintFtraceEventDecoder marker) {
        long pid = TraceProcesses.pidOfMarker(marker);
        return pid == TraceProcesses.UNKNOWN ? pid : TraceProcesses.key(packet, pid);
    }

    /// Returns whether a packet contains data of several processes, some of which may not be selected.
    public boolean filtersContent(int field) {
        return !selection.processes().isEmpty() && field == TracePacket.PROFILE_PACKET_FIELD_NUMBER;
    }

    /// Writes a profile packet with only the dumps of processes in the cut.
    public void writeSelectedDumps(Packet packet, ProtoOutput out) {
        int message = out.begin(packet.field());
        for (packet.enter(cursor); cursor.next(); ) {
            boolean isDump = cursor.field() == ProfilePacket.PROCESS_DUMPS_FIELD_NUMBER;
            if (!isDump
                    || !nested.enter(cursor).seek(ProfilePacket.ProcessHeapSamples.PID_FIELD_NUMBER)
                    || includesPid(packet, nested.asLong())) {
                out.copy(cursor);
            }
        }
        out.end(message);
    }

    @Override
    public String toString() {
        return selection.isAll() ? "" : " " + selection;
    }
}
