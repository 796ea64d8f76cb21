package traceglass.ingest.sysprof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports captures of Sysprof (`.syscap`), version 1 of the format: samples, marks, counters, allocations, function
/// calls and logs of one or all processes. Source: `sysprof-capture-types.h` of Sysprof.
public final class SysprofImporter implements Importer {

    private static final int MAGIC = 0xFDCA975E;
    private static final int HEADER_SIZE = 256;
    private static final int CAPTURE_TIME = 8;
    private static final int CAPTURE_TIME_LENGTH = 64;
    private static final int START = 72;
    private static final long NS_PER_S = 1_000_000_000L;

    @Override
    public String id() {
        return "sysprof";
    }

    @Override
    public String displayName() {
        return "Sysprof capture";
    }

    @Override
    public int priority() {
        return 41;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= Integer.BYTES
                && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt() == MAGIC;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        byte[] header = new byte[HEADER_SIZE];
        if (input.read(header, 0, HEADER_SIZE) < HEADER_SIZE) {
            throw new TraceProblem(input.name() + " ends within the header of a Sysprof capture");
        }
        if (header[4] != 1) {
            throw new TraceProblem(input.name() + " is a Sysprof capture of version " + (header[4] & 0xff)
                    + ", which is not supported");
        }
        ByteOrder order = (header[5] & 1) != 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        context.clocks().useOnly(ClockId.of(ClockId.MONOTONIC));
        addRealTime(context, header, ByteBuffer.wrap(header).order(order).getLong(START));
        CaptureEvents events = new CaptureEvents(context, order);
        while (true) {
            byte[] start = new byte[CaptureFrame.HEADER_SIZE];
            int read = input.read(start, 0, start.length);
            if (read <= 0) {
                break;
            }
            int length = ByteBuffer.wrap(start).order(order).getShort() & 0xffff;
            byte[] bytes = Arrays.copyOf(start, Math.max(length, start.length));
            int rest = bytes.length - start.length;
            if (read < start.length
                    || length < start.length
                    || rest > 0 && input.read(bytes, start.length, rest) < rest) {
                context.logs().recordAt(StatNames.SYSPROF_TRUNCATED, input.position(), null);
                break;
            }
            events.add(new CaptureFrame(bytes, order));
        }
        events.finish();
    }

    /// Relates the times to the wall time at which the capture was started.
    private static void addRealTime(ImportContext context, byte[] header, long start) {
        String text = new String(header, CAPTURE_TIME, CAPTURE_TIME_LENGTH, StandardCharsets.US_ASCII);
        int end = text.indexOf('\0');
        try {
            Instant time = OffsetDateTime.parse(end < 0 ? text : text.substring(0, end))
                    .toInstant();
            long ns = Math.addExact(Math.multiplyExact(time.getEpochSecond(), NS_PER_S), time.getNano());
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(ClockId.of(ClockId.MONOTONIC), start),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), ns)));
        } catch (DateTimeException | ArithmeticException e) {
            // The capture has no usable wall time.
        }
    }
}
