package traceglass.render.frame;

/// Finds the best element of a range in logarithmic time, with a pyramid over blocks of sixteen elements. Takes four
/// bytes for every sixteen elements, and a fifteenth of that for the upper levels.
final class BestElementPyramid {

    /// Whether element `a` is better than element `b`.
    interface Better {
        boolean isBetter(int a, int b);
    }

    private static final int SHIFT = 4;
    private static final int FANOUT = 1 << SHIFT;

    private final Better better;
    private final int[][] levels;

    BestElementPyramid(int size, Better better) {
        this.better = better;
        int depth = 0;
        for (int n = size; n > FANOUT; n = (n + FANOUT - 1) >> SHIFT) {
            depth++;
        }
        levels = new int[depth][];
        int below = size;
        for (int level = 0; level < depth; level++) {
            int count = (below + FANOUT - 1) >> SHIFT;
            int[] best = new int[count];
            for (int block = 0; block < count; block++) {
                int from = block << SHIFT;
                int to = Math.min(from + FANOUT, below);
                int winner = element(level, from);
                for (int i = from + 1; i < to; i++) {
                    int candidate = element(level, i);
                    if (better.isBetter(candidate, winner)) {
                        winner = candidate;
                    }
                }
                best[block] = winner;
            }
            levels[level] = best;
            below = count;
        }
    }

    private int element(int level, int index) {
        return level == 0 ? index : levels[level - 1][index];
    }

    /// Returns the first best element of the range from `from` to `to`, exclusive, which must not be empty.
    int best(int from, int to) {
        int winner = from;
        int low = from;
        int high = to;
        int level = 0;
        // Elements outside whole blocks are compared one by one; whole blocks are compared a level above.
        while (true) {
            int lowBlock = (low + FANOUT - 1) >> SHIFT;
            int highBlock = high >> SHIFT;
            if (level >= levels.length || lowBlock >= highBlock) {
                return scan(level, low, high, winner);
            }
            winner = scan(level, low, lowBlock << SHIFT, winner);
            winner = scan(level, highBlock << SHIFT, high, winner);
            low = lowBlock;
            high = highBlock;
            level++;
        }
    }

    private int scan(int level, int from, int to, int winner) {
        int best = winner;
        for (int i = from; i < to; i++) {
            int candidate = element(level, i);
            if (better.isBetter(candidate, best) || candidate < best && !better.isBetter(best, candidate)) {
                best = candidate;
            }
        }
        return best;
    }
}
