package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.TraceProcessor;
import traceglass.engine.fleet.compare.FleetMetric;
import traceglass.engine.fleet.source.FileReason;
import traceglass.engine.fleet.source.FleetSource;
import traceglass.engine.summary.RowMoment;
import traceglass.ingest.TraceProblem;
import traceglass.protos.processor.TraceSummarySpec;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.TemporaryFiles;

/// Computes metrics in many traces.
final class MetricRun {

    private final Collection<TraceSummarySpec> specs;
    private final @Nullable List<String> ids;
    private final FleetRun options;

    /// @param ids ids of the metrics, or null for all metrics in the specifications
    MetricRun(Collection<TraceSummarySpec> specs, @Nullable List<String> ids, FleetRun options) {
        this.specs = specs;
        this.ids = ids;
        this.options = options;
    }

    /// Opens a trace.
    private interface Opener {
        TraceProcessor open(FleetTrace trace) throws IOException;
    }

    FleetMetrics<FleetTrace> inFleet(FleetFolder folder, List<FleetTrace> traces) {
        return run(traces, t -> TraceProcessor.open(folder.traceFile(t.id()), engineOptions()), t -> t);
    }

    /// Computes the metrics of traces that are not in a fleet.
    FleetMetrics<String> inFiles(Collection<FleetSource> files) {
        Map<Long, FleetSource> sources = new HashMap<>();
        List<FleetTrace> traces = new ArrayList<>();
        for (FleetSource source : files) {
            long id = traces.size() + 1L;
            sources.put(id, source);
            traces.add(new FleetTrace(
                    id, source.path(), source.bytes(), 0, "", "", 0, 0, "", "", Map.of(), Map.of(), Map.of()));
        }
        return run(traces, t -> open(sources.get(t.id())), FleetTrace::path);
    }

    private TraceProcessor open(@Nullable FleetSource source) throws IOException {
        Path scratch = TemporaryFiles.folder("metrics");
        try {
            Path file = Objects.requireNonNull(source).content().file(scratch);
            FleetReader.Task.requireContent(file);
            return TraceProcessor.open(file, engineOptions());
        } catch (TraceProblem e) {
            throw new EngineException(String.valueOf(e.getMessage()), e);
        } finally {
            StoreDatabase.deleteTree(scratch);
        }
    }

    private EngineOptions engineOptions() {
        StoreOptions all = StoreOptions.uncached();
        StoreOptions limited = options.memoryLimit() > 0 ? all.withMemoryLimit(options.memoryLimit()) : all;
        return EngineOptions.temporary()
                .withMemoryLimit(Math.max(64L << 20, limited.memoryLimitBytes() / options.jobCount()))
                .withModules(options.moduleFolders());
    }

    private <K> FleetMetrics<K> run(List<FleetTrace> traces, Opener opener, Function<FleetTrace, K> key) {
        Map<Long, Map<FleetMetric, FleetMetrics.Value>> byTrace = Collections.synchronizedMap(new TreeMap<>());
        List<FleetFailure> failures = TraceRunner.run(traces, options, (trace, running) -> {
            try (TraceProcessor opened = opener.open(trace)) {
                running.onCancel(opened::close);
                byTrace.put(trace.id(), FleetMetrics.of(opened, specs, ids));
            } catch (IOException e) {
                throw new EngineException(FileReason.reason(e), e);
            }
        });
        Map<FleetMetric, Map<K, Double>> values = new LinkedHashMap<>();
        Map<FleetMetric, Map<K, RowMoment>> moments = new LinkedHashMap<>();
        for (FleetTrace trace : traces) {
            byTrace.getOrDefault(trace.id(), Map.of()).forEach((metric, value) -> {
                values.computeIfAbsent(metric, _ -> new LinkedHashMap<>()).put(key.apply(trace), value.number());
                RowMoment moment = value.moment();
                if (moment != null) {
                    moments.computeIfAbsent(metric, _ -> new LinkedHashMap<>()).put(key.apply(trace), moment);
                }
            });
        }
        return new FleetMetrics<>(values, moments, failures);
    }
}
