package traceglass.app.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.live.recording.LiveTimeline;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.GrowingTrace;
import traceglass.app.testing.SimulatedRecording;
import traceglass.ingest.ImportProgress;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// Shows an hour of a recording in a minute, and prints how far the timeline is behind, how long it takes to read, and
/// how much memory and disk space it needs. Not a test: run it with `java … traceglass.app.session.LiveSoak [seconds of
/// trace] [speed] [ms between slices]`.
final class LiveSoak {

    private static final long SECOND = 1_000_000_000L;
    private static final long VISIBLE = 10 * SECOND;
    /// Tracks that are read for each timeline, as many as fit into a window.
    private static final int TRACKS = 30;

    private final SimulatedRecording recording;
    private final int speed;
    private LiveRecording live;
    private final List<Double> lags = new ArrayList<>();
    private final List<Double> reads = new ArrayList<>();
    private long events;

    private LiveSoak(SimulatedRecording recording, int speed) {
        this.recording = recording;
        this.speed = speed;
    }

    public static void main(String[] args) throws Exception {
        long seconds = args.length > 0 ? Long.parseLong(args[0]) : 3600;
        int speed = args.length > 1 ? Integer.parseInt(args[1]) : 60;
        long periodMs = args.length > 2 ? Long.parseLong(args[2]) : 10;
        Path folder = Files.createTempDirectory("live-soak");
        try (SimulatedRecording recording =
                new SimulatedRecording(folder.resolve("t.pftrace"), periodMs * 1_000_000, speed)) {
            LiveSoak soak = new LiveSoak(recording, speed);
            soak.run(folder, seconds);
        }
    }

    private void run(Path folder, long seconds) throws Exception {
        live = LiveRecording.start(
                recording,
                StoreOptions.uncached().withTempDir(folder.resolve("store")),
                new ImportProgress(),
                new Receiver());
        System.out.printf(
                "%8s %8s %8s %8s %9s %9s %9s %8s%n",
                "trace s", "lag s", "max s", "read ms", "heap MB", "RSS MB", "disk MB", "CPU s");
        long step = Math.max(1, seconds / 12);
        for (long next = step; recording.now() - GrowingTrace.START < seconds * SECOND; ) {
            Thread.sleep(200);
            if (recording.now() - GrowingTrace.START >= next * SECOND) {
                print(folder);
                next += step;
            }
        }
        recording.stop();
        print(folder);
        System.out.println(
                events + " events of tracks read in all; file " + Files.size(recording.file()) / 1_000_000 + " MB");
        live.stop();
        live.join();
    }

    private synchronized void print(Path folder) throws IOException {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.printf(
                "%8.0f %8.2f %8.2f %8.0f %9d %9d %9d %8.1f%n",
                (recording.now() - GrowingTrace.START) / 1e9,
                lags.stream().mapToDouble(d -> d).average().orElse(-1),
                lags.stream().mapToDouble(d -> d).max().orElse(-1),
                reads.stream().mapToDouble(d -> d).average().orElse(-1),
                (runtime.totalMemory() - runtime.freeMemory()) / 1_000_000,
                residentMb(),
                size(folder.resolve("store")) / 1_000_000,
                ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3);
        lags.clear();
        reads.clear();
    }

    private static long residentMb() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(l -> l.startsWith("VmRSS"))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) / 1000)
                    .findFirst()
                    .orElse(-1);
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile)
                    .mapToLong(f -> f.toFile().length())
                    .sum();
        }
    }

    private final class Receiver implements LiveRecording.Receiver {

        @Override
        public void started(TraceStore store, LiveTimeline timeline, TraceSummary summary, LiveTimeline.View view) {
            read(view);
        }

        @Override
        public void read(LiveTimeline.View view) {
            long start = System.nanoTime();
            List<TrackNode> tracks = new ArrayList<>();
            collect(view.roots(), tracks);
            List<CompletableFuture<?>> loading = new ArrayList<>();
            tracks.stream()
                    .limit(TRACKS)
                    .forEach(t -> loading.add(view.data().load(t).thenAccept(d -> {
                        synchronized (LiveSoak.this) {
                            events += d.size();
                        }
                    })));
            loading.forEach(CompletableFuture::join);
            synchronized (LiveSoak.this) {
                reads.add((System.nanoTime() - start) / 1e6);
                lags.add((recording.now() - view.bounds().end()) / 1e9 / speed);
            }
            live.setVisible(
                    new TimeSpan(
                            Math.max(GrowingTrace.START, view.bounds().end() - VISIBLE),
                            view.bounds().end()),
                    true);
            live.drawingFinished();
        }

        private void collect(List<TrackNode> nodes, List<TrackNode> into) {
            for (TrackNode node : nodes) {
                if (!node.isGroup()) {
                    into.add(node);
                }
                collect(node.children(), into);
            }
        }

        @Override
        public void failed(String message) {
            System.out.println(message);
        }
    }
}
