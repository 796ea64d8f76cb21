package traceglass.ingest.primes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.protos.foreign.primes.Trace;
import traceglass.protos.foreign.primes.TraceEdge;
import traceglass.store.table.TraceStorage;

class PrimesImporterTest {

    private static int sliceCount(TraceStorage s) {
        return s.table("__intrinsic_slice").rowCount();
    }

    private static Trace.Builder trace(int slices) {
        Trace.Builder trace = Trace.newBuilder().setId(5).setName("launch");
        trace.getStartTimeBuilder().setSeconds(1);
        for (int i = 1; i <= slices; i++) {
            TraceEdge.Builder begin = trace.addEdgesBuilder().setId(i);
            begin.getTraceStartOffsetBuilder().setNanos(i * 100);
            begin.getSliceBeginBuilder()
                    .setExecutorId(1)
                    .getEntityDetailsBuilder()
                    .setName("s" + i);
            TraceEdge.Builder end = trace.addEdgesBuilder().setId(i);
            end.getTraceStartOffsetBuilder().setNanos(i * 100 + 50);
            end.getSliceEndBuilder();
        }
        return trace;
    }

    @Test
    void damagedCopiesYieldTheirValidPart() throws Exception {
        byte[] bytes = trace(30).build().toByteArray();
        assertTrue(new PrimesImporter().sniff(bytes));
        DamagedInputs.check(new PrimesImporter(), bytes, PrimesImporterTest::sliceCount);
    }

    @Test
    void edgesMayPrecedeTheStartTime() throws Exception {
        byte[] edges = trace(2).clearStartTime().build().toByteArray();
        byte[] start = trace(0).clearId().clearName().build().toByteArray();
        byte[] bytes = new byte[edges.length + start.length];
        System.arraycopy(edges, 0, bytes, 0, edges.length);
        System.arraycopy(start, 0, bytes, edges.length, start.length);
        TraceStorage s = DamagedInputs.read(new PrimesImporter(), bytes);
        assertEquals(2, sliceCount(s));
        assertEquals(1_000_000_100, s.table("__intrinsic_slice").longs("ts").get(0));
    }

    @Test
    void aTraceWithoutAStartTimeIsRefused() {
        byte[] bytes = trace(2).clearStartTime().build().toByteArray();
        assertThrows(TraceProblem.class, () -> DamagedInputs.read(new PrimesImporter(), bytes));
    }

    @Test
    void indentedTextIsNotRecognized() {
        byte[] text = "\tfirst line: of some text\n\tsecond\n".getBytes(StandardCharsets.UTF_8);
        assertFalse(new PrimesImporter().sniff(text));
        assertFalse(new PrimesImporter().sniff(new byte[] {9}));
    }
}
