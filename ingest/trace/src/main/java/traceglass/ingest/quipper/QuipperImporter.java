package traceglass.ingest.quipper;

import java.io.BufferedInputStream;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perf.PerfImporter;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.foreign.quipper.PerfDataProto;
import traceglass.store.names.StatNames;

/// Imports recordings of `perf` that quipper has converted to protobuf: the message `PerfDataProto`.
public final class QuipperImporter implements Importer {

    private static final int TAG = PerfDataProto.FILE_ATTRS_FIELD_NUMBER << 3 | ProtoCursor.BYTES;
    /// Sizes in bytes of `struct perf_event_attr`.
    private static final int MIN_ATTR_SIZE = 64;
    private static final int MAX_ATTR_SIZE = 256;
    private static final int MAX_LENGTH_BYTES = 5;

    @Override
    public String id() {
        return "quipper";
    }

    @Override
    public String displayName() {
        return "perf.data as protobuf (quipper)";
    }

    @Override
    public int priority() {
        return 216;
    }

    /// Accepts a message that begins with the description of an event: a message that contains only numbers, among them
    /// a possible size of `struct perf_event_attr`.
    @Override
    public boolean sniff(byte[] head) {
        int file = contentOffset(head, 0);
        int from = file < 0 ? -1 : contentOffset(head, file);
        if (from < 0) {
            return false;
        }
        int length = 0;
        for (int i = from - 1; i > file; i--) {
            length = length << 7 | head[i] & 0x7f;
        }
        if (length <= 0 || head.length - from < length) {
            return false;
        }
        ProtoCursor cursor = new ProtoCursor().enter(head, from, length);
        long size = 0;
        while (cursor.next()) {
            if (cursor.wire() != ProtoCursor.VARINT
                    || cursor.field() > PerfDataProto.PerfEventAttr.BPF_METADATA_FIELD_NUMBER) {
                return false;
            }
            size = cursor.field() == PerfDataProto.PerfEventAttr.SIZE_FIELD_NUMBER ? cursor.asLong() : size;
        }
        return !cursor.isDamaged() && size >= MIN_ATTR_SIZE && size <= MAX_ATTR_SIZE && size % Long.BYTES == 0;
    }

    /// Returns the offset of the content of a message in field 1; -1 if there is none.
    private static int contentOffset(byte[] head, int from) {
        int offset = from + 1;
        if (offset >= head.length || head[from] != TAG) {
            return -1;
        }
        while (offset < head.length && head[offset] < 0 && offset - from < MAX_LENGTH_BYTES) {
            offset++;
        }
        return offset < head.length - 1 ? offset + 1 : -1;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        QuipperStream records = new QuipperStream(new BufferedInputStream(input.asStream(), 1 << 16));
        new PerfImporter().read(new TraceInput(input.name(), records, input.progress()), context);
        if (records.isTruncated()) {
            context.logs().recordAt(StatNames.PERF_TRUNCATED, input.position(), null);
        }
    }
}
