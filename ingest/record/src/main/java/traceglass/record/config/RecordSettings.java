package traceglass.record.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.CompressionType;
import traceglass.protos.config.TraceConfig.TriggerConfig;
import traceglass.record.spi.Platform;

/// What somebody wants to record: the form of the record screen as a value. Immutable; [#config] makes the trace config
/// of it.
///
/// @param bufferKb size of the main buffer
/// @param durationMs 0: until it is stopped
/// @param maxFileMb for long traces: the recording ends at this size of the file, in powers of 1000
/// @param filePeriodMs for long traces: how often the buffers are emptied into the file
/// @param compression whether the service compresses packets
/// @param triggers events that start or stop the recording, or null
/// @param probes those that are on, in the order in which they were turned on
/// @param extra data sources that were added by hand
/// @param written the config that the form was read from, with the form that was found in it; null where nobody wrote
///     one. What the form knows nothing of is taken from there
public record RecordSettings(
        Platform platform,
        Mode mode,
        long bufferKb,
        long durationMs,
        int maxFileMb,
        int filePeriodMs,
        boolean compression,
        @Nullable Triggers triggers,
        Map<String, OptionValues> probes,
        List<DataSourceConfig> extra,
        @Nullable Written written) {

    /// What happens when the buffers are full.
    public enum Mode {
        STOP_WHEN_FULL("Stop when full"),
        RING_BUFFER("Ring buffer"),
        LONG_TRACE("Long");

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
    /// @param name what programs set it off by
    /// @param delayMs how long the recording goes on after it
    public record Trigger(String name, int delayMs) {}

    /// Triggers that programs on the target set off.
    ///
    /// @param mode whether they start it, stop it, or have snapshots made of it
    /// @param timeoutMs how long they are waited for
    public record Triggers(TriggerConfig.TriggerMode mode, List<Trigger> list, int timeoutMs) {

        public Triggers {
            list = List.copyOf(list);
        }
    }

    /// A config as somebody wrote it, and the form that was found in it.
    public record Written(TraceConfig config, RecordSettings form) {}

    /// What a long trace records unless somebody says otherwise: 6 hours.
    public static final long LONG_DURATION_MS = 6 * 3600_000L;

    public RecordSettings {
        probes = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(probes));
        extra = List.copyOf(extra);
    }

    /// Nothing on, at the usual sizes.
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
                compression,
                triggers,
                probes,
                extra,
                written);
    }

    public RecordSettings withBufferKb(long kb) {
        return new RecordSettings(
                platform, mode, kb, durationMs, maxFileMb, filePeriodMs, compression, triggers, probes, extra, written);
    }

    public RecordSettings withDurationMs(long ms) {
        return new RecordSettings(
                platform, mode, bufferKb, ms, maxFileMb, filePeriodMs, compression, triggers, probes, extra, written);
    }

    public RecordSettings withFile(int mostMb, int periodMs) {
        return new RecordSettings(
                platform, mode, bufferKb, durationMs, mostMb, periodMs, compression, triggers, probes, extra, written);
    }

    public RecordSettings withCompression(boolean on) {
        return new RecordSettings(
                platform, mode, bufferKb, durationMs, maxFileMb, filePeriodMs, on, triggers, probes, extra, written);
    }

    public RecordSettings withTriggers(Triggers t) {
        return new RecordSettings(
                platform, mode, bufferKb, durationMs, maxFileMb, filePeriodMs, compression, t, probes, extra, written);
    }

    public RecordSettings withExtra(List<DataSourceConfig> sources) {
        return new RecordSettings(
                platform,
                mode,
                bufferKb,
                durationMs,
                maxFileMb,
                filePeriodMs,
                compression,
                triggers,
                probes,
                sources,
                written);
    }

    /// With the probe on and these values.
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
                compression,
                triggers,
                changed,
                extra,
                written);
    }

    /// With the probe off.
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
                compression,
                triggers,
                changed,
                extra,
                written);
    }

    public boolean isOn(String probe) {
        return probes.containsKey(probe);
    }

    public OptionValues values(String probe) {
        return probes.getOrDefault(probe, OptionValues.STANDARD);
    }

    RecordSettings withWritten(Written w) {
        return new RecordSettings(
                platform, mode, bufferKb, durationMs, maxFileMb, filePeriodMs, compression, triggers, probes, extra, w);
    }

    /// The trace config. Probes that others bring along come before them; probes that are not for the platform are
    /// left out. Where the form was read from a config, that config is given back with what has been changed since.
    public TraceConfig config() {
        return written == null
                ? ConfigMerge.with(made().config(), extra)
                : ConfigMerge.merge(
                        written.config(), written.form().made(), written.form().extra(), made(), extra);
    }

    /// What the form alone makes, without data sources that were added by hand.
    ///
    /// @param buffers the ids of its buffers
    record Made(TraceConfig config, List<String> buffers) {}

    Made made() {
        ConfigDraft draft = new ConfigDraft(this);
        Map<String, OptionValues> ordered = new LinkedHashMap<>();
        probes.keySet().forEach(id -> require(id, ordered));
        ordered.forEach((id, values) -> draft.add(Probes.byId(id), values));
        Made drafted = draft.build();
        TraceConfig.Builder config = drafted.config().toBuilder();
        List<Trigger> named = triggers == null
                ? List.of()
                : triggers.list().stream().filter(t -> !t.name().isBlank()).toList();
        if (triggers != null && !named.isEmpty()) {
            // A trace that triggers end or begin has no duration of its own.
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
                    .setMaxFileSizeBytes(maxFileMb * 1_000_000L);
        }
        if (compression) {
            config.setCompressionType(CompressionType.COMPRESSION_TYPE_DEFLATE);
        }
        return new Made(config.build(), drafted.buffers());
    }

    private void require(String id, Map<String, OptionValues> ordered) {
        Probe probe = Probes.find(id).orElse(null);
        if (probe == null || ordered.containsKey(id) || !probe.platforms().contains(platform)) {
            return;
        }
        for (String before : probe.after()) {
            require(before, ordered);
        }
        ordered.put(id, values(id));
    }
}
