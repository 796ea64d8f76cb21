package traceglass.engine.summary;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryResult;
import traceglass.engine.QueryRow;
import traceglass.engine.QuerySession;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;
import traceglass.protos.processor.TraceMetricV2Spec;
import traceglass.protos.processor.TraceMetricV2TemplateSpec;
import traceglass.protos.processor.TraceSummary;
import traceglass.protos.processor.TraceSummarySpec;

/// Computes trace summaries.
public final class Summaries {

    private static final int SNIFFED = 128;
    private static final String RESERVED_ID = "all";

    private Summaries() {}

    /// Reads a specification in binary or text format.
    ///
    /// @param name name of its file; the extensions `.pb` and `.textproto` determine the format
    /// @throws EngineException if it has neither format
    public static TraceSummarySpec read(String name, byte[] content) {
        try {
            if (name.endsWith(".textproto") || !name.endsWith(".pb") && isText(content)) {
                return parse(new String(content, StandardCharsets.UTF_8));
            }
            return TraceSummarySpec.parseFrom(content);
        } catch (InvalidProtocolBufferException e) {
            throw new EngineException(name + " is not a TraceSummarySpec", e);
        }
    }

    /// Reads a specification in text format.
    ///
    /// @throws EngineException with line and column
    public static TraceSummarySpec parse(String text) {
        TraceSummarySpec.Builder spec = TraceSummarySpec.newBuilder();
        try {
            TextFormat.merge(text, spec);
        } catch (TextFormat.ParseException e) {
            throw new EngineException("The specification can't be read: " + e.getMessage(), e);
        }
        return spec.build();
    }

    private static boolean isText(byte[] content) {
        for (int i = 0; i < Math.min(SNIFFED, content.length); i++) {
            boolean isSpace = content[i] == '\n' || content[i] == '\r' || content[i] == '\t';
            if (content[i] < ' ' && !isSpace || content[i] == 0x7F) {
                return false;
            }
        }
        return true;
    }

    /// Computes a summary. Objects created by its statements stay in the session.
    ///
    /// @throws EngineException if a specification is invalid or a query fails
    public static TraceSummary compute(QuerySession session, SummaryRequest request) {
        return compute(session, request, (_, _, _) -> {});
    }

