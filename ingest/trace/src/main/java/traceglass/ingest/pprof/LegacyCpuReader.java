package traceglass.ingest.pprof;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Reads CPU profiles of gperftools and of Go before 1.9: machine words of 4 or 8 bytes in either byte order. A header
/// of five words (0, 3, version, sampling period in µs, 0) is followed by samples (count, number of addresses,
/// addresses from the innermost one outward), an end mark (0, 1, 0) and the memory map as text.
final class LegacyCpuReader {

    static final int HEADER_WORDS = 5;
    private static final int HEADER_SIZE = 3;
    /// Version of Java profiles, which list the names of their addresses at the end.
    private static final int JAVA = 1;
    /// Maximum stack depth; longer stacks indicate damage, because profilers truncate them much earlier.
    private static final int MAX_STACK = 1 << 16;
    private static final double NANOS_PER_MICRO = 1000;

    private final WordLayout layout;
    private final InputStream in;
    private final ImportContext context;

    /// Size and byte order of the words.
    record WordLayout(int size, boolean isBigEndian) {

        /// Returns the word at an offset, all of whose bytes must exist.
        long word(byte[] bytes, int offset) {
            long value = 0;
            for (int i = 0; i < size; i++) {
                int from = isBigEndian ? offset + i : offset + size - 1 - i;
                value = value << 8 | bytes[from] & 0xff;
            }
            return value;
        }
    }

    private LegacyCpuReader(WordLayout layout, InputStream in, ImportContext context) {
        this.layout = layout;
        this.in = in;
        this.context = context;
    }

    /// Returns the size and byte order of the words if the bytes begin with the header; otherwise null.
    static WordLayout detectLayout(byte[] head) {
        for (int size : new int[] {Long.BYTES, Integer.BYTES}) {
            for (boolean isBigEndian : new boolean[] {false, true}) {
                WordLayout layout = new WordLayout(size, isBigEndian);
                if (head.length >= HEADER_WORDS * size
                        && layout.word(head, 0) == 0
                        && layout.word(head, size) == HEADER_SIZE
                        && (layout.word(head, 2 * size) & ~JAVA) == 0
                        && layout.word(head, 3 * size) > 0
                        && layout.word(head, 3 * size) < Integer.MAX_VALUE
                        && layout.word(head, 4 * size) == 0) {
                    return layout;
                }
            }
        }
        return null;
    }

    static void read(TraceInput input, WordLayout layout, ImportContext context) throws IOException {
        InputStream in = new BufferedInputStream(input.asStream(), 1 << 16);
        LegacyCpuReader reader = new LegacyCpuReader(layout, in, context);
        LegacyProfile profile = new LegacyProfile(
                context,
                List.of(new LegacyProfile.Type("samples", "count"), new LegacyProfile.Type("cpu", "nanoseconds")));
        try {
            reader.readSamples(profile);
            TextLines lines = new TextLines(in);
            LegacyTrailer trailer = new LegacyTrailer(profile);
            for (String line = lines.next(); line != null; line = lines.next()) {
                trailer.read(line);
            }
        } catch (EOFException e) {
            context.logs().recordAt(StatNames.PPROF_TRUNCATED, input.position(), null);
        }
        profile.write();
    }

    private long next() throws IOException {
        byte[] word = in.readNBytes(layout.size);
        if (word.length < layout.size) {
            throw new EOFException();
        }
        return layout.word(word, 0);
    }

    private void readSamples(LegacyProfile profile) throws IOException {
        next();
        next();
        boolean isJava = next() == JAVA;
        double periodNs = next() * NANOS_PER_MICRO;
        context.metadata().setDynamic("pprof_period", (long) periodNs);
        next();
        GrowingLongs stack = new GrowingLongs();
        while (true) {
            long count = next();
            long depth = next();
            if (depth <= 0 || depth > MAX_STACK) {
                throw new EOFException();
            }
            stack.clear();
            for (long i = 0; i < depth; i++) {
                // Addresses of outer frames are return addresses, which follow the call.
                stack.add(next() - (i > 0 && !isJava ? 1 : 0));
            }
            if (count == 0 && depth == 1 && stack.get(0) == 0) {
                return;
            }
            profile.add(stack.toArray(), new double[] {count, count * periodNs}, 0);
        }
    }
}
