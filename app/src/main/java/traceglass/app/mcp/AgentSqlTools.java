package traceglass.app.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import traceglass.app.mcp.AgentTool.Request;
import traceglass.engine.QuerySession;
import traceglass.engine.agent.AgentQueries;
import traceglass.engine.agent.AnswerLimits;
import traceglass.engine.agent.AnswerTable;
import traceglass.engine.agent.SchemaGuide;
import traceglass.engine.summary.Summaries;
import traceglass.engine.summary.SummaryJson;
import traceglass.engine.summary.SummaryRequest;
import traceglass.protos.processor.TraceSummarySpec;

/// Tools for agents that write SQL: the schema, queries and summaries.
final class AgentSqlTools {

    private static final int MAX_SPEC_BYTES = 1 << 20;
    private static final int MAX_SUMMARY_CHARS = 256 << 10;

    private final AgentTraces traces;

    AgentSqlTools(AgentTraces traces) {
        this.traces = traces;
    }

    List<AgentTool> all() {
        return List.of(
                AgentTool.readOnly(
                        "list_tables",
                        McpTexts.TABLES_TITLE,
                        McpTexts.TABLES,
                        new ToolSchema()
                                .trace()
                                .text("search", McpTexts.TABLES_SEARCH)
                                .integer("max_rows", McpTexts.MAX_ROWS, 60, 1, 1000),
                        this::tables),
                AgentTool.readOnly(
                        "describe_table",
                        McpTexts.TABLE_TITLE,
                        McpTexts.TABLE,
                        new ToolSchema().trace().required("name", McpTexts.TABLE_NAME),
                        this::table),
                AgentTool.readOnly(
                        "list_modules",
                        McpTexts.MODULES_TITLE,
                        McpTexts.MODULES,
                        new ToolSchema()
                                .trace()
                                .text("search", McpTexts.MODULES_SEARCH)
                                .integer("max_rows", McpTexts.MAX_ROWS, 40, 1, 500),
                        this::modules),
                AgentTool.readOnly("query", McpTexts.QUERY_TITLE, McpTexts.QUERY, querySchema(), this::query),
                new AgentTool(
                        "summarize",
                        McpTexts.SUMMARIZE_TITLE,
                        McpTexts.SUMMARIZE,
                        new ToolSchema()
                                .trace()
                                .text("spec", McpTexts.SPEC)
                                .text("spec_file", McpTexts.SPEC_FILE)
                                .text("metrics", McpTexts.METRICS),
                        false,
                        false,
                        this::summarize));
    }

    private static ToolSchema querySchema() {
        return new ToolSchema()
                .trace()
                .required("sql", McpTexts.SQL)
                .integer("max_rows", McpTexts.MAX_ROWS, 100, 1, 5000)
                .integer("max_cell_chars", McpTexts.MAX_CELL, 300, 10, 20_000)
                .integer("max_bytes", McpTexts.MAX_BYTES, 64 << 10, 1 << 10, 512 << 10)
                .integer("timeout_s", McpTexts.TIMEOUT, 30, 1, 300)
                .text("session", McpTexts.SESSION);
    }

    private AgentTrace trace(Request request) throws ToolProblem {
        return traces.get(request.arguments().text("trace", ""));
    }

    private ToolResult tables(Request request) throws Exception {
        AgentTrace trace = trace(request);
        int rows = request.arguments().integer("max_rows", 60, 1, 1000);
        String search = request.arguments().text("search", "");
        AnswerTable tables = SchemaGuide.tables(trace.processor(), search, rows);
        return ToolResult.of(trace, "", List.of(tables.isEmpty() ? tables.withNote(McpTexts.NO_TABLES) : tables));
    }

    private ToolResult table(Request request) throws Exception {
        AgentTrace trace = trace(request);
        String name = request.arguments().text("name", "").strip();
        AnswerTable columns = SchemaGuide.columns(trace.processor(), name);
        if (!columns.isEmpty()) {
            return ToolResult.of(trace, "", List.of(columns));
        }
        ToolResult result = TraceTools.runQuery(request, trace, AnswerLimits.DEFAULT, q -> describe(q, name));
        if (result.tables().getFirst().isEmpty()) {
            throw new ToolProblem(McpTexts.noTable(name));
        }
        return result;
    }

