package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.spi.RecordProblem;
import traceglass.store.language.Translations;

/// Connects to a service's socket as a user without permission. Root can use every socket, so this is done by another
/// user in a separate process.
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class DeniedSocketTest {

    private static final String NOBODY = "65534";

    @TempDir
    private Path folder;

    /// Program that connects to the socket in its argument and prints the result.
    static final class ConnectProgram {

        private ConnectProgram() {}

        public static void main(String[] arguments) throws IOException {
            try {
                ServiceSockets.open(Path.of(arguments[0])).close();
                System.out.println("connected");
            } catch (RecordProblem e) {
                System.out.println(e.kind() + " " + e.getMessage());
            }
        }
    }

    @Test
    void reportsWhichSocketNeedsPermissions() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path socket = folder.resolve("consumers");
        Path classes = copyClasses();
        try (ServerSocketChannel service = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            service.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            String denied = connectAsNobody(classes, socket);
            assertEquals("REFUSED " + LocalTexts.socketDenied(socket), denied);
            assertTrue(denied.contains("permission"), denied);
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
            assertEquals("connected", connectAsNobody(classes, socket));
        }
        assertEquals("NOT_FOUND " + LocalTexts.nothingListens(socket), connectAsNobody(classes, socket));
    }

    private String connectAsNobody(Path classes, Path socket) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        List<String> command =
                new ArrayList<>(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", java));
        assumeTrue(run(List.of("id", "-u")).equals("0"), "only root can run programs as another user");
        command.addAll(List.of("-cp", classes.toString(), ConnectProgram.class.getName(), socket.toString()));
        String output = run(command);
        assumeTrue(!output.startsWith("setpriv: "), output);
        return output;
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    /// Copies the classes that the program uses to a world-readable folder, which becomes its class path.
    private Path copyClasses() throws IOException, URISyntaxException {
        Path copy = Files.createDirectory(folder.resolve("classes"));
        for (Class<?> used : List.of(ConnectProgram.class, ServiceSockets.class, Translations.class)) {
            Path from = Path.of(
                    used.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(from)) {
                copy(from, copy);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(from)) {
                    copy(jar.getPath("/"), copy);
                }
            }
        }
        try (Stream<Path> paths = Files.walk(copy)) {
            for (Path path : paths.toList()) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        return copy;
    }

    private static void copy(Path root, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("traceglass"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                Path to = target.resolve(root.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
