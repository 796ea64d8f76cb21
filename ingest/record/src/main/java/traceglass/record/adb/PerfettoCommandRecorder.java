package traceglass.record.adb;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.TraceFile;

/// Records with the device's own `perfetto` where the service accepts no other client: Android 9. The config is sent in
/// binary form because that version cannot read text; the trace is written on the device and fetched at the end.
final class PerfettoCommandRecorder extends CommandRecorder {

    private static final String FOLDER = "/data/misc/perfetto-traces/";

    private final TraceConfig config;
    private final String path =
            FOLDER + "traceglass-" + UUID.randomUUID().toString().substring(0, 8) + ".pftrace";
    private final StringBuilder printed = new StringBuilder();

    PerfettoCommandRecorder(DeviceShell shell, String device, TraceConfig config, String notice) {
        super(shell, device, config.getDurationMs(), notice);
        this.config = config;
    }

    @Override
    String command() {
        return "perfetto -c - -o " + path;
    }

    @Override
    byte[] input() {
        return config.toByteArray();
    }

    @Override
    void onOutput(TraceFile file, byte[] bytes, int offset, int length) {
        if (printed.length() < 4096) {
            printed.append(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }
    }

    @Override
    void onEnd(String errors, int exit) throws RecordProblem {
        if (exit > 0 && exit < 128) {
            String reason = new DeviceShell.Result(printed.toString(), errors, exit).message();
            throw new ConfigRefused(
                    "", AdbTexts.configRefused(device, reason.isEmpty() ? AdbTexts.exitCode(exit) : reason));
        }
    }

    @Override
    public void read(TraceFile file) throws RecordProblem {
        DeviceBackground.copy(shell, device, path, file, () -> false);
    }

    @Override
    public void discard() {
        super.discard();
        try {
            shell.run("rm -f " + path);
        } catch (RecordProblem e) {
            // The device has disconnected. The file stays there; it is in the folder for traces.
        }
    }
}
