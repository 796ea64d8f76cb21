package traceglass.ingest.perfetto;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Base64;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.stats.MetadataTracker;
import traceglass.protos.trace.BackgroundTracingMetadata;
import traceglass.protos.trace.ChromeBenchmarkMetadata;
import traceglass.protos.trace.ChromeEventBundle;
import traceglass.protos.trace.ChromeLegacyJsonTrace;
import traceglass.protos.trace.ChromeMetadata;
import traceglass.protos.trace.ChromeMetadataPacket;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses metadata of Chrome and of the benchmark it ran, and the bundles of its older tracing system.
final class ChromeMetadataParser implements PacketParser {

    private final ImportContext context;
    private final StringPool strings;
    private final MetadataTracker.View metadata;
    private int packets;
    private int bundles;

    ChromeMetadataParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        metadata = context.metadata();
    }

    @Override
    public int[] fields() {
        return new int[] {
            TracePacket.CHROME_METADATA_FIELD_NUMBER,
            TracePacket.CHROME_BENCHMARK_METADATA_FIELD_NUMBER,
            TracePacket.CHROME_EVENTS_FIELD_NUMBER
        };
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        try {
            switch (packet.field()) {
                case TracePacket.CHROME_METADATA_FIELD_NUMBER -> addTyped(packet.decode(ChromeMetadataPacket.parser()));
                case TracePacket.CHROME_BENCHMARK_METADATA_FIELD_NUMBER ->
                    addBenchmark(packet.decode(ChromeBenchmarkMetadata.parser()));
                default -> {
                    return false;
                }
            }
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
        }
        return true;
    }

    private void addBenchmark(ChromeBenchmarkMetadata m) {
        if (m.hasBenchmarkName()) {
            metadata.set("benchmark_name", m.getBenchmarkName());
        }
        if (m.hasBenchmarkDescription()) {
            metadata.set("benchmark_description", m.getBenchmarkDescription());
        }
        if (m.hasLabel()) {
            metadata.set("benchmark_label", m.getLabel());
        }
        if (m.hasStoryName()) {
            metadata.set("benchmark_story_name", m.getStoryName());
        }
        m.getStoryTagsList().forEach(tag -> metadata.append("benchmark_story_tags", tag));
        if (m.hasBenchmarkStartTimeUs()) {
            metadata.set("benchmark_start_time_us", m.getBenchmarkStartTimeUs());
        }
        if (m.hasStoryRunTimeUs()) {
            metadata.set("benchmark_story_run_time_us", m.getStoryRunTimeUs());
        }
        if (m.hasStoryRunIndex()) {
            metadata.set("benchmark_story_run_index", (long) m.getStoryRunIndex());
        }
        if (m.hasHadFailures()) {
            metadata.set("benchmark_had_failures", m.getHadFailures() ? 1L : 0L);
        }
    }

    private void addTyped(ChromeMetadataPacket m) {
        // A letter in the prefix distinguishes several browsers in one trace.
        String prefix = "cr-" + (char) ('a' + packets++ % 26) + "-";
        if (m.hasChromeVersionCode()) {
            metadata.appendDynamic(prefix + "playstore_version_code", (long) m.getChromeVersionCode());
        }
        if (m.hasAppVersion()) {
            metadata.appendDynamic(prefix + "product-version", m.getAppVersion());
        }
        if (m.hasOsName()) {
            metadata.appendDynamic(prefix + "os-name", m.getOsName());
        }
        if (m.hasAppPackageName()) {
            metadata.appendDynamic(prefix + "package-name", m.getAppPackageName());
        }
        if (m.hasChannel()) {
            metadata.appendDynamic(prefix + "channel", (long) m.getChannel());
        }
        if (m.hasEnabledCategories()) {
            metadata.appendDynamic(prefix + "enabled_categories", m.getEnabledCategories());
        }
        if (m.getFieldTrialHashesCount() > 0) {
            metadata.appendDynamic(prefix + "field_trial_hashes", fieldTrials(m));
        }
        if (m.hasBackgroundTracingMetadata()) {
            BackgroundTracingMetadata background = m.getBackgroundTracingMetadata();
            metadata.appendDynamic(
                    "cr-background_tracing_metadata", Base64.getEncoder().encodeToString(background.toByteArray()));
            if (background.hasScenarioNameHash()) {
                metadata.appendDynamic("cr-scenario_name_hash", background.getScenarioNameHash() & 0xFFFF_FFFFL);
            }
        }
    }

    /// Formats the field trials, two per line.
    private static String fieldTrials(ChromeMetadataPacket m) {
        StringBuilder text = new StringBuilder();
        int trialsOnLine = 0;
        for (ChromeMetadataPacket.FinchHash hash : m.getFieldTrialHashesList()) {
            if (trialsOnLine == 2) {
                text.append('\n');
                trialsOnLine = 0;
            }
            trialsOnLine++;
            text.append("{ name: ")
                    .append(Integer.toUnsignedString(hash.getName()))
                    .append(", group: ")
                    .append(Integer.toUnsignedString(hash.getGroup()))
                    .append(" } ");
        }
        return text.toString();
    }

    @Override
    public void parse(long ts, Packet packet) {
        if (packet.field() != TracePacket.CHROME_EVENTS_FIELD_NUMBER) {
            return;
        }
        try {
            addBundle(ts, packet.decode(ChromeEventBundle.parser()));
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
        }
    }

    private void addBundle(long ts, ChromeEventBundle bundle) {
        if (bundle.getMetadataCount() > 0) {
            addUntyped(ts, bundle);
        }
        if (bundle.getLegacyFtraceOutputCount() > 0) {
            addRaw(ts, "chrome_event.legacy_system_trace", String.join("", bundle.getLegacyFtraceOutputList()));
        }
        for (ChromeLegacyJsonTrace json : bundle.getLegacyJsonTraceList()) {
            if (json.getType() == ChromeLegacyJsonTrace.TraceType.USER_TRACE) {
                addRaw(ts, "chrome_event.legacy_user_trace", json.getData());
            }
        }
    }

    private int rawRow(long ts, String name) {
        Table table = context.storage().table(TableNames.ChromeRaw.TABLE);
        int row = table.addRow();
        table.longs(TableNames.ChromeRaw.TS).set(row, ts);
        table.strings(TableNames.ChromeRaw.NAME).set(row, strings.intern(name));
        table.ints(TableNames.ChromeRaw.UTID).set(row, 0);
        return row;
    }

    private void addRaw(long ts, String name, String data) {
        int row = rawRow(ts, name);
        context.storage()
                .table(TableNames.ChromeRaw.TABLE)
                .ints(TableNames.ChromeRaw.ARG_SET_ID)
                .set(row, context.args().write(b -> b.addString(strings.intern("data"), strings.intern(data))));
    }

    private void addUntyped(long ts, ChromeEventBundle bundle) {
        bundles++;
        String prefix = bundles > 1 ? "cr-" + bundles + "-" : "cr-";
        int row = rawRow(ts, "chrome_event.metadata");
        context.storage()
                .table(TableNames.ChromeRaw.TABLE)
                .ints(TableNames.ChromeRaw.ARG_SET_ID)
                .set(row, context.args().write(b -> {
                    for (ChromeMetadata m : bundle.getMetadataList()) {
                        int key = strings.intern(m.getName());
                        switch (m.getValueCase()) {
                            case STRING_VALUE -> {
                                b.addString(key, strings.intern(m.getStringValue()));
                                metadata.appendDynamic(prefix + m.getName(), m.getStringValue());
                            }
                            case INT_VALUE -> {
                                b.addInt(key, m.getIntValue());
                                metadata.appendDynamic(prefix + m.getName(), m.getIntValue());
                            }
                            case BOOL_VALUE -> {
                                b.addInt(key, m.getBoolValue() ? 1 : 0);
                                metadata.appendDynamic(prefix + m.getName(), m.getBoolValue() ? 1L : 0L);
                            }
                            case JSON_VALUE -> {
                                b.addJson(key, key, strings.intern(m.getJsonValue()));
                                metadata.appendDynamic(prefix + m.getName(), m.getJsonValue());
                            }
                            default -> context.stats().increment(StatNames.EMPTY_CHROME_METADATA);
                        }
                    }
                }));
    }
}
