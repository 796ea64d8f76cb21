package traceglass.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.record.adb.AdbDevice;
import traceglass.record.adb.AdbServer;
import traceglass.record.adb.AdbTarget;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// Tests how a target is chosen by its name on the command line.
class TargetsTest {

    private static AdbTarget target(String serial, String state) {
        return new AdbTarget(new AdbServer("localhost", 1), new AdbDevice(serial, state, "Phone " + serial, ""));
    }

    private static String errorMessage(Kind kind, List<AdbTarget> devices, String serial) {
        RecordProblem p = assertThrows(RecordProblem.class, () -> Targets.device(devices, serial));
        assertEquals(kind, p.kind());
        return p.getMessage();
    }

    @Test
    void recognizesTheNamesOfThisComputerAndOfBrowsers() throws Exception {
        assertEquals("local", Targets.parse("local").id());
        assertEquals("chrome", Targets.parse("chrome").id());
        assertEquals("chrome:9333", Targets.parse("chrome:9333").id());
        RecordProblem p = assertThrows(RecordProblem.class, () -> Targets.parse("fridge"));
        assertEquals("Unknown target “fridge”. Use local, adb, adb:SERIAL, chrome or chrome:PORT.", p.getMessage());
    }

    @Test
    void choosesTheOnlyReadyDeviceOrTheNamedOne() throws Exception {
        AdbTarget a = target("a", "device");
        AdbTarget b = target("b", "unauthorized");
        assertEquals(a, Targets.device(List.of(b, a), ""));
        assertEquals(b, Targets.device(List.of(a, b), "b"));
    }

    @Test
    void explainsWhyNoDeviceIsChosen() {
        AdbTarget a = target("a", "device");
        AdbTarget b = target("b", "device");
        AdbTarget locked = target("c", "unauthorized");
        AdbTarget offline = target("d", "offline");
        assertEquals(
                "2 devices are attached. Choose one: adb:a, adb:b.",
                errorMessage(Kind.NOT_FOUND, List.of(a, b, locked), ""));
        assertEquals(
                "Device x is not attached. Attached: a (device), d (offline).",
                errorMessage(Kind.NOT_FOUND, List.of(a, offline), "x"));
        assertEquals(
                "No device is ready. Attached: c (unauthorized), d (offline).",
                errorMessage(Kind.NOT_FOUND, List.of(locked, offline), ""));
        assertEquals(
                "Phone c is unauthorized. " + AdbDevice.ALLOW_AND_RECORD,
                errorMessage(Kind.REFUSED, List.of(locked), ""));
        assertEquals("Phone d is offline. " + offline.help(), errorMessage(Kind.REFUSED, List.of(offline), ""));
        assertEquals(
                "No device is ready. No device is attached. Connect one by USB with USB debugging turned on, or over"
                        + " Wi-Fi with adb connect.",
                errorMessage(Kind.NOT_FOUND, List.of(), ""));
    }

    /// Returns device lists of adb, in order; repeats the last one.
    private static Targets.Devices deviceLists(List<List<AdbTarget>> lists) {
        ArrayDeque<List<AdbTarget>> remaining = new ArrayDeque<>(lists);
        return () -> remaining.size() > 1 ? remaining.removeFirst() : remaining.getFirst();
    }

    @Test
    void waitsForADeviceToBeAuthorized() throws Exception {
        AdbTarget locked = target("c", "unauthorized");
        AdbTarget ready = target("c", "device");
        List<String> messages = new ArrayList<>();
        Targets.Devices devices = deviceLists(List.of(List.of(locked), List.of(locked), List.of(ready)));
        assertEquals(ready, Targets.await(devices, "", Duration.ofSeconds(30), false, messages::add));
        assertEquals(
                List.of("Phone c is unauthorized. Unlock the phone and accept “Allow USB debugging”. Recording then"
                        + " continues."),
                messages);
    }

    @Test
    void waitsForAnAbsentDeviceOnlyOnRequest() throws Exception {
        AdbTarget ready = target("c", "device");
        List<String> messages = new ArrayList<>();
        assertThrows(
                RecordProblem.class,
                () -> Targets.await(
                        deviceLists(List.of(List.of())), "c", Duration.ofSeconds(30), false, messages::add));
        assertEquals(List.of(), messages);
        Targets.Devices devices = deviceLists(List.of(List.of(), List.of(ready)));
        assertEquals(ready, Targets.await(devices, "c", Duration.ofSeconds(30), true, messages::add));
        assertEquals(List.of("Device c is not ready. Connect it by USB or with adb connect."), messages);
    }

    @Test
    void stopsWaitingAfterTheTimeLimit() {
        Targets.Devices devices = deviceLists(List.of(List.of(target("c", "unauthorized"))));
        RecordProblem p = assertThrows(
                RecordProblem.class, () -> Targets.await(devices, "", Duration.ofMillis(1), false, _ -> {}));
        assertEquals(Kind.REFUSED, p.kind());
    }
}
