package traceglass.record.adb;

import java.nio.file.Path;
import java.util.Set;
import traceglass.store.text.DisplayText;

/// Texts about Android devices: target, checks, log and messages.
final class AdbTexts {

    private AdbTexts() {}

    // ---- Target

    static final String EMULATOR = "Emulator";
    static final String WIFI = "Wi-Fi";
    static final String USB = "USB";

    // ---- Help for devices that can't be used

    static final String ALLOW = "Unlock the phone and accept “Allow USB debugging”. Recording then continues.";
    static final String ALLOW_AND_RECORD = "Unlock the phone and accept “Allow USB debugging”, then record again.";
    static final String OFFLINE_IN_NETWORK =
            "The device is not responding. Check that it is on the same network and awake.";
    static final String OFFLINE = "The device is not responding. Reattach the cable, or turn USB debugging off and on.";
    static final String NO_PERMISSION =
            "You have no permission to use this USB device. Install adb's udev rules (Debian and Ubuntu: apt "
                    + "install android-sdk-platform-tools-common).";

    static String inMode(String mode) {
        return "The device is in " + mode + " mode. Start Android on it.";
    }

    static String notReady(String state) {
        return "The device is not ready (" + state + "). Reattach it.";
    }

    static String notAuthorized() {
        return "The device has not authorized this computer. " + ALLOW_AND_RECORD;
    }

    // ---- Checks

    static final String BRIDGE = "adb server";
    static final String DEVICE = "Device";
    static final String NOT_RESPONDING = "not responding";
    static final String ANDROID_10 = "Android 10 or newer";

    static String version(String release, int sdk) {
        return "Android " + release + ", API " + sdk;
    }

    static String api(int sdk) {
        return "API " + sdk;
    }

    static final String SERVICE = "Tracing service";
    static final String RUNNING = "running";
    static final String SOURCES = "Data sources";
    static final String NO_SOURCES = "none";
    static final String NO_PROBES = "The device's traced_probes is not running, or its Android version is too old.";
    static final String THROUGH_COMMAND = "through the perfetto command";
    static final String SOCKET_DENIED =
            "The device denies access to the service's socket. Its perfetto command is used instead, which "
                    + "reports no progress.";
    static final String ANDROID_9 = "On Android 9 the perfetto command is used, which reports no progress.";
    static final String NO_SERVICE =
            "This Android version has no tracing service. atrace is used instead, as in systrace; it records "
                    + "only categories.";
    static final String FREE_SPACE = "Free space";

    // ---- Recording

    static final String CHECK_AND_RECORD =
            "Check the cable and that adb is running (adb start-server), then record again.";
    static final String STOP_OTHER_PROGRAM =
            "Another program may be using the kernel's tracing. Stop that program and record again.";
    static final String NO_SOCKET = "No access to the tracing service's socket: recording with the device's perfetto";
    static final String RECORDING_ON_ANDROID_9 = "Android 9: recording with the device's perfetto";
    static final String RECORDING_WITH_ATRACE = "No tracing service: recording with atrace, as systrace did";

    static String tooOld(String device, int sdk) {
        return device + " has neither an accessible tracing service nor atrace (API " + sdk
                + "). Record from a device with Android 4.3 or newer.";
    }

    static String noBackground(String device, int sdk) {
        return device + " has no perfetto that can record in the background (API " + sdk + "). Keep Traceglass open.";
    }

    static final String INTERRUPTED = "The recording was interrupted.";

    static String unreadableReply(RuntimeException e) {
        return "Can't read the device's reply: " + e + ".";
    }

    static String commandNotStarted(String device) {
        return device + " did not start the command. Check the cable.";
    }

    static String notStopped(String device, long seconds) {
        return device + " has not stopped recording within " + seconds + " s.";
    }

    static String sentNothing(String device, long seconds) {
        return device + " has sent nothing for " + seconds + " s.";
    }

    // ---- Commands of the device

    /// Returns the message for a config that perfetto does not accept.
    ///
    /// @param reason reason from perfetto; empty if it gave none
    static String configRefused(String device, String reason) {
        return "perfetto on " + device + " does not accept the config: " + (reason.isEmpty() ? NO_REASON : reason);
    }

