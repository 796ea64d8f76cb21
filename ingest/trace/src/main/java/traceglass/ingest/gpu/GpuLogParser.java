package traceglass.ingest.gpu;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.gpu.GpuLog;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.StringPool;

/// Parses `gpu_log`: messages of a GPU producer, as instants on one track named after their severity.
public final class GpuLogParser implements PacketParser {

    private static final TrackType LOG = TrackType.slices("gpu_log");
    private static final String[] SEVERITIES = {"UNSPECIFIED", "VERBOSE", "DEBUG", "INFO", "WARNING", "ERROR"};

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();

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
        int severity = 0;
        int tag = -1;
        int message = -1;
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case GpuLog.SEVERITY_FIELD_NUMBER -> severity = cursor.asInt();
                case GpuLog.TAG_FIELD_NUMBER -> tag = cursor.asStringId(strings);
                case GpuLog.LOG_MESSAGE_FIELD_NUMBER -> message = cursor.asStringId(strings);
                default -> {}
            }
        }
        String name = severity >= 0 && severity < SEVERITIES.length ? SEVERITIES[severity] : "UNKNOWN_SEVERITY";
        int track = context.tracks().intern(LOG, strings.intern("GPU Log"));
        int tagId = tag;
        int messageId = message;
        context.slices().scoped(ts, 0, track, StringPool.NULL, strings.intern(name), b -> {
            if (tagId >= 0) {
                b.addString(strings.intern("tag"), tagId);
            }
            if (messageId >= 0) {
                b.addString(strings.intern("message"), messageId);
            }
        });
    }
}
