package traceglass.record.config;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;
import traceglass.protos.config.TraceConfig.CompressionType;
import traceglass.record.config.ConfigDraft.Fields;
import traceglass.record.spi.Platform;

/// Reads the form from a config that was written by hand or by another tool: sizes, modes, and the probes that are
/// completely contained in it. Data sources unknown to the probes become data sources added by hand, and the config
/// is kept with the form, so that nothing is lost when the form is used.
public final class SettingsReader {

    private SettingsReader() {}

    /// Returns the settings that are closest to the config.
    public static RecordSettings read(TraceConfig config, Platform platform) {
        RecordSettings s = RecordSettings.empty(platform)
                .withDurationMs(Integer.toUnsignedLong(config.getDurationMs()))
                .withCompression(config.getCompressionType() == CompressionType.COMPRESSION_TYPE_DEFLATE);
        if (config.getBuffersCount() > 0) {
            s = s.withBufferKb(Integer.toUnsignedLong(config.getBuffers(0).getSizeKb()));
        }
        boolean discards = config.getBuffersCount() > 0 && config.getBuffers(0).getFillPolicy() == FillPolicy.DISCARD;
        s = s.withMode(
                config.getWriteIntoFile()
                        ? RecordSettings.Mode.LONG_TRACE
                        : discards ? RecordSettings.Mode.STOP_WHEN_FULL : RecordSettings.Mode.RING_BUFFER);
        if (config.getWriteIntoFile()) {
            s = s.withFile(
                    (int) Math.min(config.getMaxFileSizeBytes() >> 20, Integer.MAX_VALUE),
                    config.getFileWritePeriodMs());
        }
        if (config.getTriggerConfig().getTriggersCount() > 0) {
            s = s.withTriggers(new RecordSettings.Triggers(
                    config.getTriggerConfig().getTriggerMode(),
                    config.getTriggerConfig().getTriggersList().stream()
                            .map(t -> new RecordSettings.Trigger(t.getName(), t.getStopDelayMs()))
                            .toList(),
                    config.getTriggerConfig().getTriggerTimeoutMs()));
        }
        for (Probe probe : Probes.of(platform)) {
            OptionValues values = values(probe, config);
            if (isContained(probe, values, config, s)) {
                s = s.with(probe.id(), values);
            }
        }
        s = withOtherEvents(s, config);
        s = s.withExtra(ConfigMerge.extra(config, s.generated()));
        return s.withWritten(new RecordSettings.HandwrittenConfig(config, s));
    }

    /// Adds kernel events that belong to no probe as events requested by name.
    private static RecordSettings withOtherEvents(RecordSettings s, TraceConfig config) {
        if (config.getDataSourcesList().stream().noneMatch(d -> d.getConfig().hasFtraceConfig())) {
            return s;
        }
        Set<String> names = new HashSet<>();
        s.config()
                .getDataSourcesList()
                .forEach(d -> names.addAll(d.getConfig().getFtraceConfig().getFtraceEventsList()));
        List<String> others = config.getDataSourcesList().stream()
                .flatMap(d -> d.getConfig().getFtraceConfig().getFtraceEventsList().stream())
                .filter(e -> !names.contains(e))
                .distinct()
                .toList();
        if (others.isEmpty()) {
            return s;
        }
        OptionValues values = s.isOn(KernelProbes.FTRACE_CONFIG)
                ? s.values(KernelProbes.FTRACE_CONFIG)
                : values(Probes.byId(KernelProbes.FTRACE_CONFIG), config);
        return s.with(KernelProbes.FTRACE_CONFIG, values.with("events", others));
    }

    /// Reads the values of the options from the config.
    private static OptionValues values(Probe probe, TraceConfig config) {
        OptionValues values = OptionValues.DEFAULTS;
        for (Option option : probe.options()) {
            if (option.source().isEmpty()) {
                continue;
            }
            Object value = value(option, config);
            if (value != null) {
                values = values.with(option.id(), value);
            }
        }
        if (probe.id().equals(KernelProbes.FTRACE_CONFIG)) {
            values = values.with("events", List.of());
        }
        if (probe.id().equals(ChromeProbes.ID)) {
            values = browser(values, config);
        }
        if (probe.id().equals("atrace")) {
            boolean isForAll = config.getDataSourcesList().stream()
                    .anyMatch(d ->
                            d.getConfig().getFtraceConfig().getAtraceAppsList().contains("*"));
            values = values.with("allApps", isForAll);
            if (isForAll) {
                values = values.with("apps", List.of());
            }
        }
        if (probe.optionReader() != null) {
            values = probe.optionReader().read(config, values);
        }
        return values;
    }

