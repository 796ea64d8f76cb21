package traceglass.app.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QuerySession;
import traceglass.engine.StatValue;
import traceglass.engine.agent.AgentQueries;
import traceglass.engine.agent.AnswerLimits;
import traceglass.engine.agent.AnswerTable;
import traceglass.engine.agent.SchemaGuide;

/// Texts that a client can read without calling a tool: a guide to the SQL, and for each open trace its schema,
/// modules and statistics.
final class AgentResources {

    private static final String MARKDOWN = "text/markdown";
    private static final String GUIDE = "traceglass://guide";
    private static final int MAX_STATS = 2000;

    private final AgentTraces traces;

    private interface Content {
        List<AnswerTable> of(AgentTrace trace) throws ToolProblem;
    }

    AgentResources(AgentTraces traces) {
        this.traces = traces;
    }

    List<SyncResourceSpecification> fixed() {
        McpSchema.Resource guide = McpSchema.Resource.builder(GUIDE, "guide")
                .title(McpTexts.GUIDE_TITLE)
                .description(McpTexts.GUIDE)
                .mimeType(MARKDOWN)
                .build();
        return List.of(new SyncResourceSpecification(guide, (_, request) -> result(request.uri(), guideText())));
    }

    List<SyncResourceTemplateSpecification> templates() {
        return List.of(
                template("schema", McpTexts.SCHEMA_TITLE, McpTexts.SCHEMA, AgentResources::schema),
                template("modules", McpTexts.ALL_MODULES_TITLE, McpTexts.ALL_MODULES, AgentResources::modules),
                template("stats", McpTexts.STATS_TITLE, McpTexts.STATS, AgentResources::stats),
                template("summary", McpTexts.SUMMARY_TITLE, McpTexts.SUMMARY, TraceTools::describe));
    }

    private SyncResourceTemplateSpecification template(String name, String title, String description, Content content) {
        McpSchema.ResourceTemplate template = McpSchema.ResourceTemplate.builder("traceglass://{trace}/" + name, name)
                .title(title)
                .description(description)
                .mimeType(MARKDOWN)
                .build();
        return new SyncResourceTemplateSpecification(template, (_, request) -> read(request.uri(), content));
    }

    private ReadResourceResult read(String uri, Content content) {
        String rest = uri.substring(uri.indexOf("://") + "://".length());
        String id = rest.contains("/") ? rest.substring(0, rest.indexOf('/')) : rest;
        try {
            AgentTrace trace = traces.get(id);
            return result(uri, ToolResult.of(trace, "", content.of(trace)).markdown());
        } catch (ToolProblem | EngineException e) {
            throw McpError.builder(McpSchema.ErrorCodes.RESOURCE_NOT_FOUND)
                    .message(String.valueOf(e.getMessage()))
                    .build();
        }
    }

    private static ReadResourceResult result(String uri, String text) {
        return ReadResourceResult.builder(List.of(TextResourceContents.builder(uri, text)
                        .mimeType(MARKDOWN)
                        .build()))
                .build();
    }

    private static List<AnswerTable> schema(AgentTrace trace) {
        return List.of(SchemaGuide.tables(trace.processor(), "", MAX_STATS));
    }

    private static List<AnswerTable> modules(AgentTrace trace) {
        try (QuerySession session = trace.processor().newSession()) {
            return List.of(SchemaGuide.modules(new AgentQueries(session, AnswerLimits.DEFAULT), "", MAX_STATS));
        }
    }

    private static List<AnswerTable> stats(AgentTrace trace) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (StatValue s : trace.processor().stats()) {
            rows.add(Arrays.asList(
                    s.name(),
                    s.index().isPresent() ? s.index().getAsLong() : null,
                    s.severity(),
                    s.source(),
                    s.value(),
                    s.description()));
        }
        boolean isTruncated = rows.size() > MAX_STATS;
        return List.of(new AnswerTable(
                McpTexts.STATS_TITLE,
                List.of("name", "index", "severity", "source", "value", "about"),
                isTruncated ? rows.subList(0, MAX_STATS) : rows,
                isTruncated ? McpTexts.notShown(rows.size() - MAX_STATS) : "",
                isTruncated));
    }

    private static String guideText() {
        try (InputStream in = AgentResources.class.getResourceAsStream("guide.md")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw McpError.builder(McpSchema.ErrorCodes.INTERNAL_ERROR)
                    .message(e.toString())
                    .build();
        }
    }
}
