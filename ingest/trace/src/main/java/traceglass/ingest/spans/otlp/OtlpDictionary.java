package traceglass.ingest.spans.otlp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.StackProfiles;

/// Tables that the profiles of a message share: strings, mappings, functions, locations, stacks, attributes and links.
/// They may come after the samples that refer to them. The first entry of each table is the unset value.
final class OtlpDictionary {

    private static final String UNKNOWN = "[unknown]";

    private final ImportContext context;
    private final StackProfiles profiles;
    private final NamedFrames unmapped;
    private final List<Object> mappings = new ArrayList<>();
    private final List<Object> locations = new ArrayList<>();
    private final List<Object> functions = new ArrayList<>();
    private final List<Object> links = new ArrayList<>();
    private final List<Object> strings = new ArrayList<>();
    private final List<Object> attributes = new ArrayList<>();
    private final List<Object> stacks = new ArrayList<>();
    private final Map<Long, StackProfiles.Mapping> createdMappings = new HashMap<>();
    private final Map<Long, List<Integer>> frames = new HashMap<>();
    private final Map<Long, Integer> callsites = new HashMap<>();

    /// @param unmapped frames without a mapping, which all messages share
    OtlpDictionary(ImportContext context, NamedFrames unmapped) {
        this.context = context;
        this.unmapped = unmapped;
        profiles = context.stackProfiles();
    }

    /// Adds an entry to the table of this name.
    void add(String table, Object entry) {
        List<Object> to = switch (table) {
            case "mappingTable", "mapping_table" -> mappings;
            case "locationTable", "location_table" -> locations;
            case "functionTable", "function_table" -> functions;
            case "linkTable", "link_table" -> links;
            case "stringTable", "string_table" -> strings;
            case "attributeTable", "attribute_table" -> attributes;
            case "stackTable", "stack_table" -> stacks;
            default -> null;
        };
        if (to != null) {
            to.add(entry);
        }
    }

    boolean isEmpty() {
        return strings.isEmpty() && stacks.isEmpty();
    }

    private static Object at(List<Object> table, long index) {
        return index >= 0 && index < table.size() ? table.get((int) index) : null;
    }

    /// Returns a string; "" for the unset one.
    String string(long index) {
        return at(strings, index) instanceof String s ? s : "";
    }

    /// Adds the attributes with these indexes to a map.
    void addAttributes(Map<String, Object> to, List<?> indexes) {
        for (Object index : indexes) {
            Object attribute = at(attributes, JsonTree.toLong(index));
            String key = string(JsonTree.number(attribute, "keyStrindex", "key_strindex"));
            Object value = OtlpValues.toJava(JsonTree.get(attribute, "value"));
            if (!key.isEmpty() && value != null) {
                to.put(key, value);
            }
        }
    }

    /// Adds the span to which a sample belongs.
    void addLink(Map<String, Object> to, long index) {
        Object link = index <= 0 ? null : at(links, index);
        String trace = JsonTree.text(link, "traceId", "trace_id");
        String span = JsonTree.text(link, "spanId", "span_id");
        if (!span.isEmpty()) {
            to.put("otel.trace_id", trace);
            to.put("otel.span_id", span);
        }
    }

    /// Returns the innermost call site of a stack; -1 for the unset one. The innermost location comes first.
    int callsite(long stack) {
        return callsites.computeIfAbsent(stack, s -> {
            List<?> indexes = JsonTree.list(at(stacks, s), "locationIndices", "location_indices");
            int callsite = -1;
            for (int i = indexes.size() - 1; i >= 0; i--) {
                for (int frame : frames.computeIfAbsent(JsonTree.toLong(indexes.get(i)), this::frames)) {
                    callsite = profiles.callsite(callsite, frame);
                }
            }
            return callsite;
        });
    }

    /// Returns the frames of a location, the caller of inlined functions first.
    private List<Integer> frames(long index) {
        Object location = at(locations, index);
        StackProfiles.Mapping mapping = createdMappings.computeIfAbsent(
                JsonTree.number(location, "mappingIndex", "mapping_index"), this::mapping);
        Map<String, Object> described = new HashMap<>();
        addAttributes(described, JsonTree.list(location, "attributeIndices", "attribute_indices"));
        List<?> lines = JsonTree.list(location, "lines", "line");
        List<Integer> frames = new ArrayList<>();
        for (int i = lines.size() - 1; i >= 0; i--) {
            int frame = frame(mapping, lines.get(i));
            Object type = i < lines.size() - 1 ? "inlined" : described.get("profile.frame.type");
            if (type != null) {
                profiles.setFrameType(
                        frame, context.strings().intern(type.toString().toLowerCase(Locale.ROOT)));
            }
            frames.add(frame);
        }
        if (frames.isEmpty()) {
            long address = JsonTree.number(location, "address");
            long start = mapping.params().start();
            boolean isAbsolute = start != 0 && Long.compareUnsigned(address, start) >= 0;
            frames.add(mapping.frame(
                    isAbsolute ? address - start : address,
                    context.strings().intern(UNKNOWN),
                    -1,
                    NamedFrames.NO_LINE));
        }
        return frames;
    }

    private int frame(StackProfiles.Mapping mapping, Object line) {
        Object function = at(functions, JsonTree.number(line, "functionIndex", "function_index"));
        String name = string(JsonTree.number(function, "nameStrindex", "name_strindex"));
        String file = string(JsonTree.number(function, "filenameStrindex", "filename_strindex"));
        long number = JsonTree.number(line, "line");
        return mapping.dummyFrame(
                context.strings().intern(name.isEmpty() ? UNKNOWN : name),
                file.isEmpty() ? -1 : context.strings().intern(file),
                number > 0 ? number : NamedFrames.NO_LINE);
    }

    private StackProfiles.Mapping mapping(long index) {
        Object mapping = index <= 0 ? null : at(mappings, index);
        String name = string(JsonTree.number(mapping, "filenameStrindex", "filename_strindex"));
        if (name.isEmpty()) {
            return unmapped.mapping(null);
        }
        Map<String, Object> described = new HashMap<>();
        addAttributes(described, JsonTree.list(mapping, "attributeIndices", "attribute_indices"));
        Object id = described.get("process.executable.build_id.gnu");
        return profiles.mapping(new StackProfiles.MappingParams(
                name,
                id == null ? "" : id.toString(),
                JsonTree.number(mapping, "memoryStart", "memory_start"),
                JsonTree.number(mapping, "memoryLimit", "memory_limit"),
                JsonTree.number(mapping, "fileOffset", "file_offset"),
                0,
                0));
    }
}
