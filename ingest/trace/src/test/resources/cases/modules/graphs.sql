-- @case a dominator is the last node that all paths pass
INCLUDE PERFETTO MODULE graphs.dominator_tree;
SELECT * FROM graph_dominator_tree!((SELECT * FROM (VALUES (1, 2), (1, 3), (2, 4), (3, 4), (4, 5)) AS g(source_node_id, dest_node_id)), 1) ORDER BY node_id

-- @case a walk up a tree finds all ancestors
INCLUDE PERFETTO MODULE graphs.hierarchy;
SELECT id FROM _tree_reachable_ancestors_or_self!((SELECT * FROM (VALUES (1, NULL), (2, 1), (3, 2), (4, 1)) AS t(id, parent_id)), (SELECT 3 AS id)) ORDER BY id

-- @case a tree is split into one forest per group
INCLUDE PERFETTO MODULE graphs.partition;
SELECT id, parent_id, group_key FROM tree_structural_partition_by_group!((SELECT * FROM (VALUES (1, NULL, 1), (2, 1, 2), (3, 2, 1), (4, 3, 2)) AS t(id, parent_id, group_key))) ORDER BY id

-- @case a scan passes values along edges
INCLUDE PERFETTO MODULE graphs.scan;
SELECT id, depth FROM _graph_scan!((SELECT * FROM (VALUES (1, 2), (2, 3), (1, 4)) AS g(source_node_id, dest_node_id)), (SELECT 1 AS id, 0 AS depth), (depth), (SELECT t.id, t.depth + 1 AS depth FROM $table AS t)) ORDER BY id

-- @case a start is matched with the first end after it
INCLUDE PERFETTO MODULE intervals.create_intervals;
SELECT * FROM _interval_create!((SELECT unnest([10, 20, 50]) AS ts), (SELECT unnest([15, 40, 45]) AS ts)) ORDER BY ts

-- @case gaps between intervals are intervals without data, up to the bounds of the trace
INCLUDE PERFETTO MODULE intervals.fill_gaps;
SELECT * FROM _intervals_fill_gaps!((grp), (val), (SELECT * FROM (VALUES (200, 100, 1, 'x'), (400, 600, 1, 'y')) AS t(ts, dur, grp, val))) ORDER BY ts

-- @case a bucket belongs to the group with the most time
INCLUDE PERFETTO MODULE intervals.mipmap;
CREATE PERFETTO TABLE src AS SELECT * FROM (VALUES (1, 0, 6, 100, 0), (2, 6, 10, 200, 0), (3, 16, 4, 100, 0)) AS t(id, ts, dur, group_hash, part);
CREATE PERFETTO TABLE buckets AS SELECT * FROM _mipmap_buckets_table!(src, part, 10);
SELECT part, id, ts, dur, group_hash FROM _mipmap_merged!(src, buckets, part, 10) ORDER BY ts

-- @case overlaps are counted, by group too, and merged
INCLUDE PERFETTO MODULE intervals.overlap;
CREATE PERFETTO TABLE iv AS SELECT * FROM (VALUES (0, 10, 'a'), (5, 10, 'a'), (20, 5, 'b'), (22, -1, 'b')) AS t(ts, dur, grp);
SELECT 'count' AS what, NULL AS grp, ts, value FROM intervals_overlap_count!(iv, ts, dur)
UNION ALL SELECT 'by group', group_name, ts, value FROM intervals_overlap_count_by_group!((SELECT * FROM iv WHERE grp = 'b'), ts, dur, grp)
UNION ALL SELECT 'merged', grp, ts, dur FROM interval_merge_overlapping_partitioned!(iv, (grp))
UNION ALL SELECT 'near', NULL, ts, dur FROM interval_merge_overlapping!((SELECT * FROM iv WHERE dur > 0), 5)
UNION ALL SELECT 'overlaps', NULL, NULL, has_overlaps FROM _intervals_overlap_in_table!(iv)
ORDER BY 1, 2, 3

-- @case the deepest interval applies at every time
INCLUDE PERFETTO MODULE intervals.overlap;
SELECT * FROM _intervals_flatten!(_intervals_merge_root_and_children!((SELECT 1 AS id, 0 AS ts, 100 AS dur), (SELECT * FROM (VALUES (1, 2, 1, 10, 50), (1, 3, 2, 20, 10)) AS t(root_id, id, parent_id, ts, dur)))) ORDER BY ts

-- @case a table becomes a tree and a table again
INCLUDE PERFETTO MODULE std.trees.table_conversion;
SELECT * FROM _tree_to_table!(_tree_from_table!((SELECT * FROM (VALUES (10, NULL, 'r'), (20, 10, 'c')) AS t(id, parent_id, name)), (name)), (name))

-- @case a list of expressions loses its parentheses
INCLUDE PERFETTO MODULE std.metasql.unparenthesize;
SELECT metasql_unparenthesize_exprlist!((1, 'b'))

