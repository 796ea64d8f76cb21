package traceglass.ingest.etw;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.EtwTraceEvent;
import traceglass.protos.system.EtwTraceEventDecoder;
import traceglass.protos.system.FileIoCreateEtwEvent;
import traceglass.protos.system.FileIoDirEnumEtwEvent;
import traceglass.protos.system.FileIoInfoEtwEvent;
import traceglass.protos.system.FileIoOpEndEtwEvent;
import traceglass.protos.system.FileIoPathOperationEtwEvent;
import traceglass.protos.system.FileIoReadWriteEtwEvent;
import traceglass.protos.system.FileIoSimpleOpEtwEvent;
import traceglass.store.table.StringPool;

/// Parses file access: one event starts it and another ends it, matched by their I/O request packet (IRP). If either
/// event is missing, the slice has no duration and its arguments report it.
final class EtwFileAccess {

    private static final TrackType TRACK = TrackCompressor.compressed("etw_fileio", TrackType.UTID);
    private static final String MISSING = "Missing Event";
    private static final String IRP = "I/O Request Packet";

    /// Kind of event that starts an access.
    ///
    /// @param irp number of the field with the IRP
    /// @param opcode number of the field with the operation, 0 if there is none
    /// @param name name of an access whose operation is unknown
    private record Form(int irp, int opcode, String name, EtwArgs args) {}

    private record OpenAccess(int name, long ts, int utid) {}

    private final ImportContext context;
    private final Map<Integer, Form> forms = new LinkedHashMap<>();
    private final Map<Long, OpenAccess> started = new LinkedHashMap<>();
    private final EtwArgs endArgs = new EtwArgs()
            .add(FileIoOpEndEtwEvent.EXTRA_INFO_FIELD_NUMBER, "Extra Info", EtwArgs.Kind.NUMBER)
            .add(FileIoOpEndEtwEvent.NT_STATUS_FIELD_NUMBER, "NT Status", EtwArgs.Kind.POINTER);

    EtwFileAccess(ImportContext context) {
        this.context = context;
        forms.put(EtwTraceEvent.FILE_IO_CREATE_FIELD_NUMBER, createForm());
        forms.put(EtwTraceEvent.FILE_IO_DIR_ENUM_FIELD_NUMBER, enumerationForm());
        forms.put(EtwTraceEvent.FILE_IO_INFO_FIELD_NUMBER, infoForm());
        forms.put(EtwTraceEvent.FILE_IO_READ_WRITE_FIELD_NUMBER, readOrWriteForm());
        forms.put(EtwTraceEvent.FILE_IO_SIMPLE_OP_FIELD_NUMBER, simpleForm());
        forms.put(EtwTraceEvent.FILE_IO_PATH_OPERATION_FIELD_NUMBER, pathForm());
    }

    private static Form createForm() {
        return new Form(
                FileIoCreateEtwEvent.IRP_PTR_FIELD_NUMBER,
                0,
                EtwNames.fileEvent(EtwNames.CREATE_FILE),
                new EtwArgs()
                        .add(FileIoCreateEtwEvent.IRP_PTR_FIELD_NUMBER, IRP, EtwArgs.Kind.POINTER)
                        .add(FileIoCreateEtwEvent.FILE_OBJECT_FIELD_NUMBER, "File Object", EtwArgs.Kind.POINTER)
                        .add(FileIoCreateEtwEvent.TTID_FIELD_NUMBER, "Thread ID", EtwArgs.Kind.NUMBER)
                        .add(FileIoCreateEtwEvent.CREATE_OPTIONS_FIELD_NUMBER, "Create Options", EtwArgs.Kind.POINTER)
                        .add(FileIoCreateEtwEvent.FILE_ATTRIBUTES_FIELD_NUMBER, "File Attributes", EtwArgs.Kind.POINTER)
                        .add(FileIoCreateEtwEvent.SHARE_ACCESS_FIELD_NUMBER, "Share Access", EtwArgs.Kind.POINTER)
                        .add(FileIoCreateEtwEvent.OPEN_PATH_FIELD_NUMBER, "Open Path", EtwArgs.Kind.TEXT));
    }

