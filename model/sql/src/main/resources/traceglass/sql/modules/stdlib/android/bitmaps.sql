-- Bitmaps of apps.
INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO MACRO _android_bitmap_counter(counter_name Expr) RETURNS TableOrSubquery AS
(
  WITH _abc_readings AS (
    SELECT c.id, c.ts, c.track_id, c.value
    FROM counter AS c
    JOIN process_counter_track AS t ON t.id = c.track_id
    WHERE t.name = $counter_name
  )
  SELECT c.id, t.upid, c.ts, c.dur, c.track_id, c.value
  FROM counter_leading_intervals!(_abc_readings) AS c
  JOIN process_counter_track AS t ON t.id = c.track_id
  ORDER BY c.id
);

-- Size of bitmaps in bytes.
CREATE PERFETTO TABLE android_bitmap_memory AS
SELECT * FROM _android_bitmap_counter!('Bitmap Memory');

-- Number of bitmaps.
CREATE PERFETTO TABLE android_bitmap_count AS
SELECT * FROM _android_bitmap_counter!('Bitmap Count');

-- Size and number combined.
CREATE PERFETTO TABLE android_bitmap_counters_per_process AS
SELECT
  ii.upid, p.name AS process_name, ii.ts, ii.dur, m.value AS bitmap_memory, c.value AS bitmap_count, m.id AS bitmap_memory_id, c.id AS bitmap_count_id
FROM _interval_intersect!((android_bitmap_memory, android_bitmap_count), (upid)) AS ii
JOIN android_bitmap_memory AS m ON m.id = ii.id_0
JOIN android_bitmap_count AS c ON c.id = ii.id_1
JOIN process AS p ON p.upid = ii.upid
ORDER BY ii.upid, ii.ts, ii.id_0;
