package traceglass.ingest.ctf;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;

/// Reads the packets of one stream and queues their events.
final class StreamReader {

    /// Number of bytes sufficient for the header and context of a packet.
    private static final int START_BYTES = 64 << 10;
    private static final int MAGIC = 0xC1FC1FC1;
    private static final long MAX_PACKET_BYTES = 1L << 30;

    private final CtfTrace trace;
    private final CtfTraces.Folder folder;
    private final TraceInput input;
    private final ImportContext context;
    private final InputStream in;
    private final Decoder decoder = new Decoder();
    private final EventSorter.Queue queue;
    private byte[] buffer = new byte[0];
    private CtfTrace.Clock clock;
    private long clockValue;
    private long discarded = -1;
    private long sequence = -1;
    private boolean hasPackets;

    StreamReader(CtfTraces.Folder folder, TraceInput input, ImportContext context) {
        this.folder = folder;
        this.trace = folder.trace();
        this.input = input;
        this.context = context;
        in = input.asStream();
        queue = context.sorter().queue(new CtfEvents(context, trace, input.name()));
    }

    /// @throws TraceProblem if the file is not a stream of the trace
    void read() throws IOException, TraceProblem {
        context.clocks().setDefaultClock(folder.clock());
        while (fill(1)) {
            fill(START_BYTES);
            if (!readPacket()) {
                return;
            }
        }
    }

    /// Reads until the buffer holds this many bytes; returns false if the file ends before that.
    private boolean fill(long bytes) throws IOException {
        if (buffer.length < bytes) {
            byte[] added = in.readNBytes((int) (bytes - buffer.length));
            int oldLength = buffer.length;
            buffer = Arrays.copyOf(buffer, oldLength + added.length);
            System.arraycopy(added, 0, buffer, oldLength, added.length);
        }
        return buffer.length >= bytes;
    }

    private void reportProblem(String stat) {
        context.logs().recordAt(stat, input.position() - buffer.length, null);
    }

    /// Reads a packet; returns false if no further packet can be found after it.
    private boolean readPacket() throws IOException, TraceProblem {
        BitInput bits = new BitInput(buffer, Long.MAX_VALUE);
        decoder.setInput(bits);
        StructValue header;
        StructValue values;
        CtfTrace.Stream stream;
        try {
            header = decoder.scope(Decoder.PACKET_HEADER, trace.packetHeader, null);
            Long magic = header == null ? null : header.find("magic");
            if (magic != null && magic.intValue() != MAGIC) {
                if (!hasPackets) {
                    throw new TraceProblem(input.name() + " is not a stream of the trace in its folder");
                }
                reportProblem(StatNames.CTF_PACKET_ERROR);
                return false;
            }
            stream = streamOf(header);
            if (stream == null) {
                reportProblem(StatNames.CTF_PACKET_ERROR);
                return false;
            }
            values = decoder.scope(Decoder.PACKET_CONTEXT, stream.packetContext, null);
        } catch (IOException e) {
            reportProblem(e instanceof EOFException ? StatNames.CTF_TRUNCATED : StatNames.CTF_PACKET_ERROR);
            return false;
        }
        long start = bits.position();
        Long size = values == null ? null : values.find("packet_size");
        Long content = values == null ? null : values.find("content_size");
        boolean isWhole = size != null && size > 0;
        long total = isWhole ? (size + 7) / Byte.SIZE : Math.min(remaining(), MAX_PACKET_BYTES);
        if (total > MAX_PACKET_BYTES || total * Byte.SIZE < start) {
            reportProblem(StatNames.CTF_PACKET_ERROR);
            return false;
        }
        boolean isTruncated = !fill(total);
        byte[] bytes = Arrays.copyOf(buffer, (int) Math.min(total, buffer.length));
        buffer = Arrays.copyOfRange(buffer, bytes.length, buffer.length);
        long contentBits = content != null && content > 0 ? content : (long) bytes.length * Byte.SIZE;
        reportLosses(values);
        Long cpu = values == null ? null : values.find("cpu_id");
        CtfPacket packet = new CtfPacket(
                stream,
                bytes,
                Math.min(contentBits, (long) bytes.length * Byte.SIZE),
                header,
                values,
                cpu == null ? 0 : (int) Math.clamp(cpu, 0, 1 << 16));
        clock = trace.clock(stream.clock == null || stream.clock.isEmpty() ? null : stream.clock);
        Long begin = values == null ? null : values.find("timestamp_begin");
        clockValue = begin == null ? clockValue : begin;
        hasPackets = true;
        readEvents(packet, start);
        if (isTruncated) {
            reportProblem(StatNames.CTF_TRUNCATED);
        }
        return !isTruncated;
    }

