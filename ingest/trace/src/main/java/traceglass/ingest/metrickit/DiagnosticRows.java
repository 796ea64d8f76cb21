package traceglass.ingest.metrickit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.stack.AggregateProfiles;

/// Writes diagnostics as aggregate profiles, one for each kind, whose samples are labeled with the number of the
/// diagnostic and of the thread and with the properties of the diagnostic.
final class DiagnosticRows {

    private static final String DIAGNOSTICS = "Diagnostics";
    private static final int MAX_LABEL = 200;
    /// Properties that only diagnostics of one kind have.
    private static final Map<String, String> KIND_OF_PROPERTY = kinds();

    private final AggregateProfiles profiles;
    private final BinaryFrames frames;
    private final Map<String, Integer> rows = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    /// A part of a document to be searched for stacks.
    private record Part(String kind, Map<?, ?> object) {}

    DiagnosticRows(ImportContext context) {
        profiles = new AggregateProfiles(context.storage());
        frames = new BinaryFrames(context);
    }

    private static Map<String, String> kinds() {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("hangDuration", "hang");
        kinds.put("totalCPUTime", "cpuException");
        kinds.put("writesCaused", "diskWriteException");
        kinds.put("launchDuration", "appLaunch");
        kinds.put("signal", "crash");
        kinds.put("exceptionType", "crash");
        return kinds;
    }

    /// Returns the number of diagnostics with stacks.
    int count() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// Adds the diagnostics in a value.
    ///
    /// @param key key of the value in the document
    void add(String key, @Nullable Object value) {
        Deque<Part> pending = new ArrayDeque<>();
        push(pending, key, value);
        while (!pending.isEmpty()) {
            Part part = pending.pop();
            Map<?, ?> object = part.object();
            Object tree = object.containsKey("callStackTree") ? object.get("callStackTree") : object;
            if (tree != null && ReportedCallTree.isTree(tree)) {
                addDiagnostic(part.kind(), object, List.of(tree));
            } else if (tree instanceof List<?> trees && trees.stream().anyMatch(ReportedCallTree::isTree)) {
                addDiagnostic(part.kind(), object, trees);
            } else {
                for (Map.Entry<?, ?> member : object.entrySet()) {
                    String name = String.valueOf(member.getKey());
                    push(pending, name.endsWith(DIAGNOSTICS) ? name : part.kind(), member.getValue());
                }
            }
        }
    }

    private static void push(Deque<Part> pending, String kind, @Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            pending.push(new Part(kind, object));
        } else if (value instanceof List<?> list) {
            // The first element must be taken from the stack first.
            for (int i = list.size() - 1; i >= 0; i--) {
                if (list.get(i) instanceof Map<?, ?> object) {
                    pending.push(new Part(kind, object));
                }
            }
        }
    }

    private void addDiagnostic(String key, Map<?, ?> diagnostic, List<?> trees) {
        Map<String, String> properties = new LinkedHashMap<>();
        addProperties(properties, diagnostic);
        if (diagnostic.get("diagnosticMetaData") instanceof Map<?, ?> metadata) {
            addProperties(properties, metadata);
        }
        String kind = kind(key, properties);
        int row = rows.computeIfAbsent(kind, k -> profiles.profile("metrickit_file", "MetricKit " + k, k, "count"));
        int number = counts.merge(kind, 1, Integer::sum);
        int thread = 0;
        for (Object tree : trees) {
            if (!ReportedCallTree.isTree(tree)) {
                continue;
            }
            ReportedCallTree calls = new ReportedCallTree((Map<?, ?>) tree, frames);
            for (ReportedCallTree.Stack stack : calls.stacks()) {
                long labels = profiles.labelSet();
                profiles.addLabel(labels, "diagnostic", number, null);
                profiles.addLabel(labels, "thread", ++thread, null);
                if (stack.isAttributed()) {
                    profiles.addLabel(labels, "threadAttributed", "true");
                }
                properties.forEach((name, value) -> profiles.addLabel(labels, name, value));
                calls.forEachSample(stack, (callsite, samples) -> profiles.add(row, callsite, samples, labels));
            }
        }
    }

    private static void addProperties(Map<String, String> properties, Map<?, ?> object) {
        object.forEach((key, value) -> {
            String text = value instanceof Map
                    ? (JsonTree.text(value, "value") + " " + JsonTree.text(value, "unit")).strip()
                    : value instanceof List || value == null ? "" : value.toString();
            if (!text.isEmpty()) {
                properties.put(
                        String.valueOf(key), text.length() > MAX_LABEL ? text.substring(0, MAX_LABEL) + "…" : text);
            }
        });
    }

    /// Returns the words for the kind of a diagnostic: `CPU exception` for `cpuExceptionDiagnostics`.
    private static String kind(String key, Map<String, String> properties) {
        String kind = key.endsWith(DIAGNOSTICS) ? key.substring(0, key.length() - DIAGNOSTICS.length()) : "";
        if (kind.isEmpty()) {
            kind = KIND_OF_PROPERTY.entrySet().stream()
                    .filter(e -> properties.containsKey(e.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("stacks");
        }
        String words = kind.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.startsWith("cpu") ? "CPU" + words.substring("cpu".length()) : words;
    }
}
