package traceglass.ingest.etl;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.etw.EtwArgs;
import traceglass.ingest.etw.EtwEvents;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.system.DiskIoEtwEvent;
import traceglass.protos.system.EtwTraceEvent;
import traceglass.protos.system.FileIoCreateEtwEvent;
import traceglass.protos.system.FileIoDirEnumEtwEvent;
import traceglass.protos.system.FileIoInfoEtwEvent;
import traceglass.protos.system.FileIoOpEndEtwEvent;
import traceglass.protos.system.FileIoPathOperationEtwEvent;
import traceglass.protos.system.FileIoReadWriteEtwEvent;
import traceglass.protos.system.FileIoSimpleOpEtwEvent;

/// File and disk access, encoded for [EtwEvents]. File names are defined by separate events.
final class EtlFileEvents {

    private static final int NAME = 0;
    private static final int NAME_CREATED = 32;
    private static final int NAME_DELETED = 35;
    private static final int NAME_LISTED = 36;
    private static final int CREATE = 64;
    private static final int CLEANUP = 65;
    private static final int CLOSE = 66;
    private static final int READ = 67;
    private static final int WRITE = 68;
    private static final int LIST = 72;
    private static final int FLUSH = 73;
    private static final int END = 76;
    private static final int NOTIFY = 77;
    private static final int DELETE_PATH = 79;
    private static final int RENAME_PATH = 80;
    private static final int DISK_READ = 10;
    private static final int DISK_WRITE = 11;
    private static final int DISK_FLUSH = 14;
    /// Up to this version, the thread is a pointer after the IRP; later it is a number after the pointers.
    private static final int LAST_WITH_THREAD_POINTER = 2;

    private final LogFileHeader header;
    private final EtwEvents handlers;
    private final Map<Long, byte[]> names = new HashMap<>();
    /// Threads that started operations, by IRP.
    private final Map<Long, Long> threads = new HashMap<>();
    private final ProtoBytes fields = new ProtoBytes();
    private final ProtoBytes message = new ProtoBytes();
    /// Thread of the current event.
    private long tid;
    /// Offset in the current event of the fields after the pointers and the thread.
    private int fieldsOffset;
    private long irp;
    private long file;
    private long key;
    private long extra;

    EtlFileEvents(LogFileHeader header, EtwEvents handlers) {
        this.header = header;
        this.handlers = handlers;
    }

    boolean isDiskAccess(int opcode) {
        return opcode == DISK_READ || opcode == DISK_WRITE || opcode == DISK_FLUSH;
    }

    boolean isFileEvent(int opcode) {
        return opcode == NAME
                || opcode == NAME_CREATED
                || opcode == NAME_DELETED
                || opcode == NAME_LISTED
                || opcode >= CREATE && opcode <= NOTIFY
                || opcode == DELETE_PATH
                || opcode == RENAME_PATH;
    }

    /// Returns the duration of a disk access in ticks of the file's clock.
    long responseTicks(EtlEvent e) {
        return e.payload.ulong(e.opcode == DISK_FLUSH ? 8 : e.payload.offsetAfter(24, 2));
    }

    void read(long ts, int cpu, EtlEvent e) {
        if (e.group == EtlKernelEvents.DISK) {
            handleDisk(ts, cpu, e);
            return;
        }
        EtlPayload p = e.payload;
        switch (e.opcode) {
            case NAME, NAME_CREATED, NAME_LISTED ->
                names.put(p.pointer(0), p.utf16(p.offsetAfter(0, 1)).getBytes(StandardCharsets.UTF_8));
            case NAME_DELETED -> names.remove(p.pointer(0));
            default -> handleAccess(ts, cpu, e);
        }
    }

    private void handleDisk(long ts, int cpu, EtlEvent e) {
        EtlPayload p = e.payload;
        boolean isFlush = e.opcode == DISK_FLUSH;
        long dur = Math.max(0, header.durationNs(Math.max(0, responseTicks(e))));
        long thread = isFlush ? p.uint(p.offsetAfter(16, 1)) : p.uint(p.offsetAfter(32, 2));
        if (e.version < 2 && thread == 0 || thread == 0xffff_ffffL) {
            thread = e.tid >= 0 ? e.tid : handlers.runningOn(cpu);
        }
        fields.clear()
                .number(DiskIoEtwEvent.DISK_NUMBER_FIELD_NUMBER, p.uint(0))
                .number(DiskIoEtwEvent.IRP_FLAGS_FIELD_NUMBER, p.uint(4))
                .number(DiskIoEtwEvent.RESPONSE_TIME_FIELD_NUMBER, dur / 1000)
                .number(DiskIoEtwEvent.ISSUING_THREAD_ID_FIELD_NUMBER, thread)
                .number(DiskIoEtwEvent.OPCODE_FIELD_NUMBER, e.opcode);
        if (isFlush) {
            fields.number(DiskIoEtwEvent.IRP_PTR_FIELD_NUMBER, p.pointer(16));
        } else {
            long fileObject = p.pointer(24);
            fields.number(DiskIoEtwEvent.TRANSFER_SIZE_FIELD_NUMBER, p.uint(8))
                    .number(DiskIoEtwEvent.BYTE_OFFSET_FIELD_NUMBER, p.ulong(16))
                    .number(DiskIoEtwEvent.FILE_OBJECT_FIELD_NUMBER, fileObject)
                    .number(DiskIoEtwEvent.IRP_PTR_FIELD_NUMBER, p.pointer(p.offsetAfter(24, 1)));
            addPath(fileObject, fileObject);
        }
        message.clear().bytes(EtwTraceEvent.DISK_IO_FIELD_NUMBER, fields.buffer(), 0, fields.size());
        handlers.readDiskAccess(ts, dur, thread, message.buffer(), message.size());
    }

