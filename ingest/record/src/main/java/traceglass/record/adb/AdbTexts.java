package traceglass.record.adb;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.Set;
import traceglass.store.text.DisplayText;

/// Texts about Android devices: target, checks, log and messages.
final class AdbTexts {

    private AdbTexts() {}

    // ---- Target

    static final String EMULATOR = tr("Emulator");
    static final String WIFI = tr("Wi-Fi");
    static final String USB = tr("USB");

    // ---- Help for devices that can't be used

    static final String ALLOW = tr("Unlock the phone and accept “Allow USB debugging”. Recording then continues.");
    static final String ALLOW_AND_RECORD = tr("Unlock the phone and accept “Allow USB debugging”, then record again.");
    static final String OFFLINE_IN_NETWORK =
            tr("The device is not responding. Check that it is on the same network and awake.");
    static final String OFFLINE =
            tr("The device is not responding. Reattach the cable, or turn USB debugging off and on.");
    static final String NO_PERMISSION =
            tr("You have no permission to use this USB device. Install adb's udev rules (Debian and Ubuntu: apt "
                    + "install android-sdk-platform-tools-common).");

    static String inMode(String mode) {
        return tr("The device is in {0} mode. Start Android on it.", mode);
    }

    static String notReady(String state) {
        return tr("The device is not ready ({0}). Reattach it.", state);
    }

    static String notAuthorized() {
        return tr("The device has not authorized this computer. {0}", ALLOW_AND_RECORD);
    }

    // ---- Checks

    static final String BRIDGE = tr("adb server");
    static final String DEVICE = tr("Device");
    static final String NOT_RESPONDING = tr("not responding");
    static final String ANDROID_10 = tr("Android 10 or newer");

    static String version(String release, int sdk) {
        return tr("Android {0}, API {1}", release, sdk);
    }

    static String api(int sdk) {
        return tr("API {0}", sdk);
    }

    static final String SERVICE = tr("Tracing service");
    static final String RUNNING = tr("running");
    static final String SOURCES = tr("Data sources");
    static final String NO_SOURCES = tr("none");
    static final String NO_PROBES = tr("The device's traced_probes is not running, or its Android version is too old.");
    static final String THROUGH_COMMAND = tr("through the perfetto command");
    static final String SOCKET_DENIED =
            tr("The device denies access to the service's socket. Its perfetto command is used instead, which "
                    + "reports no progress.");
    static final String ANDROID_9 = tr("On Android 9 the perfetto command is used, which reports no progress.");
    static final String NO_SERVICE =
            tr("This Android version has no tracing service. atrace is used instead, as in systrace; it records "
                    + "only categories.");
    static final String FREE_SPACE = tr("Free space");

    // ---- Recording

    static final String CHECK_AND_RECORD =
            tr("Check the cable and that adb is running (adb start-server), then record again.");
    static final String STOP_OTHER_PROGRAM =
            tr("Another program may be using the kernel's tracing. Stop that program and record again.");
    static final String NO_SOCKET =
            tr("No access to the tracing service's socket: recording with the device's perfetto");
    static final String RECORDING_ON_ANDROID_9 = tr("Android 9: recording with the device's perfetto");
    static final String RECORDING_WITH_ATRACE = tr("No tracing service: recording with atrace, as systrace did");

    static String tooOld(String device, int sdk) {
        return tr(
                "{0} has neither an accessible tracing service nor atrace (API {1}). Record from a "
                        + "device with Android 4.3 or newer.",
                device, sdk);
    }

    static String noBackground(String device, int sdk) {
        return tr(
                "{0} has no perfetto that can record in the background (API {1}). Keep Traceglass " + "open.",
                device, sdk);
    }

    static final String INTERRUPTED = tr("The recording was interrupted.");

    static String unreadableReply(RuntimeException e) {
        return tr("Can't read the device's reply: {0}.", e);
    }

    static String commandNotStarted(String device) {
        return tr("{0} did not start the command. Check the cable.", device);
    }

    static String notStopped(String device, long seconds) {
        return tr("{0} has not stopped recording within {1} s.", device, seconds);
    }

    static String sentNothing(String device, long seconds) {
        return tr("{0} has sent nothing for {1} s.", device, seconds);
    }

    // ---- Commands of the device

    /// Returns the message for a config that perfetto does not accept.
    ///
    /// @param reason reason from perfetto; empty if it gave none
    static String configRefused(String device, String reason) {
        return tr("perfetto on {0} does not accept the config: {1}", device, reason.isEmpty() ? NO_REASON : reason);
    }

