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
import traceglass.protos.common.TraceAttributes;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.trace.ExtensionDescriptor;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Reads the tracing service's data about the recording: its events, statistics and attributes, and the parts of the
/// trace config that affect the import.
final class ServicePackets {

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
    private boolean writesIntoFile;

    ServicePackets(ImportContext context, PacketSequences sequences) {
        this.context = context;
        this.sequences = sequences;
        statsReader = new TraceStatsReader(context.stats(), sequences);
    }

    void parseStats(ProtoCursor traceStats) {
        statsReader.read(traceStats);
    }

    /// Reads a `TracingServiceEvent`. Its time is always in the boot clock.
    void parseEvent(Packet packet, ProtoCursor event) {
        long ts = packet.timestamp();
        ClockId clock = ClockId.of(packet.hasClockId() ? packet.clockId() : ClockId.BOOTTIME);
        long traceTime = context.clocks().toTraceTime(clock, ts, packet.position(), true);
        if (traceTime != ClockTracker.NONE) {
            ts = traceTime;
        }
        while (event.next()) {
            switch (event.field()) {
                case TracingServiceEvent.TRACING_STARTED_FIELD_NUMBER -> setIf(event, "tracing_started_ns", ts);
                case TracingServiceEvent.TRACING_DISABLED_FIELD_NUMBER -> setIf(event, "tracing_disabled_ns", ts);
                case TracingServiceEvent.ALL_DATA_SOURCES_STARTED_FIELD_NUMBER ->
                    setIf(event, "all_data_source_started_ns", ts);
                case TracingServiceEvent.ALL_DATA_SOURCES_FLUSHED_FIELD_NUMBER -> {
                    if (event.asBool()) {
                        context.metadata().append("all_data_source_flushed_ns", ts);
                        context.sorter().markFlushed();
                    }
                }
                case TracingServiceEvent.READ_TRACING_BUFFERS_COMPLETED_FIELD_NUMBER -> {
                    if (event.asBool()) {
                        context.sorter().markBuffersRead();
                    }
                }
                case TracingServiceEvent.SLOW_STARTING_DATA_SOURCES_FIELD_NUMBER -> reportSlowDataSources(event);
                case TracingServiceEvent.CLONE_STARTED_FIELD_NUMBER ->
                    context.stats().set(StatNames.TRACED_CLONE_STARTED_TIMESTAMP_NS, ts);
                case TracingServiceEvent.BUFFER_CLONED_FIELD_NUMBER ->
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

    private void reportSlowDataSources(ProtoCursor event) {
        for (child.enter(event); child.next(); ) {
            if (child.field() != TracingServiceEvent.DataSources.DATA_SOURCE_FIELD_NUMBER) {
                continue;
            }
            String producer = "";
            String source = "";
            for (grandchild.enter(child); grandchild.next(); ) {
                if (grandchild.field() == TracingServiceEvent.DataSources.DataSource.PRODUCER_NAME_FIELD_NUMBER) {
                    producer = grandchild.asString();
                } else if (grandchild.field()
                        == TracingServiceEvent.DataSources.DataSource.DATA_SOURCE_NAME_FIELD_NUMBER) {
                    source = grandchild.asString();
                }
            }
            context.metadata().append("slow_start_data_source", producer + " " + source);
        }
    }

    /// Reads `TraceAttributes`: key-value pairs set by the recorder.
    void parseAttributes(ProtoCursor attributes) {
        while (attributes.next()) {
            if (attributes.field() != TraceAttributes.ATTRIBUTE_FIELD_NUMBER) {
                continue;
            }
            String key = "";
            String text = null;
            Long number = null;
            for (child.enter(attributes); child.next(); ) {
                switch (child.field()) {
                    case TraceAttributes.Attribute.KEY_FIELD_NUMBER -> key = child.asString();
                    case TraceAttributes.Attribute.LONG_VALUE_FIELD_NUMBER -> number = child.asLong();
                    case TraceAttributes.Attribute.STRING_VALUE_FIELD_NUMBER -> text = child.asString();
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
    void addExtensions(Packet packet, MessageTypes types) {
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
    void parseConfig(ProtoCursor cursor, byte[] bytes) {
        config = bytes;
        int buffer = 0;
        ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
        while (c.next()) {
            if (c.field() == TraceConfig.WRITE_INTO_FILE_FIELD_NUMBER) {
                writesIntoFile = c.asBool();
            }
        }
        sequences.setWritesIntoFile(writesIntoFile);
        while (cursor.next()) {
            if (cursor.field() == TraceConfig.BUFFERS_FIELD_NUMBER && writesIntoFile) {
                int policy = 0;
                for (child.enter(cursor); child.next(); ) {
                    if (child.field() == TraceConfig.BufferConfig.FILL_POLICY_FIELD_NUMBER) {
                        policy = child.asInt();
                    }
                }
                if (policy == TraceConfig.BufferConfig.FillPolicy.DISCARD_VALUE) {
                    context.stats().add(StatNames.CONFIG_WRITE_INTO_FILE_DISCARD, buffer, 1);
                }
                buffer++;
            } else if (cursor.field() == TraceConfig.TRACE_ATTRIBUTES_FIELD_NUMBER) {
                parseAttributes(new ProtoCursor().enter(cursor));
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
                case TraceConfig.WRITE_INTO_FILE_FIELD_NUMBER -> writesIntoFile = c.asBool();
                case TraceConfig.FILE_WRITE_PERIOD_MS_FIELD_NUMBER -> writePeriodMs = c.asUint32();
                case TraceConfig.FLUSH_PERIOD_MS_FIELD_NUMBER -> flushPeriodMs = c.asUint32();
                case TraceConfig.BUFFERS_FIELD_NUMBER -> buffers++;
                default -> {}
            }
        }
        if (!writesIntoFile) {
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
        boolean isClosed = end < version.length() && (version.charAt(end) == '.' || version.charAt(end) == '-');
        if (!isClosed || end == VERSION_PREFIX.length() || end - VERSION_PREFIX.length() > 6) {
            return -1;
        }
        return Integer.parseInt(version.substring(VERSION_PREFIX.length(), end));
    }
}
