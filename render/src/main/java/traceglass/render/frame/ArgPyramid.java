package traceglass.render.frame;

/// Answers "which element of a range is the best" in logarithmic time, from a pyramid of the best of every sixteen.
/// Four bytes for every sixteen elements, and a fifteenth of that for the levels above.
final class ArgPyramid {

    /// Whether element `a` is better than element `b`.
    interface Better {
        boolean than(int a, int b);
    }

    private static final int SHIFT = 4;
    private static final int FANOUT = 1 << SHIFT;

    private final Better better;
    private final int[][] levels;

    ArgPyramid(int size, Better better) {
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
                    if (better.than(candidate, winner)) {
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

    /// The first best element of `from` to `to`, exclusive; the range must not be empty.
    int best(int from, int to) {
        int winner = from;
        int low = from;
        int high = to;
        int level = 0;
        // Ragged ends are looked at one by one; what lies between is whole blocks of the level above.
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
            if (better.than(candidate, best) || candidate < best && !better.than(best, candidate)) {
                best = candidate;
            }
        }
        return best;
    }
}