    static String exitCode(int exit) {
        return tr("exit code {0}", exit);
    }

    static String noTraceOfPerfetto(String device, String output) {
        return tr("perfetto on {0} wrote no trace: {1}.", device, output);
    }

    static String noTraceOfAtrace(String device, String output) {
        return tr("atrace on {0} wrote no trace: {1}.", device, output.isEmpty() ? tr("no output") : output);
    }

    static String notRecorded(Set<String> names) {
        return tr("atrace can't record {0}, so the trace will not contain that data", String.join(", ", names));
    }

    static String noCategories(String device) {
        return tr(
                "{0} supports none of this config's categories. Choose others; list them with: "
                        + "atrace --list_categories",
                device);
    }

    static final String COPY_CANCELED = tr("the copy was canceled");

    static String incomplete(long bytes, long expected, String device, String file) {
        return tr(
                "Only {0} of {1} bytes arrived from {2}. The complete trace is still on the device: " + "{3}.",
                DisplayText.grouped(bytes), DisplayText.grouped(expected), device, file);
    }

    static final String NO_REASON = tr("no reason given");

    // ---- Connecting and pairing

    static String noDeviceAt(String address, String reply) {
        return tr(
                "No device at {0}: {1}. Turn on wireless debugging on the device and use the address " + "shown there.",
                address, reply);
    }

    static String notAuthorized(String address) {
        return tr(
                "{0} has not authorized this computer. Unlock the phone and accept “Allow USB " + "debugging”.",
                address);
    }

    static final String NO_PAIRING =
            tr("This adb can't pair. Install the Android SDK Platform-Tools, restart its server (adb kill-server "
                    + "&& adb start-server) and pair again; or attach the device by USB once and use adb tcpip 5555.");

    static String notPaired(String address, String reply) {
        return tr(
                "Pairing with {0} failed: {1}. Open “Pair device with pairing code” on the device "
                        + "and use the address and code shown there.",
                address, reply);
    }

    // ---- The adb server

    static final String INSTALL =
            tr("Install it (Debian and Ubuntu: apt install adb; elsewhere: Android SDK Platform-Tools), then "
                    + "attach the device.");

    static String notInstalled() {
        return tr("adb is not installed. {0}", INSTALL);
    }

    static String slowStart(Path adb, int seconds) {
        return tr("{0} start-server took longer than {1} s. Run it in a terminal to see why.", adb, seconds);
    }

    static String failedStart(Path adb) {
        return tr("{0} start-server failed. Run it in a terminal to see why.", adb);
    }

    static String notStarted(Path adb, String reason) {
        return tr("Can't start {0}: {1}.", adb, reason);
    }

    static final String START_INTERRUPTED = tr("Starting adb was interrupted.");

    static String noServer(int port) {
        return tr("No adb server answers on port {0}. Start it with: adb start-server", port);
    }

    static final String NOT_ADB =
            tr("The program listening on adb's port is not an adb server. Set ANDROID_ADB_SERVER_PORT to adb's port.");
    static final String SERVER_STOPPED = tr("The adb server has stopped. Start it with: adb start-server");
    static final String SERVER_SILENT =
            tr("adb is not responding. Restart it with: adb kill-server && adb start-server");

    static String serverLost(String reason) {
        return tr("The connection to adb was lost: {0}. Restart it with: adb start-server", reason);
    }

    static final String SERVER_CLOSED = tr("adb closed the connection");

    static String invalidLength(String length) {
        return tr("adb sent an invalid length: “{0}”", length);
    }

    // ---- The connection to a device

    static String notAttached(String reason) {
        return tr("The device is not attached ({0}). Check the cable, or adb connect for Wi-Fi.", reason);
    }

    static final String DEVICE_OFFLINE =
            tr("The device is offline. Reattach the cable, or turn USB debugging off and on.");

    static String refused(String rule, String reason) {
        return tr("Refused by {0}: {1}.", rule, reason.isEmpty() ? NO_REASON : reason);
    }

    static final String THE_SOCKET = tr("the tracing service's socket");
    static final String ADB = tr("adb");
    static final String THE_DEVICE = tr("the device");
    static final String DEVICE_SILENT = tr("The device is not responding. Check the cable.");

    static String deviceLost(String reason) {
        return tr("The connection to the device was lost: {0}. {1}", reason, CHECK_AND_RECORD);
    }

    static final String DISCONNECTED = tr("the device disconnected before the command ended");
}
