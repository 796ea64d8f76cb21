package traceglass.ingest.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextLinesTest {

    @Test
    void returnsTheSameLinesAsTheJdk() throws IOException {
        Random random = new Random(4);
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(60); k > 0; k--) {
                text.append(new String[] {"a", "\u00e4\u20ac", "\n", "\r", "\r\n", "x".repeat(random.nextInt(40_000))}
                        [random.nextInt(6)]);
            }
            BufferedReader reader = new BufferedReader(new StringReader(text.toString()));
            try (TextLines lines =
                    new TextLines(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    assertEquals(line, lines.next());
                }
                assertNull(lines.next());
            }
        }
    }

    @Test
    void returnsTheBeginningOfAnEndlessLine() throws IOException {
        InputStream blanks = new InputStream() {
            private long remaining = TextLines.MAX_LINE_LENGTH + 5_000_000L;

            @Override
            public int read() {
                return remaining-- > 0 ? ' ' : -1;
            }

            @Override
            public int read(byte[] b, int off, int len) {
                int n = (int) Math.min(len, remaining);
                java.util.Arrays.fill(b, off, off + Math.max(n, 0), (byte) ' ');
                remaining -= Math.max(n, 0);
                return n <= 0 && len > 0 ? -1 : n;
            }
        };
        try (TextLines lines = new TextLines(blanks)) {
            assertEquals(TextLines.MAX_LINE_LENGTH, lines.next().length());
            assertNull(lines.next());
        }
    }
}
