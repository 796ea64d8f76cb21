package traceglass.record.config.check;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import traceglass.protos.Descriptors;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.CategoryArguments;
import traceglass.record.config.KernelProbes;
import traceglass.record.config.Probe;
import traceglass.record.config.Probes;

/// Finds kernel events and atrace categories in a config that do not exist. A service accepts them silently and records
/// nothing for them.
public final class ConfigNameCheck {

    private static final String FTRACE_EVENT = "perfetto.protos.FtraceEvent";

    private ConfigNameCheck() {}

    /// Returns a warning for each unknown kernel event or group, with a suggestion.
    ///
    /// @param events events of the target's kernel as `group/name`; null if they are unknown, then only events
    ///     unknown to all tools are reported
    public static List<String> unknownEventWarnings(TraceConfig config, @Nullable Set<String> events) {
        List<String> sentences = new ArrayList<>();
        for (String event : new LinkedHashSet<>(ftrace(config).stream()
                .flatMap(f -> f.getFtraceEventsList().stream())
                .toList())) {
            int slash = event.indexOf('/');
            String group = slash < 0 ? "" : event.substring(0, slash);
            String name = event.substring(slash + 1);
            boolean isWildcard = name.equals("*");
            if (group.equals("ftrace") || group.equals("raw_syscalls") || slash < 0 && name.equals("print")) {
                // Every kernel has these events but lists none of them; system calls are recorded in a
                // different way.
                continue;
            }
            boolean isKnown = isWildcard
                    ? groups(events).contains(group)
                    : slash < 0
                            ? names(events).contains(name)
                            : events != null
                                    ? events.contains(event)
                                    : names(null).contains(name) || names(null).contains(group + "_" + name);
            if (!isKnown) {
                String near = isWildcard
                        ? NameSuggestion.of(group, groupsAndProbes(events))
                        : NameSuggestion.of(
                                slash < 0 || events == null ? name : event,
                                slash < 0 || events == null ? names(events) : events);
                String kind = isWildcard ? CheckTexts.EVENT_GROUP : CheckTexts.EVENT;
                String subject = isWildcard ? group : event;
                sentences.add(
                        events != null
                                ? CheckTexts.noEvent(kind, subject, near)
                                : CheckTexts.unknownEvent(kind, subject, near));
            }
        }
        return List.copyOf(sentences);
    }

    /// Returns a warning for each atrace category that the device does not have.
    ///
    /// @param atrace categories of the device; empty if unknown, then all are accepted
    public static List<String> unknownCategoryWarnings(TraceConfig config, Map<String, String> atrace) {
        List<String> sentences = new ArrayList<>();
        if (atrace.isEmpty()) {
            return sentences;
        }
        for (String category : new LinkedHashSet<>(ftrace(config).stream()
                .flatMap(f -> f.getAtraceCategoriesList().stream())
                .toList())) {
            if (!atrace.containsKey(category)) {
                String near = NameSuggestion.of(category, atrace.keySet());
                sentences.add(CheckTexts.noCategory(category, near));
            }
        }
        return List.copyOf(sentences);
    }

    private static List<FtraceConfig> ftrace(TraceConfig config) {
        return config.getDataSourcesList().stream()
                .map(TraceConfig.DataSource::getConfig)
                .filter(d -> d.getName().equals(Probe.FTRACE))
                .map(DataSourceConfig::getFtraceConfig)
                .toList();
    }

    private static Set<String> groups(@Nullable Set<String> events) {
        Set<String> groups = new TreeSet<>();
        Collection<String> from = events != null
                ? events
                : Probes.all().stream().flatMap(p -> p.events().stream()).toList();
        from.forEach(e -> groups.add(e.substring(0, Math.max(0, e.indexOf('/')))));
        if (events == null) {
            groups.addAll(KernelProbes.groups());
        }
        return groups;
    }

    /// Returns the names that a short command line accepts: groups of kernel events and short names of probes.
    private static Set<String> groupsAndProbes(@Nullable Set<String> events) {
        Set<String> groups = groups(events);
        groups.addAll(CategoryArguments.probeNames());
        return groups;
    }

    private static Set<String> names(@Nullable Set<String> events) {
        Set<String> names = new TreeSet<>();
        if (events != null) {
            events.forEach(e -> names.add(e.substring(e.indexOf('/') + 1)));
        } else {
            Descriptors.byName(FTRACE_EVENT).getFields().stream()
                    .filter(f -> f.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
                    .forEach(f -> names.add(f.getName()));
            Probes.all().stream()
                    .flatMap(p -> p.events().stream())
                    .forEach(e -> names.add(e.substring(e.indexOf('/') + 1)));
        }
        return names;
    }
}
