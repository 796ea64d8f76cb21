package traceglass.engine.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import traceglass.engine.EngineOptions;
import traceglass.protos.processor.ExportArgs;
import traceglass.protos.processor.QueryArgs;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.QueryResult.CellsBatch;
import traceglass.protos.processor.RegisterSqlPackageArgs;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;

class RpcStreamTest {

    private static final String TRACE =
            "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"rpc slice\", \"ts\": 1, \"dur\": 5}]";

    private final RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "test");
    private ByteString sent = ByteString.EMPTY;
    private final RpcStream stream = new RpcStream(engine, bytes -> sent = sent.concat(bytes));
    private int sequence;

    @AfterEach
    void close() {
        engine.close();
    }

    private List<TraceProcessorRpc> replies() throws IOException {
        List<TraceProcessorRpc> replies =
                TraceProcessorRpcStream.parseFrom(sent).getMsgList();
        sent = ByteString.EMPTY;
        return replies;
    }

    private static byte[] frame(TraceProcessorRpc.Builder call) {
        return TraceProcessorRpcStream.newBuilder().addMsg(call).build().toByteArray();
    }

    private TraceProcessorRpc.Builder call(TraceProcessorMethod method) {
        return TraceProcessorRpc.newBuilder().setSeq(sequence++).setRequest(method);
    }

    private TraceProcessorRpc.Builder query(String sql) {
        return call(TraceProcessorMethod.TPM_QUERY_STREAMING)
                .setQueryArgs(QueryArgs.newBuilder().setSqlQuery(sql));
    }

    private List<TraceProcessorRpc> send(TraceProcessorRpc.Builder call) throws IOException {
        assertTrue(stream.receive(ByteBuffer.wrap(frame(call))));
        return replies();
    }

    private QueryResult result(String sql) throws IOException {
        QueryResult.Builder all = QueryResult.newBuilder();
        List<TraceProcessorRpc> replies = send(query(sql));
        for (TraceProcessorRpc reply : replies) {
            all.mergeFrom(reply.getQueryResult());
        }
        return all.build();
    }

    private void load() throws IOException {
        ByteString bytes = ByteString.copyFrom(TRACE, StandardCharsets.UTF_8);
        send(call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA).setAppendTraceData(bytes.substring(0, 10)));
        TraceProcessorRpc second = send(call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA)
                        .setAppendTraceData(bytes.substring(10)))
                .getFirst();
        assertEquals(bytes.size(), second.getAppendResult().getTotalBytesParsed());
        TraceProcessorRpc end =
                send(call(TraceProcessorMethod.TPM_FINALIZE_TRACE_DATA)).getFirst();
        assertEquals("", end.getFinalizeDataResult().getError());
    }

    @Test
    void framesMayBeSplitAnywhere() throws IOException {
        load();
        byte[] calls = ByteString.copyFrom(frame(query("SELECT 1 AS a")))
                .concat(ByteString.copyFrom(frame(query("SELECT name FROM slice"))))
                .toByteArray();
        Random random = new Random(7);
        for (int at = 0; at < calls.length; ) {
            int length = Math.min(calls.length - at, random.nextInt(4));
            assertTrue(stream.receive(ByteBuffer.wrap(calls, at, length)));
            at += length;
        }
        List<TraceProcessorRpc> replies = replies();
        assertEquals(2, replies.size());
        assertEquals(replies.getFirst().getSeq() + 1, replies.getLast().getSeq());
        assertEquals("a", replies.getFirst().getQueryResult().getColumnNames(0));
        assertEquals(
                "rpc slice\0", replies.getLast().getQueryResult().getBatch(0).getStringCells());
    }

    @Test
    void queriesFailAfterATraceThatCouldNotBeOpened() throws IOException {
        send(call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA)
                .setAppendTraceData(ByteString.copyFrom(new byte[] {0, 1, 103, 97, 114, 98, 97, 103, 101})));
        String error = send(call(TraceProcessorMethod.TPM_FINALIZE_TRACE_DATA))
                .getFirst()
                .getFinalizeDataResult()
                .getError();
        assertTrue(error.contains("is not a trace in a supported format"), error);
        assertEquals(error, result("SELECT count(*) FROM slice").getError());
        load();
        assertEquals("", result("SELECT count(*) FROM slice").getError());
    }

    @Test
    void cellsAreEncodedByteForByte() throws IOException {
        QueryResult result =
                result("SELECT * FROM (VALUES (1, 'a', CAST(0.5 AS DOUBLE)), (-1, NULL, 2.0)) v(id, name, x)");
        assertEquals("", result.getError());
        String expected = """
            2A 02 61 00 0A 06 02 04 03 02 01 03 12 0B 01 FF FF FF FF FF FF FF FF FF 01
            1A 10 00 00 00 00 00 00 E0 3F 00 00 00 00 00 00 00 40 30 01\
            """;
        CellsBatch batch = CellsBatch.parseFrom(HexFormat.of().parseHex(expected.replaceAll("\\s", "")));
        assertEquals(batch, result.getBatch(0));
        assertEquals(List.of("id", "name", "x"), result.getColumnNamesList());
        CellBatch bytes = new CellBatch();
        assertEquals(
                "3001",
                HexFormat.of()
                        .formatHex(bytes.takeBatch().concat(CellBatch.LAST).toByteArray()));
    }

    @Test
    void integersOfAllLengthsAreEncodedAsVarints() throws IOException {
        CellBatch batch = new CellBatch();
        List<Long> values = new ArrayList<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            for (long value : new long[] {1L << bit, (1L << bit) - 1, -(1L << bit), Long.MAX_VALUE >> bit}) {
                values.add(value);
                batch.addLong(value);
            }
        }
        batch.endRow();
        batch.addText(new byte[] {'a'}, 0, 1);
        batch.addLong(5);
        CellsBatch read = CellsBatch.parseFrom(batch.takeBatch());
        assertEquals(values, read.getVarintCellsList());
        // A row that was not ended is skipped.
        assertEquals(values.size(), read.getCellsCount());
        assertEquals(0, read.getStringCells().length());
        assertEquals(0, batch.takeBatch().size());
    }

    @Test
    void rowsOfAllTypesAreReadBack() throws IOException {
        CellsBatch batch = result(
                        "SELECT NULL, true, 'x' || chr(0) || 'y', from_hex('00ff'), 9223372036854775807 + 1.0,"
                                + " CAST(170141183460469231731687303715884105727 AS HUGEINT), sum(3)")
                .getBatch(0);
        assertEquals(
                List.of(1, 2, 4, 5, 3, 4, 2),
                batch.getCellsList().stream()
                        .map(CellsBatch.CellType::getNumber)
                        .toList());
        assertEquals(List.of(1L, 3L), batch.getVarintCellsList());
        assertEquals("x\uFFFDy\000170141183460469231731687303715884105727\0", batch.getStringCells());
        assertEquals("00ff", HexFormat.of().formatHex(batch.getBlobCells(0).toByteArray()));
    }

    @Test
    void manyRowsArriveInBatchesOfWholeRows() throws IOException {
        List<TraceProcessorRpc> replies = send(query("SELECT range AS a, 'text ' || range AS b FROM range(60000)"));
        assertTrue(replies.size() > 2, "batches: " + replies.size());
        int rows = 0;
        for (TraceProcessorRpc reply : replies) {
            CellsBatch batch = reply.getQueryResult().getBatch(0);
            assertEquals(0, batch.getCellsCount() % 2);
            assertTrue(batch.getSerializedSize() < 256 << 10);
            rows += batch.getCellsCount() / 2;
            assertEquals(reply == replies.getLast(), batch.getIsLastBatch());
            assertEquals(
                    reply == replies.getFirst() ? 2 : 0, reply.getQueryResult().getColumnNamesCount());
        }
        assertEquals(60_000, rows);
    }

    @Test
    void failedQueriesEndWithTheirError() throws IOException {
        QueryResult result = result("SELECT 1;\nSELECT absent\nFROM slice");
        assertTrue(result.getError().startsWith("line 2, column 8: "), result.getError());
        assertTrue(result.getError().endsWith("\n  2 | SELECT absent\n    |        ^^^^^^"), result.getError());
        assertTrue(result.getBatch(0).getIsLastBatch());
        assertTrue(result("  ").getError().contains("no SQL statement"));
        assertEquals(1, result("SELECT 1").getBatch(0).getVarintCells(0));
    }

    @Test
    void statementsAreCounted() throws IOException {
        QueryResult result = result("CREATE TABLE counted AS SELECT 1 AS x; SELECT 5; SELECT x FROM counted");
        assertEquals(3, result.getStatementCount());
        assertEquals(2, result.getStatementWithOutputCount());
        assertEquals("SELECT x FROM counted", result.getLastStatementSql());
        send(call(TraceProcessorMethod.TPM_RESTORE_INITIAL_TABLES));
        assertFalse(result("SELECT x FROM counted").getError().isEmpty());
    }

    @Test
    void aWrongSequenceBreaksTheStream() throws IOException {
        assertTrue(stream.receive(ByteBuffer.wrap(
                frame(TraceProcessorRpc.newBuilder().setSeq(5).setRequest(TraceProcessorMethod.TPM_GET_STATUS)))));
        assertEquals(14, replies().getFirst().getStatus().getApiVersion());
        assertTrue(stream.receive(ByteBuffer.wrap(
                frame(TraceProcessorRpc.newBuilder().setSeq(0).setRequest(TraceProcessorMethod.TPM_GET_STATUS)))));
        replies();
        assertFalse(stream.receive(ByteBuffer.wrap(
                frame(TraceProcessorRpc.newBuilder().setSeq(9).setRequest(TraceProcessorMethod.TPM_GET_STATUS)))));
        assertEquals(
                "RPC request out of order. Expected 1, got 9 (ERR:rpc_seq)",
                replies().getFirst().getFatalError());
        assertFalse(stream.receive(ByteBuffer.allocate(1)));
    }

    @Test
    void garbageAndHugeFramesBreakOnlyThatStream() throws IOException {
        List<byte[]> bad = new ArrayList<>(List.of(
                new byte[] {0x12, 1, 2},
                HexFormat.of().parseHex("0affffffff7f"),
                HexFormat.of().parseHex("0affffffffffffffffffffff"),
                HexFormat.of().parseHex("0a02ffff")));
        for (byte[] bytes : bad) {
            ByteString[] answer = {ByteString.EMPTY};
            RpcStream other = new RpcStream(engine, b -> answer[0] = answer[0].concat(b));
            assertFalse(other.receive(ByteBuffer.wrap(bytes)), HexFormat.of().formatHex(bytes));
            assertTrue(TraceProcessorRpcStream.parseFrom(answer[0])
                    .getMsg(0)
                    .getFatalError()
                    .startsWith("RPC framing error"));
        }
        assertEquals(1, result("SELECT 1").getBatch(0).getVarintCells(0));
    }

    @Test
    void randomBytesNeverThrow() throws IOException {
        Random random = new Random(41);
        for (int i = 0; i < 3000; i++) {
            byte[] bytes = frame(TraceProcessorRpc.newBuilder()
                    .setSeq(0)
                    .setRequest(TraceProcessorMethod.TPM_GET_STATUS)
                    .setQueryArgs(QueryArgs.newBuilder().setSqlQuery("SELECT 1")));
            for (int n = random.nextInt(1, 5); n > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            new RpcStream(engine, b -> {}).receive(ByteBuffer.wrap(bytes));
        }
    }

    @Test
    void unknownMethodsAreReportedAndTheStreamContinues() throws IOException {
        byte[] call = HexFormat.of().parseHex("0a04" + "0800" + "1063");
        assertTrue(stream.receive(ByteBuffer.wrap(call)));
        TraceProcessorRpc reply = replies().getFirst();
        assertEquals(99, reply.getUnknownFields().getField(4).getVarintList().getFirst());
        assertEquals(1, result("SELECT 1").getBatch(0).getVarintCells(0));
    }

    @Test
    void packagesOfModulesCanBeIncluded() throws IOException {
        RegisterSqlPackageArgs.Builder args = RegisterSqlPackageArgs.newBuilder()
                .setPackageName("mine")
                .addModules(RegisterSqlPackageArgs.Module.newBuilder()
                        .setName("mine.answers")
                        .setSql("CREATE PERFETTO FUNCTION answer() RETURNS LONG AS SELECT 42"));
        TraceProcessorRpc reply = send(call(TraceProcessorMethod.TPM_REGISTER_SQL_PACKAGE)
                        .setRegisterSqlPackageArgs(args))
                .getFirst();
        assertEquals("", reply.getRegisterSqlPackageResult().getError());
        assertEquals(
                42,
                result("INCLUDE PERFETTO MODULE mine.answers; SELECT answer()")
                        .getBatch(0)
                        .getVarintCells(0));
        reply = send(call(TraceProcessorMethod.TPM_REGISTER_SQL_PACKAGE).setRegisterSqlPackageArgs(args))
                .getFirst();
        assertTrue(reply.getRegisterSqlPackageResult().getError().contains("already registered"));
    }

    @Test
    void theDatabaseIsExportedInPieces() throws IOException {
        load();
        ByteString file = ByteString.EMPTY;
        List<TraceProcessorRpc> replies = send(call(TraceProcessorMethod.TPM_EXPORT)
                .setExportArgs(ExportArgs.newBuilder().setFormat(ExportArgs.Format.SQLITE)));
        for (TraceProcessorRpc reply : replies) {
            assertEquals("", reply.getExportResult().getError());
            assertEquals(reply != replies.getLast(), reply.getExportResult().getHasMore());
            file = file.concat(reply.getExportResult().getData());
        }
        assertTrue(file.startsWith(ByteString.copyFromUtf8("SQLite format 3\0")));
        TraceProcessorRpc archive = send(call(TraceProcessorMethod.TPM_EXPORT)
                        .setExportArgs(ExportArgs.newBuilder().setFormat(ExportArgs.Format.PERFETTO)))
                .getFirst();
        assertTrue(archive.getExportResult().getData().startsWith(ByteString.copyFromUtf8("perfetto_manifest.json")));
        TraceProcessorRpc refused = send(call(TraceProcessorMethod.TPM_EXPORT)
                        .setExportArgs(ExportArgs.newBuilder().setFormat(ExportArgs.Format.FORMAT_UNSPECIFIED)))
                .getFirst();
        assertFalse(refused.getExportResult().getError().isEmpty());
    }

    @Test
    void theNextTraceReplacesTheLast() throws IOException {
        load();
        send(call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA)
                .setAppendTraceData(ByteString.copyFromUtf8(TRACE.replace("rpc slice", "second"))));
        assertEquals("No trace is loaded", result("SELECT name FROM slice").getError());
        send(call(TraceProcessorMethod.TPM_FINALIZE_TRACE_DATA));
        assertEquals("second\0", result("SELECT name FROM slice").getBatch(0).getStringCells());
        send(call(TraceProcessorMethod.TPM_RESET_TRACE_PROCESSOR));
        assertEquals(0, result("SELECT name FROM slice").getBatch(0).getCellsCount());
    }

    /// Perfetto's Python client checks for errors only in the replies to pieces.
    @Test
    void textThatIsNotATraceIsRefusedImmediately() throws IOException {
        for (int piece = 0; piece < 2; piece++) {
            String error = send(call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA)
                            .setAppendTraceData(ByteString.copyFromUtf8("<foo></foo>")))
                    .getFirst()
                    .getAppendResult()
                    .getError();
            assertFalse(error.isEmpty());
        }
        assertFalse(send(call(TraceProcessorMethod.TPM_FINALIZE_TRACE_DATA))
                .getFirst()
                .getFinalizeDataResult()
                .getError()
                .isEmpty());
        load();
        assertEquals("rpc slice\0", result("SELECT name FROM slice").getBatch(0).getStringCells());
    }

    @Test
    void aDamagedTraceIsReportedWhenItEnds() throws IOException {
        send(call(TraceProcessorMethod.TPM_APPEND_TRACE_DATA)
                .setAppendTraceData(ByteString.copyFrom(new byte[] {1, 2, 3, 4, 5, 6, 7, 8})));
        String error = send(call(TraceProcessorMethod.TPM_FINALIZE_TRACE_DATA))
                .getFirst()
                .getFinalizeDataResult()
                .getError();
        assertFalse(error.isEmpty());
        assertFalse(error.contains("/tmp/"), error);
    }
}
