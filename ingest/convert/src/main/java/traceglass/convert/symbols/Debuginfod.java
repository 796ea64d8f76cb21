package traceglass.convert.symbols;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.elf.ElfFile;

/// Downloads debug information by build id from debuginfod servers (`GET /buildid/BUILDID/debuginfo`, see
/// `debuginfod(8)`) and caches it in a folder. Used only with the user's consent, because it sends the build ids of
/// programs in a trace to the servers.
public final class Debuginfod implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int OK = 200;

    private final List<URI> servers;
    private final Path cache;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    /// @param servers addresses of the servers
    /// @param cache folder for the downloads
    public Debuginfod(List<URI> servers, Path cache) {
        this.servers = List.copyOf(servers);
        this.cache = cache;
    }

    /// Parses the value of `DEBUGINFOD_URLS`: addresses separated by spaces. Ignores addresses that are not HTTP.
    public static List<URI> servers(@Nullable String value) {
        return value == null
                ? List.of()
                : Arrays.stream(value.strip().split("\\s+"))
                        .filter(s -> s.startsWith("http://") || s.startsWith("https://"))
                        .flatMap(s -> address(s).stream())
                        .toList();
    }

    private static Optional<URI> address(String text) {
        try {
            URI address = new URI(text);
            return Optional.of(address).filter(a -> a.getHost() != null);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /// Returns the file with the debug information of a binary, from the folder or the first server that has it, or
    /// null if none has it.
    ///
    /// @param buildId lower-case hexadecimal digits
    /// @throws IOException if no server could be reached
    public @Nullable Path find(String buildId) throws IOException, InterruptedException {
        if (!buildId.matches("[0-9a-f]{8,128}")) {
            return null;
        }
        Path file = cache.resolve(buildId + ".debug");
        if (Files.exists(file)) {
            return file;
        }
        IOException failure = null;
        Files.createDirectories(cache);
        for (URI server : servers) {
            Path part = Files.createTempFile(cache, buildId, ".part");
            try {
                String base = server.toString().replaceAll("/+$", "");
                HttpResponse<Path> response = client.send(
                        HttpRequest.newBuilder(URI.create(base + "/buildid/" + buildId + "/debuginfo"))
                                .timeout(TIMEOUT)
                                .build(),
                        HttpResponse.BodyHandlers.ofFile(part));
                if (response.statusCode() == OK) {
                    check(part, buildId, server);
                    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
                    return file;
                }
            } catch (IOException e) {
                failure = e;
            } finally {
                Files.deleteIfExists(part);
            }
        }
        if (failure != null) {
            throw failure;
        }
        return null;
    }

    /// Checks that a server sent the requested file, not an error page.
    private static void check(Path file, String buildId, URI server) throws IOException {
        try (ElfFile elf = ElfFile.open(file)) {
            if (elf.buildId().equals(buildId)) {
                return;
            }
        } catch (IOException e) {
            throw new IOException(server.getHost() + " sent no binary for the build id " + buildId, e);
        }
        throw new IOException(server.getHost() + " sent a file that does not have the build id " + buildId);
    }

    @Override
    public void close() {
        client.close();
    }
}