    private void addPath(long object, long fileKey) {
        byte[] name = names.get(fileKey);
        name = name == null ? names.get(object) : name;
        if (name != null) {
            fields.bytes(EtwArgs.PATH, name);
        }
    }

    private void handleAccess(long ts, int cpu, EtlEvent e) {
        EtlPayload p = e.payload;
        fields.clear();
        int field = switch (e.opcode) {
            case CREATE -> encodeCreate(e);
            case CLEANUP, CLOSE, FLUSH -> encodeSimple(e);
            case READ, WRITE -> encodeReadOrWrite(e);
            case LIST, NOTIFY -> encodeList(e);
            case DELETE_PATH, RENAME_PATH -> encodePath(e);
            case END -> {
                fields.number(FileIoOpEndEtwEvent.IRP_PTR_FIELD_NUMBER, p.pointer(0))
                        .number(FileIoOpEndEtwEvent.EXTRA_INFO_FIELD_NUMBER, p.pointer(p.offsetAfter(0, 1)))
                        .number(FileIoOpEndEtwEvent.NT_STATUS_FIELD_NUMBER, p.uint(p.offsetAfter(0, 2)));
                tid = 0;
                yield EtwTraceEvent.FILE_IO_OP_END_FIELD_NUMBER;
            }
            default -> encodeInfo(e);
        };
        long thread = e.tid >= 0 ? e.tid : tid != 0 ? tid : handlers.runningOn(cpu);
        if (e.opcode == END) {
            // The operation may end on any thread.
            Long starter = threads.remove(p.pointer(0));
            thread = starter == null ? thread : starter;
        } else {
            threads.put(irp, thread);
        }
        message.clear()
                .bytes(field, fields.buffer(), 0, fields.size())
                .number(EtwTraceEvent.THREAD_ID_FIELD_NUMBER, thread);
        handlers.read(ts, cpu, message.buffer(), 0, message.size());
    }

    /// Reads the IRP, the file object and other pointers, and the thread.
    ///
    /// @param position offset of the IRP
    /// @param pointers number of pointers besides the thread
    private void readPointers(EtlEvent e, int position, int pointers) {
        EtlPayload p = e.payload;
        boolean hasPointer = e.version <= LAST_WITH_THREAD_POINTER;
        int size = p.pointerSize();
        int others = position + (hasPointer ? 2 : 1) * size;
        irp = p.pointer(position);
        file = p.pointer(others);
        key = pointers > 2 ? p.pointer(others + size) : 0;
        extra = pointers > 3 ? p.pointer(others + 2 * size) : 0;
        fieldsOffset = others + (pointers - 1) * size;
        if (hasPointer) {
            tid = p.pointer(position + size) & 0xffff_ffffL;
        } else {
            tid = p.uint(fieldsOffset);
            fieldsOffset += Integer.BYTES;
        }
    }

    /// Encodes the fields of an event. Returns the number of the message field in `EtwTraceEvent`.
    private int encodeCreate(EtlEvent e) {
        readPointers(e, 0, 2);
        byte[] path = e.payload.utf16(fieldsOffset + 12).getBytes(StandardCharsets.UTF_8);
        fields.number(FileIoCreateEtwEvent.IRP_PTR_FIELD_NUMBER, irp)
                .number(FileIoCreateEtwEvent.FILE_OBJECT_FIELD_NUMBER, file)
                .number(FileIoCreateEtwEvent.TTID_FIELD_NUMBER, tid)
                .number(FileIoCreateEtwEvent.CREATE_OPTIONS_FIELD_NUMBER, e.payload.uint(fieldsOffset))
                .number(FileIoCreateEtwEvent.FILE_ATTRIBUTES_FIELD_NUMBER, e.payload.uint(fieldsOffset + 4))
                .number(FileIoCreateEtwEvent.SHARE_ACCESS_FIELD_NUMBER, e.payload.uint(fieldsOffset + 8))
                .bytes(FileIoCreateEtwEvent.OPEN_PATH_FIELD_NUMBER, path);
        names.put(file, path);
        return EtwTraceEvent.FILE_IO_CREATE_FIELD_NUMBER;
    }

