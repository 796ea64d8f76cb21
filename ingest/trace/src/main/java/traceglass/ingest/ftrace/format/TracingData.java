package traceglass.ingest.ftrace.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads the descriptions of events in the header of `trace-cmd` (version 6 of `trace.dat`), which `perf` also writes
/// as its tracing data (tools/perf/util/trace-event-read.c of Linux): headers of the ring buffer pages, event formats
/// of the `ftrace` system and of the other systems, kernel symbols, strings and thread names.
public final class TracingData {

    private static final byte[] MAGIC = {0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g'};

    private final ByteBuffer in;
    private final EventFormats formats;

    private TracingData(ByteBuffer in, boolean isBigEndian) {
        this.in = in.order(isBigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        formats = new EventFormats(isBigEndian);
    }

    /// Returns the events described by the bytes; null if the bytes do not begin with such a header. If the
    /// bytes are truncated or damaged, returns the events before that point.
    public static EventFormats read(byte[] bytes, int offset, int length) {
        if (length < MAGIC.length || !Arrays.equals(bytes, offset, offset + MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, offset + MAGIC.length, length - MAGIC.length)
                .slice();
        while (in.hasRemaining() && in.get() != 0) {
            // Read the version, e.g. 0.6 in perf and 6 in trace-cmd, up to its NUL.
            continue;
        }
        if (in.remaining() < 6) {
            return null;
        }
        boolean isBigEndian = in.get() != 0;
        // Skip the sizes of a long and of a page: the formats give the size of each field.
        in.position(in.position() + 1 + Integer.BYTES);
        TracingData data = new TracingData(in, isBigEndian);
        data.readAll();
        return data.formats;
    }

    private void readAll() {
        // Skip the formats of the page header and of the event header.
        boolean hasNext = skipNamed();
        hasNext = hasNext && skipNamed();
        hasNext = hasNext && readEvents("ftrace");
        int systems = hasNext && in.remaining() >= Integer.BYTES ? in.getInt() : 0;
        for (int i = 0; i < systems && hasNext; i++) {
            String system = cString();
            hasNext = system != null && readEvents(system);
        }
        if (!hasNext) {
            return;
        }
        String symbols = text(size32());
        if (symbols != null) {
            formats.names().addFunctions(symbols);
        }
        String texts = symbols == null ? null : text(size32());
        if (texts != null) {
            formats.names().addTexts(texts);
        }
        String commands = texts == null ? null : text(size64());
        if (commands != null) {
            formats.addCommands(commands);
        }
    }

    /// Skips a section with a name and a length, e.g. `header_page`.
    private boolean skipNamed() {
        return cString() != null && text(size64()) != null;
    }

    private boolean readEvents(String system) {
        long count = size32();
        for (long i = 0; i < count; i++) {
            String format = text(size64());
            if (format == null) {
                return false;
            }
            formats.add(system, format);
        }
        return count >= 0;
    }

    private long size32() {
        return in.remaining() < Integer.BYTES ? -1 : in.getInt() & 0xFFFF_FFFFL;
    }

    private long size64() {
        return in.remaining() < Long.BYTES ? -1 : in.getLong();
    }

    /// Reads a string of this size in bytes; returns null if fewer bytes are left.
    private String text(long size) {
        if (size < 0 || size > in.remaining()) {
            return null;
        }
        String text = new String(in.array(), in.arrayOffset() + in.position(), (int) size, StandardCharsets.UTF_8);
        in.position(in.position() + (int) size);
        return text;
    }

    private String cString() {
        int start = in.position();
        while (in.hasRemaining()) {
            if (in.get() == 0) {
                return new String(
                        in.array(), in.arrayOffset() + start, in.position() - 1 - start, StandardCharsets.UTF_8);
            }
        }
        return null;
    }
}
