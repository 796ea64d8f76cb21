package traceglass.app.mcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.compare.CompareMeasure;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.CompareReader;
import traceglass.analysis.compare.Comparison;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.compare.NameStats;
import traceglass.analysis.compare.Presence;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.subject.Subjects;
import traceglass.app.mcp.AgentTool.Request;
import traceglass.engine.agent.AgentQueries;
import traceglass.engine.agent.AnswerTable;
import traceglass.engine.agent.HotFunctions;
import traceglass.engine.agent.SliceExplanation;
import traceglass.engine.agent.SlowOperations;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.store.TraceStore;
import traceglass.store.time.TimeSpan;

/// Tools that answer common questions: why something was slow, what was slow, what changed.
final class InvestigationTools {

    private static final List<String> SUBJECTS = List.of("slices", "states", "counters", "frames", "startups");
    private static final List<String> MEASURES = List.of("default", "count", "total", "median", "p99");
    private static final int LONG_TASK_MS = 50;

    private final AgentTraces traces;

    InvestigationTools(AgentTraces traces) {
        this.traces = traces;
    }

    List<AgentTool> all() {
        return List.of(
                AgentTool.readOnly(
                        "explain_slice",
                        McpTexts.EXPLAIN_TITLE,
                        McpTexts.EXPLAIN,
                        new ToolSchema().trace().requiredId("slice_id", McpTexts.SLICE_ID),
                        this::explain),
                AgentTool.readOnly(
                        "explain_thread",
                        McpTexts.EXPLAIN_THREAD_TITLE,
                        McpTexts.EXPLAIN_THREAD,
                        new ToolSchema()
                                .trace()
                                .requiredId("utid", McpTexts.UTID)
                                .time("start", McpTexts.START)
                                .time("end", McpTexts.END),
                        this::explainThread),
                AgentTool.readOnly(
                        "find_slow_frames",
                        McpTexts.FRAMES_TITLE,
                        McpTexts.FRAMES,
                        new ToolSchema().trace().text("process", McpTexts.PROCESS),
                        r -> findings(r, process -> q -> SlowOperations.frames(q, process))),
                AgentTool.readOnly(
                        "find_startups",
                        McpTexts.STARTUPS_TITLE,
                        McpTexts.STARTUPS,
                        new ToolSchema().trace().text("process", McpTexts.PROCESS),
                        r -> findings(r, process -> q -> SlowOperations.startups(q, process))),
                AgentTool.readOnly(
                        "find_long_tasks",
                        McpTexts.TASKS_TITLE,
                        McpTexts.TASKS,
                        new ToolSchema()
                                .trace()
                                .text("process", McpTexts.PROCESS)
                                .integer("min_ms", McpTexts.MIN_MS, LONG_TASK_MS, 1, 1_000_000),
                        this::longTasks),
                AgentTool.readOnly(
                        "find_hot_functions",
                        McpTexts.HOT_TITLE,
                        McpTexts.HOT,
                        new ToolSchema()
                                .trace()
                                .text("search", McpTexts.THREADS_SEARCH)
                                .time("start", McpTexts.START)
                                .time("end", McpTexts.END),
                        this::hotFunctions),
                comparison());
    }

    private AgentTool comparison() {
        return AgentTool.readOnly(
                "compare_traces",
                McpTexts.COMPARE_TITLE,
                McpTexts.COMPARE,
                new ToolSchema()
                        .required("before", McpTexts.BEFORE)
                        .required("after", McpTexts.AFTER)
                        .choice("subject", McpTexts.SUBJECT, SUBJECTS)
                        .choice("measure", McpTexts.MEASURE, MEASURES)
                        .flag("numbers_as_one", McpTexts.IGNORE_DIGITS)
                        .integer("max_rows", McpTexts.MAX_ROWS, 40, 1, 500),
                this::compare);
    }

    private AgentTrace trace(Request request) throws ToolProblem {
        return traces.get(request.arguments().text("trace", ""));
    }

    private interface Finder {
        Function<AgentQueries, List<AnswerTable>> of(String process);
    }

    private ToolResult findings(Request request, Finder finder) throws Exception {
        String process = request.arguments().text("process", "").strip();
        return TraceTools.explain(request, trace(request), finder.of(process));
    }

    private ToolResult longTasks(Request request) throws Exception {
        long min = 1_000_000L * request.arguments().integer("min_ms", LONG_TASK_MS, 1, 1_000_000);
        return findings(request, process -> q -> SlowOperations.tasks(q, process, min));
    }

    private ToolResult explain(Request request) throws Exception {
        OptionalLong id = request.arguments().integer("slice_id");
        return TraceTools.explain(request, trace(request), q -> SliceExplanation.of(q, id.orElseThrow()));
    }

    private ToolResult explainThread(Request request) throws Exception {
        AgentTrace trace = trace(request);
        TimeSpan span = span(request, trace);
        long utid = request.arguments().integer("utid").orElseThrow();
        return TraceTools.explain(request, trace, q -> SliceExplanation.ofThread(q, utid, span.start(), span.end()));
    }