    private static Form enumerationForm() {
        return new Form(
                FileIoDirEnumEtwEvent.IRP_PTR_FIELD_NUMBER,
                FileIoDirEnumEtwEvent.OPCODE_FIELD_NUMBER,
                "DirEnum",
                new EtwArgs()
                        .add(FileIoDirEnumEtwEvent.IRP_PTR_FIELD_NUMBER, IRP, EtwArgs.Kind.POINTER)
                        .add(FileIoDirEnumEtwEvent.FILE_OBJECT_FIELD_NUMBER, "File Object", EtwArgs.Kind.POINTER)
                        .add(FileIoDirEnumEtwEvent.FILE_KEY_FIELD_NUMBER, "File Key", EtwArgs.Kind.POINTER)
                        .add(FileIoDirEnumEtwEvent.TTID_FIELD_NUMBER, "Thread ID", EtwArgs.Kind.NUMBER)
                        .add(FileIoDirEnumEtwEvent.INFO_CLASS_FIELD_NUMBER, "Info Class", EtwArgs.Kind.INFO_CLASS)
                        .add(FileIoDirEnumEtwEvent.FILE_INDEX_FIELD_NUMBER, "File Index", EtwArgs.Kind.NUMBER)
                        .add(FileIoDirEnumEtwEvent.FILE_NAME_FIELD_NUMBER, "Enumeration Path", EtwArgs.Kind.TEXT));
    }

    private static Form infoForm() {
        return new Form(
                FileIoInfoEtwEvent.IRP_PTR_FIELD_NUMBER,
                FileIoInfoEtwEvent.OPCODE_FIELD_NUMBER,
                "Info",
                new EtwArgs()
                        .add(FileIoInfoEtwEvent.IRP_PTR_FIELD_NUMBER, IRP, EtwArgs.Kind.POINTER)
                        .add(FileIoInfoEtwEvent.FILE_OBJECT_FIELD_NUMBER, "File Object", EtwArgs.Kind.POINTER)
                        .add(FileIoInfoEtwEvent.FILE_KEY_FIELD_NUMBER, "File Key", EtwArgs.Kind.POINTER)
                        .add(FileIoInfoEtwEvent.EXTRA_INFO_FIELD_NUMBER, "Extra Info", EtwArgs.Kind.EXTRA_INFO)
                        .add(FileIoInfoEtwEvent.TTID_FIELD_NUMBER, "Thread ID", EtwArgs.Kind.NUMBER)
                        .add(FileIoInfoEtwEvent.INFO_CLASS_FIELD_NUMBER, "Info Class", EtwArgs.Kind.INFO_CLASS)
                        .add(EtwArgs.PATH, "Path", EtwArgs.Kind.TEXT));
    }

    private static Form readOrWriteForm() {
        return new Form(
                FileIoReadWriteEtwEvent.IRP_PTR_FIELD_NUMBER,
                FileIoReadWriteEtwEvent.OPCODE_FIELD_NUMBER,
                "ReadOrWrite",
                new EtwArgs()
                        .add(FileIoReadWriteEtwEvent.IRP_PTR_FIELD_NUMBER, IRP, EtwArgs.Kind.POINTER)
                        .add(FileIoReadWriteEtwEvent.OFFSET_FIELD_NUMBER, "Offset", EtwArgs.Kind.NUMBER)
                        .add(FileIoReadWriteEtwEvent.FILE_OBJECT_FIELD_NUMBER, "File Object", EtwArgs.Kind.POINTER)
                        .add(FileIoReadWriteEtwEvent.FILE_KEY_FIELD_NUMBER, "File Key", EtwArgs.Kind.POINTER)
                        .add(FileIoReadWriteEtwEvent.TTID_FIELD_NUMBER, "Thread ID", EtwArgs.Kind.NUMBER)
                        .add(FileIoReadWriteEtwEvent.IO_SIZE_FIELD_NUMBER, "I/O Size", EtwArgs.Kind.NUMBER)
                        .add(FileIoReadWriteEtwEvent.IO_FLAGS_FIELD_NUMBER, "I/O Flags", EtwArgs.Kind.POINTER)
                        .add(EtwArgs.PATH, "Path", EtwArgs.Kind.TEXT));
    }

    private static Form simpleForm() {
        return new Form(
                FileIoSimpleOpEtwEvent.IRP_PTR_FIELD_NUMBER,
                FileIoSimpleOpEtwEvent.OPCODE_FIELD_NUMBER,
                "SimpleOp",
                new EtwArgs()
                        .add(FileIoSimpleOpEtwEvent.IRP_PTR_FIELD_NUMBER, IRP, EtwArgs.Kind.POINTER)
                        .add(FileIoSimpleOpEtwEvent.FILE_OBJECT_FIELD_NUMBER, "File Object", EtwArgs.Kind.POINTER)
                        .add(FileIoSimpleOpEtwEvent.FILE_KEY_FIELD_NUMBER, "File Key", EtwArgs.Kind.POINTER)
                        .add(FileIoSimpleOpEtwEvent.TTID_FIELD_NUMBER, "Thread ID", EtwArgs.Kind.NUMBER)
                        .add(EtwArgs.PATH, "Path", EtwArgs.Kind.TEXT));
    }

