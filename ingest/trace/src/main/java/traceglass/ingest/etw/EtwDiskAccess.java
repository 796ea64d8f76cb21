package traceglass.ingest.etw;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.DiskIoEtwEvent;
import traceglass.protos.system.DiskIoEtwEventDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses disk access into slices of the threads on which the events were written. Opcodes are those of Windows'
/// `DiskIo` class.
final class EtwDiskAccess {

    private static final String CATEGORY = "ETW Disk I/O";
    private static final TrackType TRACK = TrackCompressor.compressed("etw_diskio", TrackType.UTID);
    private static final int FIRST_OPCODE = 10;
    private static final String[] NAMES = {
        "DiskRead", "DiskWrite", "DiskReadInit", "DiskWriteInit", "DiskFlush", "DiskFlushInit"
    };

    private final ImportContext context;
    private final EtwArgs args = new EtwArgs()
            .add(DiskIoEtwEvent.IRP_PTR_FIELD_NUMBER, "Irp Ptr", EtwArgs.Kind.POINTER)
            .add(DiskIoEtwEvent.DISK_NUMBER_FIELD_NUMBER, "Disk Number", EtwArgs.Kind.NUMBER)
            .add(DiskIoEtwEvent.IRP_FLAGS_FIELD_NUMBER, "Irp Flags", EtwArgs.Kind.POINTER)
            .add(DiskIoEtwEvent.TRANSFER_SIZE_FIELD_NUMBER, "Transfer Size", EtwArgs.Kind.NUMBER)
            .add(DiskIoEtwEvent.BYTE_OFFSET_FIELD_NUMBER, "Byte Offset", EtwArgs.Kind.SIGNED)
            .add(DiskIoEtwEvent.FILE_OBJECT_FIELD_NUMBER, "File Object", EtwArgs.Kind.POINTER)
            .add(DiskIoEtwEvent.RESPONSE_TIME_FIELD_NUMBER, "Response Time (microseconds)", EtwArgs.Kind.SIGNED)
            .add(DiskIoEtwEvent.ISSUING_THREAD_ID_FIELD_NUMBER, "Issuing Thread ID", EtwArgs.Kind.NUMBER)
            .add(EtwArgs.PATH, "Path", EtwArgs.Kind.TEXT);

    EtwDiskAccess(ImportContext context) {
        this.context = context;
    }

    /// Reads a `DiskIoEtwEvent`.
    void read(long ts, int utid, DiskIoEtwEventDecoder event) {
        read(ts, event.responseTime(), utid, event);
    }

    /// Reads a `DiskIoEtwEvent` whose duration is known in ns.
    void read(long ts, long dur, int utid, DiskIoEtwEventDecoder event) {
        long opcode = event.hasOpcode() ? Integer.toUnsignedLong(event.opcode()) : -1;
        if (opcode < 0) {
            return;
        }
        if (opcode < FIRST_OPCODE || opcode >= FIRST_OPCODE + NAMES.length) {
            context.stats().increment(StatNames.MISSING_DISK_IO_EVENT_NAME);
            return;
        }
        int track = context.compressor()
                .lanes(TRACK, StringPool.NULL, null, null, utid)
                .scoped(ts, dur);
        context.slices()
                .scoped(
                        ts,
                        dur,
                        track,
                        context.strings().intern(CATEGORY),
                        context.strings().intern(NAMES[(int) opcode - FIRST_OPCODE]),
                        args.read(event.buffer(), event.offset(), event.length(), context, null));
    }
}
