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
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class DesktopSubjectTest {

    private static final String ATOM = "desktop_mode_session_task_update";

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();

    @Test
    void eachWindowLastsFromItsAdditionToItsRemoval() throws Exception {
        int track = statsd();
        atom(track, 100, "TASK_ADDED", 7, 10_001);
        atom(track, 150, "TASK_ADDED", 8, 10_002);
        atom(track, 400, "TASK_REMOVED", 7, 10_001);
        // The trace ends here.
        atom(track, 900, "TASK_INFO_CHANGED", 8, 10_002);
        appPackage("org.example.editor", 10_001);
        try (TraceStore store = store();
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
    void aTraceWithoutSuchAtomsHasNoSuchTrack() throws Exception {
        slice(statsd(), "battery_level_changed", 100);
        try (TraceStore store = store()) {
            assertTrue(TrackTreeBuilder.build(store).children().stream()
                    .noneMatch(n -> n.name().equals("Desktop Mode Windows")));
        }
    }

    private TraceStore store() throws Exception {
        return StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null)
                .finish();
    }

    private int statsd() {
        Table t = storage.table("__intrinsic_track");
        int row = t.addRow();
        t.strings("type").set(row, storage.strings().intern("statsd_atoms"));
        t.strings("name").set(row, storage.strings().intern("Statsd Atoms"));
        t.strings("event_type").set(row, storage.strings().intern("slice"));
        return row;
    }

    private int slice(int track, String name, long ts) {
        Table t = storage.table("__intrinsic_slice");
        int row = t.addRow();
        t.longs("ts").set(row, ts);
        t.longs("dur").set(row, 0);
        t.ints("track_id").set(row, track);
        t.strings("name").set(row, storage.strings().intern(name));
        t.ints("depth").set(row, 0);
        return row;
    }

    private void atom(int track, long ts, String event, long instance, long uid) {
        int slice = slice(track, ATOM, ts);
        storage.table("__intrinsic_slice").ints("arg_set_id").set(slice, slice + 1);
        arg(slice + 1, "task_event", event, 0);
        arg(slice + 1, "instance_id", null, instance);
        arg(slice + 1, "uid", null, uid);
        arg(slice + 1, "session_id", null, 1);
    }

    private void arg(int set, String field, String text, long number) {
        Table a = storage.table("__intrinsic_args");
        int row = a.addRow();
        int key = storage.strings().intern(ATOM + "." + field);
        a.ints("arg_set_id").set(row, set);
        a.strings("key").set(row, key);
        a.strings("flat_key").set(row, key);
        if (text != null) {
            a.strings("string_value").set(row, storage.strings().intern(text));
            a.strings("value_type").set(row, storage.strings().intern("string"));
        } else {
            a.longs("int_value").set(row, number);
            a.strings("value_type").set(row, storage.strings().intern("int"));
        }
    }

    private void appPackage(String name, long uid) {
        Table p = storage.table("__intrinsic_package_list");
        int row = p.addRow();
        p.strings("package_name").set(row, storage.strings().intern(name));
        p.longs("uid").set(row, uid);
    }
}
