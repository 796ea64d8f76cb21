package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.MachineIds;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.Utsname;
import traceglass.protos.trace.TracePacket;

/// Writes the kernel name and version of each machine, and the names of machines.
final class SystemPackets {

    /// Names of metadata, as a list in SQL, that are written here or that readers derive from the trace itself.
    static final String CONVERTED_METADATA = "('system_name', 'system_release', 'system_version', 'system_machine',"
            + " 'trace_uuid', 'trace_type', 'trace_size_bytes', 'trace_time_clock_id')";

    private SystemPackets() {}

    /// Writes the packets.
    ///
    /// @return known kernel versions by machine id
    static Map<Integer, KernelVersion> write(TraceRows rows, MachineIds machines, PacketOutput out)
            throws IOException, ConvertProblem {
        Map<Integer, Map<String, String>> byMachine = new TreeMap<>();
        rows.query(
                """
                SELECT coalesce(machine_id, 0), name, str_value FROM metadata
                WHERE str_value IS NOT NULL AND name LIKE 'system_%'
                UNION ALL SELECT id, 'name', name FROM machine WHERE name IS NOT NULL\
                """,
                c -> {
                    while (c.next()) {
                        byMachine
                                .computeIfAbsent(machines.of(c.getLong(0)), _ -> new HashMap<>())
                                .put(c.getString(1), c.getString(2));
                    }
                });
        Map<Integer, KernelVersion> kernels = new HashMap<>();
        for (Map.Entry<Integer, Map<String, String>> machine : byMachine.entrySet()) {
            KernelVersion kernel = write(machine.getValue(), machine.getKey(), out);
            if (kernel != null) {
                kernels.put(machine.getKey(), kernel);
            }
        }
        return kernels;
    }

    private static @Nullable KernelVersion write(Map<String, String> values, int machine, PacketOutput out)
            throws IOException {
        SystemInfo.Builder info = SystemInfo.newBuilder();
        String machineName = values.get("name");
        if (machineName != null) {
            info.setMachineName(machineName);
        }
        String name = values.get("system_name");
        String release = values.get("system_release");
        if (name == null || release == null) {
            if (machineName != null) {
                out.write(TracePacket.newBuilder().setSystemInfo(info), machine);
            }
            return null;
        }
        Utsname.Builder system = Utsname.newBuilder().setSysname(name).setRelease(release);
        if (values.containsKey("system_version")) {
            system.setVersion(values.get("system_version"));
        }
        if (values.containsKey("system_machine")) {
            system.setMachine(values.get("system_machine"));
        }
        out.write(TracePacket.newBuilder().setSystemInfo(info.setUtsname(system)), machine);
        return KernelVersion.parse(name, release);
    }
}
