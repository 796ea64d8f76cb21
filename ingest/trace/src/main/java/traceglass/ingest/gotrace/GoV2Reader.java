package traceglass.ingest.gotrace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Reads Go execution traces of format version 2, one generation at a time.
final class GoV2Reader {

    private static final int BUFFER_SIZE = 1 << 16;
    /// Maximum batch size in bytes; Go writes at most 64 KiB.
    private static final int MAX_BATCH = 1 << 24;

    private final ImportContext context;
    private final ClockId clock;
    private final GoEvents events;
    private final GoV2Merge merge;
    private GoGeneration generation;
    private long position;

    /// @param clock clock of the events
    GoV2Reader(ImportContext context, ClockId clock) {
        this.context = context;
        this.clock = clock;
        events = new GoEvents(context);
        merge = new GoV2Merge(context, events);
    }

    /// Reads everything after the header.
    void read(TraceInput input, int headerLength) throws IOException {
        InputStream in = new BufferedInputStream(input.asStream(), BUFFER_SIZE);
        in.skipNBytes(headerLength);
        position = headerLength;
        try {
            int type = in.read();
            while (type >= 0) {
                long start = position++;
                if (!readBatch(in, type)) {
                    context.logs().recordAt(StatNames.GO_TRACE_INVALID_BATCH, start, null);
                    break;
                }
                type = in.read();
            }
        } catch (EOFException e) {
            context.logs().recordAt(StatNames.GO_TRACE_TRUNCATED, position, null);
        }
        finishGeneration();
    }

    private boolean readBatch(InputStream in, int type) throws IOException {
        if (type == GoEventType.END_OF_GENERATION) {
            return true;
        }
        if (type != GoEventType.EVENT_BATCH && type != GoEventType.EXPERIMENTAL_BATCH) {
            return false;
        }
        if (type == GoEventType.EXPERIMENTAL_BATCH) {
            readNumber(in);
        }
        long number = readNumber(in);
        long m = readNumber(in);
        long time = readNumber(in);
        long size = readNumber(in);
        if (size < 0 || size > MAX_BATCH || time < 0) {
            return false;
        }
        byte[] data = in.readNBytes((int) size);
        long start = position;
        position += data.length;
        if (type == GoEventType.EVENT_BATCH) {
            if (generation == null || generation.number != number) {
                long frequency = generation == null ? 0 : generation.frequency;
                finishGeneration();
                generation = new GoGeneration(number, frequency, context);
            }
            try {
                generation.add(m, time, data);
            } catch (GoFormatException e) {
                if (data.length == size) {
                    context.logs().recordAt(StatNames.GO_TRACE_INVALID_BATCH, start, null);
                }
            }
        }
        if (data.length < size) {
            throw new EOFException();
        }
        return true;
    }

    private long readNumber(InputStream in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = in.read();
            if (b < 0) {
                throw new EOFException();
            }
            position++;
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                break;
            }
        }
        return value;
    }

    private void finishGeneration() {
        if (generation != null) {
            merge.writeClocks(generation, clock);
            merge.write(generation);
            events.flush();
        }
        generation = null;
    }
}
