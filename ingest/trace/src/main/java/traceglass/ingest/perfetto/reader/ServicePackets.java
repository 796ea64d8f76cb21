package traceglass.ingest.perfetto.reader;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketSequences;
import traceglass.ingest.perfetto.packet.PacketSplitter;
import traceglass.ingest.perfetto.packet.TraceStatsReader;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.trace.ExtensionDescriptor;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Reads the tracing service's data about the recording: its events, statistics and attributes, and the parts of the
/// trace config that affect the import. Field numbers are those of `TracingServiceEvent`, `TraceAttributes` and
/// `TraceConfig`.
final class ServicePackets {

    private static final int ALL_DATA_SOURCES_STARTED = 1;
    private static final int TRACING_STARTED = 2;
    private static final int ALL_DATA_SOURCES_FLUSHED = 3;
    private static final int READ_TRACING_BUFFERS_COMPLETED = 4;
    private static final int TRACING_DISABLED = 5;
    private static final int SLOW_STARTING_DATA_SOURCES = 7;
    private static final int CLONE_STARTED = 10;
    private static final int BUFFER_CLONED = 11;

    private static final int CONFIG_BUFFERS = 1;
    private static final int CONFIG_WRITE_INTO_FILE = 8;
    private static final int CONFIG_FILE_WRITE_PERIOD_MS = 9;
    private static final int CONFIG_FLUSH_PERIOD_MS = 13;
    private static final int CONFIG_TRACE_ATTRIBUTES = 48;
    private static final int BUFFER_FILL_POLICY = 4;
    private static final int FILL_POLICY_DISCARD = 2;

    /// First version of the service that flushes before each write into the file without being configured to.
    private static final int VERSION_WITH_AUTOMATIC_FLUSH = 54;
    private static final String VERSION_PREFIX = "Perfetto v";
    /// Minimum write period that indicates a ring buffer, where overwriting is not a loss: one day.
    private static final long RING_BUFFER_PERIOD_MS = 24 * 60 * 60 * 1000;

    private final ImportContext context;
    private final PacketSequences sequences;
    private final TraceStatsReader statsReader;
    private final ProtoCursor child = new ProtoCursor();
    private final ProtoCursor grandchild = new ProtoCursor();
    private byte[] config;
    private boolean intoFile;

    ServicePackets(ImportContext context, PacketSequences sequences) {
        this.context = context;
        this.sequences = sequences;
        statsReader = new TraceStatsReader(context.stats(), sequences);
    }

    void stats(ProtoCursor traceStats) {
        statsReader.read(traceStats);
    }

    /// Reads a `TracingServiceEvent`. Its time always is in the boot clock.
    void event(Packet packet, ProtoCursor event) {
        long ts = packet.timestamp();
        ClockId clock = ClockId.of(packet.hasClockId() ? packet.clockId() : ClockId.BOOTTIME);
        long traceTime = context.clocks().toTraceTime(clock, ts, packet.position(), true);
        if (traceTime != ClockTracker.NONE) {
            ts = traceTime;
        }
        while (event.next()) {
            switch (event.field()) {
                case TRACING_STARTED -> setIf(event, "tracing_started_ns", ts);
                case TRACING_DISABLED -> setIf(event, "tracing_disabled_ns", ts);
                case ALL_DATA_SOURCES_STARTED -> setIf(event, "all_data_source_started_ns", ts);
                case ALL_DATA_SOURCES_FLUSHED -> {
                    if (event.asBool()) {
                        context.metadata().append("all_data_source_flushed_ns", ts);
                        context.sorter().flushed();
                    }
                }
                case READ_TRACING_BUFFERS_COMPLETED -> {
                    if (event.asBool()) {
                        context.sorter().readOut();
                    }
                }
                case SLOW_STARTING_DATA_SOURCES -> slowDataSources(event);
                case CLONE_STARTED -> context.stats().set(StatNames.TRACED_CLONE_STARTED_TIMESTAMP_NS, ts);
                case BUFFER_CLONED ->
                    context.stats().set(StatNames.TRACED_BUF_CLONE_DONE_TIMESTAMP_NS, event.asInt(), ts);
                default -> {}
            }
        }
    }

    private void setIf(ProtoCursor event, String name, long ts) {
        if (event.asBool()) {
            context.metadata().set(name, ts);
        }
    }

    private void slowDataSources(ProtoCursor event) {
        for (child.enter(event); child.next(); ) {
            if (child.field() != 1) {
                continue;
            }
            String producer = "";
            String source = "";
            for (grandchild.enter(child); grandchild.next(); ) {
                if (grandchild.field() == 1) {
                    producer = grandchild.asString();
                } else if (grandchild.field() == 2) {
                    source = grandchild.asString();
                }
            }
            context.metadata().append("slow_start_data_source", producer + " " + source);
        }
    }