    /// Returns the stream of a packet, null if the trace does not describe it.
    private CtfTrace.Stream streamOf(StructValue header) {
        Long id = header == null ? null : header.find("stream_id");
        return id == null && trace.streams.size() == 1
                ? trace.streams.values().iterator().next()
                : trace.streams.get(id == null ? 0 : id);
    }

    /// Reads the rest of the file into the buffer, up to the maximum packet size, and returns the buffer's length.
    private long remaining() throws IOException {
        for (long size = START_BYTES; fill(size) && size < MAX_PACKET_BYTES; size *= 2) {
            continue;
        }
        return buffer.length;
    }

    private void reportLosses(StructValue values) {
        Long discardedNow = values == null ? null : values.find("events_discarded");
        if (discardedNow != null) {
            long before = discarded < 0 ? 0 : discarded;
            // The counter may have only 32 bits.
            long lost = discardedNow >= before ? discardedNow - before : discardedNow - before + (1L << 32);
            if (lost > 0 && lost < 1L << 32) {
                context.stats().add(StatNames.CTF_DISCARDED_EVENTS, lost);
            }
            discarded = discardedNow;
        }
        Long number = values == null ? null : values.find("packet_seq_num");
        if (number != null) {
            if (sequence >= 0 && number > sequence + 1) {
                context.stats().add(StatNames.CTF_LOST_PACKETS, number - sequence - 1);
            }
            sequence = number;
        }
    }

    private void readEvents(CtfPacket packet, long start) {
        BitInput bits = new BitInput(packet.bytes(), packet.contentBits());
        bits.moveTo(start);
        decoder.setInput(bits);
        while (bits.remaining() > 0) {
            long begin = bits.position();
            try {
                if (!readEvent(packet, bits, begin)) {
                    reportProblem(StatNames.CTF_UNKNOWN_EVENT);
                    return;
                }
            } catch (IOException e) {
                boolean isCut = packet.contentBits() == (long) packet.bytes().length * Byte.SIZE;
                reportProblem(
                        isCut && e instanceof EOFException ? StatNames.CTF_TRUNCATED : StatNames.CTF_PACKET_ERROR);
                return;
            }
            if (bits.position() == begin) {
                return;
            }
        }
    }

    private boolean readEvent(CtfPacket packet, BitInput bits, long begin) throws IOException {
        StructValue header = decoder.scope(Decoder.EVENT_HEADER, packet.stream().eventHeader, this::advance);
        CtfTrace.Event event = eventOf(packet.stream(), header);
        if (event == null) {
            return false;
        }
        decoder.scope(Decoder.STREAM_EVENT_CONTEXT, packet.stream().eventContext, null);
        decoder.scope(Decoder.EVENT_CONTEXT, event.context, null);
        decoder.scope(Decoder.EVENT_FIELDS, event.fields, null);
        long ns = clock == null ? clockValue : folder.isMonotonic() ? clockValue : clock.toNs(clockValue);
        long ts = context.clocks().toTraceTime(folder.clock(), ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, begin, packet);
        }
        return bits.remaining() >= 0;
    }

    static CtfTrace.Event eventOf(CtfTrace.Stream stream, StructValue header) {
        Long id = header == null ? null : header.find("id");
        return id == null && stream.events.size() == 1
                ? stream.events.values().iterator().next()
                : stream.events.get(id == null ? 0 : id);
    }

    /// Advances the clock to a value. The stream may contain only its lowest bits.
    private void advance(long value, int size) {
        if (size >= Long.SIZE) {
            clockValue = value;
            return;
        }
        long mask = (1L << size) - 1;
        long low = clockValue & mask;
        long next = clockValue & ~mask | value & mask;
        clockValue = (value & mask) < low ? next + mask + 1 : next;
    }
}
