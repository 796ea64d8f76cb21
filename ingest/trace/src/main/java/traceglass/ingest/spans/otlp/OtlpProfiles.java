package traceglass.ingest.spans.otlp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.spans.Resource;
import traceglass.ingest.spans.Resources;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Profiles of OTLP (profiles.proto): samples with times become samples of threads, other samples become values of
/// an aggregate profile. The samples of a message wait for its dictionary, which usually comes last.
final class OtlpProfiles {

    private static final String SCOPE = "otlp_profile";

    private final ImportContext context;
    private final Resources resources;
    private final OtlpSamples samples;
    private final EventSorter.Queue queue;
    private final Map<String, Integer> rows = new HashMap<>();
    private final List<Profile> pending = new ArrayList<>();
    private final NamedFrames unmapped;
    private AggregateProfiles aggregates;
    private OtlpDictionary dictionary;

    /// A profile and its samples as they were read.
    private static final class Profile {
        final int resource;
        final Map<String, Object> header = new HashMap<>();
        final List<Object> samples = new ArrayList<>();

        Profile(int resource) {
            this.resource = resource;
        }
    }

    OtlpProfiles(ImportContext context, Resources resources) {
        this.context = context;
        this.resources = resources;
        samples = new OtlpSamples(context, resources);
        queue = context.sorter().queue(samples);
        unmapped = new NamedFrames(context.stackProfiles(), context.strings(), "[opentelemetry]");
        dictionary = new OtlpDictionary(context, unmapped);
    }

    /// Begins a profile of a resource.
    void start(int resource) {
        pending.add(new Profile(resource));
    }

    /// Sets a member of the current profile other than its samples.
    void set(String key, Object value) {
        pending.getLast().header.put(key, value);
    }

    void addSample(Object tree) {
        pending.getLast().samples.add(tree);
    }

    /// Adds an entry to a table of the dictionary.
    void readEntry(String table, Object tree) {
        dictionary.add(table, tree);
    }

    /// Ends a message: writes its samples.
    void end() {
        int count = 0;
        for (Profile profile : pending) {
            Object type = JsonTree.get(profile.header, "sampleType", "sample_type");
            Object period = JsonTree.get(profile.header, "periodType", "period_type");
            String name = string(type, "typeStrindex", "type_strindex");
            String unit = string(type, "unitStrindex", "unit_strindex");
            OtlpSamples.Kind kind = samples.kind(name, unit, string(period, "typeStrindex", "type_strindex"));
            for (Object sample : profile.samples) {
                if ((++count & 0xfff) == 0) {
                    context.progress().check();
                }
                add(profile, kind, sample);
            }
        }
        if (!pending.isEmpty() && dictionary.isEmpty()) {
            context.logs().record(StatNames.SPANS_TRUNCATED, null);
        }
        pending.clear();
        dictionary = new OtlpDictionary(context, unmapped);
    }

    private String string(Object type, String... keys) {
        return dictionary.string(JsonTree.number(type, keys));
    }

    private void add(Profile profile, OtlpSamples.Kind kind, Object sample) {
        int callsite = dictionary.callsite(JsonTree.number(sample, "stackIndex", "stack_index"));
        Map<String, Object> attributes = new LinkedHashMap<>();
        dictionary.addAttributes(attributes, JsonTree.list(sample, "attributeIndices", "attribute_indices"));
        List<?> values = JsonTree.list(sample, "values");
        List<?> times = JsonTree.list(sample, "timestampsUnixNano", "timestamps_unix_nano");
        if (times.isEmpty()) {
            dictionary.addLink(attributes, JsonTree.number(sample, "linkIndex", "link_index"));
            aggregate(profile, kind, callsite, values, attributes);
            return;
        }
        OtlpSamples.Thread thread = samples.thread(profile.resource, attributes);
        for (int i = 0; i < times.size(); i++) {
            long time = JsonTree.toLong(times.get(i));
            long ts = time <= 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(time);
            if (ts == ClockTracker.NONE) {
                context.stats().increment(StatNames.SPANS_WITHOUT_TIME);
                continue;
            }
            long value = i < values.size() ? JsonTree.toLong(values.get(i)) : 1;
            queue.push(ts, value, new OtlpSamples.Sample(kind, thread, callsite));
        }
    }

    private void aggregate(
            Profile profile, OtlpSamples.Kind kind, int callsite, List<?> values, Map<String, Object> attributes) {
        if (callsite < 0) {
            return;
        }
        if (aggregates == null) {
            aggregates = new AggregateProfiles(context.storage());
        }
        Resource service = resources.get(profile.resource);
        String name = (service.isUnnamed() ? "" : service.name() + " ") + kind.name();
        int row = rows.computeIfAbsent(
                name + "\n" + kind.unit(), k -> aggregates.profile(SCOPE, name, kind.name(), kind.unit()));
        double sum = values.isEmpty() ? 1 : 0;
        for (Object value : values) {
            sum += JsonTree.toLong(value);
        }
        aggregates.add(row, callsite, sum, labels(attributes));
    }

    private long labels(Map<String, Object> attributes) {
        if (attributes.isEmpty()) {
            return LongColumn.NULL;
        }
        long set = aggregates.labelSet();
        attributes.forEach((key, value) -> {
            if (value instanceof Long number) {
                aggregates.addLabel(set, key, number, null);
            } else {
                aggregates.addLabel(set, key, value.toString());
            }
        });
        return set;
    }
}
