package traceglass.ingest.ctf;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;

/// Reads the metadata of CTF 2 (diamon.org/ctf/CTF2-SPEC): a sequence of fragments, each a JSON object.
final class Ctf2Parser {

    private static final int MAX_DEPTH = 64;
    private static final Map<String, String> SCOPES = Map.of(
            "packet-header", Decoder.PACKET_HEADER,
            "packet-context", Decoder.PACKET_CONTEXT,
            "event-record-header", Decoder.EVENT_HEADER,
            "event-record-common-context", Decoder.STREAM_EVENT_CONTEXT,
            "event-record-specific-context", Decoder.EVENT_CONTEXT,
            "event-record-payload", Decoder.EVENT_FIELDS);
    /// Names in CTF 1.8 of the fields with these roles.
    private static final Map<String, String> KEYS = Map.of(
            "packet-magic-number", "magic",
            "data-stream-class-id", "stream_id",
            "packet-total-length", "packet_size",
            "packet-content-length", "content_size",
            "packet-end-default-clock-timestamp", "timestamp_end",
            "discarded-event-record-counter-snapshot", "events_discarded",
            "packet-sequence-number", "packet_seq_num",
            "event-record-class-id", "id");
    private static final String CLOCK_ROLE = "default-clock-timestamp";

    private final CtfTrace trace = new CtfTrace();
    private final Map<String, Object> aliases = new HashMap<>();

    private Ctf2Parser() {}