-- @case times convert between their units
INCLUDE PERFETTO MODULE time.conversion;
SELECT time_from_ns(5) AS ns, time_from_us(5) AS us, time_from_ms(5) AS ms, time_from_s(5) AS s, time_from_min(5) AS min, time_from_hours(5) AS h, time_from_days(5) AS d,
  time_to_ns(5) AS tns, time_to_us(5999) AS tus, time_to_ms(5999999) AS tms, time_to_s(5999999999) AS ts, time_to_min(359999999999) AS tmin, time_to_hours(21599999999999) AS th, time_to_days(518399999999999) AS td

-- @case states of scheduling have names
INCLUDE PERFETTO MODULE sched.states;
SELECT s, sched_state_to_human_readable_string(s) AS words, sched_state_io_to_human_readable_string(s, true) AS io, sched_state_io_to_human_readable_string(s, false) AS nonio FROM (SELECT unnest(['R', 'R+', 'S', 'D', 'T', 't', 'X', 'Z', 'x', 'I', 'K', 'W', 'P', 'N', 'Waiting']) AS s)

-- @case a flow leads from a slice to the next
INCLUDE PERFETTO MODULE slices.flow;
SELECT a.name AS root, b.name AS node, c.name AS parent FROM _slice_following_flow!((SELECT id FROM slice WHERE name = 'b')) AS f JOIN slice AS a ON a.id = f.root_node_id JOIN slice AS b ON b.id = f.node_id LEFT JOIN slice AS c ON c.id = f.parent_node_id ORDER BY b.id

-- @case slices above and below one are found, and gaps in between closed
INCLUDE PERFETTO MODULE slices.hierarchy;
SELECT 'above d' AS what, a.name, NULL AS parent, NULL AS depth FROM slice AS s, _slice_ancestor_and_self(s.id) AS x JOIN slice AS a ON a.id = x.id WHERE s.name = 'd'
UNION ALL SELECT 'below b', a.name, NULL, NULL FROM slice AS s, _slice_descendant_and_self(s.id) AS x JOIN slice AS a ON a.id = x.id WHERE s.name = 'b'
UNION ALL SELECT 'without b', r.kept, p.name, r.depth FROM _slice_remove_nulls_and_reparent!((SELECT id, parent_id, depth, nullif(name, 'b') AS kept FROM slice), kept) AS r LEFT JOIN slice AS p ON p.id = r.parent_id
ORDER BY 1, 2

-- @case slices of one stack of names have one number
INCLUDE PERFETTO MODULE slices.stack;
SELECT s.name, (s.parent_stack_id = p.stack_id) AS below_parent, (SELECT string_agg(a.name, ' ' ORDER BY a.ts) FROM ancestor_slice_by_stack(s.stack_id) AS a) AS up, (SELECT string_agg(d.name, ' ' ORDER BY d.ts) FROM descendant_slice_by_stack(s.stack_id) AS d) AS down
FROM slice_with_stack_id AS s LEFT JOIN slice_with_stack_id AS p ON p.id = s.parent_id WHERE s.name IN ('a', 'b') ORDER BY s.ts

-- @case slices have their thread and process
INCLUDE PERFETTO MODULE slices.slices;
SELECT name, thread_name, process_name FROM thread_or_process_slice ORDER BY ts

-- @case the table of slices of the window has all of them
INCLUDE PERFETTO MODULE viz.slices;
SELECT name, track_name, thread_name, process_name, depth FROM _viz_slices_for_ui_table ORDER BY ts

-- @case time of slices adds up along the tree
INCLUDE PERFETTO MODULE viz.slices;
SELECT name, self_dur, self_count FROM _viz_slice_ancestor_agg!((SELECT id, dur FROM slice WHERE name IN ('d', 'c')), slice) ORDER BY name

-- @case summaries count tracks, threads and processes
INCLUDE PERFETTO MODULE viz.summary.slices;
INCLUDE PERFETTO MODULE viz.summary.threads;
INCLUDE PERFETTO MODULE viz.summary.processes;
INCLUDE PERFETTO MODULE std.thread.with_context;
SELECT 'track' AS what, cnt AS n, min_dur AS a, max_dur AS b, max_depth AS c FROM _slice_track_summary
UNION ALL SELECT 'thread ' || w.thread_name || ' of ' || w.process_name, slice_count, running_count, NULL, NULL FROM _thread_available_info_summary JOIN _thread_with_process AS w USING (utid)
UNION ALL SELECT 'process', thread_slice_count, process_slice_count, NULL, NULL FROM _process_available_info_summary
ORDER BY 1, 2

-- @case tracks of events have their explicit order
INCLUDE PERFETTO MODULE viz.summary.track_event;
INCLUDE PERFETTO MODULE viz.track_event_callstacks;
SELECT name, description, unit, is_counter, has_data, has_children, has_callstacks, order_id FROM _track_event_tracks_ordered_groups ORDER BY min_track_id

-- @case slices have their children, longest first
.details slice 0
.details slice 1
.tree

