-- @case begins, ends, completes, instants and asynchronous events are slices
SELECT s.ts, s.dur, s.depth, t.type, h.tid, h.name AS thread, p.pid, p.name AS process, s.category, s.name
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
LEFT JOIN process AS p USING (upid)
ORDER BY s.ts, s.id

-- @case arguments keep their types
SELECT s.name, a.key, a.value_type, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, s.id, a.id

-- @case each numeric argument of a counter is a track of the process
SELECT c.ts, t.name, p.name AS process, c.value
FROM counter AS c
JOIN process_counter_track AS t ON t.id = c.track_id
JOIN process AS p USING (upid)
ORDER BY c.ts

-- @case a flow may end in another process, also one whose number is used again
SELECT a.name AS slice_out, b.name AS slice_in FROM flow JOIN slice AS a ON a.id = slice_out JOIN slice AS b ON b.id = slice_in ORDER BY a.ts, b.ts

-- @case switches are scheduling slices, without the idle thread
SELECT s.ts, s.dur, s.cpu, t.tid, s.end_state, s.priority FROM sched AS s JOIN thread AS t USING (utid) ORDER BY s.ts, s.id

-- @case switches and wakeups are thread states
SELECT s.ts, s.dur, t.tid, s.state, s.cpu, w.tid AS waker
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
ORDER BY s.ts, s.id

-- @case log records are in the log table
SELECT l.ts, t.tid, l.log_source, l.tag, l.msg FROM __intrinsic_logs AS l JOIN thread AS t USING (utid)