    /// Computes a summary like [#compute(QuerySession, SummaryRequest)].
    ///
    /// @param moments receives the times and events to which rows belong
    public static TraceSummary compute(QuerySession session, SummaryRequest request, RowMoment.Listener moments) {
        try {
            return computeChecked(session, request, moments);
        } catch (SpecProblem e) {
            throw new EngineException(e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new EngineException("The queries are nested too deeply", e);
        }
    }

    private static TraceSummary computeChecked(QuerySession session, SummaryRequest request, RowMoment.Listener moments)
            throws SpecProblem {
        Map<String, PerfettoSqlStructuredQuery> shared = sharedQueries(request.specs());
        StructuredSql sql = new StructuredSql(shared);
        Map<String, MetricBundle> bundles = bundles(request, sql);
        String metadata = null;
        if (request.metadataQuery() != null) {
            PerfettoSqlStructuredQuery query = shared.get(request.metadataQuery());
            if (query == null) {
                throw new SpecProblem("There is no query with id '" + request.metadataQuery() + "'");
            }
            metadata = sql.write(query);
        }
        prepare(session, sql);
        TraceSummary.Builder summary = TraceSummary.newBuilder();
        for (MetricBundle bundle : bundles.values()) {
            summary.addMetricBundles(bundle.compute(session, moments));
        }
        if (metadata != null) {
            addMetadata(session, metadata, summary);
        }
        return summary.build();
    }

    private static Map<String, PerfettoSqlStructuredQuery> sharedQueries(List<TraceSummarySpec> specs)
            throws SpecProblem {
        Map<String, PerfettoSqlStructuredQuery> shared = new HashMap<>();
        for (TraceSummarySpec spec : specs) {
            for (PerfettoSqlStructuredQuery query : spec.getQueryList()) {
                if (!query.hasId()) {
                    throw new SpecProblem("A shared query has no id");
                }
                if (shared.put(query.getId(), query) != null) {
                    throw new SpecProblem("Several shared queries have the id '" + query.getId() + "'");
                }
            }
        }
        return shared;
    }

    private static List<TraceMetricV2Spec> metrics(List<TraceSummarySpec> specs) throws SpecProblem {
        List<TraceMetricV2Spec> metrics = new ArrayList<>();
        for (TraceSummarySpec spec : specs) {
            metrics.addAll(spec.getMetricSpecList());
        }
        for (TraceSummarySpec spec : specs) {
            for (TraceMetricV2TemplateSpec template : spec.getMetricTemplateSpecList()) {
                metrics.addAll(MetricTemplates.expand(template));
            }
        }
        return metrics;
    }

    private static Map<String, MetricBundle> bundles(SummaryRequest request, StructuredSql sql) throws SpecProblem {
        Map<String, TraceMetricV2Spec> defined = new LinkedHashMap<>();
        for (TraceMetricV2Spec metric : metrics(request.specs())) {
            if (metric.getId().isEmpty()) {
                throw new SpecProblem("A metric has no id");
            }
            if (metric.getId().equalsIgnoreCase(RESERVED_ID)) {
                throw new SpecProblem("A metric must not have the id 'all', which is reserved");
            }
            boolean isWanted = request.metrics() == null || request.metrics().contains(metric.getId());
            if (defined.put(metric.getId(), metric) != null && isWanted) {
                throw new SpecProblem("Metric '" + metric.getId() + "' is defined twice");
            }
        }
        List<String> requested = request.metrics() == null ? List.copyOf(defined.keySet()) : request.metrics();
        Map<String, MetricBundle> bundles = new LinkedHashMap<>();
        for (String id : requested) {
            TraceMetricV2Spec metric = defined.get(id);
            if (metric == null) {
                throw new SpecProblem(
                        "There is no metric '" + id + "'; available metrics: " + String.join(", ", defined.keySet()));
            }
            String bundle = metric.getBundleId().isEmpty() ? id : metric.getBundleId();
            List<String> interned = new ArrayList<>();
            String query = write(sql, metric.getQuery(), id);
            for (TraceMetricV2Spec.InternedDimensionSpec spec : metric.getInternedDimensionSpecsList()) {
                interned.add(write(sql, spec.getQuery(), id));
            }
            MetricBundle metricBundle = bundles.get(bundle);
            if (metricBundle == null) {
                metricBundle = new MetricBundle(bundle);
                bundles.put(bundle, metricBundle);
            }
            metricBundle.add(new MetricBundle.Metric(metric, query, interned));
        }
        return bundles;
    }

    private static String write(StructuredSql sql, PerfettoSqlStructuredQuery query, String metric) throws SpecProblem {
        try {
            return sql.write(query);
        } catch (SpecProblem e) {
            throw new SpecProblem("Metric '" + metric + "': " + e.getMessage());
        }
    }

    /// Includes the modules and runs the preambles that written queries need.
    static void prepare(QuerySession session, StructuredSql sql) throws SpecProblem {
        try {
            for (String module : sql.modules()) {
                session.execute("INCLUDE PERFETTO MODULE " + module);
            }
            for (String preamble : sql.preambles()) {
                session.execute(preamble);
            }
        } catch (EngineException e) {
            throw SpecProblem.of("", e);
        }
    }

    private static void addMetadata(QuerySession session, String sql, TraceSummary.Builder summary) throws SpecProblem {
        try (QueryResult result = session.query(sql)) {
            List<String> names =
                    result.columns().stream().map(QueryColumn::name).toList();
            if (!names.equals(List.of("key", "value"))) {
                throw new SpecProblem("The metadata query has the columns " + names + " instead of key and value");
            }
            for (QueryRow row : result) {
                Object key = row.get(0);
                Object value = row.get(1);
                if (!(key instanceof String) || !(value instanceof String || value == null)) {
                    throw new SpecProblem("The metadata query has a row whose key or value is not text");
                }
                if (value != null) {
                    summary.addMetadataBuilder().setKey((String) key).setValue((String) value);
                }
            }
        } catch (EngineException e) {
            throw SpecProblem.of("The metadata query failed: ", e);
        }
    }

    /// Returns the SQL of a structured query, including the modules that it needs, for users who want to read
    /// or change it.
    ///
    /// @param id id of a query in the specifications
    /// @throws EngineException if the query does not exist or is invalid
    public static String sqlOf(List<TraceSummarySpec> specs, @Nullable String id) {
        try {
            Map<String, PerfettoSqlStructuredQuery> shared = sharedQueries(specs);
            PerfettoSqlStructuredQuery query = shared.get(id);
            if (query == null) {
                throw new SpecProblem("There is no query with id '" + id + "'");
            }
            StructuredSql sql = new StructuredSql(shared);
            String main = sql.write(query);
            return complete(sql, main);
        } catch (SpecProblem e) {
            throw new EngineException(e.getMessage(), e);
        }
    }

    /// Returns the SQL of a query, preceded by the statements that it needs.
    static String complete(StructuredSql sql, String main) {
        StringBuilder text = new StringBuilder();
        sql.modules()
                .forEach(m -> text.append("INCLUDE PERFETTO MODULE ").append(m).append(";\n"));
        sql.preambles()
                .forEach(p ->
                        text.append(p.stripTrailing()).append(p.stripTrailing().endsWith(";") ? "\n" : ";\n"));
        return text.append(main).toString();
    }
}
