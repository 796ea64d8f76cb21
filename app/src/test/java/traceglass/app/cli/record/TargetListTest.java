package traceglass.app.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.app.io.Failure;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.Platform;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

class TargetListTest {

    private record DescribedTarget(Platform platform, TargetReport report) implements RecordingTarget {

        @Override
        public String id() {
            return "adb:1";
        }

        @Override
        public String name() {
            return "Phone";
        }

        @Override
        public String detail() {
            return "";
        }

        @Override
        public State state() {
            return State.READY;
        }

        @Override
        public TargetReport inspect() {
            return report;
        }

        @Override
        public Recorder connect(TraceConfig config) {
            throw new AssertionError("listing a target does not connect to it");
        }
    }

    private static String print(Platform platform, TargetReport report) throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            System.setErr(System.out);
            TargetList.print(new DescribedTarget(platform, report));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void listsTheReportOfADeviceWithoutControlCharacters() throws Exception {
        TargetReport report = new TargetReport(
                List.of(),
                34,
                Set.of("linux.ftrace", "android.log"),
                Map.of("wm", "Window \u001b[31mManager", "am", "Activity\nManager"),
                Map.of(),
                Set.of("sched/sched_switch"),
                0);
        assertEquals("""
                Categories (traceglass record --target adb:1 CATEGORY…)
                  am  Activity Manager
                  wm  Window ·[31mManager
                Kernel events (traceglass record --target adb:1 GROUP/NAME…)
                  sched/sched_switch
                Data sources (in a config)
                  android.log
                  linux.ftrace
                """, print(Platform.ANDROID, report));
    }

    @Test
    void listsTheUsualCategoriesOfADeviceThatReportsNone() throws Exception {
        TargetReport report = new TargetReport(List.of(), 26, null, Map.of(), Map.of(), null, 0);
        String printed = print(Platform.ANDROID, report);
        assertTrue(printed.startsWith("traceglass: the device does not list its categories"), printed);
        assertTrue(printed.contains("traceglass: the list of kernel events can't be read"), printed);
        assertTrue(printed.contains("\n  gfx "), printed);
    }

    @Test
    void listsTheCategoriesOfABrowser() throws Exception {
        TargetReport report = new TargetReport(List.of(), 0, null, Map.of(), Map.of("v8", "", "cc", ""), null, 0);
        assertEquals(
                "Categories (traceglass record --target adb:1 CATEGORY…)\n  cc\n  v8\n",
                print(Platform.CHROME, report));
    }

    @Test
    void reportsATargetThatIsNotReady() {
        TargetReport report = TargetReport.failed(
                new TargetReport.Check("Device", "Unauthorized", TargetReport.State.FAILED, "Unlock the phone."));
        Failure failure = assertThrows(Failure.class, () -> print(Platform.ANDROID, report));
        assertEquals("can't list what Phone can record: Device: Unauthorized. Unlock the phone.", failure.getMessage());
    }
}
