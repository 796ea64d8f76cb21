package traceglass.record.chrome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.RecordedRows.count;
import static traceglass.record.testing.TestRecording.awaitState;
import static traceglass.record.testing.TestRecording.end;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.TargetReport;
import traceglass.record.testing.TestRecording;

/// Records from the installed browser.
class ChromeRecordingTest {

    private static final String CONFIG = """
        buffers { size_kb: 20480 fill_policy: RING_BUFFER }
        data_sources { config { name: "track_event" track_event_config {
          disabled_categories: "*" enabled_categories: "toplevel" enabled_categories: "v8" enabled_categories: "blink" enabled_categories: "browser"
          enabled_categories: "devtools.timeline" enabled_categories: "__metadata" } } }
        data_sources { config { name: "org.chromium.trace_metadata2" } }
        """;

    @TempDir
    Path folder;

    private Path browser;

    @BeforeEach
    void findBrowser() {
        browser = ChromeProgram.find(System.getenv()).orElse(null);
        Assumptions.assumeTrue(browser != null, "no browser is installed");
    }

    private static Map<String, String> withoutScreen() {
        Map<String, String> environment = new java.util.HashMap<>(System.getenv());
        environment.keySet().removeAll(List.of("DISPLAY", "WAYLAND_DISPLAY"));
        return environment;
    }

    @Test
    void recordsFromABrowserThatItStarts() throws Exception {
        ChromeTarget target = new ChromeTarget(
                0, browser, List.of("data:text/html,<script>for(let i=0;i<1e6;i++);</script>hello"), withoutScreen());
        SessionView v = end(TestRecording.start(target, "duration_ms: 1500\n" + CONFIG, folder.resolve("t")));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(v.fileBytes() > 1000);
        assertTrue(count(v.file(), "select count(*) from slice") > 10);
        assertTrue(count(
                        v.file(),
                        "select count(*) from thread where name like '%CrRendererMain%' or name like '%CrBrowserMain%'")
                > 0);
    }

    @Test
    void startsTheBrowserToListItsCategories() throws Exception {
        ChromeTarget target = new ChromeTarget(0, browser, List.of(), withoutScreen());
        assertTrue(target.inspect().categories().isEmpty());
        assertTrue(target.inspectAll().categories().size() > 10);
    }

    @Test
    @SuppressWarnings("try") // It is closed before the block ends.
    void recordsFromARunningBrowserAndSurvivesItsExit() throws Exception {
        try (ChromeProgram running = ChromeProgram.start(browser, List.of(), withoutScreen())) {
            ChromeTarget target = ChromeTarget.at(String.valueOf(running.port()));
            TargetReport report = target.inspect();
            // A browser listens before it knows its categories.
            for (int i = 0; i < 40 && !report.categories().containsKey("v8"); i++) {
                Thread.sleep(500);
                report = target.inspect();
            }
            TargetReport last = report;
            assertTrue(report.isReady(), () -> last.checks().toString());
            assertTrue(
                    report.categories().containsKey("v8"),
                    () -> last.categories().toString());
            Session stopped = TestRecording.start(target, CONFIG, folder.resolve("stopped"));
            awaitState(stopped, SessionState.RECORDING);
            Thread.sleep(700);
            stopped.stop();
            SessionView v = end(stopped);
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());

            Session closed = TestRecording.start(target, CONFIG, folder.resolve("closed"));
            awaitState(closed, SessionState.RECORDING);
            running.close();
            SessionView lost = end(closed);
            assertEquals(SessionState.FAILED, lost.state());
            assertEquals(Kind.LOST, lost.problem().kind());
            assertTrue(
                    lost.problem().getMessage().contains("browser")
                            && lost.problem().getMessage().contains("record again"),
                    lost.problem().getMessage());
        }
    }

    @Test
    void explainsHowToStartAMissingBrowser() throws IOException, RecordProblem {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        ChromeTarget target = ChromeTarget.at(String.valueOf(port));
        assertTrue(
                target.inspect().help().contains("--remote-debugging-port=" + port),
                () -> target.inspect().help());
        assertThrows(RecordProblem.class, () -> ChromeTarget.at("http"));
    }
}
