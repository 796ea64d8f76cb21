package traceglass.app.session;

import com.google.protobuf.TextFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.live.recording.LiveTimeline;
import traceglass.analysis.track.TrackNode;
import traceglass.ingest.ImportProgress;
import traceglass.protos.config.TraceConfig;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.local.LocalTarget;
import traceglass.sdk.posix.Posix;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// Records this computer with the built-in service and prints how far its live timeline is behind: when a newer
/// timeline is ready to be drawn, and just before the next one. Not a test: run it with `java …
/// traceglass.app.session.LiveLagBench [seconds] [ms between two reads of the buffers]`. As root it also records the
/// scheduler.
final class LiveLagBench implements LiveRecording.Receiver {

    private static final int TRACKS = 30;
    private static final long VISIBLE_NS = 10_000_000_000L;
    private static final String CONFIG = """
            buffers { size_kb: 65536 }
            write_into_file: true
            data_sources { config { name: "linux.ftrace" ftrace_config {
              ftrace_events: "sched/sched_switch" ftrace_events: "sched/sched_waking" } } }
            data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true } } }
            data_sources { config { name: "linux.sys_stats" sys_stats_config {
              stat_period_ms: 50 stat_counters: STAT_CPU_TIMES meminfo_period_ms: 50 meminfo_counters: MEMINFO_MEM_FREE } } }
            """;

    private final List<Double> lagsWhenReady = Collections.synchronizedList(new ArrayList<>());
    private final List<Double> lagsBeforeNext = Collections.synchronizedList(new ArrayList<>());
    private volatile LiveRecording live;
    private long shownEnd;
    private long events;

    private LiveLagBench() {}

    public static void main(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        long readMs = args.length > 1 ? Long.parseLong(args[1]) : 0;
        new LiveLagBench().run(seconds, readMs);
    }

    private void run(int seconds, long readMs) throws Exception {
        Path folder = Files.createTempDirectory("live-lag");
        TraceConfig.Builder parsed = TraceConfig.newBuilder();
        TextFormat.merge(CONFIG, parsed);
        TraceConfig config = parsed.build();
        LocalTarget target = new LocalTarget(
                null,
                Map.of(
                        "PERFETTO_CONSUMER_SOCK_NAME",
                        "",
                        "PERFETTO_PRODUCER_SOCK_NAME",
                        folder.resolve("producers").toString()));
        Session session = Session.start("this computer", () -> target.connect(config), folder.resolve("t.pftrace"));
        while (session.view().state() != SessionState.RECORDING) {
            Thread.sleep(10);
        }
        LiveSource source = new LiveSource() {
            @Override
            public Path file() {
                return session.path();
            }

            @Override
            public long readableBytes() {
                return session.readableBytes();
            }

            @Override
            public void setShown(boolean isShown) {
                session.setReadPeriod(isShown ? readMs : 0);
            }

            @Override
            public void stop() {
                session.stop();
            }
        };
        live = LiveRecording.start(
                source, StoreOptions.uncached().withTempDir(folder.resolve("store")), new ImportProgress(), this);
        for (int i = 0; i < seconds; i += 5) {
            Thread.sleep(5000);
            print(i + 5);
        }
        live.stop();
        live.join();
        session.stop();
        System.out.println(session.await().state() + ", " + Files.size(session.path()) / 1000 + " kB, " + events
                + " events of tracks read");
        System.exit(0);
    }

    private void print(int second) {
        System.out.printf(
                Locale.ROOT,
                "%4d s: %3d timelines, behind %s s when ready, %s s before the next; CPU %.1f s%n",
                second,
                lagsWhenReady.size(),
                statistics(lagsWhenReady),
                statistics(lagsBeforeNext),
                ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3);
    }

    /// Returns median and maximum, and clears the values.
    private static String statistics(List<Double> values) {
        synchronized (values) {
            double[] sorted = values.stream().mapToDouble(d -> d).sorted().toArray();
            values.clear();
            return sorted.length == 0
                    ? "-"
                    : String.format(
                            Locale.ROOT, "%.2f (max %.2f)", sorted[sorted.length / 2], sorted[sorted.length - 1]);
        }
    }

    @Override
    public void started(TraceStore store, LiveTimeline timeline, TraceSummary summary, LiveTimeline.View view) {
        read(view);
    }

    @Override
    public void read(LiveTimeline.View view) {
        List<TrackNode> tracks = new ArrayList<>();
        collect(view.roots(), tracks);
        List<CompletableFuture<?>> loading = new ArrayList<>();
        tracks.stream()
                .limit(TRACKS)
                .forEach(t -> loading.add(view.data().load(t).thenAccept(d -> {
                    synchronized (this) {
                        events += d.size();
                    }
                })));
        loading.forEach(CompletableFuture::join);
        long now = Posix.clockNs(Posix.CLOCK_BOOTTIME);
        if (shownEnd != 0) {
            lagsBeforeNext.add((now - shownEnd) / 1e9);
        }
        shownEnd = view.bounds().end();
        lagsWhenReady.add((now - shownEnd) / 1e9);
        live.setVisible(new TimeSpan(Math.max(view.bounds().start(), shownEnd - VISIBLE_NS), shownEnd), true);
        live.drawingFinished();
    }

    private static void collect(List<TrackNode> nodes, List<TrackNode> into) {
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
