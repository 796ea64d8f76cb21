package traceglass.ingest.perfetto.reader;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.ftrace.FtraceClocks;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketDefaults;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.TraceStorage;

/// Determines the trace time of packets without importing them, for programs that rewrite traces. Every packet must be
/// passed to [#read] in file order.
public final class PacketTimes {

    /// Returned for packets without a time, and if the clock is unknown.
    public static final long NONE = ClockTracker.NONE;

    /// Clocks of one machine.
    private static final class MachineClocks {

        final ImportContext context;
        final ClockSnapshots snapshots;
        final FtraceClocks ftrace;

        MachineClocks(ImportContext context) {
            this.context = context;
            snapshots = new ClockSnapshots(context);
            ftrace = new FtraceClocks(context);
            context.clocks().assumeTraceTime(ClockId.of(ClockId.BOOTTIME));
        }
    }

    /// Clock of a sequence.
    private static final class SequenceClock {

        PacketDefaults defaults = PacketDefaults.parse(new byte[0]);
        ClockId clock;
    }

    private final ImportSession session = new ImportSession(new TraceStorage(), new ImportProgress());
    private final MachineClocks host = new MachineClocks(session.context(0, 0));
    private final LongMap<MachineClocks> machines = new LongMap<>();
    private final LongMap<SequenceClock> sequences = new LongMap<>();
    private final ClockId monotonic = ClockId.of(ClockId.MONOTONIC);
    private MachineClocks machine = host;

    /// Reads the clock data of a packet and returns its trace time in ns, or [#NONE].
    public long read(Packet p) {
        machine = p.machineId() == 0 ? host : machines.computeIfAbsent(p.machineId(), this::remote);
        SequenceClock sequence = sequences.computeIfAbsent(p.sequenceId(), _ -> new SequenceClock());
        if (p.clearsState()) {
            sequence.defaults = PacketDefaults.parse(new byte[0]);
        }
        if (p.selectField(TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER)) {
            sequence.defaults = PacketDefaults.parse(p.fieldBytes());
        }
        if (p.selectField(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER)) {
            machine.snapshots.read(p);
        }
        if (p.selectField(TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER)) {
            machine.snapshots.readRemote(p);
        }
        return p.hasTimestamp() ? time(p, sequence) : NONE;
    }

    /// Selects the machine to which the conversions below refer, instead of the machine of the packet read last.
    public void selectMachine(int machineId) {
        machine = machineId == 0 ? host : machines.computeIfAbsent(machineId, this::remote);
    }

    private MachineClocks remote(long id) {
        return new MachineClocks(session.context(id & 0xFFFF_FFFFL, 0));
    }

    private long time(Packet p, SequenceClock sequence) {
        int clockId = p.clockId() == 0 ? sequence.defaults.clockId() : p.clockId();
        ClockTracker clocks = machine.context.clocks();
        ClockId clock;
        if (clockId == 0) {
            clock = clocks.defaultClock();
            if (clock == null || clock.clock() == 0) {
                clock = null;
            }
        } else {
            if (sequence.clock == null || sequence.clock.clock() != clockId) {
                sequence.clock = ClockId.isSequenceClock(clockId)
                        ? ClockId.ofSequence(machine.context.traceId(), p.sequenceId(), clockId)
                        : ClockId.of(clockId);
            }
            clock = sequence.clock;
        }
        if ((clock == null || clock.clock() == ClockId.MONOTONIC)
                && (p.has(TracePacket.CHROME_EVENTS_FIELD_NUMBER) || p.has(TracePacket.CHROME_METADATA_FIELD_NUMBER))) {
            long ts = clocks.toTraceTime(monotonic, p.timestamp());
            return ts == NONE ? p.timestamp() : ts;
        }
        return clock == null ? p.timestamp() : clocks.toTraceTime(clock, p.timestamp(), -1, true);
    }

    /// Returns the defaults of the sequence of the packet read last.
    public PacketDefaults defaults(Packet p) {
        SequenceClock sequence = sequences.get(p.sequenceId());
        return sequence == null ? PacketDefaults.parse(new byte[0]) : sequence.defaults;
    }

    /// Returns the clock id of the timestamp of the packet read last; 0 for the clock of the file.
    public int clockId(Packet p) {
        return p.clockId() == 0 ? defaults(p).clockId() : p.clockId();
    }

    /// Converts a time in ns of the monotonic clock of the selected machine, or of the machine of the packet read
    /// last, to trace time.
    public long monotonicToTraceTime(long ns) {
        long ts = machine.context.clocks().toTraceTime(monotonic, ns, -1, true);
        return ts == NONE ? ns : ts;
    }

    /// Converts a time in ns of a clock of the same machine to trace time; [#NONE] if the clock is unknown.
    public long toTraceTime(ClockId clock, long ns) {
        return machine.context.clocks().toTraceTime(clock, ns, -1, true);
    }

    /// Returns the clocks of ftrace bundles of the machine of the packet read last.
    public FtraceClocks ftrace() {
        return machine.ftrace;
    }
}
