package traceglass.record.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig;
import traceglass.record.testing.TestRecording;

/// Tests the fill level and the name of a buffer.
class BufferFillTest {

    private static BufferFill fill(long size, long written, long overwritten) {
        return new BufferFill("b", true, size, written, overwritten, 0);
    }

    @Test
    void isAtMostFull() {
        assertEquals(50, fill(200, 50, 0).usedBytes());
        assertEquals(0.25, fill(200, 50, 0).fillLevel());
        assertEquals(200, fill(200, 500, 300).usedBytes());
        assertEquals(1, fill(200, 500, 300).fillLevel());
        assertEquals(0, fill(0, 500, 0).fillLevel());
        assertEquals(1, fill(1, 500, 0).fillLevel());
    }

    @Test
    void hasWrappedOnceDataIsReplaced() {
        assertFalse(fill(200, 200, 0).hasWrapped());
        assertTrue(fill(200, 201, 0).hasWrapped());
        assertTrue(fill(200, 150, 1).hasWrapped());
    }

    @Test
    void isNamedByTheConfigOrElseByItsOnlySource() throws Exception {
        TraceConfig config = TestRecording.config("""
            buffers { size_kb: 1 } buffers { size_kb: 2 name: "mine" fill_policy: DISCARD } buffers {} buffers {} buffers {}
            data_sources { config { name: "a" } }
            data_sources { config { name: "linux.process_stats" target_buffer: 2 } }
            data_sources { config { name: "b" target_buffer: 3 } }
            data_sources { config { name: "b" target_buffer: 3 } }
            data_sources { config { name: "c" target_buffer: 4 } }
            data_sources { config { name: "d" target_buffer: 4 } }
            data_sources { config { name: "e" target_buffer_name: "mine" } }
            """);
        TraceStats.Builder stats = TraceStats.newBuilder();
        for (int i = 0; i < 6; i++) {
            stats.addBufferStatsBuilder().setBufferSize(10 + i);
        }
        List<BufferFill> fills = BufferFill.of(stats.build(), config);
        assertEquals(
                List.of("Main", "mine", "Processes", "b", "Buffer 4", "Buffer 5"),
                fills.stream().map(BufferFill::name).toList());
        assertEquals(
                List.of(true, false, true, true, true, true),
                fills.stream().map(BufferFill::isRingBuffer).toList());
        assertEquals(1, BufferFill.target(config.getDataSources(6).getConfig(), config));
        assertEquals(2, BufferFill.target(config.getDataSources(1).getConfig(), config));
    }
}
