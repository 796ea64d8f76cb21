package traceglass.app.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.live.recording.LiveTimeline;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.GrowingTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.record.spi.TraceFile;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

class LiveRecordingTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long PERIOD = 10_000_000;

    @TempDir
    Path folder;

    private final BlockingQueue<LiveTimeline.View> views = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> problems = new LinkedBlockingQueue<>();
    private volatile TraceStore store;
    private LiveRecording recording;

    private final class ViewReceiver implements LiveRecording.Receiver {

        @Override
        public void started(TraceStore newStore, LiveTimeline timeline, TraceSummary summary, LiveTimeline.View view) {
            store = newStore;
            read(view);
        }

        @Override
        public void read(LiveTimeline.View view) {
            views.add(view);
            recording.drawingFinished();
        }

        @Override
        public void failed(String message) {
            problems.add(message);
        }
    }

    private StoreOptions options() {
        return StoreOptions.uncached().withTempDir(folder.resolve("store"));
    }

    private void show(TraceFile file, Path path) {
        recording = LiveRecording.start(
                new LiveSource() {
                    @Override
                    public Path file() {
                        return path;
                    }

                    @Override
                    public long readableBytes() {
                        return file.readableBytes();
                    }

                    @Override
                    public void setShown(boolean isShown) {}

                    @Override
                    public void stop() {}
                },
                options(),
                new ImportProgress(),
                new ViewReceiver());
    }

    @AfterEach
    void stop() {
        if (recording != null) {
            recording.stop();
            recording.join();
        }
    }

    private LiveTimeline.View next() throws InterruptedException {
        LiveTimeline.View view = views.poll(20, TimeUnit.SECONDS);
        assertTrue(view != null, () -> "no timeline; problems: " + problems);
        return view;
    }

    /// Waits for a timeline that reaches up to a time.
    private LiveTimeline.View awaitTimeline(long ts) throws InterruptedException {
        LiveTimeline.View view = next();
        while (view.bounds().end() < ts) {
            view = next();
        }
        return view;
    }

    private static TrackNode track(List<TrackNode> roots, String name) {
        for (TrackNode node : roots) {
            if (node.name().equals(name) && !node.isGroup()) {
                return node;
            }
            TrackNode found = track(node.children(), name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static SliceData slices(LiveTimeline.View view, String name) {
        return (SliceData) view.data().load(track(view.roots(), name)).join();
    }

    private static List<String> rows(TraceStore store, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (Connection c = store.connection();
                var statement = c.createStatement();
                var r = statement.executeQuery(sql)) {
            int columns = r.getMetaData().getColumnCount();
            while (r.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(r.getString(i)).append(' ');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    @Test
    void theTimelineGrowsWithTheRecording() throws Exception {
        Path path = folder.resolve("t.pftrace");
        try (TraceFile file = TraceFile.create(path)) {
            GrowingTrace trace = new GrowingTrace(file, PERIOD);
            show(file, path);
            int before = 0;
            for (int i = 0; i < 5; i++) {
                trace.advance(SECOND);
                LiveTimeline.View view = awaitTimeline(trace.now() - SECOND / 2);
                int count = slices(view, "worker 1").size();
                assertTrue(count >= before + 150, before + " and then " + count);
                before = count;
            }
            assertEquals(0, problems.size());
        }
    }

    @Test
    void theStoreHasTheSameEventsAsTheFileOpenedAlone() throws Exception {
        Path path = folder.resolve("t.pftrace");
        try (TraceFile file = TraceFile.create(path)) {
            GrowingTrace trace = new GrowingTrace(file, PERIOD / 10);
            show(file, path);
            for (int i = 0; i < 16; i++) {
                trace.advance(SECOND);
                Thread.sleep(20);
            }
            awaitTimeline(trace.now() - PERIOD);
            // The last events are emitted once no earlier events can follow.
            Thread.sleep(1000);
            file.close();
            try (TraceStore whole =
                    TraceOpener.open(path, options(), new ImportProgress()).store()) {
                String count = "SELECT count(*), min(id), max(id), count(DISTINCT id) FROM slice";
                long slices = 16_000L * GrowingTrace.THREADS * 2 + 17;
                assertEquals(List.of(slices + " 0 " + (slices - 1) + ' ' + slices + ' '), rows(whole, count));
                // Sets of arguments are numbered in the order in which packets are read.
                for (String columns : List.of(
                        "ts, dur, name, depth, track_id, parent_id, category FROM slice",
                        "ts, dur, ucpu, utid, end_state, priority FROM sched_slice",
                        "ts, value, track_id FROM counter",
                        "ts, dur, utid, state, ucpu FROM thread_state",
                        "name, type, parent_id FROM track")) {
                    String content = "SELECT count(*), bit_xor(hash(t)) FROM (SELECT id, " + columns + ") AS t";
                    assertEquals(rows(whole, content), rows(store, content), columns);
                }
                String threads = "SELECT tid, name FROM thread ORDER BY tid";
                assertEquals(rows(whole, threads), rows(store, threads));
            }
        }
    }

    @Test
    void anEarlierPartIsReadWhenItBecomesVisible() throws Exception {
        Path path = folder.resolve("t.pftrace");
        try (TraceFile file = TraceFile.create(path)) {
            GrowingTrace trace = new GrowingTrace(file, PERIOD / 10);
            show(file, path);
            trace.advance(SECOND);
            next();
            TimeSpan late = new TimeSpan(GrowingTrace.START + 18 * SECOND, GrowingTrace.START + 20 * SECOND);
            recording.setVisible(late, false);
            for (int i = 0; i < 20; i++) {
                trace.advance(SECOND);
                Thread.sleep(10);
            }
            LiveTimeline.View view = awaitTimeline(trace.now() - SECOND / 2);
            SliceData end = slices(view, "worker 1");
            assertTrue(view.window().start() > GrowingTrace.START + 10 * SECOND, view.window()::toString);
            recording.setPaused(true, view.bounds());
            TimeSpan early = new TimeSpan(GrowingTrace.START + 2 * SECOND, GrowingTrace.START + 3 * SECOND);
            recording.setVisible(early, false);
            do {
                view = next();
            } while (view.window().start() > early.start());
            SliceData start = slices(view, "worker 1");
            long shown = java.util.Arrays.stream(start.ts())
                    .filter(ts -> ts >= early.start() && ts < early.end())
                    .count();
            assertEquals(2000, shown);
            assertTrue(end.size() < 60_000, "events of a window at the end: " + end.size());
            // The slice that lasts for the whole recording is always visible.
            assertEquals(1, slices(view, "whole").size());
        }
    }

    @Test
    void reportsADamagedFileAndKeepsEarlierEvents() throws Exception {
        Path path = folder.resolve("t.pftrace");
        try (TraceFile file = TraceFile.create(path)) {
            GrowingTrace trace = new GrowingTrace(file, PERIOD);
            show(file, path);
            trace.advance(SECOND);
            trace.advance(SECOND);
            awaitTimeline(trace.now() - SECOND);
            byte[] garbage = new byte[64];
            java.util.Arrays.fill(garbage, (byte) 0xff);
            file.writeRaw(garbage, 0, garbage.length);
            file.drain();
            String problem = problems.poll(20, TimeUnit.SECONDS);
            assertTrue(problem != null && problem.contains("damaged"), problem);
            assertTrue(Long.parseLong(
                            rows(store, "SELECT count(*) FROM slice").getFirst().strip())
                    > 100);
        }
    }

    @Test
    void leavesNoFilesBehind() throws Exception {
        Path path = folder.resolve("t.pftrace");
        try (TraceFile file = TraceFile.create(path)) {
            GrowingTrace trace = new GrowingTrace(file, PERIOD);
            show(file, path);
            trace.advance(SECOND);
            next();
        }
        recording.stop();
        recording.join();
        try (Stream<Path> left = Files.list(folder.resolve("store"))) {
            assertEquals(List.of(), left.toList());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
