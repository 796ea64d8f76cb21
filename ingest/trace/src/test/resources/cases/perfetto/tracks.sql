-- @case each track has its kind, name, owner and parent
SELECT t.id, t.type, t.name, t.parent_id, p.pid, h.tid FROM track AS t
LEFT JOIN thread_track AS tt ON tt.id = t.id LEFT JOIN process_track AS pt ON pt.id = t.id
LEFT JOIN thread AS h ON h.utid = tt.utid LEFT JOIN process AS p ON p.upid = pt.upid ORDER BY t.id

-- @case order, merging and description from the descriptor are arguments of the track
SELECT t.id, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source FROM track AS t ORDER BY t.id

-- @case processes and threads are named by their descriptors
SELECT p.pid, p.name, p.cmdline, p.start_ts, __intrinsic_arg_set_to_json(p.arg_set_id) AS args, t.tid, t.name AS thread FROM process AS p LEFT JOIN thread AS t USING (upid) ORDER BY p.pid, t.tid

-- @case events are on the track of their number
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case counters have the value in the unit of the track
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case descriptors that cannot be used are counted
SELECT name, value FROM stats WHERE value > 0 AND (severity = 'error' OR name GLOB 'track_*') ORDER BY name

-- @case a state lasts until the next of its track
SELECT s.ts, s.dur, s.value, t.name FROM state AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case errors in a descriptor are logged
SELECT name, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM _trace_import_logs WHERE name NOT GLOB 'clock*' ORDER BY id

-- @case tracks of a program are in the order and the groups that it describes
.tree
.about app 5 › worker 6
.about app 5 › by name
.data app 5 › state
.details state 0
.data app 5 › counted
