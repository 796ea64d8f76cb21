package traceglass.engine.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.engine.EngineOptions;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.store.testing.SharedData;

/// Runs the analyses on a recorded app startup on Android 13.
class SlowOperationsTest {

    @Test
    void startupsAndLateFramesOfAndroidAreFound() {
        try (TraceProcessor trace = TraceProcessor.open(
                        SharedData.file("traces/perfetto/android-pixel6a-startup-warm.pftrace"),
                        EngineOptions.temporary());
                QuerySession session = trace.newSession()) {
            AgentQueries q = new AgentQueries(session, AnswerLimits.DEFAULT);
            List<AnswerTable> starts = SlowOperations.startups(q, "");
            assertEquals(2, starts.size(), starts::toString);
            AnswerTable start = starts.getFirst();
            assertEquals(1, start.rows().size());
            assertEquals("warm", start.firstText("startup_type"));
            assertEquals(156_515_747, start.firstLong("dur_ns", -1));
            assertEquals(154_636_678, start.firstLong("to_initial_display_ns", -1));
            assertEquals("activity_resume", starts.get(1).firstText("reason"));
            assertTrue(SlowOperations.startups(q, "macrobenchmark")
                            .getFirst()
                            .rows()
                            .size()
                    == 1);
            assertTrue(SlowOperations.startups(q, "other.app").getFirst().isEmpty());

            List<AnswerTable> frames = SlowOperations.frames(q, "");
            AnswerTable late = frames.get(1);
            assertEquals("App Deadline Missed", late.firstText("jank_type"));
            assertEquals(197_270, late.firstLong("late_by_ns", -1));
            assertEquals("com.android.systemui", late.firstText("process"));

            AnswerTable main = q.query("main", "SELECT ts, dur FROM slice WHERE name = 'activityResume' LIMIT 1");
            long ts = main.firstLong("ts", 0);
            List<AnswerTable> thread =
                    SliceExplanation.ofThread(q, start.firstLong("main_utid", -1), ts, ts + main.firstLong("dur", 0));
            assertTrue(thread.getFirst().title().startsWith("States"), thread::toString);
            assertTrue(thread.getLast().title().startsWith("Critical path"), thread::toString);
            assertFalse(thread.getLast().isEmpty(), thread::toString);

            AnswerTable processes = TraceOutline.processes(q, 3);
            assertEquals("system_server", processes.firstText("name"), "the idle thread is not the busiest process");
            assertEquals(3, processes.rows().size());
        }
    }
}