    static String exitCode(int exit) {
        return "exit code " + exit;
    }

    static String noTraceOfPerfetto(String device, String output) {
        return "perfetto on " + device + " wrote no trace: " + output + ".";
    }

    static String noTraceOfAtrace(String device, String output) {
        return "atrace on " + device + " wrote no trace: " + (output.isEmpty() ? "no output" : output) + ".";
    }

    static String notRecorded(Set<String> names) {
        return "atrace can't record " + String.join(", ", names) + ", so the trace will not contain that data";
    }

    static String noCategories(String device) {
        return device + " supports none of this config's categories. Choose others; list them with: "
                + "atrace --list_categories";
    }

    static final String COPY_CANCELED = "the copy was canceled";

    static String incomplete(long bytes, long expected, String device, String file) {
        return "Only " + DisplayText.grouped(bytes) + " of " + DisplayText.grouped(expected) + " bytes arrived from "
                + device + ". The complete trace is still on the device: " + file + ".";
    }

    static final String NO_REASON = "no reason given";

    // ---- Connecting and pairing

    static String noDeviceAt(String address, String reply) {
        return "No device at " + address + ": " + reply
                + ". Turn on wireless debugging on the device and use the address shown there.";
    }

    static String notAuthorized(String address) {
        return address + " has not authorized this computer. Unlock the phone and accept “Allow USB debugging”.";
    }

    static final String NO_PAIRING =
            "This adb can't pair. Install the Android SDK Platform-Tools, restart its server (adb kill-server "
                    + "&& adb start-server) and pair again; or attach the device by USB once and use adb tcpip 5555.";

    static String notPaired(String address, String reply) {
        return "Pairing with " + address + " failed: " + reply
                + ". Open “Pair device with pairing code” on the device and use the address and code shown there.";
    }

    // ---- The adb server

    static final String INSTALL =
            "Install it (Debian and Ubuntu: apt install adb; elsewhere: Android SDK Platform-Tools), then "
                    + "attach the device.";

    static String notInstalled() {
        return "adb is not installed. " + INSTALL;
    }

    static String slowStart(Path adb, int seconds) {
        return adb + " start-server took longer than " + seconds + " s. Run it in a terminal to see why.";
    }

    static String failedStart(Path adb) {
        return adb + " start-server failed. Run it in a terminal to see why.";
    }

    static String notStarted(Path adb, String reason) {
        return "Can't start " + adb + ": " + reason + ".";
    }

    static final String START_INTERRUPTED = "Starting adb was interrupted.";

    static String noServer(int port) {
        return "No adb server answers on port " + port + ". Start it with: adb start-server";
    }

    static final String NOT_ADB =
            "The program listening on adb's port is not an adb server. Set ANDROID_ADB_SERVER_PORT to adb's port.";
    static final String SERVER_STOPPED = "The adb server has stopped. Start it with: adb start-server";
    static final String SERVER_SILENT = "adb is not responding. Restart it with: adb kill-server && adb start-server";

    static String serverLost(String reason) {
        return "The connection to adb was lost: " + reason + ". Restart it with: adb start-server";
    }

    static final String SERVER_CLOSED = "adb closed the connection";

    static String invalidLength(String length) {
        return "adb sent an invalid length: \"" + length + "\"";
    }

    // ---- The connection to a device

    static String notAttached(String reason) {
        return "The device is not attached (" + reason + "). Check the cable, or adb connect for Wi-Fi.";
    }

    static final String DEVICE_OFFLINE = "The device is offline. Reattach the cable, or turn USB debugging off and on.";

    static String refused(String rule, String reason) {
        return "Refused by " + rule + ": " + (reason.isEmpty() ? NO_REASON : reason) + ".";
    }

    static final String THE_SOCKET = "the tracing service's socket";
    static final String ADB = "adb";
    static final String THE_DEVICE = "the device";
    static final String DEVICE_SILENT = "The device is not responding. Check the cable.";

    static String deviceLost(String reason) {
        return "The connection to the device was lost: " + reason + ". " + CHECK_AND_RECORD;
    }

    static final String DISCONNECTED = "the device disconnected before the command ended";
}
