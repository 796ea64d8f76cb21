package traceglass.record.adb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.FetchRecorder;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.TraceFile;

/// A recording by the device's own `perfetto` in the background. It continues when the cable is unplugged and this
/// program is closed.
final class DeviceBackground extends FetchRecorder {

    private static final String FOLDER = "/data/misc/perfetto-traces/";
    private static final Pattern PID = Pattern.compile("(?m)^(\\d+)\\s*$");

    private final DeviceShell shell;
    private final String device;

    DeviceBackground(DeviceShell shell, String device, DetachedRecording detached) {
        super(detached);
        this.shell = shell;
        this.device = device;
    }

    static DetachedRecording start(DeviceShell shell, AdbTarget target, TraceConfig config, String key)
            throws RecordProblem {
        String path = FOLDER + key + ".pftrace";
        StringBuilder printed = new StringBuilder();
        try (DeviceShell.RunningCommand running =
                shell.start("perfetto --background -c - -o " + path, config.toByteArray())) {
            running.limit(Duration.ofSeconds(15));
            running.pump((b, offset, length) -> printed.append(new String(b, offset, length, StandardCharsets.UTF_8)));
            Matcher pid = PID.matcher(printed);
            if (running.exit() > 0 || !pid.find()) {
                String reason = new DeviceShell.Result(printed.toString(), running.errors(), running.exit()).message();
                throw new ConfigRefused("", AdbTexts.configRefused(target.name(), reason));
            }
            return new DetachedRecording(
                    key,
                    target.id(),
                    target.name(),
                    Long.parseLong(pid.group(1)),
                    path,
                    System.currentTimeMillis(),
                    Integer.toUnsignedLong(config.getDurationMs()));
        }
    }

    @Override
    protected boolean isRunning() throws RecordProblem {
        // The process id could have been reused.
        return shell.run("cat /proc/" + detached().pid() + "/cmdline 2>/dev/null")
                .out()
                .contains("perfetto");
    }

    @Override
    protected void interrupt() throws RecordProblem {
        shell.run("kill -INT " + detached().pid());
    }

    @Override
    protected void copy(TraceFile to) throws RecordProblem {
        copy(shell, device, detached().path(), to, this::isAbandoned);
    }

    /// Copies a file from the device and deletes it there. Throws a problem if the copy is incomplete.
    ///
    /// @param isAbandoned returns true once the copy is no longer needed; then the file stays on the device
    static void copy(DeviceShell shell, String device, String path, TraceFile to, BooleanSupplier isAbandoned)
            throws RecordProblem {
        DeviceShell.Result size = shell.run("wc -c < " + path);
        long expected;
        try {
            expected = Long.parseLong(size.out().strip());
        } catch (NumberFormatException e) {
            throw new RecordProblem(Kind.LOST, AdbTexts.noTraceOfPerfetto(device, size.message()), e);
        }
        try (DeviceShell.RunningCommand cat = shell.start("cat " + path, null)) {
            cat.limit(Duration.ofSeconds(30));
            cat.pump((bytes, offset, length) -> {
                if (isAbandoned.getAsBoolean()) {
                    throw new IOException(AdbTexts.COPY_CANCELED);
                }
                to.writeRaw(bytes, offset, length);
            });
        }
        try {
            to.drain();
        } catch (IOException e) {
            throw RecordProblem.disk(e);
        }
        if (to.bytes() < expected) {
            throw new RecordProblem(Kind.LOST, AdbTexts.incomplete(to.bytes(), expected, device, path));
        }
        if (!isAbandoned.getAsBoolean()) {
            shell.run("rm -f " + path);
        }
    }
}
