package traceglass.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.record.adb.Adb;
import traceglass.record.adb.AdbDevice;
import traceglass.record.adb.AdbTarget;
import traceglass.record.chrome.ChromeTarget;
import traceglass.record.local.LocalTarget;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;

/// All recording targets, and the parser of target names from the command line.
public final class Targets {

    private static final long POLL_MS = 500;

    private Targets() {}

    /// Result of a search for targets.
    ///
    /// @param targets devices first, then this computer, then browsers
    /// @param problem reason why devices could not be listed, or null
    public record Found(
            List<RecordingTarget> targets, @Nullable RecordProblem problem) {}

    /// Searches for all targets. Takes up to a few seconds, longer if the adb server has to be started.
    public static Found all() {
        List<RecordingTarget> targets = new ArrayList<>();
        RecordProblem problem = null;
        try {
            targets.addAll(Adb.ofEnvironment().devices());
        } catch (RecordProblem e) {
            problem = e;
        }
        targets.add(LocalTarget.ofEnvironment());
        targets.add(ChromeTarget.ofEnvironment());
        return new Found(List.copyOf(targets), problem);
    }

    /// Returns the target with the given name: `local`, `adb`, `adb:SERIAL`, `chrome`, `chrome:PORT`.
    ///
    /// @throws RecordProblem if the target does not exist, or if several devices match and none was chosen
    public static RecordingTarget parse(String name) throws RecordProblem {
        if (name.equals("local")) {
            return LocalTarget.ofEnvironment();
        }
        if (name.equals("chrome")) {
            return ChromeTarget.ofEnvironment();
        }
        if (name.startsWith("chrome:")) {
            return ChromeTarget.at(name.substring("chrome:".length()));
        }
        if (name.equals("adb") || name.startsWith("adb:")) {
            return device(Adb.ofEnvironment().devices(), serial(name));
        }
        throw new RecordProblem(RecordProblem.Kind.NOT_FOUND, RecordingTexts.unknownTarget(name));
    }

    /// Lists the attached devices.
    interface Devices {

        List<AdbTarget> list() throws RecordProblem;
    }

    /// Returns the target with the given name like [#parse], but waits for a device that has not authorized this
    /// computer yet.
    ///
    /// @param timeout longest time to wait
    /// @param waitsForDevice whether to wait for a device that is not attached or does not respond, too
    /// @param onWaiting receives a sentence with the reason for waiting whenever it changes
    public static RecordingTarget await(
            String name, Duration timeout, boolean waitsForDevice, Consumer<String> onWaiting)
            throws RecordProblem, InterruptedException {
        if (!name.equals("adb") && !name.startsWith("adb:")) {
            return parse(name);
        }
        return await(Adb.ofEnvironment()::devices, serial(name), timeout, waitsForDevice, onWaiting);
    }

    static AdbTarget await(
            Devices devices, String serial, Duration timeout, boolean waitsForDevice, Consumer<String> onWaiting)
            throws RecordProblem, InterruptedException {
        long startNs = System.nanoTime();
        String last = "";
        while (true) {
            List<AdbTarget> targets = devices.list();
            List<AdbTarget> matching = targets.stream()
                    .filter(d -> serial.isEmpty() || d.device().serial().equals(serial))
                    .toList();
            boolean isReady = matching.stream().anyMatch(d -> d.state() == RecordingTarget.State.READY);
            Optional<AdbTarget> unauthorized = matching.stream()
                    .filter(d -> d.state() == RecordingTarget.State.UNAUTHORIZED)
                    .findFirst();
            boolean isOver = System.nanoTime() - startNs > timeout.toNanos();
            if (isReady || isOver || !waitsForDevice && unauthorized.isEmpty()) {
                return device(targets, serial);
            }
            String state = unauthorized
                    .map(d -> RecordingTexts.deviceState(d.name(), d.device().state(), d.help()))
                    .orElse(RecordingTexts.waitingForDevice(serial));
            if (!state.equals(last)) {
                onWaiting.accept(state);
                last = state;
            }
            Thread.sleep(POLL_MS);
        }
    }

    private static String serial(String name) {
        return name.length() > 4 ? name.substring(4) : System.getenv().getOrDefault("ANDROID_SERIAL", "");
    }

    /// Returns the device with this serial, or the only device if the serial is empty.
    static AdbTarget device(List<AdbTarget> devices, String serial) throws RecordProblem {
        if (!serial.isEmpty()) {
            return devices.stream()
                    .filter(d -> d.device().serial().equals(serial))
                    .findFirst()
                    .orElseThrow(() -> new RecordProblem(
                            RecordProblem.Kind.NOT_FOUND, RecordingTexts.notAttached(serial, attached(devices))));
        }
        List<AdbTarget> ready = devices.stream()
                .filter(d -> d.state() == RecordingTarget.State.READY)
                .toList();
        if (ready.size() == 1) {
            return ready.getFirst();
        }
        if (ready.size() > 1) {
            throw new RecordProblem(
                    RecordProblem.Kind.NOT_FOUND,
                    RecordingTexts.chooseDevice(
                            ready.stream().map(RecordingTarget::id).toList()));
        }
        if (devices.size() == 1) {
            AdbTarget only = devices.getFirst();
            throw new RecordProblem(
                    RecordProblem.Kind.REFUSED,
                    RecordingTexts.deviceState(
                            only.name(),
                            only.device().state(),
                            only.state() == RecordingTarget.State.UNAUTHORIZED
                                    ? AdbDevice.ALLOW_AND_RECORD
                                    : only.help()));
        }
        throw new RecordProblem(RecordProblem.Kind.NOT_FOUND, RecordingTexts.noDeviceReady(attached(devices)));
    }

    private static String attached(List<AdbTarget> devices) {
        return devices.isEmpty()
                ? RecordingTexts.NO_DEVICE
                : RecordingTexts.attached(devices.stream()
                        .map(d -> d.device().serial() + " (" + d.device().state() + ")")
                        .toList());
    }
}
