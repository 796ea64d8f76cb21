package traceglass.app.panel.area;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.app.grid.RowStore;
import traceglass.app.session.Cancellation;

/// Sums up ranges over ten million made-up slices and prints how long it takes: `AreaBench [SLICES]`.
final class AreaBench {

    private static final int TRACKS = 200;
    private static final int ROUNDS = 5;

    private AreaBench() {}

    public static void main(String[] args) throws Exception {
        long n = args.length > 0 ? Long.parseLong(args[0]) : 10_000_000;
        long perTrack = n / TRACKS;
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:"); Statement s = c.createStatement()) {
            // Of ten slices in a row one holds three and these hold two each, as frames of a program do.
            s.execute("""
                    CREATE TABLE slice AS
                    SELECT i AS id, CAST(i %% %1$d // 10 * 10000 + CASE i %% 10 WHEN 0 THEN 0 WHEN 1 THEN 100 WHEN 2 THEN 200 WHEN 3 THEN 1200 WHEN 4 THEN 3100
                        WHEN 5 THEN 3200 WHEN 6 THEN 4200 WHEN 7 THEN 6100 WHEN 8 THEN 6200 ELSE 7200 END AS BIGINT) AS ts,
                      CAST(CASE WHEN i %% 10 = 0 THEN 9000 WHEN i %% 10 IN (1, 4, 7) THEN 2500 ELSE 500 + hash(i) %% 400 END AS BIGINT) AS dur,
                      CAST(i // %1$d AS INTEGER) AS track_id, 'name of slice ' || hash(i // 3) %% 2000 AS name,
                      CAST(CASE WHEN i %% 10 = 0 THEN NULL WHEN i %% 10 IN (1, 4, 7) THEN i - i %% 10 ELSE i - (i %% 10 - 1) %% 3 END AS INTEGER) AS parent_id,
                      CAST(CASE WHEN i %% 10 = 0 THEN 0 WHEN i %% 10 IN (1, 4, 7) THEN 1 ELSE 2 END AS INTEGER) AS depth, 'cat' AS category
                    FROM range(%2$d) AS t(i)""".formatted(perTrack, n));
            s.execute("CREATE TABLE track AS SELECT i AS id, 'track ' || i AS name FROM range(200) t(i)");
            s.execute("CREATE TABLE thread_track AS SELECT i AS id, i AS utid FROM range(200) t(i)");
            s.execute("CREATE TABLE process_track(id BIGINT, upid BIGINT)");
            s.execute("CREATE TABLE thread AS SELECT i AS utid, i AS tid, 'thread ' || i AS name, i % 20 AS upid, false AS is_idle FROM range(200) t(i)");
            s.execute("CREATE TABLE process AS SELECT i AS upid, i AS pid, 'process ' || i AS name FROM range(20) t(i)");
            long end = perTrack / 10 * 10_000;
            int asked = 0;
            SlicesReport report = new SlicesReport();
            long begin = System.nanoTime();
            report.read(c, new AreaScope(0, 1, end, 1, List.of(0L), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of()), report.groupings().getFirst(), new Cancellation(), e -> { });
            System.out.printf("%d slices are read once, in %.0f ms%n", n, (System.nanoTime() - begin) / 1e6);
            for (int share : new int[] {100, 50, 10, 1}) {
                long start = share == 100 ? 50 : end / 3;
                long length = share == 100 ? end - 100 : end * share / 100;
                List<Long> tracks = new ArrayList<>();
                for (long t = 0; t < TRACKS; t++) {
                    tracks.add(t);
                }
                for (String grouping : report.groupings()) {
                    double[] ms = new double[ROUNDS];
                    double[] first = new double[ROUNDS];
                    long rows = 0;
                    for (int i = 0; i < ROUNDS; i++) {
                        // Another range each time, as while an edge is dragged: sums of the one before help nothing.
                        long moved = start + length - 13L * (++asked);
                        AreaScope scope = new AreaScope(start, moved, end, TRACKS, tracks, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
                        long from = System.nanoTime();
                        double[] early = new double[1];
                        RowStore r = report.read(c, scope, grouping, new Cancellation(), e -> early[0] = (System.nanoTime() - from) / 1e6);
                        first[i] = early[0];
                        ms[i] = (System.nanoTime() - from) / 1e6;
                        rows = r.size();
                    }
                    Arrays.sort(ms);
                    Arrays.sort(first);
                    System.out.printf("%3d %% of the time, by %-13s first %5.0f ms (best %4.0f), exact %5.0f ms (best %4.0f), median of %d, %d rows%n", share, grouping, first[ROUNDS / 2],
                            first[0], ms[ROUNDS / 2], ms[0], ROUNDS, rows);
                }
            }
        }
    }
}