    private static OptionValues browser(OptionValues values, TraceConfig config) {
        List<String> categories = config.getDataSourcesList().stream()
                .map(TraceConfig.DataSource::getConfig)
                .filter(d -> d.getName().equals("track_event"))
                .flatMap(d -> d.getTrackEventConfig().getEnabledCategoriesList().stream())
                .filter(c -> !c.equals("__metadata"))
                .distinct()
                .toList();
        boolean hasPrivacy = config.getDataSourcesList().stream()
                .anyMatch(d -> d.getConfig().getChromeConfig().getPrivacyFilteringEnabled());
        Set<String> ungrouped = new LinkedHashSet<>(categories);
        List<String> groups = new ArrayList<>();
        ChromeProbes.GROUPS.forEach((group, members) -> {
            if (categories.containsAll(members)) {
                groups.add(group);
            }
        });
        groups.forEach(g -> ungrouped.removeAll(ChromeProbes.GROUPS.get(g)));
        return values.with("groups", List.copyOf(groups))
                .with("categories", List.copyOf(ungrouped))
                .with("privacy", hasPrivacy);
    }

    private static Object value(Option option, TraceConfig config) {
        List<String> several = new ArrayList<>();
        for (TraceConfig.DataSource d : config.getDataSourcesList()) {
            if (!d.getConfig().getName().equals(option.source())) {
                continue;
            }
            for (String path : option.path().split(",")) {
                Object value = Fields.get(d.getConfig(), path);
                switch (option.kind()) {
                    case NUMBER -> {
                        if (value instanceof Number n) {
                            return Math.round(n.longValue() / option.scale());
                        }
                    }
                    case SWITCH -> {
                        if (value instanceof Boolean b) {
                            return b;
                        }
                    }
                    default -> {
                        if (value instanceof List<?> list) {
                            list.forEach(v ->
                                    several.add(v instanceof EnumValueDescriptor e ? e.getName() : String.valueOf(v)));
                        }
                    }
                }
            }
        }
        if (option.kind() == Option.Kind.NUMBER) {
            return 0L;
        }
        if (option.kind() == Option.Kind.SWITCH) {
            return false;
        }
        if (!option.choices().isEmpty() && !option.id().equals("categories")) {
            several.removeIf(
                    v -> option.choices().stream().noneMatch(c -> c.value().equals(v)));
        }
        return List.copyOf(several);
    }

    /// Returns whether the config contains everything that this probe alone would add.
    private static boolean isContained(Probe probe, OptionValues values, TraceConfig config, RecordSettings sizes) {
        ConfigDraft draft = new ConfigDraft(sizes);
        draft.add(probe, values);
        TraceConfig probeConfig = draft.build().config();
        if (probeConfig.getDataSourcesCount() == 0) {
            return false;
        }
        boolean polls = probe.options().stream().anyMatch(o -> o.id().equals("pollMs"));
        if (polls && values.number(probe.option("pollMs")) == 0) {
            return false;
        }
        boolean chooses =
                probe.events().isEmpty() && probe.options().stream().anyMatch(o -> o.id().equals("categories"));
        if (chooses
                && probe.sources().isEmpty()
                && values.list(probe.option("categories")).isEmpty()
                && !probe.id().equals(ChromeProbes.ID)) {
            return false;
        }
        for (TraceConfig.DataSource d : probeConfig.getDataSourcesList()) {
            DataSourceConfig required =
                    d.getConfig().toBuilder().clearTargetBuffer().build();
            if (config.getDataSourcesList().stream()
                    .noneMatch(c -> c.getConfig().getName().equals(required.getName())
                            && MessageContainment.containsAll(c.getConfig(), required))) {
                return false;
            }
        }
        return true;
    }
}
