package traceglass.record.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.FetchRecorder;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.TraceFile;

/// A recording by `perfetto` in the background of this computer. Needs a permanently running service, because daemons
/// started for a recording end with this program.
final class LocalBackground extends FetchRecorder {

    private static final Pattern PID = Pattern.compile("(?m)^(\\d+)\\s*$");

    LocalBackground(DetachedRecording detached) {
        super(detached);
    }

    static DetachedRecording start(LocalTarget target, TraceConfig config, String key) throws RecordProblem {
        if (ServiceSockets.find(target.environment()) == null) {
            throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.NO_PERMANENT_SERVICE);
        }
        Path program = findProgram(target).orElseThrow(() -> new RecordProblem(Kind.NOT_FOUND, LocalTexts.NO_PERFETTO));
        Path file =
                Path.of(System.getProperty("java.io.tmpdir"), key + ".pftrace").toAbsolutePath();
        Path output = null;
        try {
            Path input = Files.createTempFile("traceglass", ".config");
            output = Files.createTempFile("traceglass", ".log");
            Files.write(input, config.toByteArray());
            ProcessBuilder builder = new ProcessBuilder(
                    program.toString(), "--background", "-c", input.toString(), "-o", file.toString());
            builder.environment().clear();
            builder.environment().putAll(target.environment());
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            process.getOutputStream().close();
            boolean hasEnded = process.waitFor(15, TimeUnit.SECONDS);
            Files.deleteIfExists(input);
            String printed = Files.readString(output, StandardCharsets.ISO_8859_1);
            Matcher pid = PID.matcher(printed);
            if (!hasEnded || process.exitValue() != 0 || !pid.find()) {
                throw new ConfigRefused(
                        "",
                        LocalTexts.configRefused(
                                printed.strip().lines().reduce((a, b) -> b).orElse(LocalTexts.NO_REASON)));
            }
            return new DetachedRecording(
                    key,
                    target.id(),
                    target.name(),
                    Long.parseLong(pid.group(1)),
                    file.toString(),
                    System.currentTimeMillis(),
                    Integer.toUnsignedLong(config.getDurationMs()));
        } catch (IOException e) {
            throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.notStarted(program, RecordProblem.reason(e)), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, LocalTexts.START_INTERRUPTED, e);
        } finally {
            if (output != null) {
                output.toFile().delete();
            }
        }
    }

    private static Optional<Path> findProgram(LocalTarget target) {
        List<Path> folders = new ArrayList<>();
        if (target.daemons() != null) {
            folders.add(target.daemons());
        }
        for (String s : target.environment().getOrDefault("PATH", "").split(":")) {
            if (!s.isEmpty()) {
                folders.add(Path.of(s));
            }
        }
        return folders.stream()
                .map(f -> f.resolve("perfetto"))
                .filter(p -> Files.isRegularFile(p) && Files.isExecutable(p))
                .findFirst();
    }

    private Optional<ProcessHandle> process() {
        // The process id could have been reused.
        return ProcessHandle.of(detached().pid()).filter(ProcessHandle::isAlive).filter(p -> {
            try {
                return Files.readString(Path.of("/proc/" + p.pid() + "/cmdline"), StandardCharsets.ISO_8859_1)
                        .contains("perfetto");
            } catch (IOException e) {
                return false;
            }
        });
    }

    @Override
    protected boolean isRunning() {
        return process().isPresent();
    }

    @Override
    protected void interrupt() {
        process().ifPresent(ProcessHandle::destroy);
    }

    @Override
    protected void copy(TraceFile to) throws RecordProblem {
        Path from = Path.of(detached().path());
        try (InputStream in = Files.newInputStream(from)) {
            byte[] buffer = new byte[256 << 10];
            for (int n = in.read(buffer); n >= 0 && !isAbandoned(); n = in.read(buffer)) {
                to.writeRaw(buffer, 0, n);
            }
            to.drain();
        } catch (IOException e) {
            throw new RecordProblem(Kind.DISK, LocalTexts.notCopied(from, RecordProblem.reason(e)), e);
        }
        if (isAbandoned()) {
            return;
        }
        try {
            Files.deleteIfExists(from);
        } catch (IOException e) {
            // The trace has been copied; a file that is left behind does no harm.
        }
    }
}
