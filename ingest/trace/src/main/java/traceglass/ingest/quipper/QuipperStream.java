package traceglass.ingest.quipper;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.foreign.quipper.PerfBuildIDDecoder;
import traceglass.protos.foreign.quipper.PerfDataProto;
import traceglass.protos.foreign.quipper.PerfEventTypeDecoder;
import traceglass.protos.foreign.quipper.PerfPMUMappingsMetadataDecoder;
import traceglass.protos.foreign.quipper.PerfTracingMetadataDecoder;
import traceglass.protos.foreign.quipper.StringAndMd5sumPrefixDecoder;
import traceglass.protos.foreign.quipper.StringMetadataDecoder;

/// Converts a message `PerfDataProto` to records of perf.data, in the format in which perf writes them to a pipe. The
/// message is decoded field by field while the records are read.
final class QuipperStream extends InputStream {

    private static final int MAX_FIELD_BYTES = 1 << 28;
    private static final int TAG_BITS = 3;

    private static final int HEADER_ATTR = 64;
    private static final int TRACING_DATA = 66;
    private static final int BUILD_ID = 67;
    private static final int FEATURE = 80;

    private static final int FEATURE_RELEASE = 4;
    private static final int FEATURE_ARCH = 6;
    private static final int FEATURE_COMMAND = 11;
    private static final int FEATURE_EVENTS = 12;
    private static final int FEATURE_UNITS = 16;

    private static final int BUILD_ID_SIZE = 20;
    private static final int MISC_BUILD_ID_SIZE = 1 << 15;
    private static final int ANY_PID = -1;

    private final InputStream in;
    private final PerfRecordWriter out = new PerfRecordWriter();
    private final QuipperEvents events = new QuipperEvents(out);
    private final PerfEventTypeDecoder eventType = new PerfEventTypeDecoder();
    private final PerfBuildIDDecoder buildId = new PerfBuildIDDecoder();
    private final StringMetadataDecoder properties = new StringMetadataDecoder();
    private final StringAndMd5sumPrefixDecoder property = new StringAndMd5sumPrefixDecoder();
    private final PerfTracingMetadataDecoder tracing = new PerfTracingMetadataDecoder();
    private final PerfPMUMappingsMetadataDecoder unit = new PerfPMUMappingsMetadataDecoder();
    private final List<String> eventNames = new ArrayList<>();
    private byte[] records;
    private int offset;
    private boolean hasEnded;
    private boolean isTruncated;

    /// @param in the message, read from its start
    QuipperStream(InputStream in) {
        this.in = in;
        records = out.bytes("PERFILE2".getBytes(StandardCharsets.US_ASCII))
                .u64(Long.BYTES * 2)
                .drain();
    }

    /// Returns whether the message ends within a field or contains an invalid field.
    boolean isTruncated() {
        return isTruncated;
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        while (offset == records.length) {
            if (hasEnded) {
                return -1;
            }
            readField();
            records = out.drain();
            offset = 0;
        }
        int n = Math.min(len, records.length - offset);
        System.arraycopy(records, offset, b, off, n);
        offset += n;
        return n;
    }

    private void readField() throws IOException {
        try {
            int first = in.read();
            if (first < 0) {
                hasEnded = true;
                writeEventNames();
                return;
            }
            long tag = varint(first);
            int field = (int) (tag >>> TAG_BITS);
            switch ((int) tag & 7) {
                case MessageDecoder.VARINT -> varint(nextByte());
                case MessageDecoder.FIXED64 -> bytes(Long.BYTES);
                case MessageDecoder.FIXED32 -> bytes(Integer.BYTES);
                case MessageDecoder.BYTES -> writeField(field, bytes(varint(nextByte())));
                default -> throw new EOFException();
            }
        } catch (EOFException e) {
            hasEnded = true;
            isTruncated = true;
            writeEventNames();
        }
    }

