package traceglass.record.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.CompressionType;
import traceglass.protos.config.TraceConfig.TriggerConfig;
import traceglass.record.spi.Platform;

/// Settings of a recording: the form of the record screen as a value. Immutable; [#config] converts it to a trace
/// config.
///
/// @param bufferKb size of the main buffer in KB
/// @param durationMs duration in milliseconds; 0 to record until stopped
/// @param maxFileMb for long traces: file size in MB at which the recording ends
/// @param filePeriodMs for long traces: interval in milliseconds at which the buffers are written to the file
/// @param isCompressed whether the service compresses packets
/// @param triggers events that start or stop the recording, or null
/// @param probes enabled probes, in the order in which they were enabled
/// @param extra data sources added by hand
/// @param written the config that the form was read from, together with that form; null if there is none. Everything
///     the form does not cover is taken from it
public record RecordSettings(
        Platform platform,
        Mode mode,
        long bufferKb,
        long durationMs,
        int maxFileMb,
        int filePeriodMs,
        boolean isCompressed,
        @Nullable Triggers triggers,
        Map<String, OptionValues> probes,
        List<DataSourceConfig> extra,
        @Nullable HandwrittenConfig written) {

    /// Behavior when the buffers are full.
    public enum Mode {
        STOP_WHEN_FULL(ConfigTexts.STOP_WHEN_FULL),
        RING_BUFFER(ConfigTexts.RING_BUFFER),
        LONG_TRACE(ConfigTexts.LONG);

        private final String title;

        Mode(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /// One trigger.
    ///
    /// @param name the name that programs activate it by
    /// @param delayMs time that the recording continues after the trigger, in milliseconds
    public record Trigger(String name, int delayMs) {}

    /// Triggers activated by programs on the target.
    ///
    /// @param mode whether they start the recording, stop it, or take snapshots
    /// @param timeoutMs longest wait for a trigger in milliseconds
    public record Triggers(TriggerConfig.TriggerMode mode, List<Trigger> list, int timeoutMs) {

        public Triggers {
            list = List.copyOf(list);
        }
    }

    /// A config written by hand, and the form read from it.
    public record HandwrittenConfig(TraceConfig config, RecordSettings form) {}

    /// Default duration of a long trace: 6 hours.
    public static final long LONG_DURATION_MS = 6 * 3600_000L;

    public RecordSettings {
        probes = Collections.unmodifiableMap(new LinkedHashMap<>(probes));
        extra = List.copyOf(extra);
    }

    /// Returns settings without probes, with default sizes.
    public static RecordSettings empty(Platform platform) {
        return new RecordSettings(
                platform, Mode.STOP_WHEN_FULL, 64 * 1024, 10_000, 500, 2500, false, null, Map.of(), List.of(), null);
    }

    public RecordSettings withMode(Mode m) {
        return new RecordSettings(
                platform,
                m,
                bufferKb,
                durationMs,
                maxFileMb,
                filePeriodMs,
                isCompressed,
                triggers,
                probes,
                extra,
                written);
    }

    public RecordSettings withBufferKb(long kb) {
        return new RecordSettings(
                platform,
                mode,
                kb,
                durationMs,
                maxFileMb,
                filePeriodMs,
                isCompressed,
                triggers,
                probes,
                extra,
                written);
    }

    public RecordSettings withDurationMs(long ms) {
        return new RecordSettings(
                platform, mode, bufferKb, ms, maxFileMb, filePeriodMs, isCompressed, triggers, probes, extra, written);
    }

    public RecordSettings withFile(int maxMb, int periodMs) {
        return new RecordSettings(
                platform, mode, bufferKb, durationMs, maxMb, periodMs, isCompressed, triggers, probes, extra, written);
    }

    public RecordSettings withCompression(boolean isOn) {
        return new RecordSettings(
                platform, mode, bufferKb, durationMs, maxFileMb, filePeriodMs, isOn, triggers, probes, extra, written);
    }

    public RecordSettings withTriggers(Triggers t) {
        return new RecordSettings(
                platform, mode, bufferKb, durationMs, maxFileMb, filePeriodMs, isCompressed, t, probes, extra, written);
    }

    public RecordSettings withExtra(List<DataSourceConfig> sources) {
        return new RecordSettings(
                platform,
                mode,
                bufferKb,
                durationMs,
                maxFileMb,
                filePeriodMs,
                isCompressed,
                triggers,
                probes,
                sources,
                written);
    }

    /// Returns a copy with the probe enabled and these option values.
    public RecordSettings with(String probe, OptionValues values) {
        Map<String, OptionValues> changed = new LinkedHashMap<>(probes);
        changed.put(probe, values);
        return new RecordSettings(
                platform,
                mode,
                bufferKb,
                durationMs,
                maxFileMb,
                filePeriodMs,
                isCompressed,
                triggers,
                changed,
                extra,
                written);
    }

    /// Returns a copy with the probe disabled.
    public RecordSettings without(String probe) {
        Map<String, OptionValues> changed = new LinkedHashMap<>(probes);
        changed.remove(probe);
        return new RecordSettings(
                platform,
                mode,
                bufferKb,
                durationMs,
                maxFileMb,
                filePeriodMs,
                isCompressed,
                triggers,
                changed,
                extra,
                written);
    }

    public boolean isOn(String probe) {
        return probes.containsKey(probe);
    }

    public OptionValues values(String probe) {
        return probes.getOrDefault(probe, OptionValues.DEFAULTS);
    }

    RecordSettings withWritten(HandwrittenConfig w) {
        return new RecordSettings(
                platform,
                mode,
                bufferKb,
                durationMs,
                maxFileMb,
                filePeriodMs,
                isCompressed,
                triggers,
                probes,
                extra,
                w);
    }

    /// Converts the settings to a trace config. Required probes come before the probes that require them; probes of
    /// other platforms are ignored. If the form was read from a config, the result is that config with the changes
    /// made since.
    public TraceConfig config() {
        return written == null
                ? ConfigMerge.with(generated().config(), extra)
                : ConfigMerge.merge(
                        written.config(),
                        written.form().generated(),
                        written.form().extra(),
                        generated(),
                        extra);
    }

    /// Config generated from the form, without data sources added by hand.
    ///
    /// @param buffers the ids of its buffers
    record GeneratedConfig(TraceConfig config, List<String> buffers) {}

    GeneratedConfig generated() {
        ConfigDraft draft = new ConfigDraft(this);
        Map<String, OptionValues> ordered = new LinkedHashMap<>();
        probes.keySet().forEach(id -> require(id, ordered));
        ordered.forEach((id, values) -> draft.add(Probes.byId(id), values));
        GeneratedConfig drafted = draft.build();
        TraceConfig.Builder config = drafted.config().toBuilder();
        List<Trigger> named = triggers == null
                ? List.of()
                : triggers.list().stream().filter(t -> !t.name().isBlank()).toList();
        if (triggers != null && !named.isEmpty()) {
            // A trace with triggers has no duration: they end it.
            TriggerConfig.Builder t = config.getTriggerConfigBuilder()
                    .setTriggerMode(triggers.mode())
                    .setTriggerTimeoutMs(triggers.timeoutMs());
            named.forEach(n -> t.addTriggersBuilder().setName(n.name()).setStopDelayMs(n.delayMs()));
        } else if (durationMs > 0) {
            config.setDurationMs((int) Math.min(durationMs, 0xFFFFFFFFL));
        }
        if (mode == Mode.LONG_TRACE) {
            config.setWriteIntoFile(true)
                    .setFileWritePeriodMs(filePeriodMs)
                    .setMaxFileSizeBytes((long) maxFileMb << 20);
        }
        if (isCompressed) {
            config.setCompressionType(CompressionType.COMPRESSION_TYPE_DEFLATE);
        }
        return new GeneratedConfig(config.build(), drafted.buffers());
    }

    private void require(String id, Map<String, OptionValues> ordered) {
        Probe probe = Probes.find(id).orElse(null);
        if (probe == null || ordered.containsKey(id) || !probe.platforms().contains(platform)) {
            return;
        }
        for (String before : probe.requires()) {
            require(before, ordered);
        }
        ordered.put(id, values(id));
    }
}
