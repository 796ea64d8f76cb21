package traceglass.engine.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.engine.summary.Summaries;
import traceglass.protos.processor.CreateSummarizerArgs;
import traceglass.protos.processor.CreateSummarizerResult;
import traceglass.protos.processor.DestroySummarizerArgs;
import traceglass.protos.processor.QuerySummarizerArgs;
import traceglass.protos.processor.QuerySummarizerResult;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.UpdateSummarizerSpecArgs;
import traceglass.protos.processor.UpdateSummarizerSpecResult;

class RpcSummarizerTest {

    private static final String LONG_SLICES = """
            query { id: "slices" table { table_name: "slice" } }
            query {
              id: "long" inner_query_id: "slices"
              filters { column_name: "dur" op: GREATER_THAN int64_rhs: %d }
              order_by { ordering_specs { column_name: "dur" } }
            }
            query { id: "names" inner_query_id: "long" select_columns { column_name_or_expression: "name" } }
            """;

    private final RpcTestClient client = new RpcTestClient();

    @BeforeEach
    void loadTrace() throws IOException {
        client.load("""
                [{"ph": "X", "pid": 1, "tid": 1, "name": "short", "ts": 1, "dur": 5},
                 {"ph": "X", "pid": 1, "tid": 1, "name": "middle", "ts": 10, "dur": 50},
                 {"ph": "X", "pid": 1, "tid": 1, "name": "long", "ts": 100, "dur": 500}]\
                """);
        assertEquals("s-1", create("s-1").getSummarizerId());
    }

    @AfterEach
    void close() {
        client.close();
    }

    private CreateSummarizerResult create(String id) throws IOException {
        return client.sendForOneReply(client.call(TraceProcessorMethod.TPM_CREATE_SUMMARIZER)
                        .setCreateSummarizerArgs(
                                CreateSummarizerArgs.newBuilder().setSummarizerId(id)))
                .getCreateSummarizerResult();
    }

    private UpdateSummarizerSpecResult update(String spec) throws IOException {
        return client.sendForOneReply(client.call(TraceProcessorMethod.TPM_UPDATE_SUMMARIZER_SPEC)
                        .setUpdateSummarizerSpecArgs(UpdateSummarizerSpecArgs.newBuilder()
                                .setSummarizerId("s-1")
                                .setSpec(Summaries.parse(spec))))
                .getUpdateSummarizerSpecResult();
    }

    /// Returns the ids of queries, each with its change.
    private String changes(String spec) throws IOException {
        UpdateSummarizerSpecResult result = update(spec);
        assertEquals("", result.getError());
        return result.getQueriesList().stream()
                .map(q -> q.getQueryId() + (q.getWasDropped() ? "-" : q.getWasUpdated() ? "+" : "="))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private QuerySummarizerResult query(String id) throws IOException {
        return client.sendForOneReply(client.call(TraceProcessorMethod.TPM_QUERY_SUMMARIZER)
                        .setQuerySummarizerArgs(QuerySummarizerArgs.newBuilder()
                                .setSummarizerId("s-1")
                                .setQueryId(id)))
                .getQuerySummarizerResult();
    }

    private String rows(String sql) throws IOException {
        return client.query(sql).getBatch(0).getStringCells();
    }

    @Test
    void queriesBecomeTablesWhenTheyAreRequested() throws IOException {
        assertEquals("long+ names+ slices+", changes(LONG_SLICES.formatted(10_000)));
        QuerySummarizerResult names = query("names");
        assertEquals("", names.getError());
        assertTrue(names.getExists());
        assertEquals(2, names.getRowCount());
        assertEquals(List.of("name"), names.getColumnsList());
        assertEquals("middle\0long\0", rows("SELECT name FROM " + names.getTableName()));
        assertEquals("middle\0long\0", rows(names.getSql()));
        assertEquals("middle\0long\0", rows(names.getStandaloneSql()));
        assertFalse(names.getStandaloneSql().contains("_summarizer"), names.getStandaloneSql());
        assertTrue(names.getTextproto().contains("inner_query_id: \"long\"\n"), names.getTextproto());
        // The dependencies of the query were computed with it, and nothing is computed twice.
        assertEquals("long= names= slices=", changes(LONG_SLICES.formatted(10_000)));
        assertEquals(names, query("names"));
    }

    @Test
    void aChangeUpdatesDependentQueries() throws IOException {
        update(LONG_SLICES.formatted(10_000));
        QuerySummarizerResult before = query("names");
        String all = query("slices").getTableName();
        assertEquals("long+ names+ slices=", changes(LONG_SLICES.formatted(100_000)));
        // A view of the old rows can still read them.
        assertEquals("middle\0long\0", rows("SELECT name FROM " + before.getTableName()));
        QuerySummarizerResult after = query("names");
        assertEquals("long\0", rows("SELECT name FROM " + after.getTableName()));
        assertNotEquals(before.getTableName(), after.getTableName());
        assertFalse(client.query("SELECT name FROM " + before.getTableName())
                .getError()
                .isEmpty());
        assertEquals("long- names- slices=", changes("query { id: \"slices\" table { table_name: \"slice\" } }"));
        assertEquals(all, query("slices").getTableName());
        assertFalse(query("names").getExists());
    }

    @Test
    void invalidQueriesAreReported() throws IOException {
        assertFalse(
                update("query { table { table_name: \"slice\" } }").getError().isEmpty());
        update("""
                query { id: "absent" table { table_name: "no_such_table" } }
                query { id: "a" inner_query_id: "b" }
                query { id: "b" inner_query_id: "a" }
                """);
        assertTrue(
                query("absent").getError().contains("no_such_table"),
                query("absent").getError());
        assertTrue(
                query("a").getError().contains("depends on itself"), query("a").getError());
        // The query is tried again with the next specification.
        assertEquals("a- absent+ b-", changes("query { id: \"absent\" table { table_name: \"slice\" } }"));
        assertEquals(3, query("absent").getRowCount());
    }

    @Test
    void summarizersAreFoundByTheirIds() throws IOException {
        assertEquals("Summarizer already exists: s-1", create("s-1").getError());
        update("query { id: \"slices\" table { table_name: \"slice\" } group_by { column_names: \"name\" } }");
        String table = query("slices").getTableName();
        for (String expected : List.of("", "Summarizer not found: s-1")) {
            assertEquals(
                    expected,
                    client.sendForOneReply(client.call(TraceProcessorMethod.TPM_DESTROY_SUMMARIZER)
                                    .setDestroySummarizerArgs(
                                            DestroySummarizerArgs.newBuilder().setSummarizerId("s-1")))
                            .getDestroySummarizerResult()
                            .getError());
        }
        assertEquals("Summarizer not found: s-1", query("slices").getError());
        assertFalse(client.query("SELECT * FROM " + table).getError().isEmpty());
    }

    @Test
    void restoringTheTablesKeepsTheSummarizer() throws IOException {
        update(LONG_SLICES.formatted(10_000));
        query("names");
        client.send(client.call(TraceProcessorMethod.TPM_RESTORE_INITIAL_TABLES));
        assertFalse(query("names").getExists());
        assertEquals("long+ names+ slices+", changes(LONG_SLICES.formatted(10_000)));
        assertEquals(2, query("names").getRowCount());
    }
}
