package traceglass.ingest.pprof;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.protos.foreign.pprof.ValueType;
import traceglass.store.names.StatNames;

/// Imports pprof profiles: the protobuf message `perftools.profiles.Profile`. Go, gperftools, Pyroscope, Parca,
/// Cloud Profiler and other tools write them, usually compressed with gzip.
public final class PprofImporter implements Importer {

    /// Number of the field with the URL of the documentation, which Perfetto's copy of `profile.proto` lacks.
    static final int DOC_URL = 15;

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

    /// Accepts messages that have only fields of a profile, each with the right wire type, and at least one of the
    /// typical fields, such as a sample. There is no magic number.
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

    /// Returns whether no byte is below 9 (tab). Every profile contains a byte below 9.
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
            case Profile.SAMPLE_TYPE_FIELD_NUMBER,
                    Profile.SAMPLE_FIELD_NUMBER,
                    Profile.MAPPING_FIELD_NUMBER,
                    Profile.LOCATION_FIELD_NUMBER,
                    Profile.FUNCTION_FIELD_NUMBER,
                    Profile.STRING_TABLE_FIELD_NUMBER,
                    Profile.PERIOD_TYPE_FIELD_NUMBER -> wire == ProtoCursor.BYTES;
            case Profile.DROP_FRAMES_FIELD_NUMBER,
                    Profile.KEEP_FRAMES_FIELD_NUMBER,
                    Profile.TIME_NANOS_FIELD_NUMBER,
                    Profile.DURATION_NANOS_FIELD_NUMBER,
                    Profile.PERIOD_FIELD_NUMBER,
                    Profile.DEFAULT_SAMPLE_TYPE_FIELD_NUMBER,
                    DOC_URL -> wire == ProtoCursor.VARINT;
            case Profile.COMMENT_FIELD_NUMBER -> wire == ProtoCursor.BYTES || wire == ProtoCursor.VARINT;
            default -> false;
        };
    }

    /// Returns whether a message may begin with a tag. Files of TensorFlow's profiler have messages with other fields
    /// in the same place.
    private static boolean mayBeginWith(int field, int tag) {
        int inner = tag >> 3;
        int wire = tag & 7;
        return switch (field) {
            case Profile.SAMPLE_TYPE_FIELD_NUMBER, Profile.PERIOD_TYPE_FIELD_NUMBER ->
                inner >= 1 && inner <= ValueType.UNIT_FIELD_NUMBER && wire == ProtoCursor.VARINT;
            case Profile.SAMPLE_FIELD_NUMBER ->
                inner >= 1
                        && inner <= Sample.LABEL_FIELD_NUMBER
                        && (wire == ProtoCursor.BYTES || wire == ProtoCursor.VARINT);
            case Profile.LOCATION_FIELD_NUMBER ->
                wire == (inner == Location.LINE_FIELD_NUMBER ? ProtoCursor.BYTES : ProtoCursor.VARINT);
            case Profile.MAPPING_FIELD_NUMBER, Profile.FUNCTION_FIELD_NUMBER -> wire == ProtoCursor.VARINT;
            default -> true;
        };
    }

    private static boolean isTypical(int field) {
        return field >= Profile.SAMPLE_FIELD_NUMBER && field <= Profile.KEEP_FRAMES_FIELD_NUMBER;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        PprofMessages messages = PprofMessages.read(input, context);
        boolean isOther = messages.messages(Profile.SAMPLE_TYPE_FIELD_NUMBER).isEmpty()
                && messages.messages(Profile.SAMPLE_FIELD_NUMBER).isEmpty();
        if (messages.strings().isEmpty() || isOther) {
            throw new TraceProblem(input.name() + (isOther ? " has no samples" : " has no string table")
                    + ": it is a truncated pprof profile or another kind of protobuf message");
        }
        if (messages.messages(Profile.SAMPLE_FIELD_NUMBER).isEmpty()) {
            context.logs().recordAt(StatNames.PPROF_WITHOUT_SAMPLES, input.position(), null);
        }
        new PprofWriter(context, messages).write();
    }
}
