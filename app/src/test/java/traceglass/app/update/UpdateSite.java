package traceglass.app.update;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/// A web server with releases, and an installation that updates from it. Versions are small: they contain the launcher
/// of the packages, and a script instead of Java.
final class UpdateSite implements AutoCloseable {

    static final Instant RELEASE_DATE = Instant.parse("2026-03-01T00:00:00Z");
    private static final Path PACKAGING = Path.of(System.getProperty("basedir", "."), "..", "packaging")
            .toAbsolutePath()
            .normalize();

    /// Folder with the files that the server provides.
    final Path site;
    /// Folder with the installed versions.
    final Path root;
    final KeyPair keys;
    final AtomicInteger requests = new AtomicInteger();
    /// Number of bytes after which the download of an archive is cut off; negative for never.
    volatile long breakAfter = -1;
    /// Whether the server supports range requests.
    volatile boolean supportsRanges = true;
    private final HttpServer server;

    UpdateSite(Path folder) throws IOException, GeneralSecurityException {
        site = Files.createDirectories(folder.resolve("site"));
        root = Files.createDirectories(folder.resolve("installed"));
        keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        Path file =
                site.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
        if (!file.startsWith(site) || !Files.isRegularFile(file)) {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
            return;
        }
        byte[] content = Files.readAllBytes(file);
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null || !supportsRanges ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
        exchange.sendResponseHeaders(from > 0 ? 206 : 200, content.length - from);
        boolean breaks = breakAfter >= 0 && file.toString().endsWith(".tar.gz");
        int length = breaks ? (int) Math.min(breakAfter, content.length - from) : content.length - from;
        try {
            exchange.getResponseBody().write(content, from, length);
            exchange.getResponseBody().flush();
        } catch (IOException e) {
            // The client has disconnected.
        }
        exchange.close();
    }

    /// Installs a version without the updater and makes it the current one.
    Installation install(String version, Instant date) throws IOException {
        Path home = root.resolve("versions").resolve(version);
        for (Map.Entry<String, byte[]> file :
                content(version, date, "tar", false).entrySet()) {
            Path target = home.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
            if (isProgram(file.getKey())) {
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        Files.deleteIfExists(root.resolve("current"));
        Files.createSymbolicLink(root.resolve("current"), Path.of("versions", version));
        return installed(version);
    }

    Installation installed(String version) {
        return Installation.read(root.resolve("versions").resolve(version)).orElseThrow();
    }

    private static boolean isProgram(String name) {
        return name.startsWith("bin/") || name.endsWith("bin/java");
    }

    private Map<String, byte[]> content(String version, Instant date, String type, boolean isBroken)
            throws IOException {
        String properties = """
            product=traceglass
            package=full
            version=%s
            date=%s
            system=linux-amd64
            address=%s
            key=%s
            type=%s
            """.formatted(
                        version,
                        date,
                        address().replace(":", "\\:"),
                        Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()),
                        type);
        // The program prints its version and confirms that it has started.
        String java = isBroken
                ? "#!/bin/sh\necho broken " + version + "\nexit 1\n"
                : "#!/bin/sh\necho started " + version + "\nrm -f \"${0%/*}/../../../../trial\"\n";
        byte[] filler = new byte[20_000];
        new Random(version.hashCode()).nextBytes(filler);
        return Map.of(
                "package.properties", properties.getBytes(StandardCharsets.UTF_8),
                "bin/traceglass", Files.readAllBytes(PACKAGING.resolve("launcher")),
                "launch/switch", Files.readAllBytes(PACKAGING.resolve("update-switch")),
                "launch/options", Files.readAllBytes(PACKAGING.resolve("launch-options")),
                "lib/class-path", "a.jar\n".getBytes(StandardCharsets.UTF_8),
                "lib/filler", filler,
                "runtime/bin/java", java.getBytes(StandardCharsets.UTF_8));
    }

    /// Writes the archive of a version. Its folder and name are derived from the version.
    ReleaseFile archive(String version, Instant date, String type, boolean isBroken)
            throws IOException, GeneralSecurityException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            for (Map.Entry<String, byte[]> file :
                    content(version, date, type, isBroken).entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry("traceglass-" + version + "/" + file.getKey());
                entry.setSize(file.getValue().length);
                entry.setMode(isProgram(file.getKey()) ? 0755 : 0644);
                entry.setModTime(RELEASE_DATE.toEpochMilli());
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        }
        return file(version, bytes.toByteArray());
    }

    /// Writes the bytes of an archive and signs them.
    ReleaseFile file(String version, byte[] bytes) throws IOException, GeneralSecurityException {
        String name = "traceglass-" + version + ".tar.gz";
        Path folder = Files.createDirectories(site.resolve("v" + version));
        Files.write(folder.resolve(name), bytes);
        String sha256 = Download.sha256(folder.resolve(name));
        String signature = sign((sha256 + "  " + name + "\n").getBytes(StandardCharsets.UTF_8), keys);
        return new ReleaseFile(name, "tar", "full", "linux-amd64", bytes.length, sha256, signature, "");
    }

    static String sign(byte[] content, KeyPair keys) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(keys.getPrivate());
        signature.update(content);
        return Base64.getEncoder().encodeToString(signature.sign());
    }

    /// Publishes a version on the channel `stable`.
    Release publish(long serial, String version, Instant date) throws IOException, GeneralSecurityException {
        return publish(serial, version, date, archive(version, date, "tar", false));
    }

    Release publish(long serial, String version, Instant date, ReleaseFile file)
            throws IOException, GeneralSecurityException {
        Release release = new Release(version, date, "Notes of " + version, "v" + version, List.of(file));
        write(new ChannelList(serial, Map.of("stable", release)).write());
        return release;
    }

    /// Writes the list of versions and its signature.
    void write(byte[] list) throws IOException, GeneralSecurityException {
        Files.write(site.resolve(ChannelList.FILE), list);
        Files.writeString(site.resolve(ChannelList.FILE + ".sig"), sign(list, keys));
    }

    Updater updater(Installation installation) throws UpdateProblem {
        return new Updater(installation, new UpdateChoice(true, "stable", "", ""), Map.of(), 1);
    }

    /// Starts the current version as a user does, and returns its output.
    String start() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        root.resolve("current/bin/traceglass").toString(), "info")
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out.strip();
    }

    /// Returns the paths and hashes of all files in the installation, to check that nothing has changed.
    String state() throws IOException {
        StringBuilder state = new StringBuilder();
        try (var files = Files.walk(root)) {
            for (Path file : files.sorted().toList()) {
                state.append(root.relativize(file));
                if (Files.isRegularFile(file)) {
                    state.append(' ')
                            .append(HexFormat.of().toHexDigits(java.util.Arrays.hashCode(Files.readAllBytes(file))));
                }
                state.append('\n');
            }
        }
        return state.toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
