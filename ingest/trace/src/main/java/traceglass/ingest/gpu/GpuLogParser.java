package traceglass.ingest.gpu;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.gpu.GpuLogDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.StringPool;

/// Parses `gpu_log`: messages of a GPU producer, as instants on one track named after their severity.
public final class GpuLogParser implements PacketParser {

    private static final TrackType LOG = TrackType.slices("gpu_log");
    private static final String[] SEVERITIES = {"UNSPECIFIED", "VERBOSE", "DEBUG", "INFO", "WARNING", "ERROR"};

    private final ImportContext context;

    public GpuLogParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.GPU_LOG_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        StringPool strings = context.strings();
        GpuLogDecoder log = packet.decode(new GpuLogDecoder());
        int severity = log.severity();
        String name = severity >= 0 && severity < SEVERITIES.length ? SEVERITIES[severity] : "UNKNOWN_SEVERITY";
        int track = context.tracks().intern(LOG, strings.intern("GPU Log"));
        context.slices().scoped(ts, 0, track, StringPool.NULL, strings.intern(name), b -> {
            if (log.hasTag()) {
                b.addString(strings.intern("tag"), log.tagId(strings));
            }
            if (log.hasLogMessage()) {
                b.addString(strings.intern("message"), log.logMessageId(strings));
            }
        });
    }
}
