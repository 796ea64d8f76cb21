package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.protos.common.SystemInfoDecoder;
import traceglass.protos.common.UtsnameDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `TracePacket.system_info`: properties of the machine and its operating system, for `metadata` and the
/// `machine` table. Read in file order, because other packets depend on it.
public final class SystemInfoParser implements PacketParser {

    private static final double BYTES_IN_GB = 1e9;

    /// Metadata keys of strings of the packet, in row order.
    private static final String[] TEXTS = {
        "android_device_manufacturer",
        "tracing_service_version",
        "android_soc_model",
        "android_guest_soc_model",
        "android_hardware_revision",
        "android_storage_model",
        "android_ram_model",
        "android_serial_console"
    };

    private final PacketContext packets;
    private final ImportContext context;
    private final Table machine;

    public SystemInfoParser(PacketContext packets) {
        this.packets = packets;
        context = packets.context();
        machine = context.storage().table(TableNames.Machine.TABLE);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.SYSTEM_INFO_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        SystemInfoDecoder info = packet.decode(new SystemInfoDecoder());
        StringPool strings = context.strings();
        if (info.hasMachineName()) {
            setMachineColumn("name", info.machineNameId(strings));
        }
        if (info.hasNumCpus()) {
            machine.longs(TableNames.Machine.NUM_CPUS).set(context.machineId(), Integer.toUnsignedLong(info.numCpus()));
        }
        if (info.hasUtsname()) {
            setKernel(info.utsname(new UtsnameDecoder()));
        }
        if (info.hasTimezoneOffMins()) {
            context.metadata().set("timezone_off_mins", (long) info.timezoneOffMins());
        }
        long sdk = info.hasAndroidSdkVersion() ? info.androidSdkVersion() : -1;
        if (info.hasAndroidBuildFingerprint()) {
            int build = info.androidBuildFingerprintId(strings);
            context.metadata().set("android_build_fingerprint", build);
            setMachineColumn("android_build_fingerprint", build);
            sdk = readFingerprint(info.androidBuildFingerprint(), sdk);
        }
        setTexts(info, sdk);
        if (info.hasSystemRamBytes()) {
            setMemory(info.systemRamBytes());
        }
        packets.parser(SysStatsParser.class).setPageSize(Integer.toUnsignedLong(info.pageSize()));
        return true;
    }

    private void setTexts(SystemInfoDecoder info, long sdk) {
        StringPool strings = context.strings();
        int[] texts = {
            info.androidDeviceManufacturerId(strings),
            info.tracingServiceVersionId(strings),
            info.androidSocModelId(strings),
            info.androidGuestSocModelId(strings),
            info.androidHardwareRevisionId(strings),
            info.androidStorageModelId(strings),
            info.androidRamModelId(strings),
            info.androidSerialConsoleId(strings)
        };
        for (int i = 0; i < TEXTS.length; i++) {
            if (i == 1 && sdk >= 0) {
                context.metadata().set("android_sdk_version", sdk);
                machine.longs(TableNames.Machine.ANDROID_SDK_VERSION).set(context.machineId(), sdk);
            }
            if (texts[i] != StringPool.NULL) {
                context.metadata().set(TEXTS[i], texts[i]);
            }
        }
        if (texts[0] != StringPool.NULL) {
            setMachineColumn(TEXTS[0], texts[0]);
        }
    }

    private void setMachineColumn(String column, int value) {
        machine.strings(column).set(context.machineId(), value);
    }

    private void setMemory(long bytes) {
        long gb = Math.round(bytes / BYTES_IN_GB);
        context.metadata().set("system_ram_bytes", bytes);
        context.metadata().set("system_ram_gb", gb);
        machine.longs(TableNames.Machine.SYSTEM_RAM_BYTES).set(context.machineId(), bytes);
        machine.longs(TableNames.Machine.SYSTEM_RAM_GB).set(context.machineId(), gb);
    }

    private void setKernel(UtsnameDecoder names) {
        StringPool strings = context.strings();
        write("system_name", "sysname", names.sysnameId(strings));
        write("system_version", "version", names.versionId(strings));
        write("system_release", "release", names.releaseId(strings));
        write("system_machine", "arch", names.machineId(strings));
        context.system().setKernel(KernelVersion.parse(names.sysname(), names.releaseField()));
        context.system().setMachine(names.machine());
    }

    private void write(String key, String column, int id) {
        context.metadata().set(key, id);
        setMachineColumn(column, id);
    }

    /// Reads a build fingerprint, `brand/product/device:release/id/incremental:type/tags` (Android Compatibility
    /// Definition).
    ///
    /// @return `sdk`, or the version derived from the release if `sdk` is negative
    private long readFingerprint(String fingerprint, long sdk) {
        int colon = fingerprint.indexOf(':');
        int release = colon < 0 ? -1 : fingerprint.indexOf('/', colon);
        int id = release < 0 ? -1 : fingerprint.indexOf('/', release + 1);
        int end = id < 0 ? -1 : fingerprint.indexOf(':', id);
        if (end < 0) {
            return sdk;
        }
        context.metadata().set("android_incremental_build", fingerprint.substring(id + 1, end));
        return sdk >= 0 ? sdk : sdkOf(fingerprint.substring(colon + 1, release));
    }

    private static long sdkOf(String release) {
        return switch (release) {
            case "12" -> 31;
            case "11" -> 30;
            case "10" -> 29;
            case "9" -> 28;
            case "8.1" -> 27;
            case "8.0" -> 26;
            case "7.1" -> 25;
            case "7.0" -> 24;
            case "6.0" -> 23;
            case "5.1", "5.1.1" -> 22;
            case "5.0", "5.0.1", "5.0.2" -> 21;
            default -> release.startsWith("S") || release.startsWith("T") ? 31 : -1;
        };
    }
}