-- @case frames of a query are merged by name, with own and cumulative values
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT s.id, s.parent_id, s.name, s.dur AS value, s.category, s.depth AS d FROM slice AS s WHERE s.dur > 0));
SELECT * FROM fg(__intrinsic_flamegraph_config('view', 'TOP_DOWN', 'value', 'value', 'grouping', 'category', 'aggregate', 'SUM', 'd', 'd')) ORDER BY 1

-- @case frames from the bottom up start at the functions themselves
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT id, parent_id, name, dur AS value FROM slice WHERE dur > 0));
SELECT * FROM fg(__intrinsic_flamegraph_config('view', 'BOTTOM_UP', 'value', 'value')) ORDER BY 1

-- @case a pivot has callers above and callees below
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT id, parent_id, name, dur AS value FROM slice WHERE dur > 0));
SELECT * FROM fg(__intrinsic_flamegraph_config('view', 'PIVOT', 'view_pattern', '^B$', 'i', 'value', 'value')) ORDER BY 1

-- @case filters show and hide stacks and frames
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT id, parent_id, name, dur AS value FROM slice WHERE dur > 0));
SELECT * FROM fg(__intrinsic_flamegraph_config('view', 'TOP_DOWN', 'filter', 'SHOW_STACK', 'a', '', 'filter', 'HIDE_STACK', 'd', '', 'filter', 'HIDE_FRAME', 'b', '', 'value', 'value')) ORDER BY 1

-- @case the total of all frames is the super root
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT id, parent_id, name, dur AS value FROM slice WHERE dur > 0));
SELECT * FROM fg(__intrinsic_flamegraph_config('view', 'TOP_DOWN', 'value', 'value')) WHERE __intrinsic_flamegraph_find(_tree_id, 'SUPER_ROOT')

-- @case a view that needs a pattern is refused without it
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT id, parent_id, name, dur AS value FROM slice));
SELECT * FROM fg(__intrinsic_flamegraph_config('view', 'PIVOT', 'value', 'value'))

-- @case an unknown filter is refused
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT id, parent_id, name, dur AS value FROM slice));
SELECT * FROM fg(__intrinsic_flamegraph_config('value', 'value', 'filter', 'SHOW_NOTHING', 'a', ''))

-- @case the columns of the frames have fixed names
CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((SELECT id, name, parent_id, dur AS value FROM slice));
SELECT * FROM fg(__intrinsic_flamegraph_config('value', 'value'))

-- @case stacked slices are laid out in rows
SELECT id, layout_depth FROM experimental_slice_layout((SELECT group_concat(id) FROM track)) ORDER BY id

-- @case the ancestors and descendants of a slice are found
SELECT 'above' AS way, id, depth FROM ancestor_slice(2) UNION ALL SELECT 'below', id, depth FROM descendant_slice(0) ORDER BY 1, 2

-- @case slices are flattened to the deepest at each time
SELECT ts, dur, name FROM experimental_flat_slice(100, 1000) WHERE track_id = 0 ORDER BY ts

-- @case a search in breadth reaches nodes by the shortest way, one in depth by the first
INCLUDE PERFETTO MODULE graphs.search;
CREATE PERFETTO TABLE e AS SELECT * FROM (VALUES (1, 2), (1, 3), (2, 3), (3, 2), (5, 6)) AS t(source_node_id, dest_node_id);
CREATE PERFETTO TABLE s AS SELECT 1 AS node_id;
SELECT 'breadth' AS search, count(*) AS nodes, count(parent_node_id) FILTER (parent_node_id = 1) AS by_start FROM graph_reachable_bfs!(e, s) UNION ALL SELECT 'depth', count(*), count(parent_node_id) FILTER (parent_node_id = 1) FROM graph_reachable_dfs!(e, s) ORDER BY 1

-- @case the next sibling has the same parent and the next key
INCLUDE PERFETTO MODULE graphs.search;
CREATE PERFETTO TABLE n AS SELECT * FROM (VALUES (10, 1, 5), (11, 1, 3), (12, 1, 9), (13, 2, 1)) AS t(node_id, node_parent_id, sort_key);
SELECT node_id, next_node_id FROM graph_next_sibling!(n) ORDER BY node_id
-- @case the layout of slices can depend on a row, and be in a function
CREATE PERFETTO TABLE sets AS SELECT 'all' AS name, group_concat(id) AS tracks FROM track UNION ALL SELECT 'first', (SELECT min(track_id) || '' FROM slice) UNION ALL SELECT 'none', NULL;
CREATE PERFETTO FUNCTION deepest(tracks STRING) RETURNS LONG AS SELECT iif($tracks GLOB '*,*', (SELECT max(layout_depth) FROM experimental_slice_layout($tracks)), -1);
SELECT s.name, deepest(s.tracks) AS deepest, l.id, l.layout_depth FROM sets AS s LEFT JOIN experimental_slice_layout(s.tracks) AS l ORDER BY s.name, l.id