    /// Reads `TraceAttributes`: key-value pairs set by the recorder.
    void attributes(ProtoCursor attributes) {
        while (attributes.next()) {
            if (attributes.field() != 1) {
                continue;
            }
            String key = "";
            String text = null;
            Long number = null;
            for (child.enter(attributes); child.next(); ) {
                switch (child.field()) {
                    case 1 -> key = child.asString();
                    case 2 -> number = child.asLong();
                    case 3 -> text = child.asString();
                    default -> {}
                }
            }
            if (number != null) {
                context.metadata().setDynamic("trace_attribute." + key, number);
            } else if (text != null) {
                context.metadata().setDynamic("trace_attribute." + key, text);
            }
        }
    }

    /// Adds message types from the trace (`ExtensionDescriptor`), uncompressed or gzipped.
    void extensions(Packet packet, MessageTypes types) {
        try {
            for (packet.enter(child); child.next(); ) {
                if (child.field() == ExtensionDescriptor.EXTENSION_SET_FIELD_NUMBER) {
                    types.add(child.asBytes());
                } else if (child.field() == ExtensionDescriptor.EXTENSION_SET_GZIP_FIELD_NUMBER) {
                    types.add(PacketSplitter.inflate(child.buffer(), child.offset(), child.length()));
                }
            }
        } catch (IOException e) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
        }
    }

    /// Reads the parts of a `TraceConfig` that affect the reliability of the recording.
    void config(ProtoCursor cursor, byte[] bytes) {
        config = bytes;
        int buffer = 0;
        ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
        while (c.next()) {
            if (c.field() == CONFIG_WRITE_INTO_FILE) {
                intoFile = c.asBool();
            }
        }
        sequences.setWritesIntoFile(intoFile);
        while (cursor.next()) {
            if (cursor.field() == CONFIG_BUFFERS && intoFile) {
                int policy = 0;
                for (child.enter(cursor); child.next(); ) {
                    if (child.field() == BUFFER_FILL_POLICY) {
                        policy = child.asInt();
                    }
                }
                if (policy == FILL_POLICY_DISCARD) {
                    context.stats().add(StatNames.CONFIG_WRITE_INTO_FILE_DISCARD, buffer, 1);
                }
                buffer++;
            } else if (cursor.field() == CONFIG_TRACE_ATTRIBUTES) {
                attributes(new ProtoCursor().enter(cursor));
            }
        }
    }

    /// Determines from the last config whether data was lost between the buffers and the file.
    void atEnd() {
        if (config == null) {
            return;
        }
        new TraceDiagnostics(context).run(config);
        long writePeriodMs = 0;
        long flushPeriodMs = 0;
        int buffers = 0;
        for (ProtoCursor c = new ProtoCursor().enter(config, 0, config.length); c.next(); ) {
            switch (c.field()) {
                case CONFIG_WRITE_INTO_FILE -> intoFile = c.asBool();
                case CONFIG_FILE_WRITE_PERIOD_MS -> writePeriodMs = c.asUint32();
                case CONFIG_FLUSH_PERIOD_MS -> flushPeriodMs = c.asUint32();
                case CONFIG_BUFFERS -> buffers++;
                default -> {}
            }
        }
        if (!intoFile) {
            return;
        }
        StatsTracker.View stats = context.stats();
        for (int i = 0; i < buffers && writePeriodMs < RING_BUFFER_PERIOD_MS; i++) {
            long overwritten = stats.get(StatNames.TRACED_BUF_BYTES_OVERWRITTEN, i);
            if (overwritten != LongColumn.NULL && overwritten > 0) {
                stats.set(StatNames.LONG_TRACE_MODE_BYTES_OVERWRITTEN, i, overwritten);
            }
        }
        if (flushPeriodMs == 0 && serviceVersion() < VERSION_WITH_AUTOMATIC_FLUSH) {
            stats.increment(StatNames.CONFIG_WRITE_INTO_FILE_NO_FLUSH);
        }
    }

    /// Returns the major version of the service; -1 if unknown.
    private int serviceVersion() {
        String version = context.metadata().text("tracing_service_version");
        if (version == null || !version.startsWith(VERSION_PREFIX)) {
            return -1;
        }
        int end = VERSION_PREFIX.length();
        while (end < version.length() && Character.isDigit(version.charAt(end))) {
            end++;
        }
        boolean closed = end < version.length() && (version.charAt(end) == '.' || version.charAt(end) == '-');
        if (!closed || end == VERSION_PREFIX.length() || end - VERSION_PREFIX.length() > 6) {
            return -1;
        }
        return Integer.parseInt(version.substring(VERSION_PREFIX.length(), end));
    }
}
