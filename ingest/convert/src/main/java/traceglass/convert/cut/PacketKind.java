package traceglass.convert.cut;

import java.util.Set;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.trace.TracePacket;

/// Kinds of packets, which are cut differently. Determined by the packet's content (trace/trace_packet.proto).
enum PacketKind {
    /// Contains at most interned data and defaults of its sequence.
    NO_CONTENT,
    /// Describes the trace, a program, a track, or code: always written completely, regardless of its time.
    STATE,
    /// An event at its time.
    EVENT,
    /// Contains values that are valid until the next packet of this kind.
    VALUES,
    TRACK_EVENT,
    FTRACE,
    PROCESS_STATS,
    FRAME_TIMELINE,
    LOGS,
    STREAMING_PROFILE,
    PERF_SAMPLE;

    /// Extension field of `TracePacket` defined by Android.
    static final int FRAME_TIMELINE_EVENT = 76;

    private static final Set<Integer> STATE_FIELDS = Set.of(
            TracePacket.PROCESS_TREE_FIELD_NUMBER,
            TracePacket.INODE_FILE_MAP_FIELD_NUMBER,
            TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER,
            TracePacket.TRACE_CONFIG_FIELD_NUMBER,
            TracePacket.FTRACE_STATS_FIELD_NUMBER,
            TracePacket.TRACE_STATS_FIELD_NUMBER,
            TracePacket.PROCESS_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.SYSTEM_INFO_FIELD_NUMBER,
            TracePacket.PACKAGES_LIST_FIELD_NUMBER,
            TracePacket.CHROME_BENCHMARK_METADATA_FIELD_NUMBER,
            TracePacket.CHROME_METADATA_FIELD_NUMBER,
            TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.MODULE_SYMBOLS_FIELD_NUMBER,
            TracePacket.DEOBFUSCATION_MAPPING_FIELD_NUMBER,
            TracePacket.CPU_INFO_FIELD_NUMBER,
            TracePacket.SERVICE_EVENT_FIELD_NUMBER,
            TracePacket.INITIAL_DISPLAY_STATE_FIELD_NUMBER,
            TracePacket.EXTENSION_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.UI_STATE_FIELD_NUMBER,
            TracePacket.TRANSLATION_TABLE_FIELD_NUMBER,
            TracePacket.ANDROID_GAME_INTERVENTION_LIST_FIELD_NUMBER,
            TracePacket.TRACE_UUID_FIELD_NUMBER,
            TracePacket.V8_JS_CODE_FIELD_NUMBER,
            TracePacket.V8_INTERNAL_CODE_FIELD_NUMBER,
            TracePacket.V8_WASM_CODE_FIELD_NUMBER,
            TracePacket.V8_REG_EXP_CODE_FIELD_NUMBER,
            TracePacket.V8_CODE_MOVE_FIELD_NUMBER,
            TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER,
            TracePacket.PIXEL_MODEM_TOKEN_DATABASE_FIELD_NUMBER,
            TracePacket.GENERIC_KERNEL_PROCESS_TREE_FIELD_NUMBER,
            TracePacket.GENERIC_KERNEL_TASK_RENAME_EVENT_FIELD_NUMBER,
            TracePacket.USER_LIST_FIELD_NUMBER,
            TracePacket.TRACE_PROVENANCE_FIELD_NUMBER,
            TracePacket.PROTOVMS_FIELD_NUMBER,
            TracePacket.TRACE_ATTRIBUTES_FIELD_NUMBER,
            TracePacket.ANDROID_AFLAGS_FIELD_NUMBER,
            TracePacket.GPU_INFO_FIELD_NUMBER,
            TracePacket.INTERRUPT_INFO_FIELD_NUMBER,
            TracePacket.ART_PROCESS_METADATA_FIELD_NUMBER,
            TracePacket.CONCURRENT_SESSION_EVENT_FIELD_NUMBER);

    private static final Set<Integer> VALUE_FIELDS = Set.of(
            TracePacket.SYS_STATS_FIELD_NUMBER,
            TracePacket.BATTERY_FIELD_NUMBER,
            TracePacket.POWER_RAILS_FIELD_NUMBER,
            TracePacket.GPU_COUNTER_EVENT_FIELD_NUMBER,
            TracePacket.GPU_MEM_TOTAL_EVENT_FIELD_NUMBER,
            TracePacket.ANDROID_ENERGY_ESTIMATION_BREAKDOWN_FIELD_NUMBER,
            TracePacket.ENTITY_STATE_RESIDENCY_FIELD_NUMBER,
            TracePacket.GENERIC_KERNEL_TASK_STATE_EVENT_FIELD_NUMBER,
            TracePacket.GENERIC_KERNEL_CPU_FREQ_EVENT_FIELD_NUMBER,
            TracePacket.GENERIC_GPU_FREQUENCY_EVENT_FIELD_NUMBER,
            // Later packets of these types contain deltas.
            TracePacket.KERNEL_WAKELOCK_DATA_FIELD_NUMBER,
            TracePacket.CPU_PER_UID_DATA_FIELD_NUMBER);

    /// Returns the kind of a packet and selects the field that determines it. Selects nothing for packets without
    /// content.
    static PacketKind of(Packet packet) {
        for (int i = 0; i < packet.fieldCount(); i++) {
            int field = packet.fieldAt(i);
            if (field == TracePacket.INTERNED_DATA_FIELD_NUMBER
                    || field == TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER) {
                continue;
            }
            packet.select(i);
            return ofField(field);
        }
        return NO_CONTENT;
    }

    private static PacketKind ofField(int field) {
        return switch (field) {
            case TracePacket.TRACK_EVENT_FIELD_NUMBER -> TRACK_EVENT;
            case TracePacket.FTRACE_EVENTS_FIELD_NUMBER -> FTRACE;
            case TracePacket.PROCESS_STATS_FIELD_NUMBER -> PROCESS_STATS;
            case TracePacket.ANDROID_LOG_FIELD_NUMBER -> LOGS;
            case TracePacket.STREAMING_PROFILE_PACKET_FIELD_NUMBER -> STREAMING_PROFILE;
            case TracePacket.PERF_SAMPLE_FIELD_NUMBER -> PERF_SAMPLE;
            case FRAME_TIMELINE_EVENT -> FRAME_TIMELINE;
            default -> STATE_FIELDS.contains(field) ? STATE : VALUE_FIELDS.contains(field) ? VALUES : EVENT;
        };
    }
}
