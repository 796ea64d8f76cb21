package traceglass.ingest.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankedBitsTest {

    @Test
    void ranksAreThoseOfABitSet() {
        Random random = new Random(3);
        for (int bound : new int[] {0, 1, 63, 64, 511, 512, 5000}) {
            RankedBits bits = new RankedBits(bound);
            BitSet expected = new BitSet();
            for (int i = 0; i < bound / 3; i++) {
                int element = random.nextInt(bound);
                bits.set(element);
                expected.set(element);
            }
            assertEquals(expected.cardinality(), bits.computeRanks());
            for (int i = 0; i < bound; i++) {
                assertEquals(expected.get(i), bits.get(i), i + " of " + bound);
                assertEquals(expected.get(0, i).cardinality(), bits.rank(i), i + " of " + bound);
            }
        }
    }
}
