-- @case spans nest in parents of the same service that contain them, and events are instants
SELECT s.ts, s.dur, s.depth, p.pid, p.name AS service, t.type,
  s.category, s.name
FROM slice AS s
JOIN process_track AS t ON t.id = s.track_id
JOIN process AS p USING (upid)
ORDER BY s.ts, s.id

-- @case a service has as many lanes as spans overlap
SELECT p.name, count(*) AS lanes FROM process_track AS t JOIN process AS p USING (upid) WHERE t.type = 'span' GROUP BY p.name ORDER BY p.name

-- @case attributes are arguments under their own keys
SELECT s.name, a.flat_key, a.key, a.value_type, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, s.id, a.id

-- @case flows lead to other services, to overlapping children and along links
SELECT a.name AS slice_out, b.name AS slice_in
FROM flow
JOIN slice AS a ON a.id = slice_out
JOIN slice AS b ON b.id = slice_in
ORDER BY a.name, b.name

-- @case a failed span has the color of errors
SELECT s.name, c.name AS color FROM __intrinsic_slice_color AS c JOIN slice AS s ON s.id = c.slice_id

-- @case log records are in the log table
SELECT l.ts, l.prio, l.tag, l.msg, p.name AS service, __intrinsic_arg_set_to_json(l.arg_set_id) AS args
FROM __intrinsic_logs AS l
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
ORDER BY l.ts

-- @case metrics are counters, whose deltas are accumulated
SELECT c.ts, p.name AS service, t.name, t.unit, c.value
FROM counter AS c
JOIN process_counter_track AS t ON t.id = c.track_id
JOIN process AS p USING (upid)
ORDER BY t.name, c.ts

-- @case duplicates are counted
SELECT name, value FROM stats WHERE name LIKE 'spans%' AND value != 0 ORDER BY name

-- @case times are those of the wall clock
SELECT min(ts) AS first FROM slice
