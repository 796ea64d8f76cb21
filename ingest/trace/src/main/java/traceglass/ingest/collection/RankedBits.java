package traceglass.ingest.collection;

/// Set of numbers below a bound that can return the rank of each element.
public final class RankedBits {

    /// Log2 of the number of words whose elements are counted together.
    private static final int GROUP_BITS = 3;

    private final long[] words;
    private final int[] counts;

    /// @param bound number of possible elements
    public RankedBits(int bound) {
        words = new long[(bound >>> 6) + 1];
        counts = new int[(words.length >> GROUP_BITS) + 2];
    }

    public void set(int element) {
        words[element >>> 6] |= 1L << element;
    }

    public boolean get(int element) {
        return (words[element >>> 6] & 1L << element) != 0;
    }

    /// Computes the ranks; call this once all elements have been added. Returns the number of elements.
    public int computeRanks() {
        int count = 0;
        for (int i = 0; i < words.length; i++) {
            if ((i & (1 << GROUP_BITS) - 1) == 0) {
                counts[i >> GROUP_BITS] = count;
            }
            count += Long.bitCount(words[i]);
        }
        return count;
    }

    /// Returns how many elements are less than this one.
    public int rank(int element) {
        int word = element >>> 6;
        int rank = counts[word >> GROUP_BITS];
        for (int i = word >> GROUP_BITS << GROUP_BITS; i < word; i++) {
            rank += Long.bitCount(words[i]);
        }
        return rank + Long.bitCount(words[word] & (1L << element) - 1);
    }
}
