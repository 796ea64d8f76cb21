-- Callstacks of allocations.
INCLUDE PERFETTO MODULE callstacks.stack_profile;

-- Nodes of allocations (callsite_id, size, count, alloc_size, alloc_count), with the sums of each.
CREATE PERFETTO MACRO _android_heap_profile_callstacks_for_allocations(allocations TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH per_site AS (
    SELECT
      callsite_id, sum(count) AS objects, sum(size) AS bytes, sum(alloc_count) AS all_objects, sum(alloc_size) AS all_bytes
    FROM $allocations
    GROUP BY ALL
  )
  SELECT
    node.id, node.parent_id, node.name, node.mapping_name, node.source_file, node.line_number,
    ifnull(site.bytes, 0) AS self_size,
    ifnull(site.objects, 0) AS self_count,
    ifnull(site.all_bytes, 0) AS self_alloc_size,
    ifnull(site.all_objects, 0) AS self_alloc_count
  FROM _callstacks_for_stack_profile_samples!(per_site) AS node
  LEFT JOIN per_site AS site ON site.callsite_id = node.callsite_id
);