    private int encodeSimple(EtlEvent e) {
        readPointers(e, 0, 3);
        fields.number(FileIoSimpleOpEtwEvent.IRP_PTR_FIELD_NUMBER, irp)
                .number(FileIoSimpleOpEtwEvent.FILE_OBJECT_FIELD_NUMBER, file)
                .number(FileIoSimpleOpEtwEvent.FILE_KEY_FIELD_NUMBER, key)
                .number(FileIoSimpleOpEtwEvent.TTID_FIELD_NUMBER, tid)
                .number(FileIoSimpleOpEtwEvent.OPCODE_FIELD_NUMBER, e.opcode);
        addPath(file, key);
        return EtwTraceEvent.FILE_IO_SIMPLE_OP_FIELD_NUMBER;
    }

    private int encodeReadOrWrite(EtlEvent e) {
        readPointers(e, 8, 3);
        fields.number(FileIoReadWriteEtwEvent.OFFSET_FIELD_NUMBER, e.payload.ulong(0))
                .number(FileIoReadWriteEtwEvent.IRP_PTR_FIELD_NUMBER, irp)
                .number(FileIoReadWriteEtwEvent.FILE_OBJECT_FIELD_NUMBER, file)
                .number(FileIoReadWriteEtwEvent.FILE_KEY_FIELD_NUMBER, key)
                .number(FileIoReadWriteEtwEvent.TTID_FIELD_NUMBER, tid)
                .number(FileIoReadWriteEtwEvent.IO_SIZE_FIELD_NUMBER, e.payload.uint(fieldsOffset))
                .number(FileIoReadWriteEtwEvent.IO_FLAGS_FIELD_NUMBER, e.payload.uint(fieldsOffset + 4))
                .number(FileIoReadWriteEtwEvent.OPCODE_FIELD_NUMBER, e.opcode);
        addPath(file, key);
        return EtwTraceEvent.FILE_IO_READ_WRITE_FIELD_NUMBER;
    }

    private int encodeInfo(EtlEvent e) {
        readPointers(e, 0, 4);
        fields.number(FileIoInfoEtwEvent.IRP_PTR_FIELD_NUMBER, irp)
                .number(FileIoInfoEtwEvent.FILE_OBJECT_FIELD_NUMBER, file)
                .number(FileIoInfoEtwEvent.FILE_KEY_FIELD_NUMBER, key)
                .number(FileIoInfoEtwEvent.EXTRA_INFO_FIELD_NUMBER, extra)
                .number(FileIoInfoEtwEvent.TTID_FIELD_NUMBER, tid)
                .number(FileIoInfoEtwEvent.INFO_CLASS_FIELD_NUMBER, e.payload.uint(fieldsOffset))
                .number(FileIoInfoEtwEvent.OPCODE_FIELD_NUMBER, e.opcode);
        addPath(file, key);
        return EtwTraceEvent.FILE_IO_INFO_FIELD_NUMBER;
    }

    private int encodeList(EtlEvent e) {
        readPointers(e, 0, 3);
        fields.number(FileIoDirEnumEtwEvent.IRP_PTR_FIELD_NUMBER, irp)
                .number(FileIoDirEnumEtwEvent.FILE_OBJECT_FIELD_NUMBER, file)
                .number(FileIoDirEnumEtwEvent.FILE_KEY_FIELD_NUMBER, key)
                .number(FileIoDirEnumEtwEvent.TTID_FIELD_NUMBER, tid)
                .number(FileIoDirEnumEtwEvent.LENGTH_FIELD_NUMBER, e.payload.uint(fieldsOffset))
                .number(FileIoDirEnumEtwEvent.INFO_CLASS_FIELD_NUMBER, e.payload.uint(fieldsOffset + 4))
                .number(FileIoDirEnumEtwEvent.FILE_INDEX_FIELD_NUMBER, e.payload.uint(fieldsOffset + 8))
                .number(FileIoDirEnumEtwEvent.OPCODE_FIELD_NUMBER, e.opcode)
                .bytes(
                        FileIoDirEnumEtwEvent.FILE_NAME_FIELD_NUMBER,
                        e.payload.utf16(fieldsOffset + 12).getBytes(StandardCharsets.UTF_8));
        return EtwTraceEvent.FILE_IO_DIR_ENUM_FIELD_NUMBER;
    }

    private int encodePath(EtlEvent e) {
        readPointers(e, 0, 4);
        fields.number(FileIoPathOperationEtwEvent.IRP_PTR_FIELD_NUMBER, irp)
                .number(FileIoPathOperationEtwEvent.FILE_OBJECT_FIELD_NUMBER, file)
                .number(FileIoPathOperationEtwEvent.FILE_KEY_FIELD_NUMBER, key)
                .number(FileIoPathOperationEtwEvent.EXTRA_INFO_FIELD_NUMBER, extra)
                .number(FileIoPathOperationEtwEvent.TTID_FIELD_NUMBER, tid)
                .number(FileIoPathOperationEtwEvent.INFO_CLASS_FIELD_NUMBER, e.payload.uint(fieldsOffset))
                .number(FileIoPathOperationEtwEvent.OPCODE_FIELD_NUMBER, e.opcode)
                .bytes(
                        FileIoPathOperationEtwEvent.FILE_NAME_FIELD_NUMBER,
                        e.payload.utf16(fieldsOffset + 4).getBytes(StandardCharsets.UTF_8));
        return EtwTraceEvent.FILE_IO_PATH_OPERATION_FIELD_NUMBER;
    }
}
