package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JsonChunkReaderTest {

    private final JsonChunkReader reader = new JsonChunkReader();

    /// The importer changes the events of a chunk while the reader fills the next one, and a block moves its values to
    /// larger arrays as it grows: changes would be lost.
    @Test
    void readsEachChunkIntoItsOwnBlocks() {
        Set<JsonEvents> blocks = Collections.newSetFromMap(new IdentityHashMap<>());
        int count = 0;
        for (int events : new int[] {3, 200, 1, 20_000, 5}) {
            JsonChunk chunk = read(events);
            for (JsonEvents block : Arrays.copyOf(chunk.blocks, chunk.blockCount)) {
                assertTrue(blocks.add(block));
            }
            count += events;
        }
        assertEquals(count, blocks.stream().mapToInt(b -> b.size).sum());
    }

    @Test
    void sizesBlocksByThePreviousChunk() {
        read(500);
        JsonChunk second = read(500);
        assertEquals(1, second.blockCount);
        assertTrue(second.blocks[0].phase.length < 600, () -> "capacity " + second.blocks[0].phase.length);
    }

    private JsonChunk read(int events) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < events; i++) {
            text.append(",\n{\"ph\":\"b\",\"cat\":\"c\",\"name\":\"n\",\"pid\":1,\"tid\":2,\"id\":\"0x")
                    .append(Integer.toHexString(i))
                    .append("\",\"ts\":")
                    .append(i)
                    .append(",\"args\":{\"a\":1}}");
        }
        JsonChunk chunk = new JsonChunk(0);
        chunk.bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        chunk.length = chunk.bytes.length;
        reader.read(chunk);
        assertEquals(chunk.length, chunk.stoppedAt);
        return chunk;
    }
}
