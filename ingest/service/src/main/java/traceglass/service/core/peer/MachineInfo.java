package traceglass.service.core.peer;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TimeZone;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.Utsname;
import traceglass.protos.trace.ClockSnapshot;

/// Reads system information and clocks of this machine.
public final class MachineInfo {

    private static final String NAME_VARIABLE = "PERFETTO_MACHINE_NAME";
    private static final int PAGE_SIZE = 4096;
    private static final int MINUTE_MS = 60_000;
    private static final Path KERNEL_VERSION = Path.of("/proc/sys/kernel/version");
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private MachineInfo() {}

    /// Reads the system information.
    ///
    /// @param version version of the service or relay
    public static SystemInfo read(String version) {
        SystemInfo.Builder info = SystemInfo.newBuilder()
                .setTracingServiceVersion(version)
                .setTimezoneOffMins(TimeZone.getDefault().getOffset(System.currentTimeMillis()) / MINUTE_MS)
                .setUtsname(Utsname.newBuilder()
                        .setSysname(System.getProperty("os.name"))
                        .setVersion(line(KERNEL_VERSION))
                        .setRelease(System.getProperty("os.version"))
                        .setMachine(architecture()))
                .setPageSize(PAGE_SIZE)
                .setNumCpus(Runtime.getRuntime().availableProcessors());
        String name = System.getenv(NAME_VARIABLE);
        if (name != null && !name.isEmpty()) {
            info.setMachineName(name);
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            info.setSystemRamBytes(system.getTotalMemorySize());
        }
        return info.build();
    }

    private static String architecture() {
        String architecture = System.getProperty("os.arch");
        return architecture.equals("amd64") ? "x86_64" : architecture;
    }

    /// Reads all clocks.
    public static ClockSnapshot readClocks() {
        ClockSnapshot.Builder snapshot = ClockSnapshot.newBuilder();
        SystemClock.available()
                .forEach(clock -> snapshot.addClocks(ClockSnapshot.Clock.newBuilder()
                        .setClockId(clock.traceId())
                        .setTimestamp(clock.now())));
        return snapshot.build();
    }

    /// Returns the name of this machine, which `machine_name_filter` matches.
    public static String machineName() {
        return System.getenv().getOrDefault(NAME_VARIABLE, System.getProperty("os.name"));
    }

    /// Returns a string that identifies this machine: the boot id, which changes at each boot, or on other
    /// systems the user and computer name.
    public static String machineHint() {
        String id = line(BOOT_ID);
        return id.isEmpty() ? System.getProperty("user.name") + "@" + computerName() : id;
    }

    private static String computerName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return System.getenv().getOrDefault("COMPUTERNAME", "localhost");
        }
    }

    private static String line(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }
}
