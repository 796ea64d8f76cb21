package traceglass.record.adb;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// The `adb` program, used only to start the server. All other requests go to the server directly.
final class AdbProgram {

    private static final int START_SECONDS = 20;

    private AdbProgram() {}

    static Optional<Path> find(Map<String, String> environment) {
        boolean isWindows = System.getProperty("os.name", "").startsWith("Windows");
        String name = isWindows ? "adb.exe" : "adb";
        List<Path> folders = new ArrayList<>();
        for (String variable : List.of("ANDROID_HOME", "ANDROID_SDK_ROOT")) {
            String sdk = environment.getOrDefault(variable, "");
            if (!sdk.isEmpty()) {
                folders.add(Path.of(sdk, "platform-tools"));
            }
        }
        for (String s : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (!s.isEmpty()) {
                folders.add(Path.of(s));
            }
        }
        Path home = Path.of(System.getProperty("user.home", "."));
        folders.add(home.resolve("Android/Sdk/platform-tools"));
        folders.add(home.resolve("Library/Android/sdk/platform-tools"));
        folders.add(home.resolve("AppData/Local/Android/Sdk/platform-tools"));
        return folders.stream()
                .map(f -> f.resolve(name))
                .filter(p -> Files.isRegularFile(p) && Files.isExecutable(p))
                .findFirst();
    }

    /// Starts the server unless it is running. The server is left running, as with adb itself.
    static void startServer(AdbServer server, Map<String, String> environment) throws RecordProblem {
        Path adb = find(environment).orElseThrow(() -> new RecordProblem(Kind.NOT_FOUND, AdbTexts.notInstalled()));
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(adb.toString(), "-P", String.valueOf(server.port()), "start-server");
            builder.environment().clear();
            builder.environment().putAll(environment);
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new RecordProblem(Kind.NOT_FOUND, AdbTexts.slowStart(adb, START_SECONDS));
            }
            if (process.exitValue() != 0) {
                throw new RecordProblem(Kind.NOT_FOUND, AdbTexts.failedStart(adb));
            }
        } catch (IOException e) {
            throw new RecordProblem(Kind.NOT_FOUND, AdbTexts.notStarted(adb, RecordProblem.reason(e)), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, AdbTexts.START_INTERRUPTED, e);
        }
    }
}