    private static Form pathForm() {
        return new Form(
                FileIoPathOperationEtwEvent.IRP_PTR_FIELD_NUMBER,
                FileIoPathOperationEtwEvent.OPCODE_FIELD_NUMBER,
                "PathOperation",
                new EtwArgs()
                        .add(FileIoPathOperationEtwEvent.IRP_PTR_FIELD_NUMBER, IRP, EtwArgs.Kind.POINTER)
                        .add(FileIoPathOperationEtwEvent.FILE_OBJECT_FIELD_NUMBER, "File Object", EtwArgs.Kind.POINTER)
                        .add(FileIoPathOperationEtwEvent.FILE_KEY_FIELD_NUMBER, "File Key", EtwArgs.Kind.POINTER)
                        .add(FileIoPathOperationEtwEvent.EXTRA_INFO_FIELD_NUMBER, "Extra Info", EtwArgs.Kind.NUMBER)
                        .add(FileIoPathOperationEtwEvent.TTID_FIELD_NUMBER, "Thread ID", EtwArgs.Kind.NUMBER)
                        .add(FileIoPathOperationEtwEvent.INFO_CLASS_FIELD_NUMBER, "Info Class", EtwArgs.Kind.INFO_CLASS)
                        .add(FileIoPathOperationEtwEvent.FILE_NAME_FIELD_NUMBER, "File Name", EtwArgs.Kind.TEXT));
    }

    /// Reads the field of an event that describes a file access; ignores other fields.
    ///
    /// @param i index of the field
    void read(long ts, int utid, EtwTraceEventDecoder event, int i) {
        int field = event.otherNumber(i);
        byte[] bytes = event.buffer();
        int offset = event.otherOffset(i);
        int length = event.otherLength(i);
        if (field == EtwTraceEvent.FILE_IO_OP_END_FIELD_NUMBER) {
            Long irp = endArgs.number(bytes, offset, length, FileIoOpEndEtwEvent.IRP_PTR_FIELD_NUMBER);
            ArgsWriter args = endArgs.read(bytes, offset, length, context, null);
            if (irp == null) {
                addUnmatched(ts, utid, endName(), args);
            } else {
                end(irp, ts, utid, args);
            }
            return;
        }
        Form form = forms.get(field);
        if (form == null) {
            return;
        }
        String name = form.opcode == 0
                ? null
                : EtwNames.fileEvent(unsigned(form.args.number(bytes, offset, length, form.opcode)));
        int infoClass = FileIoInfoEtwEvent.INFO_CLASS_FIELD_NUMBER;
        String extraInfo = field == EtwTraceEvent.FILE_IO_INFO_FIELD_NUMBER
                ? EtwNames.extraInfo(unsigned(form.args.number(bytes, offset, length, infoClass)))
                : null;
        start(
                form.args.number(bytes, offset, length, form.irp),
                ts,
                utid,
                context.strings().intern(name == null ? form.name : name.isEmpty() ? null : name),
                form.args.read(bytes, offset, length, context, extraInfo));
    }

    /// Returns the value of an unsigned field; -1 if it is missing.
    private static long unsigned(@Nullable Long value) {
        return value == null ? -1 : value & 0xFFFF_FFFFL;
    }

    private int endName() {
        return context.strings().intern(EtwNames.fileEvent(EtwNames.END_OPERATION));
    }

    private TrackCompressor.Lanes lanes(int utid) {
        return context.compressor().lanes(TRACK, StringPool.NULL, null, null, utid);
    }

    private void start(Long irp, long ts, int utid, int name, ArgsWriter args) {
        if (irp == null) {
            addUnmatched(ts, utid, name, args);
            return;
        }
        OpenAccess previous = started.get(irp);
        if (previous != null) {
            // The request packet is being reused, so the event that ended its previous use was lost.
            endUnmatched(irp, previous);
        }
        context.slices().begin(ts, lanes(utid).begin(irp), StringPool.NULL, name, args);
        started.put(irp, new OpenAccess(name, ts, utid));
    }

    private void end(long irp, long ts, int utid, ArgsWriter args) {
        OpenAccess start = started.remove(irp);
        if (start == null) {
            addUnmatched(ts, utid, endName(), b -> {
                args.write(b);
                b.addString(context.strings().intern(MISSING), context.strings().intern("Start"));
            });
            return;
        }
        context.slices().end(ts, lanes(utid).end(irp), StringPool.NULL, start.name, args);
    }

    private void endUnmatched(long irp, OpenAccess start) {
        end(
                irp,
                start.ts,
                start.utid,
                b -> b.addString(
                        context.strings().intern(MISSING), context.strings().intern("End")));
    }

    /// Adds an event that has no matching start or end.
    private void addUnmatched(long ts, int utid, int name, ArgsWriter args) {
        context.slices().scoped(ts, 0, lanes(utid).scoped(ts, 0), StringPool.NULL, name, args);
    }

    /// Ends open accesses; called after the last event.
    void finish() {
        new LinkedHashMap<>(started).forEach(this::endUnmatched);
    }
}
