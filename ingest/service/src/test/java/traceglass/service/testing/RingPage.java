package traceglass.service.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Builds a ring buffer page in the format of a 64-bit kernel.
@SuppressWarnings("ByteBufferBackingArray") // The buffers are allocated here.
public final class RingPage {

    public static final int SIZE = 4096;

    private static final int HEADER_SIZE = 16;
    /// Bit in the size of the data that marks lost events.
    private static final int LOST = 1 << 31;

    private final ByteBuffer page = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    private int flags;

    /// Starts a page.
    ///
    /// @param time time to which the delta of the first event is added
    public RingPage(long time) {
        page.putLong(0, time).position(HEADER_SIZE);
    }

    /// Marks that events were lost before this page.
    public RingPage markLoss() {
        flags = LOST;
        return this;
    }

    /// Adds arbitrary words.
    public RingPage words(int... words) {
        for (int word : words) {
            page.putInt(word);
        }
        return this;
    }

    private RingPage entry(int type, int delta) {
        return words(delta << 5 | type);
    }

    public RingPage timeExtend(long delta) {
        return entry(30, (int) (delta & (1 << 27) - 1)).words((int) (delta >>> 27));
    }

    public RingPage timeStamp(long time) {
        return entry(31, (int) (time & (1 << 27) - 1)).words((int) (time >>> 27));
    }

    public RingPage padding(int delta, int bytes) {
        entry(29, delta).words(bytes);
        page.position(page.position() + bytes - Integer.BYTES);
        return this;
    }

    /// Adds a record. If it is large, its size is in a separate word after the header.
    public RingPage record(int delta, byte[] bytes) {
        int padded = (bytes.length + 3) / 4 * 4;
        if (padded <= 28 * 4) {
            entry(padded / 4, delta);
        } else {
            entry(0, delta).words(padded + Integer.BYTES);
        }
        int end = page.position() + padded;
        page.put(bytes).position(end);
        return this;
    }

    /// Returns the page with all its data valid.
    public byte[] bytes() {
        return bytes(page.position() - HEADER_SIZE);
    }

    /// Returns the page with a given number of valid bytes.
    public byte[] bytes(int valid) {
        page.putLong(8, Integer.toUnsignedLong(valid | flags));
        return page.array();
    }

    /// Starts a record with its common fields.
    public static ByteBuffer startRecord(int event, int thread, int size) {
        return ByteBuffer.allocate(size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) event)
                .put((byte) 1)
                .put((byte) 0)
                .putInt(thread);
    }

    /// Writes a string of fixed size, followed by bytes that the kernel did not clear.
    public static void putText(ByteBuffer record, String text, int size) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int end = record.position() + size;
        record.put(bytes);
        if (record.position() < end) {
            record.put((byte) 0);
        }
        while (record.position() < end) {
            record.put((byte) 'x');
        }
    }

    /// Returns a record of `sched_switch`, event 100.
    public static byte[] switchRecord(int thread, int nextThread, String nextName, long prevState) {
        ByteBuffer record = startRecord(100, thread, 64);
        putText(record, "previous", 16);
        record.putInt(thread).putInt(120).putLong(prevState);
        putText(record, nextName, 16);
        record.putInt(nextThread).putInt(98);
        return record.array();
    }

    /// Returns a record of `sched_waking`, event 101.
    public static byte[] wakingRecord(int thread, int wokenThread, String name, int cpu) {
        ByteBuffer record = startRecord(101, thread, 36);
        putText(record, name, 16);
        record.putInt(wokenThread).putInt(120).putInt(cpu);
        return record.array();
    }

    /// Returns a record of `print`, event 5.
    public static byte[] printRecord(int thread, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer record = startRecord(5, thread, 16 + bytes.length + 1);
        record.putLong(0x1234).put(bytes);
        return record.array();
    }
}
