package traceglass.ingest.xplane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class XplaneImporterTest {

    private static final long START = 1_700_000_000_000_000_000L;
    private static final XplaneImporter IMPORTER = new XplaneImporter();

    /// Message whose fields may be in any order.
    private static final class Message {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

        Message put(int field, long value) throws IOException {
            out.writeInt64(field, value);
            return this;
        }

        Message put(int field, String value) throws IOException {
            out.writeString(field, value);
            return this;
        }

        Message put(int field, Message value) throws IOException {
            out.writeBytes(field, ByteString.copyFrom(value.bytes()));
            return this;
        }

        byte[] bytes() throws IOException {
            out.flush();
            return bytes.toByteArray();
        }
    }

    private static Message plane(int id, String name) throws IOException {
        return new Message().put(Xplane.PLANE_ID, id).put(Xplane.PLANE_NAME, name);
    }

    private static Message line(int id, String name, Message... events) throws IOException {
        Message line = new Message()
                .put(Xplane.LINE_ID, id)
                .put(Xplane.LINE_NAME, name)
                .put(Xplane.LINE_TIMESTAMP_NS, START);
        for (Message event : events) {
            line.put(Xplane.LINE_EVENTS, event);
        }
        return line;
    }

    private static Message event(int kind, long offsetPs, long durationPs) throws IOException {
        return new Message()
                .put(Xplane.EVENT_METADATA_ID, kind)
                .put(Xplane.EVENT_OFFSET_PS, offsetPs)
                .put(Xplane.EVENT_DURATION_PS, durationPs);
    }

    private static Message stat(int kind, int field, long value) throws IOException {
        return new Message().put(Xplane.STAT_METADATA_ID, kind).put(field, value);
    }

    private static Message entry(int key, Message value) throws IOException {
        return new Message().put(Xplane.KEY, key).put(Xplane.VALUE, value);
    }

    private static Message named(String name) throws IOException {
        return new Message().put(Xplane.METADATA_NAME, name);
    }

    /// A host that launches two kernels, and a device that runs them.
    private static byte[] profile() throws IOException {
        Message host = plane(1, "/host:CPU")
                .put(
                        Xplane.PLANE_LINES,
                        line(
                                7,
                                "python",
                                event(1, 0, 9_999_999),
                                event(2, 1_000_600, 500_000).put(Xplane.EVENT_STATS, stat(1, Xplane.STAT_UINT64, 41)),
                                event(2, 3_000_000, 500_000).put(Xplane.EVENT_STATS, stat(1, Xplane.STAT_UINT64, 42)),
                                new Message().put(Xplane.EVENT_METADATA_ID, 1).put(Xplane.EVENT_OCCURRENCES, 3)))
                .put(Xplane.PLANE_EVENT_METADATA, entry(1, named("train")))
                .put(Xplane.PLANE_EVENT_METADATA, entry(2, named("cuLaunchKernel")))
                .put(Xplane.PLANE_STAT_METADATA, entry(1, named("correlation_id")));
        Message device = plane(2, "/device:GPU:0")
                .put(
                        Xplane.PLANE_LINES,
                        line(
                                14,
                                "Stream #14",
                                event(1, 2_000_000, 3_000_000)
                                        .put(Xplane.EVENT_STATS, stat(1, Xplane.STAT_UINT64, 41))
                                        .put(Xplane.EVENT_STATS, stat(2, Xplane.STAT_REF, 3)),
                                event(1, 4_000_000, 3_000_000)
                                        .put(Xplane.EVENT_STATS, stat(1, Xplane.STAT_UINT64, 42))))
                .put(
                        Xplane.PLANE_EVENT_METADATA,
                        entry(1, named("loop_fusion_kernel").put(Xplane.METADATA_DISPLAY_NAME, "fusion")))
                .put(Xplane.PLANE_STAT_METADATA, entry(1, named("correlation_id")))
                .put(Xplane.PLANE_STAT_METADATA, entry(2, named("hlo_module")))
                .put(Xplane.PLANE_STAT_METADATA, entry(3, named("jit_step")));
        return new Message()
                .put(Xplane.PLANES, host)
                .put(Xplane.PLANES, device)
                .put(Xplane.WARNINGS, "no root")
                .bytes();
    }

    /// Returns `name start+duration` of all slices, relative to the start of the profile.
    private static List<String> slices(TraceStorage s) {
        Table slices = s.table("__intrinsic_slice");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < slices.rowCount(); i++) {
            all.add(s.strings().get(slices.strings("name").get(i)) + " "
                    + (slices.longs("ts").get(i) - START) + "+"
                    + slices.longs("dur").get(i));
        }
        return all;
    }

    private static int rows(TraceStorage s) {
        return s.table("__intrinsic_slice").rowCount();
    }

    @Test
    void readsPlanesOfHostsAndDevices() throws Exception {
        byte[] profile = profile();
        assertTrue(IMPORTER.sniff(profile));
        TraceStorage s = DamagedInputs.read(IMPORTER, profile);
        assertEquals(
                List.of(
                        "train 0+9999",
                        "cuLaunchKernel 1000+500",
                        "fusion 2000+3000",
                        "cuLaunchKernel 3000+500",
                        "fusion 4000+3000"),
                slices(s));
        // The second kernel overlaps the first one because of rounding or because the stream is not in order.
        Table slices = s.table("__intrinsic_slice");
        assertFalse(slices.ints("track_id").get(2) == slices.ints("track_id").get(4));
        Table flows = s.table("__intrinsic_flow");
        assertEquals(2, flows.rowCount());
        assertEquals(1, flows.ints("slice_out").get(0));
        assertEquals(2, flows.ints("slice_in").get(0));
        assertEquals(1, ImportedStats.stat(s, "xplane_warning"));
        assertEquals(1, ImportedStats.stat(s, "xplane_aggregated_event"));
        assertEquals(0, ImportedStats.stat(s, "xplane_truncated"));
    }

    @Test
    void connectsEventsByTheirProducersAndFlows() throws Exception {
        Message plane = plane(1, "/host:CPU")
                .put(
                        Xplane.PLANE_LINES,
                        line(
                                1,
                                "a",
                                event(1, 0, 1000)
                                        .put(Xplane.EVENT_STATS, stat(1, Xplane.STAT_INT64, 5))
                                        .put(Xplane.EVENT_STATS, stat(2, Xplane.STAT_INT64, 77)),
                                event(1, 10_000, 1000)
                                        .put(Xplane.EVENT_STATS, stat(5, Xplane.STAT_UINT64, 9 << 2 | 2))))
                .put(
                        Xplane.PLANE_LINES,
                        line(
                                2,
                                "b",
                                event(1, 5_000, 1000)
                                        .put(Xplane.EVENT_STATS, stat(3, Xplane.STAT_INT64, 5))
                                        .put(Xplane.EVENT_STATS, stat(4, Xplane.STAT_INT64, 77)),
                                event(1, 20_000, 1000)
                                        .put(Xplane.EVENT_STATS, stat(5, Xplane.STAT_UINT64, 9 << 2 | 1))));
        String[] names = {"_pt", "_p", "_ct", "_c", "flow"};
        for (int i = 0; i < names.length; i++) {
            plane.put(Xplane.PLANE_STAT_METADATA, entry(i + 1, named(names[i])));
        }
        TraceStorage s = DamagedInputs.read(
                IMPORTER, new Message().put(Xplane.PLANES, plane).bytes());
        Table flows = s.table("__intrinsic_flow");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < flows.rowCount(); i++) {
            all.add(flows.ints("slice_out").get(i) + ">"
                    + flows.ints("slice_in").get(i));
        }
        assertEquals(List.of("0>1", "2>3"), all);
    }

    @Test
    void timesSinceTheStartOfTheProfileAreRelatedToTheWallClock() throws Exception {
        Message host = plane(1, "/host:CPU")
                .put(
                        Xplane.PLANE_LINES,
                        new Message().put(Xplane.LINE_TIMESTAMP_NS, 500).put(Xplane.LINE_EVENTS, event(1, 1000, 2000)));
        Message environment = new Message()
                .put(Xplane.PLANE_NAME, "Task Environment")
                .put(Xplane.PLANE_STAT_METADATA, entry(1, named("profile_start_time")))
                .put(Xplane.PLANE_STATS, stat(1, Xplane.STAT_UINT64, START));
        TraceStorage s = DamagedInputs.read(
                IMPORTER,
                new Message()
                        .put(Xplane.PLANES, host)
                        .put(Xplane.PLANES, environment)
                        .bytes());
        assertEquals(501, s.table("__intrinsic_slice").longs("ts").get(0));
        Table clocks = s.table("__intrinsic_clock_snapshot");
        assertEquals(START, clocks.longs("clock_value").get(clocks.rowCount() - 1));
    }

    @Test
    void damagedProfilesYieldTheirValidPart() throws Exception {
        DamagedInputs.check(IMPORTER, profile(), XplaneImporterTest::rows);
        byte[] profile = profile();
        byte[] truncated = java.util.Arrays.copyOf(profile, profile.length - 20);
        assertEquals(1, ImportedStats.stat(DamagedInputs.read(IMPORTER, truncated), "xplane_truncated"));
    }

    @Test
    void aProfileWithoutEventsIsRefused() throws Exception {
        byte[] empty = new Message().put(Xplane.PLANES, plane(1, "/host:CPU")).bytes();
        assertTrue(IMPORTER.sniff(empty));
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedInputs.read(IMPORTER, empty));
        assertTrue(problem.getMessage().contains("no events"), problem.getMessage());
        assertFalse(IMPORTER.sniff("\n/host:CPU".getBytes(StandardCharsets.UTF_8)));
        assertFalse(IMPORTER.sniff(new byte[0]));
        assertFalse(IMPORTER.sniff(
                new Message().put(Xplane.PLANES, plane(1, "another text")).bytes()));
    }
}
