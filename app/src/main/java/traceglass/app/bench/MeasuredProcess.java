package traceglass.app.bench;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.store.text.SingleLineText;

/// Runs this program in a separate process to measure it: in a new virtual machine with the options of this one.
final class MeasuredProcess {

    /// System property set by the measuring process: start time of the process, ms since 1970.
    private static final String START_TIME = "traceglass.bench.start";

    private MeasuredProcess() {}

    /// Runs the program and returns its output.
    ///
    /// @param arguments arguments of this program
    /// @param timeoutS time limit in seconds, after which the process is killed
    /// @return standard output of the process
    /// @throws Failure with the error output of the process if it failed
    static String run(List<String> arguments, long timeoutS) throws Failure {
        List<String> commandLine = new ArrayList<>();
        commandLine.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        commandLine.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        commandLine.add("-D" + START_TIME + "=" + System.currentTimeMillis());
        commandLine.add("-cp");
        commandLine.add(System.getProperty("java.class.path"));
        commandLine.add("traceglass.app.start.Main");
        commandLine.addAll(arguments);
        Process process = null;
        try {
            process = new ProcessBuilder(commandLine).start();
            process.getOutputStream().close();
            var errors = read(process.getErrorStream());
            var output = read(process.getInputStream());
            if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
                throw new Failure(BenchTexts.processTimedOut(timeoutS));
            }
            if (process.exitValue() != 0) {
                throw new Failure(reason(errors.join()));
            }
            System.err.print(SingleLineText.keepLines(errors.join()));
            return output.join();
        } catch (IOException e) {
            throw new Failure(BenchTexts.cantStartProcess(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(BenchTexts.INTERRUPTED, e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    /// Reads on a separate thread, because the process blocks if its output is not read.
    private static CompletableFuture<String> read(InputStream from) {
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

    private static String reason(String errors) {
        String last = errors.lines().filter(l -> !l.isBlank()).reduce("", (a, b) -> b);
        return last.isEmpty()
                ? BenchTexts.PROCESS_FAILED
                : last.startsWith(OutputTexts.PREFIX) ? last.substring(OutputTexts.PREFIX.length()) : last;
    }

    /// Returns how long ago this process was started, in seconds.
    static double ageS() {
        Long startTime = Long.getLong(START_TIME);
        if (startTime != null) {
            // Wall-clock time, the only clock shared with the parent process.
            return (System.currentTimeMillis() - startTime) / 1e3;
        }
        try {
            // The uptime in seconds, and the start time in hundredths of a second: the 22nd field of stat,
            // counted after the name of the program, which may contain spaces (proc(5)).
            double now =
                    Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ")[0]);
            String stat = Files.readString(Path.of("/proc/self/stat"));
            return now
                    - Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]) / 100.0;
        } catch (IOException | RuntimeException e) {
            // Outside Linux, use the start time of the virtual machine, which is a few hundredths of a second later.
            return (System.currentTimeMillis()
                            - ManagementFactory.getRuntimeMXBean().getStartTime())
                    / 1e3;
        }
    }
}
