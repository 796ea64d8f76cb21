package traceglass.engine.rpc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QuerySession;
import traceglass.engine.summary.Summarizer;
import traceglass.protos.processor.CreateSummarizerResult;
import traceglass.protos.processor.DestroySummarizerResult;
import traceglass.protos.processor.QuerySummarizerArgs;
import traceglass.protos.processor.QuerySummarizerResult;
import traceglass.protos.processor.SummarizerQuerySyncInfo;
import traceglass.protos.processor.UpdateSummarizerSpecArgs;
import traceglass.protos.processor.UpdateSummarizerSpecResult;

/// The summarizers that clients have created in a session, by the ids that the clients chose.
final class SummarizerCalls {

    private static final int MAX_SUMMARIZERS = 1000;

    private final Map<String, Summarizer> summarizers = new HashMap<>();
    private int created;

    CreateSummarizerResult create(@Nullable QuerySession session, String id) {
        CreateSummarizerResult.Builder result = CreateSummarizerResult.newBuilder();
        if (session == null) {
            return result.setError(RpcEngine.NO_TRACE).build();
        }
        if (summarizers.containsKey(id)) {
            return result.setError("Summarizer already exists: " + id).build();
        }
        if (summarizers.size() == MAX_SUMMARIZERS) {
            return result.setError("There are too many summarizers").build();
        }
        summarizers.put(id, new Summarizer(session, "_summarizer_" + ++created));
        return result.setSummarizerId(id).build();
    }

    UpdateSummarizerSpecResult update(UpdateSummarizerSpecArgs args) {
        UpdateSummarizerSpecResult.Builder result = UpdateSummarizerSpecResult.newBuilder();
        Summarizer summarizer = summarizers.get(args.getSummarizerId());
        if (summarizer == null) {
            return result.setError(notFound(args.getSummarizerId())).build();
        }
        try {
            for (Summarizer.Change change : summarizer.update(args.getSpec())) {
                result.addQueries(SummarizerQuerySyncInfo.newBuilder()
                        .setQueryId(change.id())
                        .setWasUpdated(change.isUpdated())
                        .setWasDropped(change.isDropped()));
            }
        } catch (EngineException e) {
            result.setError(String.valueOf(e.getMessage()));
        }
        return result.build();
    }

    QuerySummarizerResult query(QuerySummarizerArgs args) {
        QuerySummarizerResult.Builder result = QuerySummarizerResult.newBuilder();
        Summarizer summarizer = summarizers.get(args.getSummarizerId());
        if (summarizer == null) {
            return result.setError(notFound(args.getSummarizerId())).build();
        }
        try {
            Summarizer.QueryTable table = summarizer.query(args.getQueryId());
            if (table == null) {
                return result.setExists(false).build();
            }
            return result.setExists(true)
                    .setTableName(table.table())
                    .setRowCount(table.rows())
                    .addAllColumns(table.columns())
                    .setDurationMs(table.durationMs())
                    .setSql(table.sql())
                    .setTextproto(table.text())
                    .setStandaloneSql(table.standaloneSql())
                    .build();
        } catch (EngineException e) {
            return result.setExists(true)
                    .setError(String.valueOf(e.getMessage()))
                    .build();
        }
    }

    DestroySummarizerResult destroy(String id) {
        Summarizer summarizer = summarizers.remove(id);
        if (summarizer == null) {
            return DestroySummarizerResult.newBuilder().setError(notFound(id)).build();
        }
        summarizer.clear();
        return DestroySummarizerResult.getDefaultInstance();
    }

    /// Removes the summarizers of a closed session. Keeps their ids for a new session.
    ///
    /// @param session the new session, or null if the trace was closed
    void restart(@Nullable QuerySession session) {
        List<String> ids = List.copyOf(summarizers.keySet());
        summarizers.clear();
        if (session != null) {
            ids.forEach(id -> create(session, id));
        }
    }

    private static String notFound(String id) {
        return "Summarizer not found: " + id;
    }
}
