package traceglass.ingest.perfetto.reader;

import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketSequences;
import traceglass.ingest.perfetto.packet.PacketSplitter;
import traceglass.ingest.perfetto.packet.TraceStatsReader;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.common.AttributeDecoder;
import traceglass.protos.common.TraceAttributesDecoder;
import traceglass.protos.common.TraceStatsDecoder;
import traceglass.protos.config.BufferConfigDecoder;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfigDecoder;
import traceglass.protos.trace.ExtensionDescriptorDecoder;
import traceglass.protos.trace.SlowDataSourceDecoder;
import traceglass.protos.trace.SlowDataSourcesDecoder;
import traceglass.protos.trace.TracingServiceEventDecoder;
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
    private byte[] config;
    private boolean writesIntoFile;

    ServicePackets(ImportContext context, PacketSequences sequences) {
        this.context = context;
        this.sequences = sequences;
        statsReader = new TraceStatsReader(context.stats(), sequences);
    }

    void parseStats(TraceStatsDecoder traceStats) {
        statsReader.read(traceStats);
    }

    /// Reads the `TracingServiceEvent` in the selected field. Its time is always in the boot clock.
    void parseEvent(Packet packet) {
        long ts = packet.timestamp();
        ClockId clock = ClockId.of(packet.hasClockId() ? packet.clockId() : ClockId.BOOTTIME);
        long traceTime = context.clocks().toTraceTime(clock, ts, packet.position(), true);
        if (traceTime != ClockTracker.NONE) {
            ts = traceTime;
        }
        TracingServiceEventDecoder event = packet.decode(new TracingServiceEventDecoder());
        if (event.tracingStarted()) {
            context.metadata().set("tracing_started_ns", ts);
        }
        if (event.tracingDisabled()) {
            context.metadata().set("tracing_disabled_ns", ts);
        }
        if (event.allDataSourcesStarted()) {
            context.metadata().set("all_data_source_started_ns", ts);
        }
        if (event.allDataSourcesFlushed()) {
            context.metadata().append("all_data_source_flushed_ns", ts);
            context.sorter().markFlushed();
        }
        if (event.readTracingBuffersCompleted()) {
            context.sorter().markBuffersRead();
        }
        if (event.hasSlowStartingDataSources()) {
            reportSlowDataSources(event.slowStartingDataSources(new SlowDataSourcesDecoder()));
        }
        if (event.hasCloneStarted()) {
            context.stats().set(StatNames.TRACED_CLONE_STARTED_TIMESTAMP_NS, ts);
        }
        if (event.hasBufferCloned()) {
            context.stats().set(StatNames.TRACED_BUF_CLONE_DONE_TIMESTAMP_NS, event.bufferCloned(), ts);
        }
    }

    private void reportSlowDataSources(SlowDataSourcesDecoder sources) {
        SlowDataSourceDecoder source = new SlowDataSourceDecoder();
        for (int i = 0; i < sources.dataSourceCount(); i++) {
            sources.dataSource(i, source);
            context.metadata().append("slow_start_data_source", source.producerName() + " " + source.dataSourceName());
        }
    }

    /// Reads `TraceAttributes`: key-value pairs set by the recorder.
    void parseAttributes(TraceAttributesDecoder attributes) {
        AttributeDecoder attribute = new AttributeDecoder();
        for (int i = 0; i < attributes.attributeCount(); i++) {
            String key = "trace_attribute." + attributes.attribute(i, attribute).key();
            if (attribute.hasLongValue()) {
                context.metadata().setDynamic(key, attribute.longValue());
            } else if (attribute.hasStringValue()) {
                context.metadata().setDynamic(key, attribute.stringValue());
            }
        }
    }

    /// Adds message types from the trace (`ExtensionDescriptor`), uncompressed or gzipped.
    void addExtensions(Packet packet, MessageTypes types) {
        try {
            ExtensionDescriptorDecoder extension = packet.decode(new ExtensionDescriptorDecoder());
            int set = extension.extensionSetOffset();
            if (extension.hasExtensionSet()) {
                types.add(Arrays.copyOfRange(packet.buffer(), set, set + extension.extensionSetLength()));
            }
            if (extension.hasExtensionSetGzip()) {
                types.add(PacketSplitter.inflate(
                        packet.buffer(), extension.extensionSetGzipOffset(), extension.extensionSetGzipLength()));
            }
        } catch (IOException e) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
        }
    }

    /// Reads the parts of a `TraceConfig` that affect the reliability of the recording.
    void parseConfig(byte[] bytes) {
        config = bytes;
        TraceConfigDecoder fields = config();
        writesIntoFile = fields.hasWriteIntoFile() ? fields.writeIntoFile() : writesIntoFile;
        sequences.setWritesIntoFile(writesIntoFile);
        BufferConfigDecoder buffer = new BufferConfigDecoder();
        for (int i = 0; i < fields.buffersCount() && writesIntoFile; i++) {
            if (fields.buffers(i, buffer).fillPolicy() == TraceConfig.BufferConfig.FillPolicy.DISCARD_VALUE) {
                context.stats().add(StatNames.CONFIG_WRITE_INTO_FILE_DISCARD, i, 1);
            }
        }
        parseAttributes(fields.traceAttributes(new TraceAttributesDecoder()));
    }

    private TraceConfigDecoder config() {
        TraceConfigDecoder fields = new TraceConfigDecoder();
        fields.decode(config, 0, config.length);
        return fields;
    }

    /// Determines from the last config whether data was lost between the buffers and the file.
    void atEnd() {
        if (config == null) {
            return;
        }
        new TraceDiagnostics(context).run(config);
        if (!writesIntoFile) {
            return;
        }
        TraceConfigDecoder fields = config();
        long writePeriodMs = Integer.toUnsignedLong(fields.fileWritePeriodMs());
        StatsTracker.View stats = context.stats();
        for (int i = 0; i < fields.buffersCount() && writePeriodMs < RING_BUFFER_PERIOD_MS; i++) {
            long overwritten = stats.get(StatNames.TRACED_BUF_BYTES_OVERWRITTEN, i);
            if (overwritten != LongColumn.NULL && overwritten > 0) {
                stats.set(StatNames.LONG_TRACE_MODE_BYTES_OVERWRITTEN, i, overwritten);
            }
        }
        if (fields.flushPeriodMs() == 0 && serviceVersion() < VERSION_WITH_AUTOMATIC_FLUSH) {
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
