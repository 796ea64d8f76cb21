package traceglass.analysis.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.testing.SliceTrace;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.store.TraceStore;
import traceglass.store.table.Table;

class DesktopSubjectTest {

    private static final String ATOM = "desktop_mode_session_task_update";

    @TempDir
    Path dir;

    private final SliceTrace trace = new SliceTrace();

    @Test
    void eachWindowLastsFromItsAdditionToItsRemoval() throws Exception {
        int track = addStatsdTrack();
        addAtom(track, 100, "TASK_ADDED", 7, 10_001);
        addAtom(track, 150, "TASK_ADDED", 8, 10_002);
        addAtom(track, 400, "TASK_REMOVED", 7, 10_001);
        // Last event of the trace.
        addAtom(track, 900, "TASK_INFO_CHANGED", 8, 10_002);
        addPackage("org.example.editor", 10_001);
        try (TraceStore store = trace.store(dir);
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode node = TrackTreeBuilder.build(store).children().stream()
                    .filter(n -> n.name().equals("Desktop Mode Windows"))
                    .findFirst()
                    .orElseThrow();
            SliceData windows = (SliceData) data.load(node).get();
            assertEquals(
                    List.of("org.example.editor · window 7", "uid 10002 · window 8"),
                    IntStream.range(0, windows.size())
                            .mapToObj(i -> windows.names()[windows.name()[i]])
                            .sorted()
                            .toList());
            assertEquals(
                    List.of(100L, 150L),
                    Arrays.stream(windows.ts()).sorted().boxed().toList());
            assertEquals(
                    List.of(400L, 900L),
                    Arrays.stream(windows.end()).sorted().boxed().toList());
            assertEquals("derived_desktop_windows", node.kind().table());
            assertTrue(Subjects.table("derived_desktop_windows").isPresent());
        }
    }

    @Test
    void tracesWithoutAtomsHaveNoTrack() throws Exception {
        trace.slice(addStatsdTrack(), "battery_level_changed", 100, 0, -1, 0);
        try (TraceStore store = trace.store(dir)) {
            assertTrue(TrackTreeBuilder.build(store).children().stream()
                    .noneMatch(n -> n.name().equals("Desktop Mode Windows")));
        }
    }

    private int addStatsdTrack() {
        return trace.track("statsd_atoms", "Statsd Atoms");
    }

    private void addAtom(int track, long ts, String event, long instance, long uid) {
        int set = trace.args(trace.slice(track, ATOM, ts, 0, -1, 0));
        trace.addArg(set, ATOM + ".task_event", event);
        trace.addArg(set, ATOM + ".instance_id", instance);
        trace.addArg(set, ATOM + ".uid", uid);
        trace.addArg(set, ATOM + ".session_id", 1L);
    }

    private void addPackage(String name, long uid) {
        Table p = trace.storage().table("__intrinsic_package_list");
        int row = p.addRow();
        p.strings("package_name").set(row, trace.storage().strings().intern(name));
        p.longs("uid").set(row, uid);
    }
}
