package traceglass.app.cli.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import traceglass.app.io.Failure;
import traceglass.store.database.ReadingOptions;

class StreamedTraceTest {

    /// A stream that never ends and repeats a text.
    private static final class EndlessStream extends InputStream {

        private final byte[] text;
        private final AtomicLong read = new AtomicLong();

        EndlessStream(byte[] text) {
            this.text = text;
        }

        @Override
        public int read() {
            return text[(int) (read.getAndIncrement() % text.length)] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) read();
            }
            return length;
        }
    }

    private static String errorMessage(byte[] text) {
        EndlessStream stream = new EndlessStream(text);
        Failure failure = assertThrows(
                Failure.class, () -> StreamedTrace.copy(() -> stream, "standard input", ReadingOptions.NONE));
        assertTrue(stream.read.get() <= 1 << 17, "it read " + stream.read);
        return failure.getMessage();
    }

    @Test
    void rejectsEndlessStreamsThatAreNotTraces() throws IOException {
        assertEquals(
                "standard input begins with zeros only; it was probably never written completely",
                errorMessage(new byte[100]));
        byte[] random = new byte[1 << 16];
        new Random(1).nextBytes(random);
        String error = errorMessage(random);
        assertTrue(error.startsWith("standard input is not a trace in a supported format: it begins with the "), error);
        assertEquals(
                "standard input is not a trace in a supported format: it begins with \"y y y y y y y y y y y y \"",
                errorMessage("y\n".getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            for (int i = 0; i < 1000; i++) {
                byte[] line = new byte[1000];
                new Random(i).nextBytes(line);
                out.write("no trace".getBytes(StandardCharsets.UTF_8));
                out.write(line);
            }
        }
        String compressedError = errorMessage(compressed.toByteArray());
        assertTrue(compressedError.contains("standard input is not a trace in a supported format: "), compressedError);
    }

    @Test
    void endlessTracesAreStoppedWhenTheDiskIsNearlyFull() {
        EndlessStream stream =
                new EndlessStream("{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"a\",\"ts\":1,\"dur\":5},\n"
                        .getBytes(StandardCharsets.UTF_8));
        InputStream trace = new java.io.SequenceInputStream(new ByteArrayInputStream(new byte[] {'['}), stream);
        AtomicLong free = new AtomicLong((1L << 30) + (40L << 20));
        Failure failure = assertThrows(
                Failure.class,
                () -> StreamedTrace.copy(
                        () -> trace, "standard input", ReadingOptions.NONE, () -> free.getAndAdd(-(16L << 20))));
        assertTrue(
                failure.getMessage()
                        .matches("can't read the trace from standard input: after 4\\d(\\.\\d+)?\\sMB, .* has only "
                                + "1,?016(\\.\\d)?\\sMB left; save the trace to a file and open that file"),
                failure.getMessage());
    }

    @Test
    void keepsACopyUntilItIsClosed() throws Exception {
        byte[] bytes = "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"a\",\"ts\":1,\"dur\":5}]"
                .repeat(3000)
                .getBytes(StandardCharsets.UTF_8);
        StreamedTrace copy =
                StreamedTrace.copy(() -> new ByteArrayInputStream(bytes), "dir/trace.json", ReadingOptions.NONE);
        try (copy) {
            assertEquals("trace.json", copy.file().getFileName().toString());
            assertArrayEquals(bytes, Files.readAllBytes(copy.file()));
        }
        assertFalse(Files.exists(copy.file().getParent()));
    }

    @Test
    void copiesArchivesAndDatabases() throws Exception {
        byte[] database = new byte[1 << 17];
        byte[] mark = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(mark, 0, database, 0, mark.length);
        byte[] archive = new byte[1 << 17];
        archive[0] = 'P';
        archive[1] = 'K';
        archive[2] = 3;
        archive[3] = 4;
        for (byte[] bytes : new byte[][] {database, archive}) {
            try (StreamedTrace copy =
                    StreamedTrace.copy(() -> new ByteArrayInputStream(bytes), "x", ReadingOptions.NONE)) {
                assertEquals(bytes.length, Files.size(copy.file()));
            }
        }
    }
}
