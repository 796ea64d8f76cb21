package traceglass.sql.functions;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Depths that `InternalLayout` computes before a statement runs, for lookup while it runs.
public final class LayoutDepths {

    /// Name of the lookup function in `JavaScalars`.
    public static final String LOOKUP = "tg_layout_depth";

    private static final AtomicLong NEXT = new AtomicLong();
    private static final Map<Long, Map<String, int[]>> DEPTHS = new ConcurrentHashMap<>();

    private LayoutDepths() {}

    /// Stores the depths of each partition by row number, and returns the id for looking them up.
    public static long put(Map<String, int[]> depths) {
        long id = NEXT.incrementAndGet();
        DEPTHS.put(id, depths);
        return id;
    }

    /// Returns the depth of a row, null if there is none.
    static Long depth(long id, String partition, long number) {
        Map<String, int[]> depths = DEPTHS.get(id);
        int[] rows = depths == null ? null : depths.get(partition);
        return rows == null || number < 1 || number > rows.length ? null : (long) rows[(int) number - 1];
    }

    /// Removes depths that are no longer needed.
    public static void remove(long id) {
        DEPTHS.remove(id);
    }
}
