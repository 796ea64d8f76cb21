package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.store.table.BlobColumn;
import traceglass.store.table.Column;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Compares imports that read ahead on other threads with imports on one thread.
class JsonPrefetcherTest {

    private static final JsonPrefetcher.Sizes SINGLE_THREADED = new JsonPrefetcher.Sizes(0, 1 << 20, 1 << 20);
    private static final String[] PHASES = {
        "X", "X", "X", "B", "E", "b", "e", "n", "i", "I", "R", "C", "s", "t", "f", "S", "T", "p", "F", "M", "P", "v",
        "N", "(", ""
    };
    private static final String[] TEXTS = {
        "a",
        "bb",
        "task",
        "gr\u00fc\u00dfe",
        "0x1f",
        "7f",
        "12",
        "",
        "x\\\"},{\\\"name\\\":",
        "process_name",
        "[1]",
        "\\u00e9\\ud83d",
        "tab\\tand\\nline",
        "},{",
        JsonArgEvents.DEVICE_MEMORY
    };

    private final Random random;

    JsonPrefetcherTest() {
        random = new Random(11);
    }

    private String text() {
        return '"' + TEXTS[random.nextInt(TEXTS.length)] + '"';
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 3 ? 7 : 10)) {
            case 0 -> text();
            case 1 -> String.valueOf(random.nextInt(1000));
            case 2 -> random.nextInt(1000) + "." + random.nextInt(1000);
            case 3 -> "1e" + random.nextInt(400);
            case 4 -> random.nextBoolean() ? "true" : "NaN";
            case 5 -> "null";
            case 6 -> "-9223372036854775808";
            case 7 -> "[" + value(depth + 1) + "," + value(depth + 1) + "]";
            case 8 -> "[{\"name\":" + value(depth + 1) + "},{\"name\":" + value(depth + 1) + "}]";
            default -> "{" + text() + ":" + value(depth + 1) + "," + text() + ":" + value(depth + 1) + "}";
        };
    }

    private String event(int i) {
        StringBuilder e = new StringBuilder("{\"name\":").append(text());
        e.append(",\"ph\":\"").append(PHASES[random.nextInt(PHASES.length)]).append('"');
        if (random.nextInt(50) > 0) {
            e.append(",\"ts\":")
                    .append(random.nextInt(5) == 0 ? "\"" + i + ".25\"" : String.valueOf(i * 10 - random.nextInt(30)));
        }
        String[] members = {
            ",\"cat\":" + text(),
            ",\"pid\":" + (random.nextInt(9) == 0 ? text() : String.valueOf(random.nextInt(4) - 1)),
            ",\"tid\":" + (random.nextInt(9) == 0 ? text() : String.valueOf(random.nextInt(5))),
            ",\"dur\":" + (random.nextInt(20) == 0 ? value(3) : String.valueOf(random.nextInt(40))),
            ",\"tts\":" + i + ",\"tdur\":5",
            ",\"id\":" + (random.nextBoolean() ? text() : String.valueOf(random.nextInt(5))),
            ",\"id2\":{\"" + (random.nextBoolean() ? "local" : "global") + "\":" + value(4) + "}",
            ",\"bind_id\":" + text() + ",\"flow_out\":true",
            ",\"bind_id\":\"0x1f\",\"flow_in\":true,\"bp\":\"e\"",
            ",\"s\":\"" + "tpgx".charAt(random.nextInt(4)) + "\"",
            ",\"args\":" + (random.nextInt(4) == 0 ? "{\"name\":\"thing\"}" : "{" + text() + ":" + value(0) + "}"),
            ",\"args\":{\"a\":{\"deep\":1},\"a\":2}",
            ",\"scope\":" + text(),
            ",\"cname\":\"good\"",
            ",\"sf\":3",
            ",\"stack\":[\"main\"," + text() + "]",
            ",\"unknown\":" + value(0),
        };
        for (int k = random.nextInt(9); k >= 0; k--) {
            e.append(members[random.nextInt(random.nextInt(6) == 0 ? members.length : 11)]);
        }
        return e.append('}').toString();
    }

    private String trace(int events) {
        StringBuilder json = new StringBuilder("{\"traceEvents\":[");
        String between = random.nextBoolean() ? "," : ",\n ";
        for (int i = 0; i < events; i++) {
            json.append(i == 0 ? "" : between);
            switch (random.nextInt(1000)) {
                case 0, 4, 5 -> json.append("{}");
                case 1, 6, 7 -> json.append("7");
                case 2 -> json.append(event(i)).append(between).append(",");
                case 3 ->
                    json.append("{\"name\":\"deep\",\"ph\":\"X\",\"ts\":1,\"args\":{\"a\":" + "[".repeat(300)
                            + "]".repeat(300) + "}}");
                default -> json.append(event(i));
            }
        }
        return json.append("],\"displayTimeUnit\":\"ns\",\"stackFrames\":{\"3\":{\"name\":\"f\"}}}")
                .toString();
    }

    private static String read(byte[] json, JsonPrefetcher.Sizes sizes) throws IOException {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        StringBuilder out = new StringBuilder();
        try (TraceInput input = new TraceInput("a.json", new ByteArrayInputStream(json), new ImportProgress())) {
            new JsonImporter(sizes).read(input, session.context(0, 0));
        } catch (TraceProblem e) {
            out.append(e.getMessage()).append('\n');
        }
        session.finish();
        for (Table table : storage.tables()) {
            for (int row = 0; row < table.rowCount(); row++) {
                out.append(table.name()).append(' ').append(row);
                for (Column c : table.columns()) {
                    append(storage, table, c, row, out);
                }
                out.append('\n');
            }
        }
        return out.toString();
    }

    private static void append(TraceStorage storage, Table table, Column c, int row, StringBuilder out) {
        out.append('|');
        switch (c) {
            case LongColumn longs -> out.append(longs.get(row));
            case DoubleColumn doubles -> out.append(doubles.get(row));
            case BlobColumn blobs -> out.append("blob");
            case IntColumn ints -> {
                boolean isText =
                        table.spec().columns().get(table.columns().indexOf(c)).type()
                                == traceglass.store.table.ColumnType.STRING;
                out.append(isText ? storage.strings().get(ints.get(row)) : String.valueOf(ints.get(row)));
            }
            default -> throw new IllegalStateException(c.name());
        }
    }

    private void assertSame(byte[] json, String description) throws IOException {
        String expected = read(json, SINGLE_THREADED);
        for (int round = 0; round < 3; round++) {
            JsonPrefetcher.Sizes sizes = new JsonPrefetcher.Sizes(
                    1 + random.nextInt(3), 256 + random.nextInt(1000), 200 + random.nextInt(3000));
            assertEquals(expected, read(json, sizes), description + " with " + sizes);
        }
    }

    @Test
    void prefetchThreadsDoNotChangeTheResult() throws IOException {
        for (int i = 0; i < 15; i++) {
            byte[] json = trace(20 + random.nextInt(400)).getBytes(StandardCharsets.UTF_8);
            assertSame(json, "trace " + i);
        }
    }

    @Test
    void prefetchThreadsChangeNothingInDamagedFiles() throws IOException {
        for (int i = 0; i < 30; i++) {
            byte[] json = trace(20 + random.nextInt(200)).getBytes(StandardCharsets.UTF_8);
            if (i % 3 == 0) {
                json = Arrays.copyOf(json, random.nextInt(json.length));
            } else {
                for (int k = random.nextInt(3); k >= 0; k--) {
                    json[random.nextInt(json.length)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            assertSame(json, "damaged trace " + i);
        }
    }

    @Test
    void manyBlocksAndStringsAreReadInOrder() throws IOException {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 12_000; i++) {
            json.append(i == 0 ? "" : ",\n")
                    .append("{\"name\":\"n")
                    .append(i % 7000)
                    .append("\",\"ph\":\"X\",\"ts\":")
                    .append(i)
                    .append(",\"dur\":1,\"pid\":1,\"tid\":1,\"args\":{\"i\":")
                    .append(i / 2)
                    .append("}}");
        }
        byte[] bytes = json.append("]").toString().getBytes(StandardCharsets.UTF_8);
        assertEquals(read(bytes, SINGLE_THREADED), read(bytes, new JsonPrefetcher.Sizes(2, 4096, 8192)));
    }

    /// Counts the elements of a trace that are read ahead and those that are not.
    private static final class Counter implements JsonReader.EventReader {
        int chunks;
        int prefetchedEvents;
        int singleEvents;

        @Override
        public void onEvent(JsonCursor cursor, int start, long offset) {
            while (cursor.nextKey()) {
                cursor.readValue();
            }
            // Events at the end of the window are read again.
            singleEvents++;
        }

        @Override
        public void onChunk(JsonChunk chunk) {
            chunks++;
            for (int i = 0; i < chunk.size; i++) {
                prefetchedEvents += chunk.entries[i] == JsonChunk.NEXT_BLOCK ? 0 : 1;
            }
        }

        @Override
        public void onInvalid(byte[] buffer, int start, int end, long offset, String reason) {
            throw new AssertionError(reason);
        }
    }

    private static final class Members implements JsonReader.MemberHandler {
        final List<String> keys = new ArrayList<>();

        @Override
        public void onMember(String key, JsonCursor cursor, byte[] buffer) {
            keys.add(key);
        }

        @Override
        public void onTruncated(long offset) {
            keys.add("truncated");
        }
    }

    @Test
    void nearlyAllEventsAreReadAheadDespiteWrongSplits() throws Exception {
        StringBuilder json = new StringBuilder("{\"a\":1,\"traceEvents\":[");
        for (int i = 0; i < 2000; i++) {
            // The space between the two objects in the list looks like the space between two events.
            String list = i == 1500 ? "[{\"ph\":1},{\"ph\":\"" + "x".repeat(3000) + "\"}]" : "[]";
            json.append(i == 0 ? "" : ",")
                    .append("{\"ph\":\"X\",\"ts\":")
                    .append(i)
                    .append(",\"args\":")
                    .append(list)
                    .append('}');
        }
        json.append("],\"b\":2}");
        Counter counter = new Counter();
        Members members = new Members();
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        try (TraceInput input = new TraceInput("a.json", new ByteArrayInputStream(bytes), new ImportProgress())) {
            new JsonReader(input, counter, members, new JsonPrefetcher.Sizes(2, 300, 2000)).read();
        }
        assertEquals(2000, counter.prefetchedEvents + counter.singleEvents);
        assertTrue(counter.prefetchedEvents > 1900, "only " + counter.prefetchedEvents + " events were read ahead");
        assertTrue(counter.chunks > 20, counter.chunks + " chunks");
        assertEquals(List.of("a", "b"), members.keys);
    }

    @Test
    void failuresOfTheInputReachTheImporter() throws IOException {
        byte[] bytes = ("[" + "{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":1},".repeat(6000))
                .getBytes(StandardCharsets.UTF_8);
        ImportProgress progress = new ImportProgress();
        for (boolean isCancelled : new boolean[] {false, true}) {
            InputStream in = new ByteArrayInputStream(bytes) {
                @Override
                public synchronized int read(byte[] b, int off, int len) {
                    if (pos > 200_000) {
                        if (!isCancelled) {
                            throw new IllegalStateException("the disk failed");
                        }
                        progress.cancel();
                    }
                    return super.read(b, off, len);
                }
            };
            TraceStorage storage = new TraceStorage();
            ImportSession session = new ImportSession(storage, progress);
            try (TraceInput input = new TraceInput("a.json", in, progress)) {
                JsonImporter importer = new JsonImporter(new JsonPrefetcher.Sizes(2, 3000, 2000));
                Throwable thrown =
                        assertThrows(RuntimeException.class, () -> importer.read(input, session.context(0, 0)));
                assertEquals(isCancelled ? ImportCanceled.class : IllegalStateException.class, thrown.getClass());
            }
        }
    }
}
