package traceglass.sdk;

import java.util.Set;
import traceglass.sdk.proto.ProtoFields;
import traceglass.sdk.proto.ProtoWriter;

/// Encodes and decodes the `track_event` data source of the tracing service: its descriptor with the categories, and
/// its configuration.
final class TrackEventConfig {

    static final String SOURCE = "track_event";

    private TrackEventConfig() {}

    /// Reads an encoded `TrackEventConfig`.
    static void read(ProtoFields config, TracingOptions to) {
        long everyNs = 0;
        boolean samplesThreadTime = false;
        while (config.next()) {
            boolean isSet = config.number() != 0;
            switch (config.field()) {
                case 1 -> to.disable(config.text());
                case 2 -> to.enable(config.text());
                case 3 -> to.disableTags(config.text());
                case 4 -> to.enableTags(config.text());
                case 5 -> to.setIncremental(!isSet);
                case 6 -> to.timestampUnitNs(Math.max(1, config.number()));
                case 7 -> to.setFilters(isSet, to.filtersDynamicNames());
                case 8 -> samplesThreadTime = isSet;
                case 9 -> to.setFilters(to.filtersArguments(), isSet);
                case 10 -> everyNs = Math.max(0, config.number());
                default -> {}
            }
        }
        if (samplesThreadTime) {
            to.sampleThreadTime(everyNs);
        }
    }

    /// Returns whether a session that started early has the configuration that the service requests.
    static boolean matches(TracingOptions startupOptions, TracingOptions requested) {
        return Set.copyOf(startupOptions.enabledCategories()).equals(Set.copyOf(requested.enabledCategories()))
                && Set.copyOf(startupOptions.disabledCategories()).equals(Set.copyOf(requested.disabledCategories()))
                && Set.copyOf(startupOptions.enabledTags()).equals(Set.copyOf(requested.enabledTags()))
                && Set.copyOf(startupOptions.disabledTags()).equals(Set.copyOf(requested.disabledTags()))
                && startupOptions.filtersArguments() == requested.filtersArguments()
                && startupOptions.filtersDynamicNames() == requested.filtersDynamicNames();
    }

    /// Encodes a request that registers the `track_event` data source with all categories declared so far.
    static ProtoWriter descriptor() {
        ProtoWriter register = new ProtoWriter();
        int source = register.open(1);
        register.string(1, SOURCE).bool(2, true).bool(3, true).bool(4, true);
        register.varint(7, ProcessTrack.UUID);
        int events = register.open(6);
        for (Category category : Sessions.categories()) {
            int start = register.open(1);
            register.string(1, category.name()).string(2, category.description());
            category.tags().forEach(tag -> register.string(3, tag));
            register.close(start);
        }
        register.close(events);
        register.close(source);
        return register;
    }
}
