package traceglass.engine.rpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QuerySession;
import traceglass.engine.summary.Summaries;
import traceglass.engine.summary.SummaryRequest;
import traceglass.engine.summary.SummaryText;
import traceglass.protos.processor.TraceSummary;
import traceglass.protos.processor.TraceSummaryArgs;
import traceglass.protos.processor.TraceSummaryResult;
import traceglass.protos.processor.TraceSummarySpec;

/// Computes a summary. An error of the specification or of a query is part of the reply.
final class SummaryReply {

    private SummaryReply() {}

    static TraceSummaryResult of(@Nullable QuerySession session, TraceSummaryArgs args) {
        TraceSummaryResult.Builder result = TraceSummaryResult.newBuilder();
        if (session == null) {
            return result.setError(RpcEngine.NO_TRACE).build();
        }
        try {
            TraceSummary summary = Summaries.compute(session, request(args));
            return args.getOutputFormat() == TraceSummaryArgs.Format.TEXTPROTO
                    ? result.setTextprotoSummary(SummaryText.of(summary)).build()
                    : result.setProtoSummary(summary.toByteString()).build();
        } catch (EngineException e) {
            return result.setError(String.valueOf(e.getMessage())).build();
        }
    }

    private static SummaryRequest request(TraceSummaryArgs args) {
        List<TraceSummarySpec> specs = new ArrayList<>(args.getProtoSpecsList());
        args.getTextprotoSpecsList().forEach(text -> specs.add(Summaries.parse(text)));
        TraceSummaryArgs.ComputationSpec requested = args.getComputationSpec();
        return new SummaryRequest(
                specs,
                requested.getRunAllMetrics() ? null : requested.getMetricIdsList(),
                requested.hasMetadataQueryId() ? requested.getMetadataQueryId() : null);
    }
}
