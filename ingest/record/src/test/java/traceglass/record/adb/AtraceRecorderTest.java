package traceglass.record.adb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static traceglass.record.testing.TestRecording.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.record.spi.RecordProblem;

/// Tests the conversion of a config to an `atrace` command.
class AtraceRecorderTest {

    private static final String CATEGORIES = """
             gfx - Graphics
            freq - CPU Frequency
            disk - Disk I/O
           sched - CPU Scheduling
        """;

    private ServerSocket server;

    /// Starts an adb server with one old device, which lists its categories.
    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    try (Socket s = server.accept()) {
                        serve(s);
                    }
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    private static void serve(Socket s) throws IOException {
        if (!request(s).startsWith("host:transport:")) {
            // The device reports no features.
            s.getOutputStream().write("OKAY0000".getBytes(StandardCharsets.US_ASCII));
            return;
        }
        s.getOutputStream().write("OKAY".getBytes(StandardCharsets.US_ASCII));
        String reply = request(s).equals("exec:atrace --list_categories") ? CATEGORIES : "";
        s.getOutputStream().write(("OKAY" + reply).getBytes(StandardCharsets.US_ASCII));
    }

    private static String request(Socket s) throws IOException {
        int length = Integer.parseInt(new String(s.getInputStream().readNBytes(4), StandardCharsets.US_ASCII), 16);
        return new String(s.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private String command(String text) throws Exception {
        DeviceShell shell = new DeviceShell(new AdbServer("localhost", server.getLocalPort()), "old");
        return new AtraceRecorder(shell, "Old phone", config(text), "").command();
    }

    @Test
    void convertsEventsToCategoriesAndRoundsDurationsUpToSeconds() throws Exception {
        assertEquals("atrace -z -c -b 3000 -t 2 -a com.app gfx freq disk", command("""
            buffers { size_kb: 2000 fill_policy: RING_BUFFER } buffers { size_kb: 1000 } duration_ms: 1500
            data_sources { config { name: "linux.ftrace" ftrace_config { ftrace_events: "power/cpu_frequency" ftrace_events: "block/block_rq_issue"
              ftrace_events: "sched_switch" atrace_categories: "gfx" atrace_categories: "webview" atrace_apps: "*" atrace_apps: "com.app" } } }
            data_sources { config { name: "linux.process_stats" } }
            """));
    }

    @Test
    void shellMetacharactersDoNotReachTheCommand() throws Exception {
        assertEquals("atrace -z -b 2048 -t 86400 gfx", command("""
            data_sources { config { name: "linux.ftrace" ftrace_config { atrace_categories: "gfx" atrace_apps: "a;reboot" atrace_apps: "$(id)" } } }
            """));
    }

    @Test
    void configWithoutSupportedCategoriesIsRefused() {
        assertThrows(RecordProblem.class, () -> command("""
            data_sources { config { name: "linux.ftrace" ftrace_config { atrace_categories: "webview" } } }
            """));
    }
}
