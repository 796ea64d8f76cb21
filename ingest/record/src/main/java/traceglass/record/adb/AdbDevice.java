package traceglass.record.adb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.record.spi.RecordingTarget.State;

/// One line of adb's device list.
///
/// @param serial adb's id of the device: a number, `emulator-5554`, `192.168.1.42:5555`
/// @param state adb's state: `device`, `unauthorized`, `offline`, …
/// @param model the model name with spaces; can be empty
/// @param usb the USB path; empty for other connections
public record AdbDevice(String serial, String state, String model, String usb) {

    static final String ALLOW = AdbTexts.ALLOW;
    /// Help text for an unauthorized device if recording does not wait for the authorization.
    public static final String ALLOW_AND_RECORD = AdbTexts.ALLOW_AND_RECORD;

    /// Parses the reply to `host:devices-l` and `host:track-devices-l`.
    static List<AdbDevice> parse(String list) {
        List<AdbDevice> devices = new ArrayList<>();
        for (String line : list.split("\n")) {
            String[] columns = line.strip().split("\\s+");
            if (columns.length < 2) {
                continue;
            }
            Map<String, String> properties = new HashMap<>();
            for (String w : columns) {
                int colon = w.indexOf(':');
                if (colon > 0) {
                    properties.put(w.substring(0, colon), w.substring(colon + 1));
                }
            }
            String state = line.contains("no permissions") ? "no permissions" : columns[1];
            devices.add(new AdbDevice(
                    columns[0],
                    state,
                    properties.getOrDefault("model", "").replace('_', ' '),
                    properties.getOrDefault("usb", "")));
        }
        return List.copyOf(devices);
    }

    boolean isEmulator() {
        return serial.startsWith("emulator-");
    }

    boolean isOverNetwork() {
        return serial.contains(":") || serial.contains("._adb-tls");
    }

    /// Returns the kind of connection.
    String link() {
        return isEmulator() ? AdbTexts.EMULATOR : isOverNetwork() ? AdbTexts.WIFI : AdbTexts.USB;
    }

    State targetState() {
        return switch (state) {
            case "device" -> State.READY;
            case "unauthorized", "authorizing" -> State.UNAUTHORIZED;
            case "offline", "connecting" -> State.OFFLINE;
            default -> State.UNAVAILABLE;
        };
    }

    /// Returns instructions for the user if the device can't be used, or an empty string.
    String help() {
        return switch (state) {
            case "device" -> "";
            case "unauthorized", "authorizing" -> ALLOW;
            case "offline", "connecting" -> isOverNetwork() ? AdbTexts.OFFLINE_IN_NETWORK : AdbTexts.OFFLINE;
            case "no permissions" -> AdbTexts.NO_PERMISSION;
            case "recovery", "sideload", "bootloader" -> AdbTexts.inMode(state);
            default -> AdbTexts.notReady(state);
        };
    }
}
