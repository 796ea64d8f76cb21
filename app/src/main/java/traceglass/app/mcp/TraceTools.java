package traceglass.app.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.doctor.RowCounts;
import traceglass.analysis.doctor.TraceDoctor;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.mcp.AgentTool.Request;
import traceglass.engine.OpenProgress;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.engine.agent.AgentQueries;
import traceglass.engine.agent.AnswerLimits;
import traceglass.engine.agent.AnswerTable;
import traceglass.engine.agent.TraceOutline;
import traceglass.ingest.open.Importers;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Tools that open, list, close and describe traces.
final class TraceTools {

    /// Time limit of tools that answer common questions.
    static final Duration LIMIT = Duration.ofSeconds(120);

    private static final int MAX_PROCESSES = 25;

    private final AgentTraces traces;

    TraceTools(AgentTraces traces) {
        this.traces = traces;
    }

    List<AgentTool> all() {
        return List.of(
                AgentTool.readOnly(
                        "open_trace",
                        McpTexts.OPEN_TITLE,
                        McpTexts.open(traces.allowed().folders()),
                        new ToolSchema().required("path", McpTexts.OPEN_PATH),
                        this::open),
                AgentTool.readOnly("list_traces", McpTexts.LIST_TITLE, McpTexts.LIST, new ToolSchema(), _ -> list()),
                AgentTool.readOnly(
                        "close_trace", McpTexts.CLOSE_TITLE, McpTexts.CLOSE, new ToolSchema().trace(), this::close),
                AgentTool.readOnly(
                        "describe_trace",
                        McpTexts.DESCRIBE_TITLE,
                        McpTexts.DESCRIBE,
                        new ToolSchema().trace(),
                        r -> describe(r, traces.get(r.arguments().text("trace", "")), "")),
                AgentTool.readOnly(
                        "list_threads",
                        McpTexts.THREADS_TITLE,
                        McpTexts.THREADS,
                        new ToolSchema()
                                .trace()
                                .text("search", McpTexts.THREADS_SEARCH)
                                .integer("max_rows", McpTexts.MAX_ROWS, 40, 1, 500),
                        this::threads));
    }

    /// Runs queries in a new session.
    static ToolResult runQuery(
            Request request, AgentTrace trace, AnswerLimits limits, Function<AgentQueries, List<AnswerTable>> query)
            throws Exception {
        try (QuerySession session = trace.processor().newSession()) {
            return runQuery(request, trace, new AgentQueries(session, limits), query);
        }
    }

    /// Runs explanatory queries, in the session [AgentTrace#explanations] if it is free.
    static ToolResult explain(Request request, AgentTrace trace, Function<AgentQueries, List<AnswerTable>> query)
            throws Exception {
        AgentTrace.NamedSession namedSession = trace.explanations();
        if (!namedSession.lock().tryLock()) {
            return runQuery(request, trace, AnswerLimits.DEFAULT, query);
        }
        try {
            return runQuery(request, trace, new AgentQueries(namedSession.session(), AnswerLimits.DEFAULT), query);
        } finally {
            namedSession.lock().unlock();
        }
    }

    private static ToolResult runQuery(
            Request request, AgentTrace trace, AgentQueries q, Function<AgentQueries, List<AnswerTable>> query)
            throws Exception {
        ToolCall call = request.call();
        Runnable end = () -> {
            if (call.isCanceled()) {
                q.cancel();
            } else {
                q.stop();
            }
        };
        return ToolResult.of(trace, "", call.run(LIMIT, end, () -> query.apply(q)));
    }

    private ToolResult open(Request request) throws Exception {
        AgentTrace trace = traces.open(request.arguments().text("path", ""), new Progress(request));
        return describe(request, trace, McpTexts.opened(trace.id(), trace.name()));
    }

    /// Reports the progress of an import to the client, a few times per second.
    private static final class Progress implements OpenProgress {

        private static final long EVERY_MS = 300;

        private final Request request;
        private long reported;
        private long bytes = -1;

        Progress(Request request) {
            this.request = request;
        }

        @Override
        public boolean update(String phase, long bytesRead, long bytesTotal) {
            long now = System.nanoTime() / 1_000_000;
            // Progress must increase.
            if (bytesRead > bytes && (reported == 0 || now - reported >= EVERY_MS)) {
                reported = now;
                bytes = bytesRead;
                request.progress(bytesRead, bytesTotal, phase);
            }
            return !request.call().isCanceled();
        }
    }

