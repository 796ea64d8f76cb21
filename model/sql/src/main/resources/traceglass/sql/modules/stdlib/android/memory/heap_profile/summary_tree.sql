-- Allocations of the native heap by callstack, for all processes combined.
INCLUDE PERFETTO MODULE callstacks.stack_profile;
INCLUDE PERFETTO MODULE graphs.scan;

CREATE PERFETTO TABLE _android_heap_profile_raw_callstacks AS
WITH per_site AS (
  SELECT callsite_id, sum(size) AS bytes, coalesce(sum(size) FILTER (size > 0), 0) AS all_bytes
  FROM heap_profile_allocation
  GROUP BY ALL
)
SELECT
  node.id, node.parent_id, node.name, node.mapping_name, node.source_file, node.line_number,
  ifnull(site.bytes, 0) AS self_size,
  ifnull(site.all_bytes, 0) AS self_alloc_size
FROM _callstacks_for_stack_profile_samples!(per_site) AS node
LEFT JOIN per_site AS site ON site.callsite_id = node.callsite_id
ORDER BY node.id;

CREATE PERFETTO TABLE _android_heap_profile_cumulatives AS
SELECT id, sum_0 AS cumulative_size, sum_1 AS cumulative_alloc_size
FROM tg_op_tree_sums((
  SELECT id, parent_id, self_size AS value_0, self_alloc_size AS value_1, 0 AS value_2 FROM _android_heap_profile_raw_callstacks)) AS sums;

-- Bytes allocated and not freed (size), and all bytes allocated, own and cumulative per function.
CREATE PERFETTO TABLE android_heap_profile_summary_tree(
  id LONG, parent_id LONG, name STRING, mapping_name STRING, source_file STRING, line_number LONG, self_size LONG, cumulative_size LONG,
  self_alloc_size LONG, cumulative_alloc_size LONG) AS
SELECT
  own.id, own.parent_id, own.name, own.mapping_name, own.source_file, own.line_number, own.self_size, below.cumulative_size,
  own.self_alloc_size, below.cumulative_alloc_size
FROM _android_heap_profile_raw_callstacks AS own
JOIN _android_heap_profile_cumulatives AS below USING (id)
ORDER BY own.id;
