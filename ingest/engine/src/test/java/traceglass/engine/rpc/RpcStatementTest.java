package traceglass.engine.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import traceglass.protos.processor.StatementArgs;
import traceglass.protos.processor.StatementResult;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;

class RpcStatementTest {

    private final RpcTestClient client = new RpcTestClient();

    @AfterEach
    void close() {
        client.close();
    }

    private List<StatementResult> next(String sql, int offset) throws IOException {
        return client
                .send(client.call(TraceProcessorMethod.TPM_STATEMENT_STREAMING)
                        .setStatementArgs(StatementArgs.newBuilder().setSql(sql).setStartOffset(offset)))
                .stream()
                .map(TraceProcessorRpc::getStatementResult)
                .toList();
    }

    @Test
    void aScriptIsRunOneStatementAtATime() throws IOException {
        String sql = "-- ü; first\nCREATE TABLE t AS SELECT 'é;' AS x;\n SELECT x FROM t;SELECT 2 ; -- end\n";
        List<String> rows = new ArrayList<>();
        int offset = 0;
        StatementResult result = next(sql, offset).getFirst();
        while (result.getStatementExecuted()) {
            assertEquals("", result.getResult().getError());
            assertTrue(result.getTailOffset() > offset);
            offset = result.getTailOffset();
            rows.add(result.getResult().getBatch(0).getStringCells()
                    + result.getResult().getBatch(0).getVarintCellsList());
            result = next(sql, offset).getFirst();
        }
        assertEquals(List.of("[]", "é;\0[]", "[2]"), rows);
        assertEquals("", result.getResult().getError());
        assertTrue(result.getResult().getBatch(0).getIsLastBatch());
        // If the script ends within a statement, the lexer must not read past its end.
        assertEquals(1, next("SELECT 1", 0).getFirst().getResult().getBatch(0).getVarintCells(0));
    }

    @Test
    void rowsArriveInSeveralMessagesAndOnlyTheFirstHasTheCursor() throws IOException {
        List<StatementResult> results = next("SELECT range AS n FROM range(200000); SELECT 1", 0);
        assertTrue(results.size() > 2);
        int rows = 0;
        for (StatementResult result : results) {
            boolean isFirst = result == results.getFirst();
            assertEquals(isFirst, result.hasTailOffset());
            assertEquals(isFirst ? 1 : 0, result.getResult().getColumnNamesCount());
            rows += result.getResult().getBatch(0).getCellsCount();
        }
        assertEquals(200_000, rows);
        assertTrue(results.getLast().getResult().getBatch(0).getIsLastBatch());
        assertEquals(
                "SELECT range AS n FROM range(200000);".length(),
                results.getFirst().getTailOffset());
    }

    @Test
    void errorPositionsReferToTheWholeScript() throws IOException {
        String sql = "SELECT 1;\nSELECT absent\nFROM slice";
        StatementResult failed = next(sql, 9).getFirst();
        assertFalse(failed.getStatementExecuted());
        assertEquals(9, failed.getTailOffset());
        assertTrue(
                failed.getResult().getError().startsWith("line 2, column 8: "),
                failed.getResult().getError());
        assertFalse(next("SELECT 'open", 0).getFirst().getResult().getError().isEmpty());
    }

    @Test
    void invalidOffsetsAreRefused() throws IOException {
        for (int offset : new int[] {9, -1, Integer.MAX_VALUE}) {
            assertEquals(
                    "StatementArgs.start_offset out of range",
                    next("SELECT 1", offset).getFirst().getResult().getError());
        }
        assertThrows(IllegalArgumentException.class, () -> StatementCursor.next("é", 1));
    }

    @Test
    void missingArgumentsAreReported() throws IOException {
        String expected = "RPC error: request field not set";
        TraceProcessorRpc statement = client.sendForOneReply(client.call(TraceProcessorMethod.TPM_STATEMENT_STREAMING));
        assertEquals(expected, statement.getStatementResult().getResult().getError());
        TraceProcessorRpc query = client.sendForOneReply(client.call(TraceProcessorMethod.TPM_QUERY_STREAMING));
        assertEquals(expected, query.getQueryResult().getError());
        TraceProcessorRpc append = client.sendForOneReply(client.call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA));
        assertEquals(expected, append.getAppendResult().getError());
        TraceProcessorRpc summary = client.sendForOneReply(client.call(TraceProcessorMethod.TPM_SUMMARIZE_TRACE));
        assertEquals(expected, summary.getTraceSummaryResult().getError());
        TraceProcessorRpc metric = client.sendForOneReply(client.call(TraceProcessorMethod.TPM_COMPUTE_METRIC));
        assertEquals(expected, metric.getMetricResult().getError());
        TraceProcessorRpc register = client.sendForOneReply(client.call(TraceProcessorMethod.TPM_REGISTER_SQL_PACKAGE));
        assertEquals(expected, register.getRegisterSqlPackageResult().getError());
    }
}
