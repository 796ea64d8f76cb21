-- @case samples are in the order of their times, and a call chain switches from the kernel to the process
SELECT s.ts, t.tid, t.name AS thread, p.cpu, p.cpu_mode, c.depth, m.name AS mapping, f.rel_pc
FROM stack_sample s
JOIN perf_sample p ON p.id = s.id
JOIN thread t ON t.utid = p.utid
JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_mapping m ON m.id = f.mapping
ORDER BY s.ts;

-- @case the addresses of callers are one less than their return addresses
SELECT c.depth, f.rel_pc FROM stack_profile_callsite c JOIN stack_profile_frame f ON f.id = c.frame_id
WHERE f.rel_pc BETWEEN 8192 AND 9000 ORDER BY 1, 2;

-- @case periods add up to a counter of the event on each CPU
SELECT t.name, t.type, c.ts, c.value FROM counter c JOIN track t ON t.id = c.track_id ORDER BY c.ts;

-- @case threads have the times of their fork and exit
SELECT tid, name, start_ts, end_ts FROM thread WHERE tid != 0 ORDER BY tid;

-- @case context switches are slices and states of threads
SELECT s.ts, s.dur, s.cpu, t.tid, s.end_state FROM sched s JOIN thread t USING (utid) ORDER BY s.ts;
SELECT s.ts, s.dur, s.state, t.tid FROM thread_state s JOIN thread t USING (utid) ORDER BY s.ts;

-- @case the session names the command and the unit of the event
SELECT source, timebase_unit, cmdline FROM stack_sample_session;

-- @case the wall clock is known from the header
SELECT clock_name, clock_value FROM clock_snapshot ORDER BY 1;

-- @case lost records leave a gap
SELECT * FROM __intrinsic_data_loss;
