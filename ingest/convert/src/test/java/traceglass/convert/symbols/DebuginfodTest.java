package traceglass.convert.symbols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests downloads from a local server.
class DebuginfodTest {

    @TempDir
    Path dir;

    private HttpServer server;
    private final List<String> requestedPaths = Collections.synchronizedList(new ArrayList<>());
    private byte[] responseBody = new byte[0];
    private int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requestedPaths.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(status, responseBody.length == 0 ? -1 : responseBody.length);
            exchange.getResponseBody().write(responseBody);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @Test
    void downloadsOnce() throws IOException, InterruptedException {
        responseBody = SampleBinaries.bytes("split.debug");
        try (Debuginfod client = new Debuginfod(List.of(address()), dir)) {
            Path file = client.find(SampleBinaries.BUILD_ID);
            assertArrayEquals(responseBody, Files.readAllBytes(file));
            assertEquals(file, client.find(SampleBinaries.BUILD_ID));
        }
        assertEquals(List.of("/buildid/" + SampleBinaries.BUILD_ID + "/debuginfo"), requestedPaths);
    }

    @Test
    void returnsNullIfNoServerHasTheFile() throws IOException, InterruptedException {
        status = 404;
        try (Debuginfod client = new Debuginfod(List.of(address(), address()), dir)) {
            assertNull(client.find(SampleBinaries.BUILD_ID));
        }
        assertEquals(2, requestedPaths.size());
        try (Stream<Path> remaining = Files.list(dir)) {
            assertEquals(0, remaining.count());
        }
    }

    @Test
    void aWebPageInsteadOfABinaryIsNotStored() throws IOException {
        responseBody = "<html>Sign in to this network</html>".getBytes(StandardCharsets.UTF_8);
        try (Debuginfod client = new Debuginfod(List.of(address()), dir)) {
            IOException e = assertThrows(IOException.class, () -> client.find(SampleBinaries.BUILD_ID));
            assertTrue(e.getMessage().startsWith("127.0.0.1 sent no binary"), e.getMessage());
        }
        try (Stream<Path> remaining = Files.list(dir)) {
            assertEquals(0, remaining.count());
        }
    }

    @Test
    void onlyBuildIdsAreRequested() throws IOException, InterruptedException {
        try (Debuginfod client = new Debuginfod(List.of(address()), dir)) {
            assertNull(client.find("../../etc/passwd"));
            assertNull(client.find(""));
        }
        assertEquals(List.of(), requestedPaths);
    }

    @Test
    void readsTheListOfServers() {
        assertEquals(
                List.of(URI.create("https://symbols.example.org"), URI.create("http://localhost:8002/x")),
                Debuginfod.servers(" https://symbols.example.org  ftp://no http://localhost:8002/x http://[ "));
        assertEquals(List.of(), Debuginfod.servers(null));
    }
}