    private static List<AnswerTable> describe(AgentQueries q, String name) {
        AnswerTable definitions = SchemaGuide.definitions(q, name);
        String kind = definitions.firstText("kind");
        boolean isRelation =
                definitions.firstText("name").equalsIgnoreCase(name) && (kind.equals("TABLE") || kind.equals("VIEW"));
        return isRelation ? List.of(definitions, SchemaGuide.columns(q, name)) : List.of(definitions);
    }

    private ToolResult modules(Request request) throws Exception {
        int rows = request.arguments().integer("max_rows", 40, 1, 500);
        String search = request.arguments().text("search", "");
        return TraceTools.runQuery(
                request, trace(request), AnswerLimits.DEFAULT, q -> List.of(SchemaGuide.modules(q, search, rows)));
    }

    private ToolResult query(Request request) throws Exception {
        AgentTrace trace = trace(request);
        ToolArguments arguments = request.arguments();
        AnswerLimits limits = new AnswerLimits(
                arguments.integer("max_rows", 100, 1, 5000),
                arguments.integer("max_cell_chars", 300, 10, 20_000),
                arguments.integer("max_bytes", 64 << 10, 1 << 10, 512 << 10));
        Duration limit = Duration.ofSeconds(arguments.integer("timeout_s", 30, 1, 300));
        String sql = arguments.text("sql", "");
        String name = arguments.text("session", "").strip();
        if (name.isEmpty()) {
            try (QuerySession session = trace.processor().newSession()) {
                return query(request, trace, session, limits, limit, sql);
            }
        }
        AgentTrace.NamedSession named = trace.session(name);
        if (!named.lock().tryLock(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new ToolProblem(McpTexts.sessionBusy(name));
        }
        try {
            return query(request, trace, named.session(), limits, limit, sql);
        } finally {
            named.lock().unlock();
        }
    }

    private static ToolResult query(
            Request request, AgentTrace trace, QuerySession session, AnswerLimits limits, Duration limit, String sql)
            throws Exception {
        AgentQueries q = new AgentQueries(session, limits);
        AnswerTable table = request.call().run(limit, q::cancel, () -> q.query(McpTexts.RESULT, sql));
        if (table.columns().isEmpty()) {
            table = table.withNote(McpTexts.NO_RESULT);
        }
        return ToolResult.of(trace, "", List.of(table));
    }

    private ToolResult summarize(Request request) throws Exception {
        AgentTrace trace = trace(request);
        String text = request.arguments().text("spec", "");
        String file = request.arguments().text("spec_file", "");
        if (text.isBlank() == file.isBlank()) {
            throw new ToolProblem(McpTexts.NO_SPEC);
        }
        TraceSummarySpec spec = file.isBlank() ? Summaries.parse(text) : read(file);
        String metrics = request.arguments().text("metrics", "all").strip();
        List<String> metricIds =
                metrics.isEmpty() || metrics.equals("all") ? null : List.of(metrics.split("\\s*,\\s*"));
        try (QuerySession session = trace.processor().newSession()) {
            String json = request.call()
                    .run(
                            TraceTools.LIMIT,
                            session::cancel,
                            () -> SummaryJson.of(
                                    Summaries.compute(session, new SummaryRequest(List.of(spec), metricIds, null))));
            if (json.length() > MAX_SUMMARY_CHARS) {
                throw new ToolProblem(McpTexts.largeSummary(json.length(), MAX_SUMMARY_CHARS));
            }
            return ToolResult.of(trace, json, List.of());
        }
    }

    private TraceSummarySpec read(String name) throws ToolProblem {
        Path file = traces.allowed().resolve(name);
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_SPEC_BYTES) {
                throw new ToolProblem(McpTexts.notASpec(name));
            }
            return Summaries.read(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new ToolProblem(McpTexts.notASpec(name));
        }
    }
}
