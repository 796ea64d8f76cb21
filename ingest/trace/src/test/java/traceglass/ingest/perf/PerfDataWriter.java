package traceglass.ingest.perf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Builds small perf.data files for tests, in either byte order.
final class PerfDataWriter {

    static final long IP_TID_TIME_CPU_PERIOD_CHAIN =
            EventAttr.IP | EventAttr.TID | EventAttr.TIME | EventAttr.CPU | EventAttr.PERIOD | EventAttr.CALLCHAIN;
    /// Flag of `perf_event_attr`: all records have a trailer.
    static final int SAMPLE_ID_ALL = 18;
    static final int FREQUENCY = 10;
    static final int USE_CLOCK_ID = 25;
    private static final int ATTR_SIZE = 112;

    final ByteOrder order;
    private final List<byte[]> attrs = new ArrayList<>();
    private final List<long[]> ids = new ArrayList<>();
    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private final Map<Integer, byte[]> features = new TreeMap<>();

    PerfDataWriter(ByteOrder order) {
        this.order = order;
    }

    /// Bytes of one record or feature.
    final class Bytes {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Bytes u16(int... values) {
            for (int v : values) {
                out.writeBytes(buffer(2).putShort((short) v).array());
            }
            return this;
        }

        Bytes u32(long... values) {
            for (long v : values) {
                out.writeBytes(buffer(4).putInt((int) v).array());
            }
            return this;
        }

        Bytes u64(long... values) {
            for (long v : values) {
                out.writeBytes(buffer(8).putLong(v).array());
            }
            return this;
        }

        Bytes raw(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        /// Adds a string with a terminating NUL, padded to 8 bytes.
        Bytes text(String text) {
            out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            do {
                out.write(0);
            } while (out.size() % 8 != 0);
            return this;
        }

        /// Adds a string preceded by its length, as in features.
        Bytes string(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            u32(utf8.length + 1);
            return raw(utf8).raw(new byte[1]);
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }

    Bytes bytes() {
        return new Bytes();
    }

    private ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(order);
    }

    /// Adds an event attribute.
    ///
    /// @param flagBits bit numbers of the flags to set
    PerfDataWriter attr(int type, long config, long sampleType, long readFormat, long[] eventIds, int... flagBits) {
        long flags = 0;
        for (int bit : flagBits) {
            flags |= 1L << bit;
        }
        if (order == ByteOrder.BIG_ENDIAN) {
            flags = Long.reverse(flags);
        }
        ByteBuffer b = buffer(ATTR_SIZE);
        b.putInt(0, type).putInt(4, ATTR_SIZE).putLong(8, config).putLong(16, 1000);
        b.putLong(24, sampleType).putLong(32, readFormat).putLong(40, flags);
        b.putInt(92, 1);
        byte[] attr = new byte[ATTR_SIZE];
        b.get(0, attr);
        attrs.add(attr);
        ids.add(eventIds);
        return this;
    }

    PerfDataWriter record(int type, int misc, Bytes payload) {
        byte[] body = payload.bytes();
        records.writeBytes(bytes().u32(type).u16(misc, body.length + 8).bytes());
        records.writeBytes(body);
        return this;
    }

    /// Adds bytes outside records.
    PerfDataWriter raw(byte[] bytes) {
        records.writeBytes(bytes);
        return this;
    }

    /// Adds a sample with [#IP_TID_TIME_CPU_PERIOD_CHAIN].
    PerfDataWriter sample(int mode, long pid, long tid, long time, int cpu, long... chain) {
        return record(
                RecordTypes.SAMPLE,
                mode,
                bytes().u64(chain.length == 0 ? 0 : chain[chain.length > 1 ? 1 : 0])
                        .u32(pid, tid)
                        .u64(time)
                        .u32(cpu, 0)
                        .u64(1000, chain.length)
                        .u64(chain));
    }

    PerfDataWriter comm(long pid, long tid, String name, long... trailer) {
        return record(RecordTypes.COMM, 0, bytes().u32(pid, tid).text(name).u64(trailer));
    }

    PerfDataWriter mmap(int mode, long pid, long start, long size, long offset, String file, long... trailer) {
        return record(
                RecordTypes.MMAP,
                mode,
                bytes().u32(pid, pid).u64(start, size, offset).text(file).u64(trailer));
    }

    PerfDataWriter feature(int id, Bytes content) {
        features.put(id, content.bytes());
        return this;
    }

    byte[] records() {
        return records.toByteArray();
    }

    /// Returns the file: header, ids, event attributes, records, features.
    byte[] file() {
        return file(records.size());
    }

    /// @param dataSize size of the records according to the header
    byte[] file(long dataSize) {
        int idBytes = ids.stream().mapToInt(i -> i.length * 8).sum();
        long attrsAt = PerfHeader.FILE_SIZE + idBytes;
        long attrsSize = (long) attrs.size() * (ATTR_SIZE + 16);
        long dataAt = attrsAt + attrsSize;
        long bits = 0;
        long[] words = new long[4];
        for (int id : features.keySet()) {
            words[id / 64] |= 1L << id;
        }
        Bytes file = bytes().raw(magic()).u64(PerfHeader.FILE_SIZE, ATTR_SIZE + 16);
        file.u64(attrsAt, attrsSize, dataAt, dataSize, 0, bits).u64(words);
        ids.forEach(file::u64);
        long offset = PerfHeader.FILE_SIZE;
        for (int i = 0; i < attrs.size(); i++) {
            file.raw(attrs.get(i)).u64(offset, ids.get(i).length * 8L);
            offset += ids.get(i).length * 8L;
        }
        file.raw(records());
        long featureAt = dataAt + records.size() + features.size() * 16L;
        for (byte[] f : features.values()) {
            file.u64(featureAt, f.length);
            featureAt += f.length;
        }
        features.values().forEach(file::raw);
        return file.bytes();
    }

    /// Returns the data in pipe mode, in which events and features are records.
    byte[] pipe() {
        Bytes pipe = bytes().raw(magic()).u64(PerfHeader.PIPE_SIZE);
        for (int i = 0; i < attrs.size(); i++) {
            int size = 8 + ATTR_SIZE + ids.get(i).length * 8;
            pipe.u32(RecordTypes.HEADER_ATTR).u16(0, size).raw(attrs.get(i)).u64(ids.get(i));
        }
        features.forEach((id, content) -> pipe.u32(RecordTypes.HEADER_FEATURE)
                .u16(0, 16 + content.length)
                .u64(id)
                .raw(content));
        return pipe.raw(records()).bytes();
    }

    private byte[] magic() {
        return (order == ByteOrder.LITTLE_ENDIAN ? "PERFILE2" : "2ELIFREP").getBytes(StandardCharsets.US_ASCII);
    }
}
