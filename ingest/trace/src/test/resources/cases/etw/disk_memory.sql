-- @case disk accesses are slices of the thread, on separate tracks if they overlap
SELECT s.ts, s.dur, h.tid, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id LEFT JOIN thread AS h ON h.utid = extract_arg(t.dimension_arg_set_id, 'utid') ORDER BY s.ts

-- @case pages are counted by their use and priority
SELECT c.ts, t.name, c.value, t.unit FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id ORDER BY c.id

-- @case events without time, CPU or name are counted
SELECT name, idx, value FROM stats WHERE value != 0 AND (name GLOB 'missing*' OR name GLOB 'tokenizer*' OR name GLOB 'task_state*' OR name GLOB 'mismatched*') ORDER BY name

-- @case a thread runs until the next switch, and then waits for the reason in the switch until it is woken
SELECT s.ts, s.dur, h.tid, s.state, s.ucpu, s.io_wait, s.blocked_function, w.tid AS waker FROM thread_state AS s JOIN thread AS h USING (utid) LEFT JOIN thread AS w ON w.utid = s.waker_utid ORDER BY h.tid, s.ts

-- @case slices of scheduling end with the state of the thread before
SELECT s.ts, s.dur, h.tid, h.name, s.end_state, s.priority, s.ucpu FROM sched AS s JOIN thread AS h USING (utid) ORDER BY s.ts
