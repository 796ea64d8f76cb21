package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.Utsname;
import traceglass.protos.trace.TracePacket;

/// Writes the kernel's name and version.
final class SystemPackets {

    /// Metadata that is written, or follows from the trace itself.
    static final String NAMES = "('system_name', 'system_release', 'system_version', 'system_machine',"
            + " 'trace_uuid', 'trace_type', 'trace_size_bytes', 'trace_time_clock_id')";

    private SystemPackets() {}

    /// @return version of the kernel, or null
    static @Nullable KernelVersion write(TraceRows rows, PacketOutput out) throws IOException, ConvertProblem {
        Map<String, String> values = new HashMap<>();
        rows.query(
                "SELECT name, str_value FROM metadata WHERE str_value IS NOT NULL AND name LIKE 'system_%'",
                c -> {
                    while (c.next()) {
                        values.put(c.getString(0), c.getString(1));
                    }
                });
        String name = values.get("system_name");
        String release = values.get("system_release");
        if (name == null || release == null) {
            return null;
        }
        Utsname.Builder system = Utsname.newBuilder().setSysname(name).setRelease(release);
        if (values.containsKey("system_version")) {
            system.setVersion(values.get("system_version"));
        }
        if (values.containsKey("system_machine")) {
            system.setMachine(values.get("system_machine"));
        }
        out.write(TracePacket.newBuilder().setSystemInfo(SystemInfo.newBuilder().setUtsname(system)));
        return KernelVersion.parse(name, release);
    }
}
