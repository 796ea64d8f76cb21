-- @case switches fill the CPU tracks, also in the format of perf's plugins
SELECT s.ts, s.dur, s.cpu, t.tid, t.name, s.end_state, s.priority FROM sched s JOIN thread t USING (utid) ORDER BY s.ts, s.cpu;

-- @case wakeups make threads runnable
SELECT x.ts, t.name, x.state FROM thread_state x JOIN thread t USING (utid) WHERE x.state = 'R' AND t.name = 'perf' ORDER BY x.ts;

-- @case a frame may follow the event on its line
SELECT s.ts, f.name, m.name AS mapping, n.timebase_unit
FROM stack_sample s
JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_mapping m ON m.id = f.mapping
JOIN stack_sample_session n ON n.id = s.session_id;
