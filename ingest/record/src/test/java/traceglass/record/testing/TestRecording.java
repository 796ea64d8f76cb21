package traceglass.record.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import traceglass.protos.config.TraceConfig;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.SourceState;

/// Shared steps of recording tests.
public final class TestRecording {

    public static final String RING = "buffers { size_kb: 4096 fill_policy: RING_BUFFER }\n";
    public static final String STATS = """
        data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true proc_stats_poll_ms: 100 } } }
        data_sources { config { name: "linux.sys_stats" sys_stats_config { stat_period_ms: 50 meminfo_period_ms: 50
          stat_counters: STAT_CPU_TIMES } } }
        """;

    private TestRecording() {}

    public static TraceConfig config(String text) throws Exception {
        TraceConfig.Builder parsed = TraceConfig.newBuilder();
        TextFormat.merge(text, parsed);
        return parsed.build();
    }

    public static Session start(RecordingTarget target, String config, Path file) throws Exception {
        TraceConfig parsed = config(config);
        return Session.start(target.name(), () -> target.connect(parsed), file);
    }

    /// Waits until the recording is in the given state.
    public static SessionView awaitState(Session session, SessionState state) throws Exception {
        for (int i = 0; i < 800; i++) {
            SessionView v = session.view();
            if (v.state() == state || v.state().isFinal()) {
                assertEquals(state, v.state(), () -> String.valueOf(v.log()));
                return v;
            }
            Thread.sleep(25);
        }
        throw new AssertionError("not " + state + " in time: " + session.view().log());
    }

    /// Waits until all data sources have started, however long that takes, then lets them record for the given
    /// time.
    public static SessionView recordFor(Session session, long ms) throws Exception {
        awaitState(session, SessionState.RECORDING);
        await(session, v -> v.sources().stream().allMatch(s -> s.phase() == SourceState.Phase.RECORDING));
        Thread.sleep(ms);
        return session.view();
    }

    /// Waits until the view of a running recording matches the predicate.
    public static SessionView await(Session session, Predicate<SessionView> isExpected) throws Exception {
        for (int i = 0; i < 2400; i++) {
            SessionView v = session.view();
            if (isExpected.test(v)) {
                return v;
            }
            assertTrue(!v.state().isFinal(), () -> "it has ended: " + v);
            Thread.sleep(25);
        }
        throw new AssertionError("not in time: " + session.view());
    }

    /// Waits for the end; fails if it does not arrive in time.
    public static SessionView end(Session session) throws Exception {
        assertTrue(
                session.await(Duration.ofSeconds(60)),
                () -> "the recording does not end: " + session.view().log());
        return session.view();
    }
}