    /// Reads metadata; unsupported or invalid parts are skipped.
    ///
    /// @param onProblem receives the reason for each skipped part
    static CtfTrace parse(String text, Consumer<String> onProblem) throws IOException {
        Ctf2Parser parser = new Ctf2Parser();
        try (JsonParser in = JsonStream.open(text.replace('\u001e', '\n'))) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                Object fragment = JsonTree.read(in);
                try {
                    parser.readFragment(fragment);
                } catch (IOException e) {
                    onProblem.accept(e.getMessage());
                }
            }
        } catch (JacksonException e) {
            onProblem.accept(e.getMessage());
        }
        return parser.trace;
    }

    private void readFragment(Object f) throws IOException {
        switch (JsonTree.text(f, "type")) {
            case "field-class-alias" -> aliases.put(JsonTree.text(f, "name"), JsonTree.get(f, "field-class"));
            case "trace-class" -> {
                trace.packetHeader = parseStruct(JsonTree.get(f, "packet-header-field-class"));
                if (JsonTree.get(f, "environment") instanceof Map<?, ?> environment) {
                    environment.forEach((key, value) -> trace.environment.put(key.toString(), String.valueOf(value)));
                }
            }
            case "clock-class" -> readClock(f);
            case "data-stream-class" -> {
                CtfTrace.Stream stream = trace.stream(JsonTree.number(f, "id"));
                stream.clock = JsonTree.text(f, "default-clock-class-id", "default-clock-class-name");
                stream.packetContext = parseStruct(JsonTree.get(f, "packet-context-field-class"));
                stream.eventHeader = parseStruct(JsonTree.get(f, "event-record-header-field-class"));
                stream.eventContext = parseStruct(JsonTree.get(f, "event-record-common-context-field-class"));
            }
            case "event-record-class" -> {
                CtfTrace.Event event = new CtfTrace.Event();
                event.id = JsonTree.number(f, "id");
                event.streamId = JsonTree.number(f, "data-stream-class-id");
                String space = JsonTree.text(f, "namespace");
                String name = JsonTree.text(f, "name");
                event.name = name.isEmpty() ? "event " + event.id : space.isEmpty() ? name : space + ":" + name;
                event.context = parseStruct(JsonTree.get(f, "specific-context-field-class"));
                event.fields = parseStruct(JsonTree.get(f, "payload-field-class"));
                trace.add(event);
            }
            default -> {}
        }
    }

    private void readClock(Object f) {
        CtfTrace.Clock clock = new CtfTrace.Clock();
        clock.name = JsonTree.text(f, "id", "name");
        clock.frequency = JsonTree.get(f, "frequency") == null ? 1_000_000_000 : JsonTree.number(f, "frequency");
        Object offset = JsonTree.get(f, "offset-from-origin", "offset");
        clock.offsetSeconds = JsonTree.number(offset, "seconds");
        clock.offsetCycles = JsonTree.number(offset, "cycles");
        // Drafts of the format had no origin; offsets were relative to 1970.
        Object origin = JsonTree.get(f, "origin");
        clock.isUnixEpoch =
                "unix-epoch".equals(origin) || origin == null && (clock.offsetSeconds != 0 || clock.offsetCycles != 0);
        trace.clocks.put(clock.name, clock);
    }

    private CtfType.Struct parseStruct(Object fieldClass) throws IOException {
        return fieldClass != null && parseType(fieldClass, 0) instanceof CtfType.Struct struct ? struct : null;
    }

    private CtfType parseType(Object fieldClass, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IOException("types are nested too deeply");
        }
        if (fieldClass instanceof String alias) {
            return parseType(aliases.get(alias), depth + 1);
        }
        String type = JsonTree.text(fieldClass, "type");
        return switch (type) {
            case "fixed-length-bit-array",
                    "fixed-length-bit-map",
                    "fixed-length-boolean",
                    "fixed-length-unsigned-integer",
                    "fixed-length-signed-integer",
                    "fixed-length-unsigned-enumeration",
                    "fixed-length-signed-enumeration" -> parseInteger(fieldClass, type);
            case "fixed-length-floating-point-number" -> {
                int size = (int) JsonTree.number(fieldClass, "length");
                if (size != Float.SIZE && size != Double.SIZE) {
                    throw new IOException("a floating-point number has " + size + " bits");
                }
                yield new CtfType.Real(size, align(fieldClass, "alignment"), isBig(fieldClass));
            }
            case "variable-length-unsigned-integer", "variable-length-unsigned-enumeration" ->
                new CtfType.VariableInt(false, parseLabels(fieldClass));
            case "variable-length-signed-integer", "variable-length-signed-enumeration" ->
                new CtfType.VariableInt(true, parseLabels(fieldClass));
            case "null-terminated-string" -> new CtfType.Text();
            case "static-length-string" -> parseArray(byteType(), fieldClass, true, false);
            case "dynamic-length-string" -> parseArray(byteType(), fieldClass, true, true);
            case "static-length-blob" -> parseArray(byteType(), fieldClass, false, false);
            case "dynamic-length-blob" -> parseArray(byteType(), fieldClass, false, true);
            case "static-length-array" ->
                parseArray(
                        parseType(JsonTree.get(fieldClass, "element-field-class"), depth + 1),
                        fieldClass,
                        false,
                        false);
            case "dynamic-length-array" ->
                parseArray(
                        parseType(JsonTree.get(fieldClass, "element-field-class"), depth + 1), fieldClass, false, true);
            case "structure" -> parseStructure(fieldClass, depth);
            case "optional" ->
                new CtfType.Optional(
                        parsePath(JsonTree.get(fieldClass, "selector-field-location")),
                        parseType(JsonTree.get(fieldClass, "field-class"), depth + 1),
                        parseRanges(JsonTree.list(fieldClass, "selector-field-ranges")));
            case "variant" -> parseVariant(fieldClass, depth);
            default -> throw new IOException("unknown field class '" + type + "'");
        };
    }

    private static CtfType.Int byteType() {
        return new CtfType.Int(Byte.SIZE, Byte.SIZE, false, false, null, false, List.of());
    }

    private CtfType parseInteger(Object f, String type) throws IOException {
        int size = (int) JsonTree.number(f, "length");
        if (size < 1 || size > Long.SIZE) {
            throw new IOException("an integer has " + size + " bits");
        }
        String clock = JsonTree.list(f, "roles").contains(CLOCK_ROLE) ? "" : null;
        boolean isSigned = type.contains("-signed-");
        return new CtfType.Int(size, align(f, "alignment"), isSigned, isBig(f), clock, false, parseLabels(f));
    }

    private static boolean isBig(Object f) {
        return JsonTree.text(f, "byte-order").startsWith("big");
    }

    private static int align(Object f, String key) {
        return (int) Math.clamp(JsonTree.number(f, key), 1, 1 << 16);
    }

    private static List<CtfType.Label> parseLabels(Object f) {
        List<CtfType.Label> labels = new ArrayList<>();
        if (JsonTree.get(f, "mappings") instanceof Map<?, ?> mappings) {
            mappings.forEach((name, ranges) -> {
                if (ranges instanceof List<?> list) {
                    for (CtfType.Label range : parseRanges(list)) {
                        labels.add(new CtfType.Label(name.toString(), range.low(), range.high()));
                    }
                }
            });
        }
        return labels;
    }

    private static List<CtfType.Label> parseRanges(List<?> list) {
        List<CtfType.Label> ranges = new ArrayList<>();
        for (Object range : list) {
            if (range instanceof List<?> bounds && bounds.size() == 2) {
                ranges.add(new CtfType.Label("", JsonTree.toLong(bounds.get(0)), JsonTree.toLong(bounds.get(1))));
            } else if (range instanceof Long value) {
                ranges.add(new CtfType.Label("", value, value));
            }
        }
        return ranges;
    }

    private static CtfType parseArray(CtfType element, Object f, boolean isText, boolean isDynamic) throws IOException {
        List<String> path = isDynamic ? parsePath(JsonTree.get(f, "length-field-location")) : null;
        return new CtfType.Array(element, isDynamic ? -1 : JsonTree.number(f, "length"), path, isText);
    }

    /// Returns the path of a field location: a list that begins with a scope, or an object with origin and path.
    private static List<String> parsePath(Object location) throws IOException {
        List<String> path = new ArrayList<>();
        List<?> names = location instanceof List<?> list ? list : JsonTree.list(location, "path");
        String origin = JsonTree.text(location, "origin");
        if (!origin.isEmpty() && SCOPES.containsKey(origin)) {
            path.addAll(List.of(SCOPES.get(origin).split("\\.")));
        }
        for (Object name : names) {
            if (path.isEmpty() && name != null && SCOPES.containsKey(name.toString())) {
                path.addAll(List.of(SCOPES.get(name.toString()).split("\\.")));
            } else if (name != null) {
                path.add(name.toString());
            }
        }
        if (path.isEmpty()) {
            throw new IOException("a field location is empty");
        }
        return path;
    }

    private CtfType parseStructure(Object f, int depth) throws IOException {
        List<String> names = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        List<CtfType> types = new ArrayList<>();
        int align = align(f, "minimum-alignment");
        for (Object member : JsonTree.list(f, "member-classes")) {
            Object inner = JsonTree.get(member, "field-class");
            CtfType type = parseType(inner, depth + 1);
            String name = JsonTree.text(member, "name");
            names.add(name);
            keys.add(key(name, inner));
            types.add(type);
            align = Math.max(align, type.align());
        }
        return new CtfType.Struct(names, keys, types, align);
    }

    private String key(String name, Object fieldClass) {
        Object f = fieldClass instanceof String alias ? aliases.get(alias) : fieldClass;
        for (Object role : JsonTree.list(f, "roles")) {
            if (role != null && KEYS.containsKey(role.toString())) {
                return KEYS.get(role.toString());
            }
            if (CLOCK_ROLE.equals(role)) {
                return "timestamp_begin";
            }
        }
        // A name has no meaning without a role, except the names that LTTng uses without roles.
        return KEYS.containsValue(name) || name.equals("timestamp_begin") ? "" : name;
    }

    private CtfType parseVariant(Object f, int depth) throws IOException {
        List<String> names = new ArrayList<>();
        List<CtfType> types = new ArrayList<>();
        List<List<CtfType.Label>> ranges = new ArrayList<>();
        for (Object option : JsonTree.list(f, "options")) {
            names.add(JsonTree.text(option, "name"));
            types.add(parseType(JsonTree.get(option, "field-class"), depth + 1));
            ranges.add(parseRanges(JsonTree.list(option, "selector-field-ranges")));
        }
        return new CtfType.Variant(parsePath(JsonTree.get(f, "selector-field-location")), names, types, ranges);
    }
}
