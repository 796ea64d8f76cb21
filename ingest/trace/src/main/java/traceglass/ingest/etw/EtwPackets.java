package traceglass.ingest.etw;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.sort.EventSorter;
import traceglass.protos.system.EtwTraceEventBundleDecoder;
import traceglass.protos.system.EtwTraceEventDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;

/// Splits bundles of Windows events. Events of each CPU have a queue in the sorter; their times are already trace
/// times.
public final class EtwPackets implements PacketParser {

    private static final int MAX_CPUS = 1024;

    private final PacketContext packets;
    private final ImportContext context;
    private @Nullable EtwEvents handlers;
    private EventSorter.Queue[] queues = new EventSorter.Queue[0];

    /// Buffer and CPU of waiting events.
    private record Source(byte[] buffer, int cpu) {}

    public EtwPackets(PacketContext packets) {
        this.packets = packets;
        context = packets.context();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ETW_EVENTS_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        EtwTraceEventBundleDecoder bundle = packet.decode(new EtwTraceEventBundleDecoder());
        EtwTraceEventDecoder event = new EtwTraceEventDecoder();
        int bundleCpu = bundle.hasCpu() ? bundle.cpu() : -1;
        Source source = null;
        for (int i = 0; i < bundle.eventCount(); i++) {
            bundle.event(i, event);
            int cpu = event.hasCpu() ? event.cpu() : bundleCpu;
            if (!event.hasTimestamp() || cpu < 0 || cpu >= MAX_CPUS) {
                context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
                continue;
            }
            if (source == null || source.cpu != cpu) {
                source = new Source(packet.buffer(), cpu);
            }
            queue(cpu).push(event.timestamp(), (long) bundle.eventOffset(i) << 32 | bundle.eventLength(i), source);
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
        if (handlers == null) {
            handlers = new EtwEvents(context);
        }
        handlers.read(ts, source.cpu, source.buffer, (int) (location >>> 32), (int) location);
    }

    @Override
    public void atEnd() {
        if (handlers != null) {
            handlers.finish();
        }
    }
}
