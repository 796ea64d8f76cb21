package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The program as a separate process, which can be interrupted. Its output is written to the files `out` and `err` of
/// a folder.
public record StartedProgram(Process process, Path folder) implements AutoCloseable {

    /// Starts the program with the classes of this process.
    ///
    /// @param environment variables in addition to those of this process
    /// @param args arguments of any type, such as paths
    public static StartedProgram start(Path folder, Map<String, String> environment, Object... args) throws Exception {
        List<String> command = new ArrayList<>(withDefaultSignals());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx300m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "traceglass.app.start.Main"));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("err").toFile())
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().putAll(environment);
        return new StartedProgram(builder.start(), folder);
    }

    /// Returns the prefix of a command line that restores the default signal handlers, because programs started by
    /// nohup or in the background of a script ignore HUP or INT, and so do their children. Empty if `env` can't do
    /// that.
    private static List<String> withDefaultSignals() throws IOException, InterruptedException {
        List<String> env = List.of("env", "--default-signal=INT,HUP");
        List<String> probe = new ArrayList<>(env);
        probe.add("true");
        Process process = new ProcessBuilder(probe)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0 ? env : List.of();
    }

    /// Returns the standard output up to now.
    public String out() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    /// Returns the standard error output up to now.
    public String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    /// Waits until standard error contains a text.
    public void awaitErrorOutput(String text) throws Exception {
        for (int i = 0; i < 1200 && !err().contains(text); i++) {
            Thread.sleep(50);
        }
        assertTrue(err().contains(text), err());
    }

    /// Waits until standard output starts with a text.
    public void awaitOutput(String start) throws Exception {
        for (int i = 0; i < 1200 && !out().startsWith(start); i++) {
            Thread.sleep(50);
        }
        assertTrue(out().startsWith(start), err());
    }

    /// Sends a signal.
    public void kill(String signal) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor());
    }

    /// Waits until the program exits and returns its exit code.
    public int exitCode() throws Exception {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), err());
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
