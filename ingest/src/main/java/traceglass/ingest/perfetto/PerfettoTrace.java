package traceglass.ingest.perfetto;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.tracker.ClockId;
import traceglass.ingest.tracker.LongMap;

/// One Perfetto trace: gives each packet to the reader of the machine that wrote it.
///
/// A trace that has packets of one other machine only was recorded on behalf of that machine, which then takes the place of the
/// one that recorded; see [#adopt].
final class PerfettoTrace {

    private final ImportContext context;
    private final MessageTypes types = new MessageTypes();
    private final PerfettoReader host;
    private final Packet packet = new Packet();
    private final LongMap<PerfettoReader> machines = new LongMap<>();
    private boolean hostSeen;
    private boolean adoptionDecided;
    private int adopted;
    private int sinceCheck;

    PerfettoTrace(ImportContext context) {
        this.context = context;
        host = new PerfettoReader(context, types);
        context.processes().zeroIsIdle();
        context.session().atInputEnd(host::inputEnded);
        context.session().atEnd(host::eventsEnded);
        context.clocks().assumeTraceTime(ClockId.of(ClockId.BOOTTIME));
    }

    void read(TraceInput input) throws IOException {
        new PacketSplitter(context, this::packet).readAll(input);
    }

    private void packet(byte[] buffer, int offset, int length, long position) {
        if (++sinceCheck == 4096) {
            sinceCheck = 0;
            context.progress().check();
        }
        Packet p = packet;
        if (!p.read(buffer, offset, length, position)) {
            context.logs().recordAt("tokenizer_skipped_packets", position, null);
            return;
        }
        int machine = p.machineId();
        if (machine == 0) {
            hostSeen |= !p.isSynchronizationMarker();
            host.read(p);
            return;
        }
        if (!adoptionDecided) {
            adoptionDecided = true;
            adopt(machine);
        }
        if (machine == adopted) {
            host.read(p);
        } else {
            machines.computeIfAbsent(machine, m -> forMachine((int) m)).read(p);
        }
    }

    /// Takes the machine for the one that recorded if that has said nothing of its own.
    private void adopt(int machine) {
        if (!hostSeen && context.session().machines().adopt(context.machineId(), machine & 0xFFFF_FFFFL)) {
            adopted = machine;
        }
    }

    private PerfettoReader forMachine(int machine) {
        int row = context.session().machines().row(machine & 0xFFFF_FFFFL);
        ImportContext remote = context.session().context(row, context.traceId());
        PerfettoReader reader = new PerfettoReader(remote, types);
        remote.processes().zeroIsIdle();
        context.session().atInputEnd(reader::inputEnded);
        context.session().atEnd(reader::eventsEnded);
        if (context.clocks().defaultClock() != null) {
            remote.clocks().setDefaultClock(context.clocks().defaultClock());
        }
        remote.processes().zeroIsIdle();
        remote.clocks().assumeTraceTime(ClockId.of(ClockId.BOOTTIME));
        return reader;
    }
}
