package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.AndroidFsDatareadEndFtraceEvent;
import traceglass.protos.ftrace.AndroidFsDatareadStartFtraceEvent;
import traceglass.protos.ftrace.BlockIoDoneFtraceEvent;
import traceglass.protos.ftrace.BlockIoStartFtraceEvent;
import traceglass.protos.ftrace.F2fsIostatFtraceEvent;
import traceglass.protos.ftrace.F2fsIostatLatencyFtraceEvent;
import traceglass.protos.ftrace.F2fsWriteCheckpointFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.UfshcdClkGatingFtraceEvent;
import traceglass.protos.ftrace.UfshcdCommandFtraceEvent;

/// Handles block devices, flash storage and file systems.
final class StorageEvents extends EventFamily {

    private static final Dimension DEVICE = Dimension.ofString("linux_device");
    private static final Dimension KEY = Dimension.ofString("counter_key");
    /// This type holds slices although it is a counter type, as in trace processor.
    private static final TrackType BLOCK = TrackType.counter("block_io", null, Dimension.ofInt("block_device"));
    private static final TrackType UFS_COMMANDS = TrackType.counter("ufs_command_count", null);
    private static final TrackType UFS_TAG = TrackType.slices("ufs_command_tag", Dimension.ofInt("ufs_tag"));
    private static final TrackType UFS_CLOCK = TrackType.counter("ufs_clkgating", null);
    private static final TrackType F2FS_IO = TrackType.counter("f2fs_iostat", null, DEVICE, KEY);
    private static final TrackType F2FS_LATENCY = TrackType.counter("f2fs_iostat_latency", null, DEVICE, KEY);
    private static final TrackType F2FS_CHECKPOINT = TrackType.slices("f2fs_write_checkpoint", TrackType.UPID);
    private static final TrackType ANDROID_FS = TrackCompressor.compressed("android_fs");

    private static final int CHECKPOINT_START = 0;
    private static final int CHECKPOINT_FINISH = 2;
    /// Reasons for a checkpoint, by bit.
    private static final String[] CHECKPOINT_REASONS = {
        "Umount", "Fastboot", "Sync", "Recovery", "Discard", "Trimmed", "Pause", "Resize"
    };
    /// Counter values by clock state of the flash storage: 0 off, 1 turning off, 2 turning on, 3 on.
    private static final int[] UFS_CLOCK_LEVELS = {0, 3, 1, 2};

    /// F2FS counter: its name and the field of the event.
    private record Stat(String name, int field) {}

    private static final Stat[] IO_STATS = {
        new Stat("write_app_total", F2fsIostatFtraceEvent.APP_WIO_FIELD_NUMBER),
        new Stat("write_app_direct", F2fsIostatFtraceEvent.APP_DIO_FIELD_NUMBER),
        new Stat("write_app_buffered", F2fsIostatFtraceEvent.APP_BIO_FIELD_NUMBER),
        new Stat("write_app_mapped", F2fsIostatFtraceEvent.APP_MIO_FIELD_NUMBER),
        new Stat("write_fs_data", F2fsIostatFtraceEvent.FS_DIO_FIELD_NUMBER),
        new Stat("write_fs_node", F2fsIostatFtraceEvent.FS_NIO_FIELD_NUMBER),
        new Stat("write_fs_meta", F2fsIostatFtraceEvent.FS_MIO_FIELD_NUMBER),
        new Stat("write_gc_data", F2fsIostatFtraceEvent.FS_GC_DIO_FIELD_NUMBER),
        new Stat("write_gc_node", F2fsIostatFtraceEvent.FS_GC_NIO_FIELD_NUMBER),
        new Stat("write_cp_data", F2fsIostatFtraceEvent.FS_CP_DIO_FIELD_NUMBER),
        new Stat("write_cp_node", F2fsIostatFtraceEvent.FS_CP_NIO_FIELD_NUMBER),
        new Stat("write_cp_meta", F2fsIostatFtraceEvent.FS_CP_MIO_FIELD_NUMBER),
        new Stat("read_app_total", F2fsIostatFtraceEvent.APP_RIO_FIELD_NUMBER),
        new Stat("read_app_direct", F2fsIostatFtraceEvent.APP_DRIO_FIELD_NUMBER),
        new Stat("read_app_buffered", F2fsIostatFtraceEvent.APP_BRIO_FIELD_NUMBER),
        new Stat("read_app_mapped", F2fsIostatFtraceEvent.APP_MRIO_FIELD_NUMBER),
        new Stat("read_fs_data", F2fsIostatFtraceEvent.FS_DRIO_FIELD_NUMBER),
        new Stat("read_fs_gdata", F2fsIostatFtraceEvent.FS_GDRIO_FIELD_NUMBER),
        new Stat("read_fs_cdata", F2fsIostatFtraceEvent.FS_CDRIO_FIELD_NUMBER),
        new Stat("read_fs_node", F2fsIostatFtraceEvent.FS_NRIO_FIELD_NUMBER),
        new Stat("read_fs_meta", F2fsIostatFtraceEvent.FS_MRIO_FIELD_NUMBER),
        new Stat("other_fs_discard", F2fsIostatFtraceEvent.FS_DISCARD_FIELD_NUMBER)
    };

