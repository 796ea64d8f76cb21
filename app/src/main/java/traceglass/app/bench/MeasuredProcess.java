package traceglass.app.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import traceglass.app.io.Failure;

/// A process of this program that is measured: with a virtual machine of its own, which has run nothing before, and the
/// options that this one was started with.
final class MeasuredProcess {

    /// Set by the process that starts another to measure it: when it did, ms since 1970.
    private static final String BEGAN = "traceglass.bench.began";
    private static final String PREFIX = "traceglass: ";

    private MeasuredProcess() {}

    /// @param command arguments of this program
    /// @param timeoutS how long it may take, s; it is ended then
    /// @return what it printed
    /// @throws Failure with what the process said when it failed
    static String run(List<String> command, long timeoutS) throws Failure {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.add("-D" + BEGAN + "=" + System.currentTimeMillis());
        words.add("-cp");
        words.add(System.getProperty("java.class.path"));
        words.add("traceglass.app.start.Main");
        words.addAll(command);
        Process process = null;
        try {
            process = new ProcessBuilder(words).start();
            process.getOutputStream().close();
            var said = read(process.getErrorStream());
            var printed = read(process.getInputStream());
            if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
                throw new Failure("what was to be measured took more than " + timeoutS + " s");
            }
            if (process.exitValue() != 0) {
                throw new Failure(reason(said.join()));
            }
            System.err.print(said.join());
            return printed.join();
        } catch (IOException e) {
            throw new Failure("the program cannot be started again: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    /// Reads on a thread of its own: a process that nobody reads from waits.
    private static CompletableFuture<String> read(java.io.InputStream from) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (from) {
                        return new String(from.readAllBytes(), StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        return "";
                    }
                },
                task -> Thread.ofPlatform().daemon().name("measured-process").start(task));
    }

    private static String reason(String said) {
        String last = said.lines().filter(l -> !l.isBlank()).reduce("", (a, b) -> b);
        return last.isEmpty()
                ? "what was to be measured failed"
                : last.startsWith(PREFIX) ? last.substring(PREFIX.length()) : last;
    }

    /// How long ago this process was started, s.
    static double ageS() {
        Long began = Long.getLong(BEGAN);
        if (began != null) {
            // By the clock of the day: the process that began this one knows no other.
            return (System.currentTimeMillis() - began) / 1e3;
        }
        try {
            // Seconds since the kernel started, for now and, as hundredths, for the start: the 22nd word,
            // counted on behind the name of the program, which may have spaces (proc(5)).
            double now =
                    Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ")[0]);
            String stat = Files.readString(Path.of("/proc/self/stat"));
            return now
                    - Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]) / 100.0;
        } catch (IOException | RuntimeException e) {
            // Not Linux: when the virtual machine knew what time it is, a few hundredths later.
            return (System.currentTimeMillis()
                            - ManagementFactory.getRuntimeMXBean().getStartTime())
                    / 1e3;
        }
    }
}
