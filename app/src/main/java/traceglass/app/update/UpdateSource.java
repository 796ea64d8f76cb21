package traceglass.app.update;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// Source of updates: a web server, a folder or a file share.
interface UpdateSource extends AutoCloseable {

    /// Opens a file at a position.
    ///
    /// @param name path relative to the address, such as `v1.2/traceglass.tar.gz`
    Part open(String name, long from) throws IOException, InterruptedException;

    @Override
    void close();

    /// The rest of a file.
    ///
    /// @param from position at which the stream starts; 0 if the source can't start at another position
    record Part(InputStream in, long from) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /// Opens an address.
    ///
    /// @param address `http:`, `https:`, `file:` or a folder
    /// @param proxy `host:port`; empty to use the proxy in the environment
    static UpdateSource of(String address, String proxy, Map<String, String> environment) throws UpdateProblem {
        String lower = address.toLowerCase(Locale.ROOT);
        try {
            if (lower.startsWith("http:") || lower.startsWith("https:")) {
                URI base = URI.create(address.endsWith("/") ? address : address + "/");
                if (base.getHost() == null) {
                    throw new UpdateProblem(UpdateTexts.badAddress(address));
                }
                return new Web(base, selector(base, proxy, environment));
            }
            Path folder = lower.startsWith("file:") ? Path.of(URI.create(address)) : Path.of(address);
            if (address.isBlank() || !folder.isAbsolute()) {
                throw new UpdateProblem(UpdateTexts.badAddress(address));
            }
            return new Folder(folder);
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            throw new UpdateProblem(UpdateTexts.badAddress(address), e);
        }
    }

    private static ProxySelector selector(URI base, String proxy, Map<String, String> environment)
            throws UpdateProblem {
        String address = proxy.strip();
        if (address.isEmpty() && !isExcluded(String.valueOf(base.getHost()), environment)) {
            String name = String.valueOf(base.getScheme()).toLowerCase(Locale.ROOT) + "_proxy";
            address = environment.getOrDefault(name, environment.getOrDefault(name.toUpperCase(Locale.ROOT), ""));
        }
        if (address.isEmpty()) {
            return ProxySelector.getDefault();
        }
        try {
            URI uri = URI.create(address.contains("://") ? address : "http://" + address);
            if (uri.getHost() != null) {
                return ProxySelector.of(new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort()));
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new UpdateProblem(UpdateTexts.badProxy(address));
    }

    private static boolean isExcluded(String host, Map<String, String> environment) {
        String excluded = environment.getOrDefault("no_proxy", environment.getOrDefault("NO_PROXY", ""));
        for (String entry : excluded.split("[,\\s]+")) {
            String suffix = entry.startsWith(".") ? entry.substring(1) : entry;
            boolean matches = entry.equals("*")
                    || !suffix.isEmpty() && (host.equalsIgnoreCase(suffix) || host.endsWith("." + suffix));
            if (matches) {
                return true;
            }
        }
        return false;
    }

    /// A web server.
    final class Web implements UpdateSource {

        private static final Duration TIMEOUT = Duration.ofSeconds(30);

        private final URI base;
        private final HttpClient client;

        Web(URI base, ProxySelector proxy) {
            this.base = base;
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .connectTimeout(TIMEOUT)
                    .proxy(proxy)
                    .build();
        }

        @Override
        public Part open(String name, long from) throws IOException, InterruptedException {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(base.resolve(name)).timeout(TIMEOUT).header("Cache-Control", "no-cache");
            if (from > 0) {
                request.header("Range", "bytes=" + from + "-");
            }
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            switch (response.statusCode()) {
                case 200 -> {
                    return new Part(response.body(), 0);
                }
                case 206 -> {
                    return new Part(response.body(), from);
                }
                default -> {
                    response.body().close();
                    throw new IOException(UpdateTexts.status(response.statusCode()));
                }
            }
        }

        @Override
        public void close() {
            client.shutdownNow();
        }
    }

    /// A folder or a file share.
    record Folder(Path folder) implements UpdateSource {

        @Override
        public Part open(String name, long from) throws IOException {
            try {
                SeekableByteChannel channel = Files.newByteChannel(folder.resolve(name));
                channel.position(from);
                return new Part(Channels.newInputStream(channel), from);
            } catch (InvalidPathException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
