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
import traceglass.protos.foreign.xplane.XEvent;
import traceglass.protos.foreign.xplane.XEventMetadata;
import traceglass.protos.foreign.xplane.XLine;
import traceglass.protos.foreign.xplane.XPlane;
import traceglass.protos.foreign.xplane.XSpace;
import traceglass.protos.foreign.xplane.XStat;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class XplaneImporterTest {

    private static final long START = 1_700_000_000_000_000_000L;
    /// Fields of the entries of a map.
    private static final int KEY = 1;

    private static final int VALUE = 2;
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
        return new Message().put(XPlane.ID_FIELD_NUMBER, id).put(XPlane.NAME_FIELD_NUMBER, name);
    }

    private static Message line(int id, String name, Message... events) throws IOException {
        Message line = new Message()
                .put(XLine.ID_FIELD_NUMBER, id)
                .put(XLine.NAME_FIELD_NUMBER, name)
                .put(XLine.TIMESTAMP_NS_FIELD_NUMBER, START);
        for (Message event : events) {
            line.put(XLine.EVENTS_FIELD_NUMBER, event);
        }
        return line;
    }

    private static Message event(int kind, long offsetPs, long durationPs) throws IOException {
        return new Message()
                .put(XEvent.METADATA_ID_FIELD_NUMBER, kind)
                .put(XEvent.OFFSET_PS_FIELD_NUMBER, offsetPs)
                .put(XEvent.DURATION_PS_FIELD_NUMBER, durationPs);
    }

    private static Message stat(int kind, int field, long value) throws IOException {
        return new Message().put(XStat.METADATA_ID_FIELD_NUMBER, kind).put(field, value);
    }

    private static Message entry(int key, Message value) throws IOException {
        return new Message().put(KEY, key).put(VALUE, value);
    }

    private static Message named(String name) throws IOException {
        return new Message().put(XEventMetadata.NAME_FIELD_NUMBER, name);
    }

    /// A host that launches two kernels, and a device that runs them.
    private static byte[] profile() throws IOException {
        Message host = plane(1, "/host:CPU")
                .put(
                        XPlane.LINES_FIELD_NUMBER,
                        line(
                                7,
                                "python",
                                event(1, 0, 9_999_999),
                                event(2, 1_000_600, 500_000)
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(1, XStat.UINT64_VALUE_FIELD_NUMBER, 41)),
                                event(2, 3_000_000, 500_000)
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(1, XStat.UINT64_VALUE_FIELD_NUMBER, 42)),
                                new Message()
                                        .put(XEvent.METADATA_ID_FIELD_NUMBER, 1)
                                        .put(XEvent.NUM_OCCURRENCES_FIELD_NUMBER, 3)))
                .put(XPlane.EVENT_METADATA_FIELD_NUMBER, entry(1, named("train")))
                .put(XPlane.EVENT_METADATA_FIELD_NUMBER, entry(2, named("cuLaunchKernel")))
                .put(XPlane.STAT_METADATA_FIELD_NUMBER, entry(1, named("correlation_id")));
        Message device = plane(2, "/device:GPU:0")
                .put(
                        XPlane.LINES_FIELD_NUMBER,
                        line(
                                14,
                                "Stream #14",
                                event(1, 2_000_000, 3_000_000)
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(1, XStat.UINT64_VALUE_FIELD_NUMBER, 41))
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(2, XStat.REF_VALUE_FIELD_NUMBER, 3)),
                                event(1, 4_000_000, 3_000_000)
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(1, XStat.UINT64_VALUE_FIELD_NUMBER, 42))))
                .put(
                        XPlane.EVENT_METADATA_FIELD_NUMBER,
                        entry(1, named("loop_fusion_kernel").put(XEventMetadata.DISPLAY_NAME_FIELD_NUMBER, "fusion")))
                .put(XPlane.STAT_METADATA_FIELD_NUMBER, entry(1, named("correlation_id")))
                .put(XPlane.STAT_METADATA_FIELD_NUMBER, entry(2, named("hlo_module")))
                .put(XPlane.STAT_METADATA_FIELD_NUMBER, entry(3, named("jit_step")));
        return new Message()
                .put(XSpace.PLANES_FIELD_NUMBER, host)
                .put(XSpace.PLANES_FIELD_NUMBER, device)
                .put(XSpace.WARNINGS_FIELD_NUMBER, "no root")
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
                        XPlane.LINES_FIELD_NUMBER,
                        line(
                                1,
                                "a",
                                event(1, 0, 1000)
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(1, XStat.INT64_VALUE_FIELD_NUMBER, 5))
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(2, XStat.INT64_VALUE_FIELD_NUMBER, 77)),
                                event(1, 10_000, 1000)
                                        .put(
                                                XEvent.STATS_FIELD_NUMBER,
                                                stat(5, XStat.UINT64_VALUE_FIELD_NUMBER, 9 << 2 | 2))))
                .put(
                        XPlane.LINES_FIELD_NUMBER,
                        line(
                                2,
                                "b",
                                event(1, 5_000, 1000)
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(3, XStat.INT64_VALUE_FIELD_NUMBER, 5))
                                        .put(XEvent.STATS_FIELD_NUMBER, stat(4, XStat.INT64_VALUE_FIELD_NUMBER, 77)),
                                event(1, 20_000, 1000)
                                        .put(
                                                XEvent.STATS_FIELD_NUMBER,
                                                stat(5, XStat.UINT64_VALUE_FIELD_NUMBER, 9 << 2 | 1))));
        String[] names = {"_pt", "_p", "_ct", "_c", "flow"};
        for (int i = 0; i < names.length; i++) {
            plane.put(XPlane.STAT_METADATA_FIELD_NUMBER, entry(i + 1, named(names[i])));
        }
        TraceStorage s = DamagedInputs.read(
                IMPORTER, new Message().put(XSpace.PLANES_FIELD_NUMBER, plane).bytes());
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
                        XPlane.LINES_FIELD_NUMBER,
                        new Message()
                                .put(XLine.TIMESTAMP_NS_FIELD_NUMBER, 500)
                                .put(XLine.EVENTS_FIELD_NUMBER, event(1, 1000, 2000)));
        Message environment = new Message()
                .put(XPlane.NAME_FIELD_NUMBER, "Task Environment")
                .put(XPlane.STAT_METADATA_FIELD_NUMBER, entry(1, named("profile_start_time")))
                .put(XPlane.STATS_FIELD_NUMBER, stat(1, XStat.UINT64_VALUE_FIELD_NUMBER, START));
        TraceStorage s = DamagedInputs.read(
                IMPORTER,
                new Message()
                        .put(XSpace.PLANES_FIELD_NUMBER, host)
                        .put(XSpace.PLANES_FIELD_NUMBER, environment)
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
        byte[] empty = new Message()
                .put(XSpace.PLANES_FIELD_NUMBER, plane(1, "/host:CPU"))
                .bytes();
        assertTrue(IMPORTER.sniff(empty));
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedInputs.read(IMPORTER, empty));
        assertTrue(problem.getMessage().contains("no events"), problem.getMessage());
        assertFalse(IMPORTER.sniff("\n/host:CPU".getBytes(StandardCharsets.UTF_8)));
        assertFalse(IMPORTER.sniff(new byte[0]));
        assertFalse(IMPORTER.sniff(new Message()
                .put(XSpace.PLANES_FIELD_NUMBER, plane(1, "another text"))
                .bytes()));
    }
}
