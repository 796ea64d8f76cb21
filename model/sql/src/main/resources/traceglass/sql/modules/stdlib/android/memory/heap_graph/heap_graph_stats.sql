-- Heap dumps with the memory of their processes at that time.
INCLUDE PERFETTO MODULE linux.memory.process;
INCLUDE PERFETTO MODULE android.oom_adjuster;
INCLUDE PERFETTO MODULE android.memory.dmabuf_spans;
INCLUDE PERFETTO MODULE android.memory.heap_graph.oome;

-- Value of the span that contains a dump (upid, graph_sample_ts), or else of one that starts within half a second after it.
CREATE PERFETTO MACRO _heap_graph_closest_values(spans TableOrSubquery, value ColumnName) RETURNS TableOrSubquery AS
(
  SELECT g.upid, g.graph_sample_ts, arg_min(s.$value, abs(s.ts - g.graph_sample_ts)) AS result
  FROM (SELECT DISTINCT upid, graph_sample_ts FROM heap_graph_object) AS g
  JOIN $spans AS s ON s.upid = g.upid
  WHERE g.graph_sample_ts BETWEEN s.ts AND s.ts + s.dur OR s.ts > g.graph_sample_ts AND s.ts - g.graph_sample_ts <= 500000000
  GROUP BY g.upid, g.graph_sample_ts
);

-- Sizes and counts of objects of each Java heap dump, with the memory of its process at that time.
CREATE PERFETTO TABLE android_heap_graph_stats(
  upid JOINID(process.id), graph_sample_ts TIMESTAMP, process_uptime LONG, total_heap_size LONG, total_native_alloc_registry_size LONG,
  total_obj_count LONG, reachable_heap_size LONG, reachable_native_alloc_registry_size LONG, reachable_obj_count LONG,
  oom_score_adj LONG, anon_rss_and_swap_size LONG, dmabuf_rss_size LONG, art_bytes_allocated LONG, is_out_of_memory_error BOOL,
  oome_failing_allocation_size LONG, oome_remaining_art_free_bytes LONG) AS
WITH dumps AS (
  SELECT
    upid, graph_sample_ts,
    sum(self_size) AS total_heap_size,
    sum(native_size) AS total_native_alloc_registry_size,
    count(*) AS total_obj_count,
    sum(CASE WHEN reachable THEN self_size ELSE 0 END) AS reachable_heap_size,
    sum(CASE WHEN reachable THEN native_size ELSE 0 END) AS reachable_native_alloc_registry_size,
    sum(CASE WHEN reachable THEN 1 ELSE 0 END) AS reachable_obj_count
  FROM heap_graph_object
  GROUP BY upid, graph_sample_ts
)
SELECT
  d.upid, d.graph_sample_ts, d.graph_sample_ts - p.start_ts AS process_uptime, d.total_heap_size,
  d.total_native_alloc_registry_size, d.total_obj_count, d.reachable_heap_size, d.reachable_native_alloc_registry_size,
  d.reachable_obj_count, oom.result AS oom_score_adj, rss.result AS anon_rss_and_swap_size, dma.result AS dmabuf_rss_size,
  g.heap_size AS art_bytes_allocated,
  (g.dump_reason = 'OOME' OR (SELECT min(str_value) FROM metadata WHERE name = 'trace_trigger') = 'com.android.telemetry.art-outofmemory')
    AS is_out_of_memory_error,
  o.allocation_size_bytes AS oome_failing_allocation_size, o.free_bytes_until_oom AS oome_remaining_art_free_bytes
FROM dumps AS d
JOIN process AS p USING (upid)
LEFT JOIN heap_graph AS g ON g.upid = d.upid AND g.ts = d.graph_sample_ts
LEFT JOIN android_heap_graph_java_oome_details AS o ON o.heap_graph_id = g.id
LEFT JOIN _heap_graph_closest_values!(android_oom_adj_intervals, score) AS oom
  ON oom.upid = d.upid AND oom.graph_sample_ts = d.graph_sample_ts
LEFT JOIN _heap_graph_closest_values!(memory_rss_and_swap_per_process, anon_rss_and_swap) AS rss
  ON rss.upid = d.upid AND rss.graph_sample_ts = d.graph_sample_ts
LEFT JOIN _heap_graph_closest_values!(_dmabuf_spans, dmabuf_rss) AS dma
  ON dma.upid = d.upid AND dma.graph_sample_ts = d.graph_sample_ts
ORDER BY d.upid, d.graph_sample_ts;
