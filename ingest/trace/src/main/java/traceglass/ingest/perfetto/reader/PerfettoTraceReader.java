package traceglass.ingest.perfetto.reader;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import traceglass.ingest.FileSettings;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.PacketPrefetcher;
import traceglass.ingest.perfetto.packet.TrackEventBatch;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.machine.Machines;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.ImportTotals;

/// A Perfetto trace: passes each packet to the reader of the machine that wrote it.
///
/// If a trace contains only packets of one other machine, it was recorded on behalf of that machine, which then
/// replaces the recording machine; see [#adopt].
public final class PerfettoTraceReader implements PacketPrefetcher.Sink {

    private final ImportContext context;
    private final List<Function<PacketContext, PacketParser>> parsers;
    private final FileSettings settings;
    private final MessageTypes types = new MessageTypes();
    private final PacketEvidence evidence = new PacketEvidence(types);
    private final MachinePacketReader host;
    private final LongMap<MachinePacketReader> machines = new LongMap<>();
    private final Packet packet = new Packet();
    private boolean isHostSeen;
    private boolean isAdoptionDecided;
    private int adoptedMachine;
    private int packetsSinceCheck;
    private long packets;

    private PerfettoTraceReader(ImportContext context, List<Function<PacketContext, PacketParser>> parsers) {
        this.context = context;
        this.parsers = parsers;
        settings = context.settings();
        host = new MachinePacketReader(context, types, parsers);
        context.processes().mapZeroToIdle();
        context.session().atInputEnd(host::endInput);
        context.session().atInputEnd(() -> context.storage().totals().add(ImportTotals.PACKETS, packets));
        context.session().atEnd(host::endEvents);
        context.clocks().assumeTraceTime(ClockId.of(ClockId.BOOTTIME));
    }

    /// Creates a reader to which the packets of a trace are passed as they arrive.
    ///
    /// @param parsers factories of the parsers for each machine
    public static PerfettoTraceReader open(ImportContext context, List<Function<PacketContext, PacketParser>> parsers) {
        return new PerfettoTraceReader(context, parsers);
    }

    /// Reads a trace.
    ///
    /// @param parsers factories of the parsers for each machine
    /// @throws TraceProblem if the input is not a trace, or contradicts the given settings
    public static void read(
            TraceInput input, ImportContext context, List<Function<PacketContext, PacketParser>> parsers)
            throws IOException, TraceProblem {
        PerfettoTraceReader reader = PacketPrefetcher.readAll(input, () -> new PerfettoTraceReader(context, parsers));
        reader.evidence.check(input);
    }

    @Override
    public void onPacket(Packet p) throws TraceProblem {
        check();
        evidence.add(p);
        dispatch(p);
    }

    @Override
    public void onEvent(TrackEventBatch events, int i) throws TraceProblem {
        check();
        evidence.addEvent();
        if (settings != FileSettings.NONE) {
            dispatch(events.read(i, packet));
        } else {
            isHostSeen = true;
            host.parseEvent(events, i);
        }
    }

    @Override
    public void onDamage(long position) {
        evidence.addDamage();
        context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, position, null);
    }

    private void check() {
        packets++;
        if (++packetsSinceCheck == 4096) {
            packetsSinceCheck = 0;
            context.progress().check();
        }
    }

    private void dispatch(Packet p) throws TraceProblem {
        if (settings != FileSettings.NONE) {
            checkAgainstSettings(p);
        }
        int machine = p.machineId();
        if (machine == 0) {
            isHostSeen |= !p.isSynchronizationMarker();
            host.read(p);
            return;
        }
        if (!isAdoptionDecided) {
            isAdoptionDecided = true;
            adopt(machine);
        }
        if (machine == adoptedMachine) {
            host.read(p);
            return;
        }
        MachinePacketReader reader = machines.get(machine);
        if (reader == null) {
            reader = forMachine(machine);
        }
        if (reader != null) {
            reader.read(p);
        }
    }

    /// Checks that a file whose machine or clock is set from outside has only one machine or clock.
    private void checkAgainstSettings(Packet p) throws TraceProblem {
        if (settings.ignoresClockSnapshots() && p.has(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER)) {
            throw TraceProblem.ofSettings("perfetto_manifest: clock overrides require the trace to use a single clock, "
                    + "but it has snapshots of several");
        }
        if (p.machineId() == 0 && !p.has(TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER)) {
            return;
        }
        if (settings.isSingleMachine()) {
            throw TraceProblem.ofSettings(
                    "perfetto_manifest: a `machine` override attributes the file to one machine, but it has packets of"
                            + " several. Replace `machine` with a `machines` block that names each of them by its id.");
        }
        if (settings.ignoresClockSnapshots()) {
            throw TraceProblem.ofSettings(
                    "perfetto_manifest: a `clocks` override applies only to a single-machine file, but the file "
                            + "has packets of several machines and relates their clocks itself.");
        }
    }

    /// Makes the machine the recording one, unless the recording machine has written packets itself.
    private void adopt(int machine) {
        if (!isHostSeen
                && settings.machines() == null
                && context.session().machines().adopt(context.machineId(), machine & 0xFFFF_FFFFL)) {
            adoptedMachine = machine;
        }
    }

    /// Creates a reader for another machine; returns null if there are too many.
    private MachinePacketReader forMachine(int machine) throws TraceProblem {
        long id = machine & 0xFFFF_FFFFL;
        if (settings.machines() != null) {
            Long mapped = settings.machines().get(machine);
            if (mapped == null) {
                throw TraceProblem.ofSettings(
                        "perfetto_manifest: machines: trace has a packet from undeclared machine id " + id);
            }
            id = mapped;
        }
        Machines machineRows = context.session().machines();
        if (!machineRows.isKnown(id) && machineRows.isFull()) {
            context.session().globalStats().increment(StatNames.TOO_MANY_MACHINES);
            return null;
        }
        ImportContext remote = context.session().context(id, context.traceId());
        MachinePacketReader reader = new MachinePacketReader(remote, types, parsers);
        context.session().atInputEnd(reader::endInput);
        context.session().atEnd(reader::endEvents);
        if (context.clocks().defaultClock() != null) {
            remote.clocks().setDefaultClock(context.clocks().defaultClock());
        }
        remote.clocks().assumeTraceTime(ClockId.of(ClockId.BOOTTIME));
        remote.processes().mapZeroToIdle();
        machines.put(machine, reader);
        return reader;
    }
}
