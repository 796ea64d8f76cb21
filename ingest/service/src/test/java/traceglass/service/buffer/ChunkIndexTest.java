package traceglass.service.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChunkIndexTest {

    private final Sequence sequence = new Sequence(new Writer(1, 1));

    @Test
    void agreesWithASortedMap() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            ChunkIndex index = new ChunkIndex();
            TreeMap<Long, StoredChunk> map = new TreeMap<>();
            int ids = 1 + random.nextInt(60);
            for (int step = 0; step < 400; step++) {
                long id = random.nextInt(ids);
                StoredChunk existing = map.get(id);
                if (existing == null && random.nextInt(3) > 0) {
                    StoredChunk chunk = new StoredChunk(sequence, id);
                    map.put(id, chunk);
                    index.add(chunk);
                } else if (random.nextBoolean() && !map.isEmpty()) {
                    index.remove(map.firstKey());
                    map.remove(map.firstKey());
                } else {
                    index.remove(id);
                    map.remove(id);
                }
                assertEquals(map.isEmpty(), index.isEmpty());
                for (long wantedId = -1; wantedId <= ids; wantedId++) {
                    assertSame(map.get(wantedId), index.get(wantedId));
                    Map.Entry<Long, StoredChunk> higher = map.higherEntry(wantedId);
                    assertSame(higher == null ? null : higher.getValue(), index.firstAfter(wantedId));
                }
            }
        }
    }

    @Test
    void acceptsLateChunksOnlyUpToADistance() {
        ChunkIndex index = new ChunkIndex();
        for (long id = 0; id < 20_000; id++) {
            index.add(new StoredChunk(sequence, 10 + id));
        }
        assertTrue(index.canAdd(1_000_000));
        assertTrue(index.canAdd(10 + 10_000));
        assertFalse(index.canAdd(1));
    }
}