    private int nextByte() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException();
        }
        return b;
    }

    private long varint(int first) throws IOException {
        long value = first & 0x7f;
        int b = first;
        for (int shift = 7; b >= 0x80; shift += 7) {
            if (shift > 63) {
                throw new EOFException();
            }
            b = nextByte();
            value |= (long) (b & 0x7f) << shift;
        }
        return value;
    }

    private byte[] bytes(long size) throws IOException {
        if (size < 0 || size > MAX_FIELD_BYTES) {
            throw new EOFException();
        }
        // Read in steps, so that an invalid size allocates no more memory than the input has bytes.
        byte[] bytes = in.readNBytes((int) size);
        if (bytes.length < size) {
            throw new EOFException();
        }
        return bytes;
    }

    private void writeField(int field, byte[] bytes) {
        switch (field) {
            case PerfDataProto.FILE_ATTRS_FIELD_NUMBER -> {
                QuipperAttr attr = new QuipperAttr(bytes);
                events.add(attr);
                out.begin(HEADER_ATTR, 0);
                attr.write(out);
                for (int i = 0; i < attr.ids().size(); i++) {
                    out.u64(attr.ids().get(i));
                }
                out.end();
            }
            case PerfDataProto.EVENTS_FIELD_NUMBER -> events.write(bytes);
            case PerfDataProto.EVENT_TYPES_FIELD_NUMBER -> {
                eventType.decode(bytes, 0, bytes.length);
                eventNames.add(eventType.name());
            }
            case PerfDataProto.BUILD_IDS_FIELD_NUMBER -> writeBuildId(bytes);
            case PerfDataProto.STRING_METADATA_FIELD_NUMBER -> writeProperties(bytes);
            case PerfDataProto.TRACING_DATA_FIELD_NUMBER -> {
                tracing.decode(bytes, 0, bytes.length);
                byte[] data = tracing.tracingData();
                out.begin(TRACING_DATA, 0);
                out.u32(data.length).u32(0);
                out.end();
                out.bytes(data).bytes(new byte[-data.length & 7]);
            }
            case PerfDataProto.PMU_MAPPINGS_FIELD_NUMBER -> {
                unit.decode(bytes, 0, bytes.length);
                beginFeature(FEATURE_UNITS);
                out.u32(1).u32(unit.type()).string(unit.name()).end();
            }
            default -> {}
        }
    }

    private PerfRecordWriter beginFeature(int feature) {
        out.begin(FEATURE, 0);
        return out.u64(feature);
    }

    private void writeBuildId(byte[] bytes) {
        buildId.decode(bytes, 0, bytes.length);
        byte[] hash = buildId.buildIdHash();
        int size = Math.min(hash.length, BUILD_ID_SIZE);
        out.begin(BUILD_ID, buildId.misc() | MISC_BUILD_ID_SIZE);
        out.u32(buildId.hasPid() ? buildId.pid() : ANY_PID);
        out.bytes(Arrays.copyOf(hash, BUILD_ID_SIZE)).u32(size).text(buildId.filename());
        out.end();
    }

    private void writeProperties(byte[] bytes) {
        properties.decode(bytes, 0, bytes.length);
        if (properties.hasKernelVersion()) {
            writeFeature(FEATURE_RELEASE, properties.kernelVersion(property).value());
        }
        if (properties.hasArchitecture()) {
            writeFeature(FEATURE_ARCH, properties.architecture(property).value());
        }
        List<String> words = new ArrayList<>();
        for (int i = 0; i < properties.perfCommandLineTokenCount(); i++) {
            words.add(properties.perfCommandLineToken(i, property).value());
        }
        if (words.isEmpty() && properties.hasPerfCommandLineWhole()) {
            words.add(properties.perfCommandLineWhole(property).value());
        }
        if (!words.isEmpty()) {
            beginFeature(FEATURE_COMMAND).u32(words.size());
            words.forEach(out::string);
            out.end();
        }
    }

    private void writeFeature(int feature, String text) {
        beginFeature(feature).string(text).end();
    }

    /// Writes the names of the events, which have the same order as their descriptions. They are written last, because
    /// they may precede the descriptions in the message.
    private void writeEventNames() {
        int count = Math.min(eventNames.size(), events.attrs().size());
        for (int i = 0; i < count; i++) {
            QuipperAttr attr = events.attrs().get(i);
            long id = attr.ids().size() == 0 ? 0 : attr.ids().get(0);
            beginFeature(FEATURE_EVENTS)
                    .u32(1)
                    .u32(0)
                    .u32(attr.ids().size() == 0 ? 0 : 1)
                    .string(eventNames.get(i));
            if (attr.ids().size() > 0) {
                out.u64(id);
            }
            out.end();
        }
    }
}
