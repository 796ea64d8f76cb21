package traceglass.ingest.art;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;

/// Imports method traces of the Android Runtime (ART), format versions 4 and 5: blocks of compressed records per
/// thread. ART writes these versions with two layouts of records, see [ArtBlock.Layout]. Only the header of one layout
/// has the frequency of a counter; if it is missing, the first block shows the layout.
public final class ArtMethodStreamImporter implements Importer {

    private static final byte[] MAGIC = "SLOW".getBytes(StandardCharsets.US_ASCII);
    private static final int STREAMED = 0xF0;
    private static final int WALL = 4;
    private static final int DUAL = 5;
    private static final int HEADER_SIZE = 32;

    private static final int THREAD = 0;
    private static final int METHOD = 1;
    private static final int RECORDS = 2;
    private static final int SUMMARY = 3;
    private static final String END = "*end";

    @Override
    public String id() {
        return "art_method_v2";
    }

    @Override
    public String displayName() {
        return "Android method trace, version 2";
    }

    @Override
    public int priority() {
        return 70;
    }

    @Override
    public boolean sniff(byte[] head) {
        if (head.length < 6 || !ArtMethodImporter.startsWith(head, MAGIC) || head[5] != 0) {
            return false;
        }
        int version = head[4] & 0xFF;
        return version == WALL || version == DUAL || version == (WALL | STREAMED) || version == (DUAL | STREAMED);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ArtEvents.setClock(context);
        new Reader(new ArtInput(input), context).read();
    }

    /// Reader of one trace.
    private static final class Reader {

        private static final long NS_PER_S = 1_000_000_000;
        private static final long NS_PER_US = 1_000;
        private static final int ACTION_BITS = 2;

        private final ArtInput in;
        private final ImportContext context;
        private final ArtEvents events;
        /// Callstack of each thread, innermost method last.
        private final Map<Long, Deque<Long>> stacks = new HashMap<>();
        private boolean isDual;
        private long startNs;
        private long frequency;
        /// Layout of the records; null until it is known.
        private ArtBlock.Layout layout;

        Reader(ArtInput in, ImportContext context) {
            this.in = in;
            this.context = context;
            events = new ArtEvents(context);
        }

        void read() throws IOException {
            try {
                in.skip(MAGIC.length);
                isDual = (in.u2() & ~STREAMED) == DUAL;
                startNs = Math.max(0, in.s8());
                long startTicks = in.s8();
                frequency = in.s8();
                layout = startTicks != 0 || frequency != 0 ? ArtBlock.Layout.TIME_FIRST : null;
                in.skip(HEADER_SIZE - 30);
                boolean isComplete = false;
                while (!isComplete && in.hasNext()) {
                    isComplete = readEntry();
                }
                if (!isComplete) {
                    reportTruncation();
                }
            } catch (EOFException e) {
                reportTruncation();
            }
        }

        private void reportTruncation() {
            context.logs().recordAt(StatNames.ART_METHOD_TRUNCATED, in.position(), null);
        }

        /// Reads the next entry and returns whether it was the last one.
        private boolean readEntry() throws IOException {
            switch (in.u1()) {
                case THREAD -> {
                    long tid = in.u4();
                    events.nameThread(tid, withoutLineFeed(in.text(in.u2())));
                }
                case METHOD -> {
                    long id = in.s8();
                    events.methods().describe(id, ArtMethods.fields(withoutLineFeed(in.text(in.u2()))));
                }
                case RECORDS -> {
                    long tid = in.u4();
                    int count = in.u3();
                    readBlock(tid, count, in.bytes(Math.min(in.u4(), Integer.MAX_VALUE / 4)));
                }
                case SUMMARY -> {
                    return readSummary();
                }
                default -> {
                    context.logs().recordAt(StatNames.ART_METHOD_INVALID, in.position(), null);
                    return true;
                }
            }
            return false;
        }

        private static String withoutLineFeed(String text) {
            return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        }

        /// Adds the `key=value` lines of the summary to the metadata. Returns true at its end.
        private boolean readSummary() throws IOException {
            while (true) {
                String line = in.readLine();
                int equals = line.indexOf('=');
                if (line.contains(END)) {
                    return true;
                }
                if (equals > 0) {
                    String key = line.substring(0, equals);
                    String value = line.substring(equals + 1);
                    if (key.equals("data-file-overflow") && value.equals("true")) {
                        context.stats().increment(StatNames.ART_METHOD_OVERFLOW);
                    }
                    setMetadata(key, value);
                }
            }
        }

        private void setMetadata(String key, String value) {
            try {
                context.metadata().setDynamic(key, Long.parseLong(value));
            } catch (NumberFormatException e) {
                context.metadata().setDynamic(key, value);
            }
        }

        private void readBlock(long tid, int count, byte[] bytes) {
            if (layout == null && count > 0) {
                boolean isTimeFirst = ArtBlock.fits(ArtBlock.Layout.TIME_FIRST, bytes, count, isDual)
                        && !ArtBlock.fits(ArtBlock.Layout.METHOD_FIRST, bytes, count, isDual);
                layout = isTimeFirst ? ArtBlock.Layout.TIME_FIRST : ArtBlock.Layout.METHOD_FIRST;
            }
            ArtBlock block = new ArtBlock(bytes);
            if (layout == ArtBlock.Layout.METHOD_FIRST) {
                readMethodFirst(tid, count, block);
            } else {
                readTimeFirst(tid, count, block);
            }
            if (block.isTruncated()) {
                context.logs().recordAt(StatNames.ART_METHOD_INVALID, in.position(), null);
            }
        }

        private void readMethodFirst(long tid, int count, ArtBlock block) {
            long call = 0;
            long time = 0;
            long cpu = 0;
            for (int i = 0; i < count && block.hasNext(); i++) {
                call += block.readSigned();
                time += block.readUnsigned();
                if (isDual) {
                    cpu += block.readUnsigned();
                }
                if (block.isTruncated()) {
                    return;
                }
                int action = (int) call & (1 << ACTION_BITS) - 1;
                Integer cpuUs = isDual ? (int) (cpu / NS_PER_US) : null;
                events.add(tid, action, call >> ACTION_BITS << ACTION_BITS, startNs + time, cpuUs);
            }
        }

        private void readTimeFirst(long tid, int count, ArtBlock block) {
            Deque<Long> stack = stacks.computeIfAbsent(tid, t -> new ArrayDeque<>());
            long time = 0;
            long method = 0;
            for (int i = 0; i < count && block.hasNext(); i++) {
                time += block.readSigned();
                int action = (int) time & (1 << ACTION_BITS) - 1;
                if (isDual) {
                    block.readSigned();
                }
                long called = method;
                if (action == ArtEvents.ENTER) {
                    method += block.readSigned();
                    called = method;
                }
                if (block.isTruncated()) {
                    return;
                }
                if (action == ArtEvents.ENTER) {
                    stack.addLast(method);
                } else if (!stack.isEmpty()) {
                    called = stack.removeLast();
                }
                events.add(tid, action, called, startNs + nanoseconds(time >>> ACTION_BITS), null);
            }
        }

        private long nanoseconds(long ticks) {
            return frequency > 0
                    ? ticks / frequency * NS_PER_S + (long) ((double) (ticks % frequency) * NS_PER_S / frequency)
                    : ticks;
        }
    }
}
