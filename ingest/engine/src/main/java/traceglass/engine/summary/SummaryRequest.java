package traceglass.engine.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.processor.TraceSummarySpec;

/// Metrics to compute, with their definitions.
///
/// @param specs definitions of metrics and queries; ids must be unique in all of them
/// @param metrics ids of the metrics to compute, or null for all
/// @param metadataQuery id of a query with columns `key` and `value`, or null for none
public record SummaryRequest(
        List<TraceSummarySpec> specs,
        @Nullable List<String> metrics,
        @Nullable String metadataQuery) {

    public SummaryRequest {
        specs = List.copyOf(specs);
        metrics = metrics == null ? null : List.copyOf(metrics);
    }
}