    private static final Stat[] LATENCY_STATS = {
        new Stat("read_data_peak", F2fsIostatLatencyFtraceEvent.D_RD_PEAK_FIELD_NUMBER),
        new Stat("read_data_avg", F2fsIostatLatencyFtraceEvent.D_RD_AVG_FIELD_NUMBER),
        new Stat("read_data_cnt", F2fsIostatLatencyFtraceEvent.D_RD_CNT_FIELD_NUMBER),
        new Stat("read_node_peak", F2fsIostatLatencyFtraceEvent.N_RD_PEAK_FIELD_NUMBER),
        new Stat("read_node_avg", F2fsIostatLatencyFtraceEvent.N_RD_AVG_FIELD_NUMBER),
        new Stat("read_node_cnt", F2fsIostatLatencyFtraceEvent.N_RD_CNT_FIELD_NUMBER),
        new Stat("read_meta_peak", F2fsIostatLatencyFtraceEvent.M_RD_PEAK_FIELD_NUMBER),
        new Stat("read_meta_avg", F2fsIostatLatencyFtraceEvent.M_RD_AVG_FIELD_NUMBER),
        new Stat("read_meta_cnt", F2fsIostatLatencyFtraceEvent.M_RD_CNT_FIELD_NUMBER),
        new Stat("write_sync_data_peak", F2fsIostatLatencyFtraceEvent.D_WR_S_PEAK_FIELD_NUMBER),
        new Stat("write_sync_data_avg", F2fsIostatLatencyFtraceEvent.D_WR_S_AVG_FIELD_NUMBER),
        new Stat("write_sync_data_cnt", F2fsIostatLatencyFtraceEvent.D_WR_S_CNT_FIELD_NUMBER),
        new Stat("write_sync_node_peak", F2fsIostatLatencyFtraceEvent.N_WR_S_PEAK_FIELD_NUMBER),
        new Stat("write_sync_node_avg", F2fsIostatLatencyFtraceEvent.N_WR_S_AVG_FIELD_NUMBER),
        new Stat("write_sync_node_cnt", F2fsIostatLatencyFtraceEvent.N_WR_S_CNT_FIELD_NUMBER),
        new Stat("write_sync_meta_peak", F2fsIostatLatencyFtraceEvent.M_WR_S_PEAK_FIELD_NUMBER),
        new Stat("write_sync_meta_avg", F2fsIostatLatencyFtraceEvent.M_WR_S_AVG_FIELD_NUMBER),
        new Stat("write_sync_meta_cnt", F2fsIostatLatencyFtraceEvent.M_WR_S_CNT_FIELD_NUMBER),
        new Stat("write_async_data_peak", F2fsIostatLatencyFtraceEvent.D_WR_AS_PEAK_FIELD_NUMBER),
        new Stat("write_async_data_avg", F2fsIostatLatencyFtraceEvent.D_WR_AS_AVG_FIELD_NUMBER),
        new Stat("write_async_data_cnt", F2fsIostatLatencyFtraceEvent.D_WR_AS_CNT_FIELD_NUMBER),
        new Stat("write_async_node_peak", F2fsIostatLatencyFtraceEvent.N_WR_AS_PEAK_FIELD_NUMBER),
        new Stat("write_async_node_avg", F2fsIostatLatencyFtraceEvent.N_WR_AS_AVG_FIELD_NUMBER),
        new Stat("write_async_node_cnt", F2fsIostatLatencyFtraceEvent.N_WR_AS_CNT_FIELD_NUMBER),
        new Stat("write_async_meta_peak", F2fsIostatLatencyFtraceEvent.M_WR_AS_PEAK_FIELD_NUMBER),
        new Stat("write_async_meta_avg", F2fsIostatLatencyFtraceEvent.M_WR_AS_AVG_FIELD_NUMBER),
        new Stat("write_async_meta_cnt", F2fsIostatLatencyFtraceEvent.M_WR_AS_CNT_FIELD_NUMBER)
    };

