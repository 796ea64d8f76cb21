-- Little, medium and big CPUs.
INCLUDE PERFETTO MODULE intervals.overlap;

-- Kind of a CPU's cluster. Clusters are numbered from slow to fast; with one cluster, or more than four, the kind is unknown.
CREATE PERFETTO TABLE android_cpu_cluster_mapping AS
WITH clusters AS (SELECT count(DISTINCT cluster_id) AS number FROM cpu)
SELECT
  c.ucpu,
  c.cpu,
  CASE
    WHEN k.number NOT BETWEEN 2 AND 4 OR c.cluster_id NOT BETWEEN 0 AND k.number - 1 THEN NULL
    WHEN c.cluster_id = 0 THEN 'little'
    WHEN c.cluster_id = k.number - 1 THEN 'big'
    WHEN c.cluster_id IS NOT NULL THEN 'medium'
  END AS cluster_type
FROM cpu AS c, clusters AS k
ORDER BY c.ucpu;

-- Number of busy CPUs of a kind.
CREATE PERFETTO FUNCTION _active_cpu_count_for_cluster_type(cluster_type STRING) RETURNS TABLE(ts LONG, active_cpu_count LONG) AS
WITH busy AS (
  SELECT s.ts, s.dur
  FROM sched AS s
  JOIN android_cpu_cluster_mapping AS m ON m.ucpu = s.ucpu
  JOIN thread AS t ON t.utid = s.utid
  WHERE m.cluster_type = $cluster_type AND coalesce(t.is_idle, 0) = 0
)
SELECT ts, value AS active_cpu_count FROM intervals_overlap_count!(busy, ts, dur) ORDER BY ts;
