package traceglass.app.mcp;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.engine.agent.AnswerTable;
import traceglass.engine.agent.SafeText;

/// Result of a tool: tables as Markdown for models and as JSON for programs.
///
/// @param trace id of the trace, or empty
/// @param text text before the tables, or empty
/// @param png picture, or null
record ToolResult(String trace, String text, List<AnswerTable> tables, byte @Nullable [] png) {

    /// Whole numbers beyond this are strings in JSON, because many parsers would round them.
    private static final long MAX_EXACT = 1L << 53;

    static ToolResult of(AgentTrace trace, String text, List<AnswerTable> tables) {
        return new ToolResult(trace.id(), text, tables, null);
    }

    /// @param isStructured whether to include the tables as JSON
    CallToolResult toCallResult(boolean isStructured) {
        List<Content> content = new ArrayList<>();
        String markdown = markdown();
        if (!markdown.isEmpty()) {
            content.add(TextContent.builder(markdown).build());
        }
        if (png != null) {
            content.add(ImageContent.builder(Base64.getEncoder().encodeToString(png), "image/png")
                    .build());
        }
        CallToolResult.Builder result = CallToolResult.builder(content).isError(false);
        return isStructured ? result.structuredContent(json()).build() : result.build();
    }

    /// Returns the text and the tables.
    String markdown() {
        StringBuilder out = new StringBuilder(text);
        for (AnswerTable table : tables) {
            out.append(out.isEmpty() ? "## " : "\n\n## ").append(table.title());
            if (!table.note().isEmpty()) {
                out.append("\n\n").append(table.note());
            }
            if (!table.columns().isEmpty() && (table.note().isEmpty() || !table.isEmpty())) {
                out.append("\n\n");
                appendRows(table, out);
            }
        }
        return out.toString();
    }

    private static void appendRows(AnswerTable table, StringBuilder out) {
        appendRow(table.columns(), out);
        out.append("\n|").append(" --- |".repeat(table.columns().size()));
        for (List<@Nullable Object> row : table.rows()) {
            out.append('\n');
            appendRow(row, out);
        }
        if (table.isEmpty()) {
            out.append("\n\n").append(McpTexts.NO_ROWS);
        }
    }

    private static void appendRow(List<? extends @Nullable Object> values, StringBuilder out) {
        out.append('|');
        for (Object value : values) {
            String cell = value == null ? "" : SafeText.of(value.toString());
            out.append(' ')
                    .append(cell.replace("\\", "\\\\")
                            .replace("|", "\\|")
                            .replace("\n", "⏎")
                            .replace('\t', ' '))
                    .append(" |");
        }
    }

    private Map<String, Object> json() {
        List<Object> all = new ArrayList<>();
        for (AnswerTable table : tables) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("title", table.title());
            fields.put("columns", table.columns());
            fields.put(
                    "rows",
                    table.rows().stream()
                            .map(r -> r.stream().map(ToolResult::exactValue).toList())
                            .toList());
            if (!table.note().isEmpty()) {
                fields.put("note", table.note());
            }
            if (table.isTruncated()) {
                fields.put("is_cut", true);
            }
            all.add(fields);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        if (!trace.isEmpty()) {
            json.put("trace", trace);
        }
        json.put("tables", all);
        return json;
    }

    private static @Nullable Object exactValue(@Nullable Object value) {
        return switch (value) {
            case Long number when number > MAX_EXACT || number < -MAX_EXACT -> number.toString();
            case BigInteger number -> number.toString();
            case Double number when number.isNaN() || number.isInfinite() -> number.toString();
            case String text -> SafeText.of(text);
            case null -> null;
            default -> value;
        };
    }
}
