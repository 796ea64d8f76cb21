package traceglass.ingest.gotrace;

import java.util.List;

/// Events of one thread in a generation of version 2.
final class GoV2Cursor {

    private static final int MAX_ARGS = 4;

    final long m;
    private final List<GoGeneration.Batch> batches;
    private final Runnable onDamage;
    private int next;
    private GoCursor in;
    /// Type of the current event.
    int type;
    /// Time of the current event in ticks.
    long time;
    /// Arguments of the current event.
    final long[] args = new long[MAX_ARGS];

    /// @param onDamage called for each batch with a damaged event; the rest of the batch is skipped
    GoV2Cursor(long m, List<GoGeneration.Batch> batches, Runnable onDamage) {
        this.m = m;
        this.batches = batches;
        this.onDamage = onDamage;
    }

    /// Moves to the next event. Returns false if there is none.
    boolean advance() {
        while (true) {
            if (in == null || !in.hasMore()) {
                if (next == batches.size()) {
                    return false;
                }
                GoGeneration.Batch batch = batches.get(next++);
                in = new GoCursor(batch.data(), 0);
                time = batch.time();
            }
            try {
                type = in.readByte();
                int count = GoEventType.args(type);
                time += in.readNumber();
                for (int i = 0; i < count; i++) {
                    args[i] = in.readNumber();
                }
                return true;
            } catch (GoFormatException e) {
                in = null;
                onDamage.run();
            }
        }
    }
}
