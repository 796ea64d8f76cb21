package traceglass.record.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.Platform;

/// A type of data that can be recorded with one switch: its section, texts, options, and additions to the config.
///
/// @param id stable id, used by saved settings and presets
/// @param description description in one sentence
/// @param minSdk the lowest Android API level; 0 for any
/// @param requires probes that it requires
/// @param sources a `DataSourceConfig` in text format for each data source that it needs
/// @param events kernel events
/// @param options in display order
/// @param contribution additions to the config that fields cannot express, or null
/// @param optionReader reads the additions of `contribution` back from a config, or null
public record Probe(
        String id,
        Section section,
        String title,
        String description,
        Set<Platform> platforms,
        int minSdk,
        List<String> requires,
        Map<String, String> sources,
        List<String> events,
        List<Option> options,
        @Nullable Contribution contribution,
        @Nullable OptionReader optionReader) {

    /// Name of the data source of kernel events.
    public static final String FTRACE = "linux.ftrace";

    /// Sections of the record screen, in display order.
    public enum Section {
        CPU(ConfigTexts.CPU, "cpu"),
        GPU(ConfigTexts.GPU, "gpu"),
        POWER(ConfigTexts.POWER, "battery"),
        MEMORY(ConfigTexts.MEMORY, "memory"),
        APPS(ConfigTexts.APPS, "android"),
        LINUX(ConfigTexts.LINUX, "terminal"),
        SDK(ConfigTexts.TRACK_EVENTS, "timeline"),
        STACKS(ConfigTexts.STACK_SAMPLING, "stack"),
        NETWORK(ConfigTexts.NETWORK, "network"),
        CHROME(ConfigTexts.CHROME, "network"),
        ADVANCED(ConfigTexts.ADVANCED, "terminal");

        private final String title;
        private final String icon;

        Section(String title, String icon) {
            this.title = title;
            this.icon = icon;
        }

        public String title() {
            return title;
        }

        /// Name of the section's icon.
        public String icon() {
            return icon;
        }
    }

    /// Adds settings to a config that fields cannot express.
    interface Contribution {

        void add(ConfigDraft draft, Probe probe, OptionValues values);
    }

    /// Reads option values that are not single fields from a config.
    interface OptionReader {

        /// @param values the values read from fields so far
        OptionValues read(TraceConfig config, OptionValues values);
    }

    public Probe {
        platforms = Set.copyOf(platforms);
        requires = List.copyOf(requires);
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        events = List.copyOf(events);
        options = List.copyOf(options);
    }

    /// Returns the data sources of a config with this name.
    static Stream<DataSourceConfig> sources(TraceConfig config, String name) {
        return config.getDataSourcesList().stream()
                .map(TraceConfig.DataSource::getConfig)
                .filter(d -> d.getName().equals(name));
    }

    /// Returns the option with this id.
    public Option option(String option) {
        return options.stream()
                .filter(o -> o.id().equals(option))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("probe " + id + " has no option " + option));
    }

    /// Returns a builder of a probe.
    static Builder of(String id, Section section, String title, String description, Platform... platforms) {
        return new Builder(id, section, title, description, Set.of(platforms));
    }

    /// Builder of a probe.
    static final class Builder {

        private final String id;
        private final Section section;
        private final String title;
        private final String description;
        private final Set<Platform> platforms;
        private int minSdk;
        private List<String> requires = List.of();
        private final Map<String, String> sources = new LinkedHashMap<>();
        private List<String> events = List.of();
        private List<Option> options = List.of();

        private @Nullable Contribution contribution;

        private @Nullable OptionReader optionReader;

        private Builder(String id, Section section, String title, String description, Set<Platform> platforms) {
            this.id = id;
            this.section = section;
            this.title = title;
            this.description = description;
            this.platforms = platforms;
        }

        Builder since(int sdk) {
            minSdk = sdk;
            return this;
        }

        Builder requires(String... probes) {
            requires = List.of(probes);
            return this;
        }

        /// @param text its config in text format, without the name
        Builder source(String name, String text) {
            sources.put(name, text);
            return this;
        }

        Builder events(String... names) {
            events = List.of(names);
            return this;
        }

        Builder options(Option... all) {
            options = List.of(all);
            return this;
        }

        Builder contribution(Contribution contribution) {
            this.contribution = contribution;
            return this;
        }

        Builder optionReader(OptionReader reader) {
            optionReader = reader;
            return this;
        }

        Probe build() {
            return new Probe(
                    id,
                    section,
                    title,
                    description,
                    platforms,
                    minSdk,
                    requires,
                    sources,
                    events,
                    options,
                    contribution,
                    optionReader);
        }
    }
}
