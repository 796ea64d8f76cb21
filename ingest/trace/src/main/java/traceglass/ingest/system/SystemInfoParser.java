package traceglass.ingest.system;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.Utsname;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `TracePacket.system_info`: properties of the machine and its operating system, for `metadata` and the
/// `machine` table. Read in file order, because other packets depend on it.
public final class SystemInfoParser implements PacketParser {

    private static final double BYTES_IN_GB = 1e9;

    /// String field of the packet and its metadata key, in row order.
    private record Text(int field, String key) {}

    private static final Text[] TEXTS = {
        new Text(SystemInfo.ANDROID_DEVICE_MANUFACTURER_FIELD_NUMBER, "android_device_manufacturer"),
        new Text(SystemInfo.TRACING_SERVICE_VERSION_FIELD_NUMBER, "tracing_service_version"),
        new Text(SystemInfo.ANDROID_SOC_MODEL_FIELD_NUMBER, "android_soc_model"),
        new Text(SystemInfo.ANDROID_GUEST_SOC_MODEL_FIELD_NUMBER, "android_guest_soc_model"),
        new Text(SystemInfo.ANDROID_HARDWARE_REVISION_FIELD_NUMBER, "android_hardware_revision"),
        new Text(SystemInfo.ANDROID_STORAGE_MODEL_FIELD_NUMBER, "android_storage_model"),
        new Text(SystemInfo.ANDROID_RAM_MODEL_FIELD_NUMBER, "android_ram_model"),
        new Text(SystemInfo.ANDROID_SERIAL_CONSOLE_FIELD_NUMBER, "android_serial_console")
    };

    private final PacketContext packets;
    private final ImportContext context;
    private final Table machine;
    private final ProtoCursor info = new ProtoCursor();
    private final ProtoCursor names = new ProtoCursor();

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
        String fingerprint = null;
        long sdk = -1;
        long pageSize = 0;
        Integer timezone = null;
        Long memory = null;
        int build = StringPool.NULL;
        int[] texts = new int[TEXTS.length];
        Arrays.fill(texts, StringPool.NULL);
        int[] kernel = null;
        packet.enter(info);
        while (info.next()) {
            switch (info.field()) {
                case SystemInfo.MACHINE_NAME_FIELD_NUMBER -> setMachineColumn("name", text());
                case SystemInfo.UTSNAME_FIELD_NUMBER -> kernel = kernel();
                case SystemInfo.TIMEZONE_OFF_MINS_FIELD_NUMBER -> timezone = info.asInt();
                case SystemInfo.ANDROID_BUILD_FINGERPRINT_FIELD_NUMBER -> {
                    fingerprint = info.asString();
                    build = text();
                }
                case SystemInfo.ANDROID_SDK_VERSION_FIELD_NUMBER -> sdk = info.asLong();
                case SystemInfo.PAGE_SIZE_FIELD_NUMBER -> pageSize = info.asUint32();
                case SystemInfo.NUM_CPUS_FIELD_NUMBER ->
                    machine.longs(TableNames.Machine.NUM_CPUS).set(context.machineId(), info.asUint32());
                case SystemInfo.SYSTEM_RAM_BYTES_FIELD_NUMBER -> memory = info.asLong();
                default -> {
                    for (int i = 0; i < TEXTS.length; i++) {
                        texts[i] = TEXTS[i].field == info.field() ? text() : texts[i];
                    }
                }
            }
        }
        // The order of the rows does not depend on the order of the fields.
        if (kernel != null) {
            setKernel(kernel);
        }
        if (timezone != null) {
            context.metadata().set("timezone_off_mins", (long) timezone);
        }
        if (fingerprint != null) {
            context.metadata().set("android_build_fingerprint", build);
            setMachineColumn("android_build_fingerprint", build);
            sdk = readFingerprint(fingerprint, sdk);
        }
        setTexts(texts, sdk);
        if (memory != null) {
            setMemory(memory);
        }
        packets.parser(SysStatsParser.class).setPageSize(pageSize);
        return true;
    }

    private void setTexts(int[] texts, long sdk) {
        for (int i = 0; i < TEXTS.length; i++) {
            if (i == 1 && sdk >= 0) {
                context.metadata().set("android_sdk_version", sdk);
                machine.longs(TableNames.Machine.ANDROID_SDK_VERSION).set(context.machineId(), sdk);
            }
            if (texts[i] != StringPool.NULL) {
                context.metadata().set(TEXTS[i].key, texts[i]);
            }
        }
        if (texts[0] != StringPool.NULL) {
            setMachineColumn(TEXTS[0].key, texts[0]);
        }
    }

    private int text() {
        return info.asStringId(context.strings());
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

    /// Returns the string ids of the kernel's `utsname` by field; NULL for missing ones.
    private int[] kernel() {
        int[] ids = new int[5];
        Arrays.fill(ids, StringPool.NULL);
        names.enter(info);
        while (names.next()) {
            if (names.field() > 0 && names.field() < ids.length) {
                ids[names.field()] = names.asStringId(context.strings());
            }
        }
        return ids;
    }

    private void setKernel(int[] ids) {
        write("system_name", "sysname", ids[Utsname.SYSNAME_FIELD_NUMBER]);
        write("system_version", "version", ids[Utsname.VERSION_FIELD_NUMBER]);
        write("system_release", "release", ids[Utsname.RELEASE_FIELD_NUMBER]);
        write("system_machine", "arch", ids[Utsname.MACHINE_FIELD_NUMBER]);
        context.system()
                .setKernel(KernelVersion.parse(
                        orEmpty(ids[Utsname.SYSNAME_FIELD_NUMBER]), orEmpty(ids[Utsname.RELEASE_FIELD_NUMBER])));
        context.system().setMachine(orEmpty(ids[Utsname.MACHINE_FIELD_NUMBER]));
    }

    private String orEmpty(int id) {
        return id == StringPool.NULL ? "" : context.strings().get(id);
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
