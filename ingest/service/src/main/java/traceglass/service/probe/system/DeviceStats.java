package traceglass.service.probe.system;

import java.util.ArrayList;
import java.util.List;
import traceglass.protos.system.SysStats;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.SystemFolders;

/// Files of `/sys` with one value each: frequencies, temperatures, idle states. Devices are searched only once,
/// because listing folders takes longer than reading the values.
final class DeviceStats {

    private static final int MILLIS = 1000;

    private DeviceStats() {}

    /// A file and the name of its value.
    private record Value(byte[] name, byte[] path) {}

    /// Base class of the groups: reads values from files.
    private static class Reader {

        final FileLoader loader;
        final LineCursor text = new LineCursor();

        Reader(FileLoader loader) {
            this.loader = loader;
        }

        /// Reads a file and moves to its first word.
        boolean read(byte[] path) {
            return loader.load(path) && text.set(loader.bytes(), loader.size()).nextLine() && text.nextWord();
        }
    }

    /// Frequencies of devices.
    static final class Devices extends Reader implements StatGroup {

        private final List<Value> devices = new ArrayList<>();

        Devices(FileLoader loader, SystemFolders folders) {
            super(loader);
            for (String name : SysfsNames.list(folders, "class/devfreq", "")) {
                devices.add(new Value(SysfsNames.bytes(name), folders.sys("class/devfreq/" + name + "/cur_freq")));
            }
        }

        @Override
        public void write(ProtoWriter out) {
            for (Value device : devices) {
                int message = out.open(SysStats.DEVFREQ_FIELD_NUMBER);
                out.bytes(SysStats.DevfreqValue.KEY_FIELD_NUMBER, device.name);
                out.varint(SysStats.DevfreqValue.VALUE_FIELD_NUMBER, read(device.path) ? text.number() : 0);
                out.close(message);
            }
        }
    }

    /// Frequencies of all CPUs; 0 for CPUs that are offline or don't report it.
    static final class Frequencies extends Reader implements StatGroup {

        private final List<byte[]> files = new ArrayList<>();

        Frequencies(FileLoader loader, SystemFolders folders) {
            super(loader);
            int count =
                    SysfsNames.cpus(folders).stream().mapToInt(c -> c + 1).max().orElse(0);
            for (int cpu = 0; cpu < count; cpu++) {
                files.add(folders.sys("devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_cur_freq"));
            }
        }

        @Override
        public void write(ProtoWriter out) {
            for (byte[] file : files) {
                out.varint(SysStats.CPUFREQ_KHZ_FIELD_NUMBER, read(file) ? text.number() : 0);
            }
        }
    }

    /// Temperatures in degrees Celsius.
    static final class Temperatures extends Reader implements StatGroup {

        private record Zone(byte[] name, byte[] temperature, byte[] type) {}

        private final List<Zone> zones = new ArrayList<>();

        Temperatures(FileLoader loader, SystemFolders folders) {
            super(loader);
            for (String name : SysfsNames.list(folders, "class/thermal", "thermal_zone")) {
                String zone = "class/thermal/" + name;
                zones.add(new Zone(
                        SysfsNames.bytes(name),
                        folders.sys(zone + "/temp"),
                        SysfsNames.firstLine(loader, folders.sys(zone + "/type"))));
            }
        }

        @Override
        public void write(ProtoWriter out) {
            for (Zone zone : zones) {
                int message = out.open(SysStats.THERMAL_ZONE_FIELD_NUMBER);
                out.bytes(SysStats.ThermalZone.NAME_FIELD_NUMBER, zone.name);
                if (read(zone.temperature)) {
                    out.varint(SysStats.ThermalZone.TEMP_FIELD_NUMBER, text.number() / MILLIS);
                }
                if (zone.type.length > 0) {
                    out.bytes(SysStats.ThermalZone.TYPE_FIELD_NUMBER, zone.type);
                }
                out.close(message);
            }
        }
    }

    /// Time of each CPU in each idle state.
    static final class IdleStates extends Reader implements StatGroup {

        private record Cpu(int id, List<Value> states) {}

        private final List<Cpu> cpus = new ArrayList<>();

        IdleStates(FileLoader loader, SystemFolders folders) {
            super(loader);
            for (int cpu : SysfsNames.cpus(folders)) {
                String folder = "devices/system/cpu/cpu" + cpu + "/cpuidle";
                List<Value> states = new ArrayList<>();
                for (String state : SysfsNames.list(folders, folder, "state")) {
                    byte[] name = SysfsNames.firstLine(loader, folders.sys(folder + "/" + state + "/name"));
                    states.add(new Value(name, folders.sys(folder + "/" + state + "/time")));
                }
                cpus.add(new Cpu(cpu, states));
            }
        }

        @Override
        public void write(ProtoWriter out) {
            for (Cpu cpu : cpus) {
                int message = out.open(SysStats.CPUIDLE_STATE_FIELD_NUMBER);
                out.varint(SysStats.CpuIdleState.CPU_ID_FIELD_NUMBER, cpu.id);
                for (Value state : cpu.states) {
                    if (read(state.path)) {
                        int entry = out.open(SysStats.CpuIdleState.CPUIDLE_STATE_ENTRY_FIELD_NUMBER);
                        out.bytes(SysStats.CpuIdleStateEntry.STATE_FIELD_NUMBER, state.name);
                        out.varint(SysStats.CpuIdleStateEntry.DURATION_US_FIELD_NUMBER, text.number());
                        out.close(entry);
                    }
                }
                out.close(message);
            }
        }
    }

    /// Frequency of the GPU from the first of the Adreno, Intel and AMD drivers that reports it.
    static final class GpuFrequency extends Reader implements StatGroup {

        private static final long HZ_PER_MHZ = 1_000_000;
        private static final byte[] MHZ = SysfsNames.bytes("Mhz");

        private final byte[] adreno;
        private final byte[] intel;
        private final byte[] amd;

        GpuFrequency(FileLoader loader, SystemFolders folders) {
            super(loader);
            adreno = folders.sys("class/kgsl/kgsl-3d0/devfreq/cur_freq");
            intel = folders.sys("class/drm/card0/gt_act_freq_mhz");
            amd = folders.sys("class/drm/card0/device/pp_dpm_sclk");
        }

        @Override
        public void write(ProtoWriter out) {
            if (read(adreno)) {
                out.varint(SysStats.GPUFREQ_MHZ_FIELD_NUMBER, text.number() / HZ_PER_MHZ);
            } else if (read(intel)) {
                out.varint(SysStats.GPUFREQ_MHZ_FIELD_NUMBER, text.number());
            } else if (loader.load(amd)) {
                writeActiveLevel(text.set(loader.bytes(), loader.size()), out);
            }
        }

        /// Writes the frequency in the line of the active level, such as `1: 1200Mhz *`.
        private static void writeActiveLevel(LineCursor text, ProtoWriter out) {
            while (text.nextLine()) {
                long mhz = -1;
                while (text.nextWord()) {
                    if (text.endsWith('*') && mhz >= 0) {
                        out.varint(SysStats.GPUFREQ_MHZ_FIELD_NUMBER, mhz);
                        return;
                    }
                    if (text.endsWith(MHZ)) {
                        mhz = text.number();
                    }
                }
            }
        }
    }
}
