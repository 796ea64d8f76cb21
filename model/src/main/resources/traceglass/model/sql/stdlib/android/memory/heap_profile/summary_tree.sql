-- Allocations of the native heap by callstack, of all processes together.
INCLUDE PERFETTO MODULE callstacks.stack_profile;
INCLUDE PERFETTO MODULE graphs.scan;

CREATE PERFETTO TABLE _android_heap_profile_raw_callstacks AS
WITH metrics AS MATERIALIZED (
  SELECT callsite_id, sum(size) AS self_size, sum(CASE WHEN size > 0 THEN size ELSE 0 END) AS self_alloc_size
  FROM heap_profile_allocation
  GROUP BY callsite_id
)
SELECT
  c.id, c.parent_id, c.name, c.mapping_name, c.source_file, c.line_number,
  coalesce(m.self_size, 0) AS self_size,
  coalesce(m.self_alloc_size, 0) AS self_alloc_size
FROM _callstacks_for_stack_profile_samples!(metrics) AS c
LEFT JOIN metrics AS m USING (callsite_id)
ORDER BY c.id;

CREATE PERFETTO TABLE _android_heap_profile_cumulatives AS
SELECT id, sum_0 AS cumulative_size, sum_1 AS cumulative_alloc_size
FROM tg_op_tree_sums((
  SELECT id, parent_id, self_size AS value_0, self_alloc_size AS value_1, 0 AS value_2 FROM _android_heap_profile_raw_callstacks)) AS sums;

-- Bytes allocated and not freed (size), and all bytes allocated, in each function and in it and below.
CREATE PERFETTO TABLE android_heap_profile_summary_tree(
  id LONG, parent_id LONG, name STRING, mapping_name STRING, source_file STRING, line_number LONG, self_size LONG, cumulative_size LONG,
  self_alloc_size LONG, cumulative_alloc_size LONG) AS
SELECT
  own.id, own.parent_id, own.name, own.mapping_name, own.source_file, own.line_number, own.self_size, below.cumulative_size,
  own.self_alloc_size, below.cumulative_alloc_size
FROM _android_heap_profile_raw_callstacks AS own
JOIN _android_heap_profile_cumulatives AS below USING (id)
ORDER BY own.id;
