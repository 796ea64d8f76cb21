package traceglass.ingest.profiling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.protos.profiling.PackedSmaps;

class SmapsTest {

    private final ProfilerTraceBuilder builder = new ProfilerTraceBuilder();

    private PackedSmaps.Builder packed() {
        return builder.packet(10).getSmapsPacketBuilder().setPid(42).getPackedEntriesBuilder();
    }

    @Test
    void readsEntriesAndMarksDeletedFiles() throws Exception {
        builder.packet(10)
                .getSmapsPacketBuilder()
                .setPid(42)
                .addEntriesBuilder()
                .setPath("/memfd:x (deleted)")
                .setSizeKb(12)
                .setSwapKb(4);
        builder.read();
        assertEquals(
                "/memfd:x (deleted) /memfd:x 1 1 12 4 0",
                builder.rows(
                        "profiler_smaps",
                        "path",
                        "path_trimmed",
                        "is_deleted",
                        "aggregate_count",
                        "size_kb",
                        "swap_kb",
                        "rss_kb"));
    }

    @Test
    void mappingsWithoutAFileHaveNoPath() throws Exception {
        builder.packet(10)
                .getSmapsPacketBuilder()
                .setPid(42)
                .addEntriesBuilder()
                .setSizeKb(12);
        builder.read();
        assertEquals("null null 0 12", builder.rows("profiler_smaps", "path", "path_trimmed", "is_deleted", "size_kb"));
    }

    @Test
    void readsOneArrayPerColumn() throws Exception {
        packed().addStringTable("a")
                .addStringTable("b")
                .addAllNameId(List.of(1, 0, 1))
                .addAllSizeKb(List.of(1L, 2L, 3L))
                .addAllPssKb(List.of(4L, 5L, 6L));
        packed().addStringTable("sum").addAggregateCount(9).addRssKb(70);
        builder.read();
        assertEquals(
                "b 1 1 4 0; a 1 2 5 0; b 1 3 6 0; sum 9 0 0 70",
                builder.rows(
                        "profiler_smaps", "path", "aggregate_count", "size_kb", "proportional_resident_kb", "rss_kb"));
        assertEquals(0, builder.stat("smaps_parser_errors"));
    }

    @Test
    void countsColumnsOfUnequalLengthAndMissingPaths() throws Exception {
        packed().addStringTable("a").addAllNameId(List.of(0, 0)).addSizeKb(1);
        packed().addStringTable("a").addAllNameId(List.of(5)).addSizeKb(1);
        builder.read();
        assertEquals("a 1", builder.rows("profiler_smaps", "path", "size_kb"));
        assertEquals(2, builder.stat("smaps_parser_errors"));
    }
}
