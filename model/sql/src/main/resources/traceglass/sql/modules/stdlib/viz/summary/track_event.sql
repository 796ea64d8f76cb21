-- Tracks of track events in the order requested by their parents: by name, by rank, or by time.
INCLUDE PERFETTO MODULE viz.track_event_callstacks;

CREATE PERFETTO TABLE _track_event_tracks_unordered AS
WITH events AS (
  SELECT
    id,
    name,
    parent_id,
    extract_arg(source_arg_set_id, 'child_ordering') AS ordering,
    extract_arg(source_arg_set_id, 'sibling_order_rank') AS rank,
    extract_arg(source_arg_set_id, 'description') AS description
  FROM track
  WHERE type GLOB '*_track_event'
)
SELECT e.id, e.name, e.parent_id, p.ordering AS parent_ordering, coalesce(e.rank, 0) AS rank, e.description
FROM events AS e
LEFT JOIN events AS p ON p.id = e.parent_id
ORDER BY e.id;

-- First event of each track; tracks without events are omitted.
CREATE PERFETTO TABLE _min_ts_per_track AS
WITH firsts AS (
  SELECT track_id AS id, min(ts) AS min_ts FROM counter GROUP BY track_id
  UNION ALL
  SELECT track_id, min(ts) FROM slice GROUP BY track_id
  UNION ALL
  SELECT track_id, min(ts) FROM state GROUP BY track_id
)
SELECT f.id, f.min_ts
FROM firsts AS f
JOIN _track_event_tracks_unordered AS t ON t.id = f.id
ORDER BY f.id;

CREATE PERFETTO TABLE _track_event_has_children AS
SELECT DISTINCT parent_id AS id FROM track WHERE type GLOB '*_track_event' AND parent_id IS NOT NULL ORDER BY parent_id;

-- Tracks of one group are shown as one: one row per group, or per track without a group.
CREATE PERFETTO TABLE _track_event_tracks_ordered_groups AS
WITH
  placed AS (
    SELECT
      t.id,
      row_number() OVER (
        PARTITION BY t.parent_id, coalesce(t.parent_ordering, 'lexicographic')
        ORDER BY
          CASE WHEN t.parent_ordering = 'explicit' THEN t.rank WHEN t.parent_ordering = 'chronological' THEN m.min_ts END,
          CASE WHEN coalesce(t.parent_ordering, 'lexicographic') = 'lexicographic' THEN t.name END,
          t.id
      ) AS order_id,
      m.min_ts IS NOT NULL AS has_data
    FROM _track_event_tracks_unordered AS t
    LEFT JOIN _min_ts_per_track AS m USING (id)
    WHERE t.parent_ordering IS NULL OR t.parent_ordering IN ('lexicographic', 'explicit', 'chronological')
  ),
  members AS (
    SELECT
      t.id,
      p.order_id,
      p.has_data,
      t.track_group_id,
      extract_arg(t.dimension_arg_set_id, 'upid') AS upid,
      extract_arg(t.dimension_arg_set_id, 'utid') AS utid,
      t.parent_id,
      t.type,
      t.name,
      extract_arg(t.source_arg_set_id, 'description') AS description,
      c.unit,
      extract_arg(t.source_arg_set_id, 'builtin_counter_type') AS builtin_counter_type,
      extract_arg(t.source_arg_set_id, 'y_axis_share_key') AS y_axis_share_key,
      t.id IN (SELECT id FROM _track_event_has_children) AS has_children,
      t.id IN (SELECT track_id FROM _track_event_tracks_with_callstacks) AS has_callstacks
    FROM placed AS p
    JOIN track AS t ON t.id = p.id
    LEFT JOIN counter_track AS c ON c.id = p.id
  )
SELECT
  arg_min(upid, id) AS upid,
  arg_min(utid, id) AS utid,
  arg_min(parent_id, id) AS parent_id,
  CAST(arg_min(type, id) GLOB '*counter*' AS INT) AS is_counter,
  CAST(arg_min(type, id) GLOB '*state*' AS INT) AS is_state,
  arg_min(name, id) AS name,
  min(description) AS description,
  min(unit) AS unit,
  min(builtin_counter_type) AS builtin_counter_type,
  min(y_axis_share_key) AS y_axis_share_key,
  CAST(bool_or(has_data) AS INT) AS has_data,
  CAST(bool_or(has_children) AS INT) AS has_children,
  CAST(bool_or(has_callstacks) AS INT) AS has_callstacks,
  min(id) AS min_track_id,
  string_agg(CAST(id AS VARCHAR), ',' ORDER BY order_id, id) AS track_ids,
  min(order_id) AS order_id
FROM members
GROUP BY track_group_id, coalesce(track_group_id, id)
ORDER BY parent_id, order_id, min_track_id;
