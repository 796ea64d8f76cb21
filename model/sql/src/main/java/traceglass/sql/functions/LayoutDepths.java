package traceglass.sql.functions;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The depths that `InternalLayout` found before a statement runs, where the statement looks them up while it runs.
public final class LayoutDepths {

    /// The function of `JavaScalars` that looks a depth up.
    public static final String LOOKUP = "tg_layout_depth";

    private static final AtomicLong NEXT = new AtomicLong();
    private static final Map<Long, Map<String, int[]>> DEPTHS = new ConcurrentHashMap<>();

    private LayoutDepths() {}

    /// Keeps the depths of each partition by row number, and gives the number to ask for them by.
    public static long put(Map<String, int[]> depths) {
        long id = NEXT.incrementAndGet();
        DEPTHS.put(id, depths);
        return id;
    }

    /// The depth that was found for a row, null if there is none.
    static Long depth(long id, String partition, long number) {
        Map<String, int[]> depths = DEPTHS.get(id);
        int[] rows = depths == null ? null : depths.get(partition);
        return rows == null || number < 1 || number > rows.length ? null : (long) rows[(int) number - 1];
    }

    /// Forgets depths that nobody asks for any more.
    public static void remove(long id) {
        DEPTHS.remove(id);
    }
}
