package traceglass.record.adb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.record.spi.RecordingTarget.State;

class AdbDeviceTest {

    @Test
    void distinguishesCablesNetworksAndEmulators() {
        List<AdbDevice> devices = AdbDevice.parse("""
            25151FDH2000AB         device usb:1-4 product:bluejay model:Pixel_6a device:bluejay transport_id:3
            emulator-5554          device product:sdk_gphone64 model:sdk_gphone64_x86_64 device:emu64xa transport_id:4
            192.168.1.42:5555      offline product:x model:Pixel_4_XL device:coral transport_id:5
            adb-R5CT30-x1y2z3._adb-tls-connect._tcp device product:y model:SM_S901B device:r0s transport_id:6
            """);
        assertEquals(
                List.of("USB", "Emulator", "Wi-Fi", "Wi-Fi"),
                devices.stream().map(AdbDevice::link).toList());
        assertEquals(
                List.of(State.READY, State.READY, State.OFFLINE, State.READY),
                devices.stream().map(AdbDevice::targetState).toList());
        assertEquals("Pixel 6a", devices.getFirst().model());
        assertTrue(
                devices.get(2).help().contains("same network"), devices.get(2).help());
    }

    @Test
    void explainsEveryStateThatIsNotReady() {
        List<AdbDevice> devices = AdbDevice.parse("""
            1  unauthorized usb:1-1 transport_id:1
            2  no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html] usb:1-2
            3  recovery usb:1-3 transport_id:3
            4  offline usb:1-4 transport_id:4
            5  authorizing usb:1-5 transport_id:5
            6  rescue usb:1-6 transport_id:6
            """);
        assertEquals(
                List.of(
                        State.UNAUTHORIZED,
                        State.UNAVAILABLE,
                        State.UNAVAILABLE,
                        State.OFFLINE,
                        State.UNAUTHORIZED,
                        State.UNAVAILABLE),
                devices.stream().map(AdbDevice::targetState).toList());
        String[] words = {
            "Allow USB debugging",
            "udev rules",
            "Start Android",
            "Reattach the cable",
            "Allow USB debugging",
            "Reattach it"
        };
        for (int i = 0; i < words.length; i++) {
            assertTrue(devices.get(i).help().contains(words[i]), devices.get(i).help());
        }
    }

    @Test
    void readsTheKernelsListOfEvents() {
        assertEquals(
                java.util.Set.of("sched/sched_switch", "mali/mali_KCPU_FENCE_SIGNAL"),
                traceglass.record.spi.TargetReport.events(
                        "sched:sched_switch\r\nmali:mali_KCPU_FENCE_SIGNAL\ncat: permission denied\n"));
        assertEquals(
                null,
                traceglass.record.spi.TargetReport.events(
                        "cat: /sys/kernel/tracing/available_events: Permission denied\n"));
    }
}