    private ToolResult hotFunctions(Request request) throws Exception {
        AgentTrace trace = trace(request);
        TimeSpan span = span(request, trace);
        String search = request.arguments().text("search", "").strip();
        return TraceTools.explain(request, trace, q -> HotFunctions.of(q, search, span.start(), span.end() + 1));
    }

    /// Returns the span in the arguments; by default the whole trace.
    private static TimeSpan span(Request request, AgentTrace trace) throws ToolProblem {
        long begin = trace.processor().startNs();
        long start = request.arguments().time("start", begin).orElse(begin);
        long end = request.arguments()
                .time("end", begin)
                .orElse(Math.max(trace.processor().endNs(), begin + 1));
        if (end <= start) {
            throw new ToolProblem(McpTexts.endsBeforeStart(start, end));
        }
        return new TimeSpan(start, end);
    }

    private ToolResult compare(Request request) throws Exception {
        ToolArguments arguments = request.arguments();
        AgentTrace before = traces.get(arguments.text("before", ""));
        AgentTrace after = traces.get(arguments.text("after", ""));
        String subject = arguments.choice("subject", SUBJECTS);
        ComparisonKind by =
                Subjects.comparison(subject).orElseThrow(() -> new ToolProblem(McpTexts.cantCompareBy(subject)));
        CompareQuery query = new CompareQuery(by, by.groupings().getFirst(), arguments.flag("numbers_as_one"));
        String measure = arguments.choice("measure", MEASURES);
        CompareMeasure sortedBy =
                measure.equals("default") ? by.measure() : CompareMeasure.valueOf(measure.toUpperCase(Locale.ROOT));
        int rows = arguments.integer("max_rows", 40, 1, 500);
        Cancellation cancellation = new Cancellation();
        try {
            Comparison comparison = request.call().run(TraceTools.LIMIT, cancellation::cancel, () -> {
                List<NameStats> a = side(before, query, cancellation);
                request.progress(1, 2, before.id());
                return Comparison.of(a, side(after, query, cancellation), sortedBy, !by.isTime());
            });
            return new ToolResult("", "", tables(comparison, by, rows), null);
        } catch (QueryException | SqlProblem e) {
            throw new ToolProblem(
                    request.call().isCanceled()
                            ? McpTexts.CANCELED
                            : McpTexts.cantCompare(String.valueOf(e.getMessage())));
        }
    }

    private static List<NameStats> side(AgentTrace trace, CompareQuery query, Cancellation cancellation)
            throws ToolProblem, QueryException, SqlProblem, IOException {
        try (TraceStore store = trace.store()) {
            return CompareReader.readWhole(store, query, cancellation).names();
        }
    }

    private static List<AnswerTable> tables(Comparison comparison, ComparisonKind by, int maxRows) {
        List<AnswerTable> tables = new ArrayList<>();
        for (Presence presence : Presence.values()) {
            List<Comparison.Row> all = comparison.withPresence(presence).rows();
            if (all.isEmpty()) {
                continue;
            }
            boolean isTruncated = all.size() > maxRows;
            List<List<@Nullable Object>> rows = all.stream()
                    .limit(maxRows)
                    .map(r -> row(r, comparison.measure()))
                    .toList();
            tables.add(new AnswerTable(
                    McpTexts.namesOf(presence.name(), all.size()),
                    List.of(
                            "name",
                            "count_before",
                            "count_after",
                            "total_before",
                            "total_after",
                            "median_before",
                            "median_after",
                            "p99_before",
                            "p99_after",
                            "difference",
                            "change_percent"),
                    rows,
                    isTruncated ? McpTexts.notShown(all.size() - maxRows) : "",
                    isTruncated));
        }
        return tables.isEmpty() ? List.of(AnswerTable.withNote(by.title(), by.whenEmpty())) : tables;
    }

    private static List<@Nullable Object> row(Comparison.Row row, CompareMeasure measure) {
        NameStats a = row.a();
        NameStats b = row.b();
        double change = row.change(measure);
        return Arrays.asList(
                row.name(),
                a == null ? null : a.count(),
                b == null ? null : b.count(),
                a == null ? null : number(a.total()),
                b == null ? null : number(b.total()),
                a == null ? null : number(a.median()),
                b == null ? null : number(b.median()),
                a == null ? null : number(a.p99()),
                b == null ? null : number(b.p99()),
                number(row.difference(measure)),
                Double.isNaN(change) ? null : Math.round(change * 1000) / 10.0);
    }

    /// Returns whole numbers, and numbers from 1000 on after rounding, as integers; null for NaN.
    private static @Nullable Object number(double value) {
        if (Double.isNaN(value)) {
            return null;
        }
        return Math.abs(value) >= 1000 || value == Math.rint(value) ? (Object) Math.round(value) : (Object) value;
    }
}
