package traceglass.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

    private static String refusal(Kind kind, List<AdbTarget> devices, String serial) {
        RecordProblem p = assertThrows(RecordProblem.class, () -> Targets.device(devices, serial));
        assertEquals(kind, p.kind());
        return p.getMessage();
    }

    @Test
    void namesOfThisComputerAndBrowsersAreKnown() throws Exception {
        assertEquals("local", Targets.named("local").id());
        assertEquals("chrome", Targets.named("chrome").id());
        assertEquals("chrome:9333", Targets.named("chrome:9333").id());
        RecordProblem p = assertThrows(RecordProblem.class, () -> Targets.named("fridge"));
        assertEquals("Unknown target \"fridge\". Use local, adb, adb:SERIAL, chrome or chrome:PORT.", p.getMessage());
    }

    @Test
    void takesTheOnlyReadyDeviceOrTheNamedOne() throws Exception {
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
                refusal(Kind.NOT_FOUND, List.of(a, b, locked), ""));
        assertEquals(
                "Device x is not attached. Attached: a (device), d (offline).",
                refusal(Kind.NOT_FOUND, List.of(a, offline), "x"));
        assertEquals(
                "No device is ready. Attached: c (unauthorized), d (offline).",
                refusal(Kind.NOT_FOUND, List.of(locked, offline), ""));
        assertEquals(
                "Phone c is unauthorized. " + AdbDevice.ALLOW_AND_RECORD, refusal(Kind.REFUSED, List.of(locked), ""));
        assertEquals("Phone d is offline. " + offline.help(), refusal(Kind.REFUSED, List.of(offline), ""));
        assertEquals(
                "No device is ready. No device is attached. Connect one by USB with USB debugging turned on, or over"
                        + " Wi-Fi with adb connect.",
                refusal(Kind.NOT_FOUND, List.of(), ""));
    }
}
