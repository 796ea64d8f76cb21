package traceglass.ingest.quipper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import traceglass.ingest.collection.LongMap;

/// Writes records of the kernel from messages `PerfEvent`.
final class QuipperEvents {

    private static final int MMAP2 = 10;
    private static final int SWITCH_CPU_WIDE = 15;
    private static final int FIRST_USER = 64;
    private static final int AUXTRACE_INFO = 70;
    private static final int AUXTRACE = 71;
    private static final int MISC_MMAP_BUILD_ID = 1 << 14;
    private static final int BUILD_ID_SIZE = 20;

    private final PerfRecordWriter out;
    private final List<QuipperAttr> attrs = new ArrayList<>();
    private final LongMap<QuipperAttr> attrsById = new LongMap<>();
    private final QuipperSample sample;
    private final QuipperMessage event = new QuipperMessage();
    private final QuipperMessage header = new QuipperMessage();
    private final QuipperMessage body = new QuipperMessage();
    private final QuipperMessage inner = new QuipperMessage();

    QuipperEvents(PerfRecordWriter out) {
        this.out = out;
        sample = new QuipperSample(out);
    }

    void add(QuipperAttr attr) {
        attrs.add(attr);
        for (int i = 0; i < attr.ids().size(); i++) {
            attrsById.put(attr.ids().get(i), attr);
        }
    }

    List<QuipperAttr> attrs() {
        return attrs;
    }

    private QuipperAttr attr(long id) {
        QuipperAttr existing = attrsById.get(id);
        return existing == null ? attrs.getFirst() : existing;
    }

    /// Writes the record of an encoded event. Records that have no rows are written without their content, so that
    /// they are counted.
    void write(byte[] message) {
        event.read(message);
        header.read(event, QuipperFields.EVENT_HEADER);
        int type = (int) header.number(QuipperFields.HEADER_TYPE);
        int misc = (int) header.number(QuipperFields.HEADER_MISC);
        if (type >= FIRST_USER) {
            writeUser(type);
            return;
        }
        out.begin(type, misc);
        int info = attrs.isEmpty() ? 0 : writeContent(type, misc);
        if (info != 0) {
            writeTrailer(info);
        }
        out.end();
    }

    private void writeUser(int type) {
        if (type == AUXTRACE_INFO) {
            body.read(event, QuipperFields.EVENT_AUXTRACE_INFO);
            out.begin(type, 0);
            out.u32(body.number(QuipperFields.AUXTRACE_KIND)).u32(0);
            out.end();
        } else if (type == AUXTRACE) {
            byte[] data = body.read(event, QuipperFields.EVENT_AUXTRACE).bytes(QuipperFields.AUXTRACE_DATA);
            out.begin(type, 0);
            out.u64(data.length).u64(0).u64(0).u64(0).u64(0);
            out.end();
            out.bytes(data);
        }
    }