    private ToolResult list() {
        List<List<@Nullable Object>> rows = traces.all().stream()
                .map(t -> Arrays.<@Nullable Object>asList(
                        t.id(),
                        t.file().toString(),
                        TimeText.duration(t.processor().endNs() - t.processor().startNs())))
                .toList();
        String note = rows.isEmpty() ? McpTexts.NO_TRACE : "";
        return new ToolResult(
                "",
                "",
                List.of(new AnswerTable(McpTexts.OPEN_TRACES, List.of("trace", "file", "duration"), rows, note, false)),
                null);
    }

    private ToolResult close(Request request) throws ToolProblem {
        AgentTrace trace = traces.get(request.arguments().text("trace", ""));
        traces.close(trace.id());
        return new ToolResult("", McpTexts.closed(trace.id()), List.of(), null);
    }

    private ToolResult threads(Request request) throws Exception {
        AgentTrace trace = traces.get(request.arguments().text("trace", ""));
        String search = request.arguments().text("search", "");
        int rows = request.arguments().integer("max_rows", 40, 1, 500);
        return runQuery(request, trace, AnswerLimits.DEFAULT, q -> List.of(TraceOutline.threads(q, search, rows)));
    }

    private static ToolResult describe(Request request, AgentTrace trace, String text) throws Exception {
        List<AnswerTable> tables = new ArrayList<>(describe(trace));
        tables.addAll(
                runQuery(request, trace, AnswerLimits.DEFAULT, q -> List.of(TraceOutline.processes(q, MAX_PROCESSES)))
                        .tables());
        return ToolResult.of(trace, text.isEmpty() ? text : text + " " + McpTexts.NEXT, tables);
    }

    /// Returns properties, row counts and problems of a trace.
    static List<AnswerTable> describe(AgentTrace trace) throws ToolProblem {
        try (TraceStore store = trace.store()) {
            TraceSummary summary =
                    TraceQueries.query(store, q -> TraceSummary.read(q, Importers.builtIn()::formatName));
            RowCounts rows = TraceQueries.query(store, RowCounts::read);
            return List.of(
                    table(McpTexts.TRACE_PROPERTIES, List.of("property", "value"), describe(trace, summary)),
                    table(McpTexts.ROW_COUNTS, List.of("kind", "count"), rowCounts(rows)),
                    problems(TraceDoctor.examine(store), summary));
        } catch (QueryException e) {
            throw new ToolProblem(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> describe(AgentTrace trace, TraceSummary summary) {
        TraceProcessor processor = trace.processor();
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("file", trace.file().toString());
        try {
            if (Files.exists(trace.file())) {
                properties.put("size", DisplayText.size(TraceOpener.sizeOf(trace.file())));
            }
        } catch (IOException e) {
            // The file has been removed; its database still exists.
        }
        properties.put("format", summary.format());
        properties.put("duration", TimeText.duration(processor.endNs() - processor.startNs()));
        properties.put("duration_ns", processor.endNs() - processor.startNs());
        properties.put("start_ts", processor.startNs());
        properties.put("end_ts", processor.endNs());
        properties.putAll(summary.system());
        return properties;
    }

    private static Map<String, Object> rowCounts(RowCounts rows) {
        Map<String, Object> rowCounts = new LinkedHashMap<>();
        rows.kinds().forEach((kind, count) -> {
            if (count > 0) {
                rowCounts.put(
                        kind.source().isEmpty() ? kind.label() : kind.label() + " (" + kind.source() + ")", count);
            }
        });
        return rowCounts;
    }

    private static AnswerTable problems(List<TraceDoctor.Finding> findings, TraceSummary summary) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TraceDoctor.Finding f : findings) {
            rows.add(Arrays.asList(f.isSevere() ? "problem" : "advice", f.title(), f.consequence(), f.remedy()));
        }
        for (TraceSummary.Problem p : summary.problems()) {
            rows.add(Arrays.asList(p.severity(), p.name() + " × " + p.value() + ": " + p.title(), p.consequence(), ""));
        }
        return new AnswerTable(
                McpTexts.PROBLEMS,
                List.of("severity", "problem", "consequence", "remedy"),
                rows,
                rows.isEmpty() ? McpTexts.NO_PROBLEMS : "",
                false);
    }

    private static AnswerTable table(String title, List<String> columns, Map<String, Object> values) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        values.forEach((name, value) -> rows.add(Arrays.asList(name, value)));
        return new AnswerTable(title, columns, rows, "", false);
    }
}
