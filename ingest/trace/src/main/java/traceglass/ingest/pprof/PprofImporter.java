package traceglass.ingest.pprof;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.store.names.StatNames;

/// Imports pprof profiles: the protobuf message `perftools.profiles.Profile`. Written by Go, gperftools, Pyroscope,
/// Parca, Cloud Profiler and other tools, usually compressed with gzip.
public final class PprofImporter implements Importer {

    private static final int MIN_SIZE = 10;

    @Override
    public String id() {
        return "pprof";
    }

    @Override
    public String displayName() {
        return "pprof profile";
    }

    @Override
    public int priority() {
        return 220;
    }

    /// Accepts messages that have only fields of a profile, each with the right wire type, including one that
    /// no other message with these fields has. There is no magic number.
    @Override
    public boolean sniff(byte[] head) {
        if (head.length < MIN_SIZE || isText(head)) {
            return false;
        }
        boolean isTypical = false;
        ProtoCursor cursor = new ProtoCursor().enter(head, 0, head.length);
        int end = 0;
        while (cursor.next()) {
            if (!hasRightType(cursor.field(), cursor.wire())
                    || cursor.wire() == ProtoCursor.BYTES
                            && cursor.length() > 0
                            && !mayBeginWith(cursor.field(), cursor.buffer()[cursor.offset()] & 0xff)) {
                return false;
            }
            isTypical |= isTypical(cursor.field());
            end = cursor.position();
        }
        boolean isTruncated = cursor.isDamaged() && end > 0;
        return isTypical && (!isTruncated || mayContinue(head, end));
    }

    /// Returns whether no byte is below 9 (tab). Every message contains such a byte.
    private static boolean isText(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < '\t') {
                return false;
            }
        }
        return true;
    }

    /// Returns whether the bytes after the last complete field may be the start of another field.
    private static boolean mayContinue(byte[] head, int from) {
        int tag = head[from] & 0xff;
        return tag < 0x80 && hasRightType(tag >> 3, tag & 7);
    }

    private static boolean hasRightType(int field, int wire) {
        return switch (field) {
            case PprofFields.PROFILE_SAMPLE_TYPE,
                    PprofFields.PROFILE_SAMPLE,
                    PprofFields.PROFILE_MAPPING,
                    PprofFields.PROFILE_LOCATION,
                    PprofFields.PROFILE_FUNCTION,
                    PprofFields.PROFILE_STRING_TABLE,
                    PprofFields.PROFILE_PERIOD_TYPE -> wire == ProtoCursor.BYTES;
            case PprofFields.PROFILE_DROP_FRAMES,
                    PprofFields.PROFILE_KEEP_FRAMES,
                    PprofFields.PROFILE_TIME_NANOS,
                    PprofFields.PROFILE_DURATION_NANOS,
                    PprofFields.PROFILE_PERIOD,
                    PprofFields.PROFILE_DEFAULT_SAMPLE_TYPE,
                    PprofFields.PROFILE_DOC_URL -> wire == ProtoCursor.VARINT;
            case PprofFields.PROFILE_COMMENT -> wire == ProtoCursor.BYTES || wire == ProtoCursor.VARINT;
            default -> false;
        };
    }

    /// Returns whether a message may begin with a tag. Files of TensorFlow's profiler have messages with other fields
    /// in the same place.
    private static boolean mayBeginWith(int field, int tag) {
        int inner = tag >> 3;
        int wire = tag & 7;
        return switch (field) {
            case PprofFields.PROFILE_SAMPLE_TYPE, PprofFields.PROFILE_PERIOD_TYPE ->
                inner >= 1 && inner <= PprofFields.TYPE_UNIT && wire == ProtoCursor.VARINT;
            case PprofFields.PROFILE_SAMPLE ->
                inner >= 1
                        && inner <= PprofFields.SAMPLE_LABEL
                        && (wire == ProtoCursor.BYTES || wire == ProtoCursor.VARINT);
            case PprofFields.PROFILE_LOCATION ->
                wire == (inner == PprofFields.LOCATION_LINE ? ProtoCursor.BYTES : ProtoCursor.VARINT);
            case PprofFields.PROFILE_MAPPING, PprofFields.PROFILE_FUNCTION -> wire == ProtoCursor.VARINT;
            default -> true;
        };
    }

    private static boolean isTypical(int field) {
        return field >= PprofFields.PROFILE_SAMPLE && field <= PprofFields.PROFILE_KEEP_FRAMES;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        PprofMessages messages = PprofMessages.read(input, context);
        boolean isOther = messages.messages(PprofFields.PROFILE_SAMPLE_TYPE).isEmpty()
                && messages.messages(PprofFields.PROFILE_SAMPLE).isEmpty();
        if (messages.strings().isEmpty() || isOther) {
            throw new TraceProblem(input.name() + (isOther ? " has no samples" : " has no string table")
                    + ": it is a truncated pprof profile or another kind of protobuf message");
        }
        if (messages.messages(PprofFields.PROFILE_SAMPLE).isEmpty()) {
            context.logs().recordAt(StatNames.PPROF_WITHOUT_SAMPLES, input.position(), null);
        }
        new PprofWriter(context, messages).write();
    }
}
