package traceglass.ingest.scripting;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;

/// Imports Austin's binary format (MOJO), versions 1 to 4.
public final class AustinMojoImporter implements Importer {

    private static final int MAX_VERSION = 4;
    private static final int MAX_STRING_BYTES = 1 << 16;

    @Override
    public String id() {
        return "austin_mojo";
    }

    @Override
    public String displayName() {
        return "Austin samples in binary form";
    }

    @Override
    public int priority() {
        return 46;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length > 4 && head[0] == 'M' && head[1] == 'O' && head[2] == 'J' && head[3] > 0 && head[3] < 0x40;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Bytes in = new Bytes(new BufferedInputStream(input.asStream(), 1 << 16));
        in.in.skipNBytes(3);
        long version = in.number();
        if (version < 1 || version > MAX_VERSION) {
            throw new TraceProblem(input.name() + " has version " + version
                    + " of Austin's binary format, which is not supported; convert it to text with `mojo2austin`");
        }
        AustinMojoSamples samples = new AustinMojoSamples(context);
        boolean isComplete;
        do {
            try {
                isComplete = readEvent(in, (int) version, samples);
            } catch (EOFException e) {
                isComplete = false;
            }
        } while (isComplete);
        samples.finish();
        if (!in.isAtEnd) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, in.position, null);
        }
    }

    /// Reads an event.
    ///
    /// @return false at the end, or if the rest can't be read
    private static boolean readEvent(Bytes in, int version, AustinMojoSamples samples) throws IOException {
        int kind = in.kind();
        switch (kind) {
            case 1 -> samples.addMetadata(in.text(), in.text());
            case 2 -> {
                long pid = in.number();
                String interpreter = version >= 3 ? in.number() + ":" : "";
                samples.startStack(pid, interpreter + in.text());
            }
            case 3 -> {
                long key = in.number();
                long file = in.number();
                long scope = in.number();
                long line = in.number();
                for (int i = 0; version >= 2 && i < 3; i++) {
                    in.number();
                }
                samples.addFrame(key, file, scope, line);
            }
            case 4 -> samples.addSpecialFrame("[invalid frame]");
            case 5 -> samples.addFrameReference(in.number());
            case 6 -> samples.addKernelFrame(in.text());
            case 7 -> samples.addGarbageCollection();
            case 8 -> {}
            case 9 -> samples.setTime(in.number());
            case 10 -> samples.setMemory(in.number());
            case 11 -> samples.addString(in.number(), in.text());
            case 12 -> in.number();
            case 13 -> samples.repeatStack();
            default -> {
                return false;
            }
        }
        return true;
    }

    /// Reads the numbers and strings of a file.
    private static final class Bytes {

        private static final int END = -1;
        private final BufferedInputStream in;
        private long position;
        /// Whether the file ends after a complete event.
        private boolean isAtEnd;

        Bytes(BufferedInputStream in) {
            this.in = in;
        }

        int kind() throws IOException {
            int b = in.read();
            isAtEnd = b == END;
            position++;
            return b;
        }

        private int next() throws IOException {
            int b = in.read();
            if (b == END) {
                throw new EOFException();
            }
            position++;
            return b;
        }

        /// Reads a number: a byte with the sign and 6 bits, then bytes with 7 bits each, lowest first.
        long number() throws IOException {
            int b = next();
            boolean isNegative = (b & 0x40) != 0;
            long value = b & 0x3f;
            for (int shift = 6; (b & 0x80) != 0; shift += 7) {
                b = next();
                value |= shift < Long.SIZE ? (long) (b & 0x7f) << shift : 0;
            }
            return isNegative ? -value : value;
        }

        /// Reads a NUL-terminated string; the rest of an overlong one is skipped.
        String text() throws IOException {
            byte[] bytes = new byte[64];
            int length = 0;
            for (int b = next(); b != 0; b = next()) {
                if (length == bytes.length && length < MAX_STRING_BYTES) {
                    bytes = Arrays.copyOf(bytes, length * 2);
                }
                if (length < bytes.length) {
                    bytes[length++] = (byte) b;
                }
            }
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }
    }
}