    private record Read(long inode, long offset) {}

    private final Map<Read, Long> readers = new HashMap<>();
    private final int blockIo = id("block_io");
    private final int sector = id("sector");
    private final int dataRead = id("android_fs_data_read");

    StorageEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.BLOCK_IO_START_FIELD_NUMBER,
                e -> begin(
                        e,
                        track(BLOCK, NULL, e.asUint32(BlockIoStartFtraceEvent.DEV_FIELD_NUMBER)),
                        NULL,
                        blockIo,
                        b -> b.addUint(sector, e.asLong(BlockIoStartFtraceEvent.SECTOR_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.BLOCK_IO_DONE_FIELD_NUMBER,
                e -> end(
                        e,
                        track(BLOCK, NULL, e.asUint32(BlockIoDoneFtraceEvent.DEV_FIELD_NUMBER)),
                        NULL,
                        blockIo,
                        b -> b.addUint(sector, e.asLong(BlockIoDoneFtraceEvent.SECTOR_FIELD_NUMBER))));
        handlers.on(FtraceEvent.UFSHCD_COMMAND_FIELD_NUMBER, this::handleFlashCommand);
        handlers.on(FtraceEvent.UFSHCD_CLK_GATING_FIELD_NUMBER, e -> {
            int state = e.asInt(UfshcdClkGatingFtraceEvent.STATE_FIELD_NUMBER);
            setCounter(
                    e,
                    state >= 0 && state < UFS_CLOCK_LEVELS.length ? UFS_CLOCK_LEVELS[state] : 0,
                    track(UFS_CLOCK, id("io.ufs.clkgating (OFF:0/REQ_OFF/REQ_ON/ON:3)")));
        });
        handlers.on(
                FtraceEvent.F2FS_IOSTAT_FIELD_NUMBER,
                e -> handleStats(
                        e, F2FS_IO, "f2fs_iostat.[", e.asLong(F2fsIostatFtraceEvent.DEV_FIELD_NUMBER), IO_STATS));
        handlers.on(
                FtraceEvent.F2FS_IOSTAT_LATENCY_FIELD_NUMBER,
                e -> handleStats(
                        e,
                        F2FS_LATENCY,
                        "f2fs_iostat_latency.[",
                        e.asLong(F2fsIostatLatencyFtraceEvent.DEV_FIELD_NUMBER),
                        LATENCY_STATS));
        handlers.on(FtraceEvent.F2FS_WRITE_CHECKPOINT_FIELD_NUMBER, this::handleCheckpoint);
        handlers.on(FtraceEvent.ANDROID_FS_DATAREAD_START_FIELD_NUMBER, this::handleReadStart);
        handlers.on(FtraceEvent.ANDROID_FS_DATAREAD_END_FIELD_NUMBER, this::handleReadEnd);
    }

    private void handleStats(KernelEvent e, TrackType type, String prefix, long device, Stat[] stats) {
        String name = (device >>> 8 & 0xff) + ":" + (device & 0xff);
        int deviceId = id(name);
        for (Stat stat : stats) {
            int track = track(type, id(prefix + name + "]." + stat.name()), deviceId, id(stat.name()));
            setCounter(e, e.asUnsignedDouble(stat.field()), track);
        }
    }

    private void handleFlashCommand(KernelEvent e) {
        long doorbell = e.asUint32(UfshcdCommandFtraceEvent.DOORBELL_FIELD_NUMBER);
        long type = e.asUint32(UfshcdCommandFtraceEvent.STR_T_FIELD_NUMBER);
        long tag = e.asUint32(UfshcdCommandFtraceEvent.TAG_FIELD_NUMBER);
        setCounter(
                e,
                doorbell > 0 ? Long.bitCount(doorbell) : type == 1 ? 0 : 1,
                track(UFS_COMMANDS, id("io.ufs.command.count")));
        int track = track(UFS_TAG, id(32, String.format(Locale.ROOT, "io.ufs.command.tag[%03d]", tag)), tag);
        if (type == 0) {
            begin(
                    e,
                    track,
                    NULL,
                    id(command(
                            e.asUint32(UfshcdCommandFtraceEvent.OPCODE_FIELD_NUMBER),
                            e.asUint32(UfshcdCommandFtraceEvent.GROUP_ID_FIELD_NUMBER))),
                    null);
        } else {
            end(e, track);
        }
    }

    /// Returns the name of a SCSI command used by flash storage (JEDEC UFS, "Application layer").
    private static String command(long opcode, long group) {
        String name = switch ((int) opcode) {
            case 0x00 -> "TEST UNIT READY";
            case 0x03 -> "REQUEST SENSE";
            case 0x04 -> "FORMAT UNIT";
            case 0x08 -> "READ (6)";
            case 0x0a -> "WRITE (6)";
            case 0x12 -> "INQUIRY";
            case 0x1b -> "START STOP UNIT";
            case 0x1d -> "SEND DIAGNOSTIC";
            case 0x25 -> "READ CAPACITY (10)";
            case 0x28 -> "READ (10)";
            case 0x2a -> "WRITE (10)";
            case 0x2f -> "VERIFY";
            case 0x34 -> "PRE-FETCH (10)";
            case 0x35 -> "SYNCHRONIZE CACHE (10)";
            case 0x3b -> "WRITE BUFFER";
            case 0x3c -> "READ BUFFER";
            case 0x42 -> "UNMAP";
            case 0x55 -> "MODE SELECT (10)";
            case 0x5a -> "MODE SENSE (10)";
            case 0x88 -> "READ (16)";
            case 0x8a -> "WRITE (16)";
            case 0x90 -> "PRE-FETCH (16)";
            case 0x91 -> "SYNCHRONIZE CACHE (16)";
            case 0x9e -> "READ CAPACITY (16)";
            case 0xa0 -> "REPORT LUNS";
            case 0xa2 -> "SECURITY PROTOCOL IN";
            case 0xb5 -> "SECURITY PROTOCOL OUT";
            default -> "UNDEFINED";
        };
        return group > 0 ? name + " (GID=0x" + Long.toHexString(group) + ")" : name;
    }

    private void handleCheckpoint(KernelEvent e) {
        long phase = e.asUint32(F2fsWriteCheckpointFtraceEvent.PHASE_FIELD_NUMBER);
        if (phase != CHECKPOINT_START && phase != CHECKPOINT_FINISH) {
            return;
        }
        int upid = context.processes().process(e.tid());
        int track = track(F2FS_CHECKPOINT, id("f2fs_ckpt " + e.tid()), upid);
        end(e, track);
        if (phase == CHECKPOINT_FINISH) {
            return;
        }
        int reason = e.asInt(F2fsWriteCheckpointFtraceEvent.REASON_FIELD_NUMBER);
        int reasonText = id("reason_str");
        begin(e, track, NULL, id("F2fs Write Checkpoint"), b -> {
            b.addUint(id("dev"), e.asLong(F2fsWriteCheckpointFtraceEvent.DEV_FIELD_NUMBER))
                    .addInt(id("reason_int"), reason);
            if (reason == 0) {
                b.addString(reasonText, id("Unknown"));
            }
            for (int i = 0; i < CHECKPOINT_REASONS.length; i++) {
                if ((reason & 1 << i) != 0) {
                    b.addString(
                            reasonText,
                            id("reason_str[" + b.allocateArrayIndex(reasonText) + "]"),
                            id(CHECKPOINT_REASONS[i]));
                }
            }
        });
    }

    private void handleReadStart(KernelEvent e) {
        long offset = e.asLong(AndroidFsDatareadStartFtraceEvent.OFFSET_FIELD_NUMBER);
        readers.putIfAbsent(new Read(e.asLong(AndroidFsDatareadStartFtraceEvent.INO_FIELD_NUMBER), offset), e.tid());
        begin(
                e,
                androidFs().begin(e.tid()),
                NULL,
                dataRead,
                b -> b.addString(id("file_path"), e.stringId(AndroidFsDatareadStartFtraceEvent.PATHBUF_FIELD_NUMBER))
                        .addInt(id("offset_start"), offset)
                        .addInt(id("bytes_read_start"), e.asInt(AndroidFsDatareadStartFtraceEvent.BYTES_FIELD_NUMBER)));
    }

    private void handleReadEnd(KernelEvent e) {
        long offset = e.asLong(AndroidFsDatareadEndFtraceEvent.OFFSET_FIELD_NUMBER);
        Long reader = readers.remove(new Read(e.asLong(AndroidFsDatareadEndFtraceEvent.INO_FIELD_NUMBER), offset));
        if (reader != null) {
            end(
                    e,
                    androidFs().end(reader),
                    NULL,
                    NULL,
                    b -> b.addInt(id("offset_end"), offset)
                            .addInt(id("bytes_read_end"), e.asInt(AndroidFsDatareadEndFtraceEvent.BYTES_FIELD_NUMBER)));
        }
    }

    private TrackCompressor.Lanes androidFs() {
        return context.compressor().lanes(ANDROID_FS, id("android_fs"), null, null);
    }
}
