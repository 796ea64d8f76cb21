package traceglass.app.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON schema of the arguments of a tool, built one argument at a time.
final class ToolSchema {

    /// Schema of results with tables. It is short, because clients may pass it to the model with each tool.
    static final Map<String, Object> TABLES = Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "tables",
                    Map.of(
                            "type",
                            "array",
                            "items",
                            Map.of("type", "object", "required", List.of("title", "columns", "rows")))),
            "required",
            List.of("tables"));

    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();

    ToolSchema text(String name, String description) {
        properties.put(name, Map.of("type", "string", "description", description));
        return this;
    }

    ToolSchema required(String name, String description) {
        required.add(name);
        return text(name, description);
    }

    ToolSchema requiredId(String name, String description) {
        required.add(name);
        properties.put(name, Map.of("type", List.of("integer", "string"), "description", description));
        return this;
    }

    ToolSchema time(String name, String description) {
        properties.put(name, Map.of("type", List.of("integer", "string"), "description", description));
        return this;
    }

    ToolSchema integer(String name, String description, int fallback, int min, int max) {
        properties.put(
                name,
                Map.of(
                        "type",
                        "integer",
                        "description",
                        description,
                        "default",
                        fallback,
                        "minimum",
                        min,
                        "maximum",
                        max));
        return this;
    }

    ToolSchema choice(String name, String description, List<String> choices) {
        properties.put(
                name,
                Map.of("type", "string", "description", description, "enum", choices, "default", choices.getFirst()));
        return this;
    }

    ToolSchema flag(String name, String description) {
        properties.put(name, Map.of("type", "boolean", "description", description, "default", false));
        return this;
    }

    /// The argument that names the trace.
    ToolSchema trace() {
        return text("trace", McpTexts.TRACE);
    }

    List<String> names() {
        return List.copyOf(properties.keySet());
    }

    List<String> required() {
        return required;
    }

    Map<String, Object> json() {
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                List.copyOf(required),
                "additionalProperties",
                false);
    }
}
