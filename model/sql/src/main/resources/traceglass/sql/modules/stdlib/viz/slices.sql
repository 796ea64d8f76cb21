-- Contents of the slice tables.
INCLUDE PERFETTO MODULE graphs.scan;
INCLUDE PERFETTO MODULE slices.with_context;

-- Slices (id, dur) and all their ancestors in a tree (id, parent_id, dur, name): self_dur is the time not covered by shown child
-- slices, self_count is 1 for the requested slices.
CREATE PERFETTO MACRO _viz_slice_ancestor_agg(inits TableOrSubquery, nodes TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT g.id, s.parent_id AS parentId, s.name, g.self_dur, g.self_count, 1 AS simple_count
  FROM _graph_aggregating_scan!(
    (SELECT id AS source_node_id, parent_id AS dest_node_id FROM $nodes WHERE parent_id IS NOT NULL),
    (SELECT id, dur, dur AS self_dur, 1 AS self_count FROM $inits),
    (dur, self_dur, self_count),
    (
      SELECT b.id, n.dur, n.dur - b.dur AS self_dur, 0 AS self_count
      FROM (SELECT id, CAST(sum(dur) AS INT) AS dur FROM $table GROUP BY id) AS b
      JOIN $nodes AS n ON n.id = b.id
    )
  ) AS g
  JOIN $nodes AS s ON s.id = g.id
);

-- All slices with the data of their track, thread and process.
CREATE PERFETTO VIEW _viz_slices_for_ui_table AS
SELECT
  id, ts, dur, category, name, track_id, track_name, thread_name, utid, tid, process_name, upid, pid, depth, parent_id, arg_set_id
FROM thread_or_process_slice
UNION ALL
SELECT
  s.id, s.ts, s.dur, s.category, s.name, s.track_id, t.name, NULL, NULL, NULL, NULL, NULL, NULL, s.depth, s.parent_id, s.arg_set_id
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE s.track_id NOT IN (SELECT id FROM process_track) AND s.track_id NOT IN (SELECT id FROM thread_track);
