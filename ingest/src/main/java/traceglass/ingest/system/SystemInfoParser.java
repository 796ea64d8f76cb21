package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.Packet;
import traceglass.ingest.perfetto.PacketParser;
import traceglass.ingest.perfetto.PerfettoReader;
import traceglass.ingest.perfetto.ProtoCursor;
import traceglass.ingest.tracker.KernelVersion;
import traceglass.model.store.StringPool;
import traceglass.model.store.Table;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.Utsname;
import traceglass.protos.trace.TracePacket;

/// `TracePacket.system_info`: what the machine and its system are, for `metadata` and the `machine` table. Read as the packet
/// comes, as what other packets mean depends on it.
public final class SystemInfoParser implements PacketParser {

    private static final double BYTES_IN_GB = 1e9;

    private final PerfettoReader reader;
    private final ImportContext context;
    private final Table machine;
    private final ProtoCursor info = new ProtoCursor();
    private final ProtoCursor names = new ProtoCursor();

    public SystemInfoParser(PerfettoReader reader) {
        this.reader = reader;
        context = reader.context();
        machine = context.storage().table("__intrinsic_machine");
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
        packet.enter(info);
        while (info.next()) {
            switch (info.field()) {
                case SystemInfo.MACHINE_NAME_FIELD_NUMBER -> ofMachine("name", text());
                case SystemInfo.UTSNAME_FIELD_NUMBER -> kernel();
                case SystemInfo.TIMEZONE_OFF_MINS_FIELD_NUMBER -> context.metadata().set("timezone_off_mins", (long) info.asInt());
                case SystemInfo.ANDROID_BUILD_FINGERPRINT_FIELD_NUMBER -> {
                    fingerprint = info.asString();
                    set("android_build_fingerprint");
                    ofMachine("android_build_fingerprint", text());
                }
                case SystemInfo.ANDROID_DEVICE_MANUFACTURER_FIELD_NUMBER -> {
                    set("android_device_manufacturer");
                    ofMachine("android_device_manufacturer", text());
                }
                case SystemInfo.ANDROID_SDK_VERSION_FIELD_NUMBER -> sdk = info.asLong();
                case SystemInfo.TRACING_SERVICE_VERSION_FIELD_NUMBER -> set("tracing_service_version");
                case SystemInfo.ANDROID_SOC_MODEL_FIELD_NUMBER -> set("android_soc_model");
                case SystemInfo.ANDROID_GUEST_SOC_MODEL_FIELD_NUMBER -> set("android_guest_soc_model");
                case SystemInfo.ANDROID_HARDWARE_REVISION_FIELD_NUMBER -> set("android_hardware_revision");
                case SystemInfo.ANDROID_STORAGE_MODEL_FIELD_NUMBER -> set("android_storage_model");
                case SystemInfo.ANDROID_RAM_MODEL_FIELD_NUMBER -> set("android_ram_model");
                case SystemInfo.ANDROID_SERIAL_CONSOLE_FIELD_NUMBER -> set("android_serial_console");
                case SystemInfo.PAGE_SIZE_FIELD_NUMBER -> pageSize = info.asUint32();
                case SystemInfo.NUM_CPUS_FIELD_NUMBER -> machine.longs("num_cpus").set(context.machineId(), info.asUint32());
                case SystemInfo.SYSTEM_RAM_BYTES_FIELD_NUMBER -> memory(info.asLong());
                default -> { }
            }
        }
        if (fingerprint != null) {
            sdk = android(fingerprint, sdk);
        }
        if (sdk >= 0) {
            context.metadata().set("android_sdk_version", sdk);
            machine.longs("android_sdk_version").set(context.machineId(), sdk);
        }
        reader.parser(SysStatsParser.class).setPageSize(pageSize);
        return true;
    }

    private int text() {
        return info.asStringId(context.strings());
    }

    private void set(String key) {
        context.metadata().set(key, text());
    }

    private void ofMachine(String column, int value) {
        machine.strings(column).set(context.machineId(), value);
    }

    private void memory(long bytes) {
        long gb = Math.round(bytes / BYTES_IN_GB);
        context.metadata().set("system_ram_bytes", bytes);
        context.metadata().set("system_ram_gb", gb);
        machine.longs("system_ram_bytes").set(context.machineId(), bytes);
        machine.longs("system_ram_gb").set(context.machineId(), gb);
    }

    private void kernel() {
        int[] ids = new int[5];
        java.util.Arrays.fill(ids, context.strings().intern(""));
        names.enter(info);
        while (names.next()) {
            if (names.field() > 0 && names.field() < ids.length) {
                ids[names.field()] = names.asStringId(context.strings());
            }
        }
        write("system_name", "sysname", ids[Utsname.SYSNAME_FIELD_NUMBER]);
        write("system_version", "version", ids[Utsname.VERSION_FIELD_NUMBER]);
        write("system_release", "release", ids[Utsname.RELEASE_FIELD_NUMBER]);
        write("system_machine", "arch", ids[Utsname.MACHINE_FIELD_NUMBER]);
        StringPool strings = context.strings();
        context.system().setKernel(KernelVersion.parse(strings.get(ids[Utsname.SYSNAME_FIELD_NUMBER]),
                strings.get(ids[Utsname.RELEASE_FIELD_NUMBER])));
        context.system().setMachine(strings.get(ids[Utsname.MACHINE_FIELD_NUMBER]));
    }

    private void write(String key, String column, int id) {
        if (id != StringPool.NULL) {
            context.metadata().set(key, id);
            ofMachine(column, id);
        }
    }

    /// A build's fingerprint is `brand/product/device:release/id/incremental:type/tags` (Android's Compatibility Definition).
    ///
    /// @return `sdk`, or what the release tells if it is negative
    private long android(String fingerprint, long sdk) {
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