    /// Writes the content of a record and returns the field of `body` with the message for its end; 0 if it has
    /// none.
    private int writeContent(int type, int misc) {
        if (readBody(QuipperFields.EVENT_SAMPLE)) {
            sample.write(attr(body.number(QuipperFields.SAMPLE_ID)), body);
            return 0;
        } else if (readBody(QuipperFields.EVENT_MMAP)) {
            writeMapping(type, misc);
            return QuipperFields.MMAP_INFO;
        } else if (readBody(QuipperFields.EVENT_COMM)) {
            writeU32s(QuipperFields.COMM_PID, QuipperFields.COMM_TID);
            out.text(body.text(QuipperFields.COMM_NAME)).pad();
            return QuipperFields.COMM_INFO;
        } else if (readBody(QuipperFields.EVENT_FORK) || readBody(QuipperFields.EVENT_EXIT)) {
            writeU32s(
                    QuipperFields.FORK_PID,
                    QuipperFields.FORK_PARENT_PID,
                    QuipperFields.FORK_TID,
                    QuipperFields.FORK_PARENT_TID);
            out.u64(body.number(QuipperFields.FORK_TIME));
            return QuipperFields.FORK_INFO;
        } else if (readBody(QuipperFields.EVENT_LOST)) {
            out.u64(body.number(QuipperFields.LOST_ID)).u64(body.number(QuipperFields.LOST_COUNT));
            return QuipperFields.LOST_INFO;
        } else if (readBody(QuipperFields.EVENT_LOST_SAMPLES)) {
            out.u64(body.number(QuipperFields.LOST_SAMPLES_COUNT));
            return QuipperFields.LOST_SAMPLES_INFO;
        } else if (readBody(QuipperFields.EVENT_ITRACE_START)) {
            writeU32s(QuipperFields.ITRACE_PID, QuipperFields.ITRACE_TID);
            return QuipperFields.ITRACE_INFO;
        } else if (readBody(QuipperFields.EVENT_SWITCH)) {
            if (type == SWITCH_CPU_WIDE) {
                writeU32s(QuipperFields.SWITCH_PID, QuipperFields.SWITCH_TID);
            }
            return QuipperFields.SWITCH_INFO;
        } else if (readBody(QuipperFields.EVENT_KSYMBOL)) {
            out.u64(body.number(QuipperFields.KSYMBOL_ADDRESS)).u32(body.number(QuipperFields.KSYMBOL_LENGTH));
            out.u16((int) body.number(QuipperFields.KSYMBOL_TYPE))
                    .u16((int) body.number(QuipperFields.KSYMBOL_FLAGS))
                    .text(body.text(QuipperFields.KSYMBOL_NAME))
                    .pad();
            return QuipperFields.KSYMBOL_INFO;
        }
        return 0;
    }

    /// Reads the message of a kind of event into `body`; returns false if the event is of another kind.
    private boolean readBody(int field) {
        boolean has = event.has(field);
        if (has) {
            body.read(event, field);
        }
        return has;
    }

    private void writeU32s(int... fields) {
        for (int field : fields) {
            out.u32(body.number(field));
        }
    }

    private void writeMapping(int type, int misc) {
        writeU32s(QuipperFields.MMAP_PID, QuipperFields.MMAP_TID);
        out.u64(body.number(QuipperFields.MMAP_START))
                .u64(body.number(QuipperFields.MMAP_LENGTH))
                .u64(body.number(QuipperFields.MMAP_OFFSET));
        if (type == MMAP2) {
            if ((misc & MISC_MMAP_BUILD_ID) != 0) {
                byte[] id = buildId(body.text(QuipperFields.MMAP_BUILD_ID));
                out.u32(id.length).bytes(Arrays.copyOf(id, BUILD_ID_SIZE));
            } else {
                writeU32s(QuipperFields.MMAP_MAJOR, QuipperFields.MMAP_MINOR);
                out.u64(body.number(QuipperFields.MMAP_INODE)).u64(body.number(QuipperFields.MMAP_GENERATION));
            }
            writeU32s(QuipperFields.MMAP_PROTECTION, QuipperFields.MMAP_FLAGS);
        }
        out.text(body.text(QuipperFields.MMAP_FILE)).pad();
    }

    private static byte[] buildId(String hex) {
        try {
            byte[] id = HexFormat.of().parseHex(hex);
            return id.length > BUILD_ID_SIZE ? Arrays.copyOf(id, BUILD_ID_SIZE) : id;
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /// Writes the fields at the end of records other than samples.
    private void writeTrailer(int info) {
        inner.read(body, info);
        QuipperAttr attr = attr(inner.number(QuipperFields.INFO_ID));
        if (!attr.hasTrailer()) {
            return;
        }
        if (attr.has(QuipperAttr.TID)) {
            out.u32(inner.number(QuipperFields.INFO_PID)).u32(inner.number(QuipperFields.INFO_TID));
        }
        writeOptional(attr, QuipperAttr.TIME, QuipperFields.INFO_TIME);
        writeOptional(attr, QuipperAttr.ID, QuipperFields.INFO_ID);
        writeOptional(attr, QuipperAttr.STREAM_ID, QuipperFields.INFO_STREAM_ID);
        writeOptional(attr, QuipperAttr.CPU, QuipperFields.INFO_CPU);
        writeOptional(attr, QuipperAttr.IDENTIFIER, QuipperFields.INFO_ID);
    }

    private void writeOptional(QuipperAttr attr, long bit, int field) {
        if (attr.has(bit)) {
            out.u64(inner.number(field));
        }
    }
}
