package traceglass.ingest.etw;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSorter;
import traceglass.protos.system.EtwTraceEvent;
import traceglass.protos.system.EtwTraceEventBundle;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;

/// Splits bundles of Windows events. Events of each CPU have a queue in the sorter; their times are already trace
/// times.
public final class EtwPackets implements PacketParser {

    private static final int MAX_CPUS = 1024;

    private final PacketContext packets;
    private final ImportContext context;
    private final EtwEvents handlers;
    private final ProtoCursor bundle = new ProtoCursor();
    private final ProtoCursor event = new ProtoCursor();
    private EventSorter.Queue[] queues = new EventSorter.Queue[0];

    /// Buffer and CPU of waiting events.
    private record Source(byte[] buffer, int cpu) {}

    public EtwPackets(PacketContext packets) {
        this.packets = packets;
        context = packets.context();
        handlers = new EtwEvents(context);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ETW_EVENTS_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        int bundleCpu = -1;
        for (packet.enter(bundle); bundle.next(); ) {
            if (bundle.field() == EtwTraceEventBundle.CPU_FIELD_NUMBER) {
                bundleCpu = bundle.asInt();
            }
        }
        Source source = null;
        for (packet.enter(bundle); bundle.next(); ) {
            if (bundle.field() != EtwTraceEventBundle.EVENT_FIELD_NUMBER) {
                continue;
            }
            int cpu = bundleCpu;
            boolean isTimed = false;
            long time = 0;
            for (event.enter(bundle); event.next(); ) {
                if (event.field() == EtwTraceEvent.CPU_FIELD_NUMBER) {
                    cpu = event.asInt();
                } else if (event.field() == EtwTraceEvent.TIMESTAMP_FIELD_NUMBER) {
                    isTimed = true;
                    time = event.asLong();
                }
            }
            if (!isTimed || cpu < 0 || cpu >= MAX_CPUS) {
                context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
                continue;
            }
            if (source == null || source.cpu != cpu) {
                source = new Source(packet.buffer(), cpu);
            }
            queue(cpu).push(time, (long) bundle.offset() << 32 | bundle.length(), source);
        }
        return true;
    }

    /// Returns the queue of a CPU. Queues of lower CPUs are created first because their events come first at equal
    /// times.
    private EventSorter.Queue queue(int cpu) {
        if (cpu >= queues.length) {
            int oldLength = queues.length;
            queues = Arrays.copyOf(queues, cpu + 1);
            for (int i = oldLength; i <= cpu; i++) {
                queues[i] = packets.queue(this::writeEvent);
            }
        }
        return queues[cpu];
    }

    private void writeEvent(long ts, long location, Object ref) {
        Source source = (Source) ref;
        handlers.read(ts, source.cpu, source.buffer, (int) (location >>> 32), (int) location);
    }

    @Override
    public void atEnd() {
        handlers.finish();
    }
}
