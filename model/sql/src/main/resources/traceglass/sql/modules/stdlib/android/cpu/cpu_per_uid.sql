-- CPU time of users (apps) by cluster.
INCLUDE PERFETTO MODULE counters.intervals;

-- Tracks with the user and, for apps, its first package.
CREATE PERFETTO TABLE android_cpu_per_uid_track AS
SELECT t.track_id AS id, t.uid, t.cluster, t.total_cpu_millis, p.package_name
FROM __intrinsic_android_cpu_per_uid_track AS t
LEFT JOIN (
  SELECT uid, package_name FROM package_list WHERE uid >= 10000 QUALIFY row_number() OVER (PARTITION BY uid ORDER BY id) = 1
) AS p ON p.uid = t.uid % 100000
ORDER BY t.id;

-- Milliseconds of CPU time between readings, and the corresponding share of one CPU.
CREATE PERFETTO VIEW android_cpu_per_uid_counter AS
WITH readings AS (
  SELECT c.id, c.ts, c.track_id, c.value FROM counter AS c JOIN android_cpu_per_uid_track AS t ON t.id = c.track_id
)
SELECT id, ts, dur, track_id, next_value - value AS diff_ms, (next_value - value) * 1e6 / dur AS cpu_ratio
FROM counter_leading_intervals!(readings)
WHERE next_value IS NOT NULL
ORDER BY track_id, ts;
