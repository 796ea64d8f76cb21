-- @case a list without CPUs is counted
SELECT name, severity, value FROM stats WHERE name = 'cpu_info_empty'

-- @case CPUs with the same capacity are a cluster
SELECT cpu, cluster_id, capacity, processor FROM cpu ORDER BY cpu
