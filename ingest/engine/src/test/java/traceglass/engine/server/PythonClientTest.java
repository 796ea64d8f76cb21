package traceglass.engine.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineOptions;
import traceglass.engine.rpc.RpcEngine;

/// Runs the unmodified Python client against the server. `TRACEGLASS_PERFETTO_PYTHON` is the folder with its package
/// `perfetto`; the system's Python needs the package `protobuf`.
@EnabledIfEnvironmentVariable(named = "TRACEGLASS_PERFETTO_PYTHON", matches = ".+")
@Timeout(120)
class PythonClientTest {

    @TempDir
    private Path folder;

    private final List<RecordedRequests.Recorded> requests = new CopyOnWriteArrayList<>();

    @Test
    void everyCallIsAnsweredAndSendsTheRecordedRequests() throws Exception {
        String answers;
        try (RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "test");
                HttpEndpoint server = HttpEndpoint.open(engine, null, 0, List.of(), null);
                ServerSocket recorder = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> forward(recorder, server.port()));
            answers = run(recorder.getLocalPort());
        }
        assertEquals(text("python_answers.txt"), answers);
        String sent = requests.stream().map(RecordedRequests.Recorded::text).collect(Collectors.joining());
        // If a new version of the client sends other requests, update the file with this text.
        assertEquals(text("python_requests.txt"), sent);
    }

    private static String text(String file) throws IOException {
        try (InputStream in = PythonClientTest.class.getResourceAsStream(file)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String run(int port) throws Exception {
        Path script = folder.resolve("python_calls.py");
        Files.writeString(script, text("python_calls.py"));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder python = new ProcessBuilder(
                        "/usr/bin/python3", script.toString(), "localhost:" + port, folder.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        python.environment().put("PYTHONPATH", System.getenv("TRACEGLASS_PERFETTO_PYTHON"));
        python.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        python.environment().put("PYTHONIOENCODING", "utf-8");
        Process process = python.start();
        assertTrue(process.waitFor(100, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), Files.readString(err));
        return Files.readString(out);
    }

    /// Forwards and records the requests of each connection.
    private void forward(ServerSocket recorder, int port) {
        while (!recorder.isClosed()) {
            try (Socket client = recorder.accept();
                    Socket server = new Socket("localhost", port)) {
                Thread answers = Thread.ofPlatform().daemon().start(() -> copy(server, client));
                OutputStream out = server.getOutputStream();
                RecordedRequests.Recorded request =
                        RecordedRequests.next(client.getInputStream(), recorder.getLocalPort());
                while (request != null) {
                    requests.add(request);
                    out.write(request.bytes(port));
                    request = RecordedRequests.next(client.getInputStream(), recorder.getLocalPort());
                }
                server.shutdownOutput();
                answers.join();
            } catch (IOException e) {
                // The client reconnects after a response that closed the connection.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            // The client has disconnected.
        }
    }
}
