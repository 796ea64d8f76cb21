package traceglass.ingest.tracedat;

import java.io.IOException;

/// Events of one CPU, in order, from the pages of its ring buffer (include/linux/ring_buffer.h of Linux).
final class TraceDatCpu {

    private static final int PADDING = 29;
    private static final int TIME_EXTEND = 30;
    private static final int TIME_STAMP = 31;
    private static final int TIME_BITS = 27;
    /// Bits stored for an absolute time; its highest bits are taken from the page.
    private static final long TIME_MASK = (1L << 59) - 1;
    private static final int USED_MASK = 0xFFFFF;

    /// Receives the gaps in which events were lost.
    interface LossListener {

        /// @param from time of the last event before the gap; 0 if there is none
        /// @param to time of the first event after the gap
        /// @param count number of lost events; 0 if unknown
        void onLost(int cpu, long from, long to, long count);
    }

    private final Recording recording;
    private final Recording.CpuData data;
    private final PageSource pages;
    private final LossListener losses;
    private final boolean isBigEndian;
    private byte[] page;
    private int position;
    private int end;
    private long ts;
    private int offset;
    private int length;
    private boolean hasMissed;
    private long missed;
    private long lastTs;

    TraceDatCpu(Recording recording, Recording.CpuData data, PageSource pages, LossListener losses) {
        this.recording = recording;
        this.data = data;
        this.pages = pages;
        this.losses = losses;
        isBigEndian = recording.isBigEndian;
    }

    int cpu() {
        return data.cpu();
    }

    /// Returns the time of the current event, in units of its clock.
    long ts() {
        return ts;
    }

    /// Returns the page with the current event, which is not changed later.
    byte[] page() {
        return page;
    }

    int offset() {
        return offset;
    }

    int length() {
        return length;
    }

    /// Moves to the next event; returns false after the last one.
    boolean next() throws IOException {
        while (true) {
            while (page == null || position + Integer.BYTES > end) {
                if (!nextPage()) {
                    return false;
                }
            }
            if (readEvent()) {
                if (hasMissed) {
                    losses.onLost(data.cpu(), lastTs, ts, missed);
                    hasMissed = false;
                }
                lastTs = ts;
                return true;
            }
        }
    }

    private boolean nextPage() throws IOException {
        page = pages.next();
        int header = Math.max(recording.dataOffset, Long.BYTES + recording.commitSize);
        if (page == null || page.length < header) {
            page = null;
            return false;
        }
        ts = number(0, Long.BYTES);
        long commit = number(Long.BYTES, recording.commitSize);
        int used = (int) commit & USED_MASK;
        position = recording.dataOffset;
        end = Math.min(position + used, page.length);
        if ((commit >>> 31 & 1) != 0) {
            hasMissed = true;
            boolean isCounted = (commit >>> 30 & 1) != 0 && end + recording.commitSize <= page.length;
            missed = isCounted ? number(end, recording.commitSize) : 0;
        }
        return true;
    }

    /// Reads the record at the current position; returns false if it is not a data event.
    private boolean readEvent() {
        int header = (int) number(position, Integer.BYTES);
        int type = isBigEndian ? header >>> TIME_BITS : header & 31;
        long delta = isBigEndian ? header & (1 << TIME_BITS) - 1 : header >>> 5;
        position += Integer.BYTES;
        switch (type) {
            case 0 -> {
                // The length includes its own four bytes.
                long size = word();
                ts += delta;
                return readPayload(position, size - Integer.BYTES);
            }
            case PADDING -> {
                long size = delta == 0 ? end : word() - Integer.BYTES;
                ts += delta;
                position = (int) Math.min(end, position + Math.max(size, 0));
                return false;
            }
            case TIME_EXTEND -> {
                ts += (word() << TIME_BITS) + delta;
                return false;
            }
            case TIME_STAMP -> {
                ts = ts & ~TIME_MASK | (word() << TIME_BITS) + delta & TIME_MASK;
                return false;
            }
            default -> {
                ts += delta;
                return readPayload(position, type * 4L);
            }
        }
    }

    private boolean readPayload(int from, long size) {
        if (size <= 0 || size > end - from) {
            position = end;
            return false;
        }
        offset = from;
        length = (int) size;
        position = from + (int) (size + 3 & ~3L);
        return true;
    }

    private long word() {
        long value = position + Integer.BYTES <= end ? number(position, Integer.BYTES) : 0;
        position += Integer.BYTES;
        return value;
    }

    private long number(int from, int size) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            long b = page[from + i] & 0xff;
            value = isBigEndian ? value << Byte.SIZE | b : value | b << Byte.SIZE * i;
        }
        return value;
    }
}
