-- @case calls are on their threads, work is on the tracks of its stream, ranges are on tracks of their domain
SELECT s.ts, s.dur, s.name, s.category, s.depth, t.name AS track, th.tid FROM slice s JOIN track t ON t.id = s.track_id
LEFT JOIN thread_track tt ON tt.id = t.id LEFT JOIN thread th USING (utid) ORDER BY s.ts, s.depth, s.name;
-- @case an arrow leads from each call to its work
SELECT a.ts AS call, a.name, b.ts AS work, b.name AS started FROM flow f JOIN slice a ON a.id = f.slice_out JOIN slice b ON b.id = f.slice_in ORDER BY b.ts;
-- @case columns of a row are its arguments, with texts and constants in place of their numbers
SELECT s.name, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.ts IN (1500, 2300) ORDER BY s.ts, a.key;
-- @case samples have their stacks
SELECT p.ts, th.name AS thread, f.name AS leaf, g.name AS caller FROM stack_sample p JOIN stack_sample_task_context c ON c.id = p.task_context_id
JOIN thread th USING (utid) JOIN stack_profile_callsite k ON k.id = p.callsite_id JOIN stack_profile_frame f ON f.id = k.frame_id
LEFT JOIN stack_profile_callsite q ON q.id = k.parent_id LEFT JOIN stack_profile_frame g ON g.id = q.frame_id ORDER BY p.ts;
-- @case a call of the operating system has the stack from which it was made
SELECT s.name, f.name AS leaf, k.depth FROM __intrinsic_track_event_callstacks e JOIN slice s ON s.id = e.slice_id
JOIN stack_profile_callsite k ON k.id = e.callsite_id JOIN stack_profile_frame f ON f.id = k.frame_id;
-- @case threads ran on CPUs
SELECT s.ts, s.dur, s.cpu, th.tid FROM sched s JOIN thread th USING (utid) ORDER BY s.ts;
-- @case memory is the sum of allocations and releases, metrics have their names
SELECT t.name, c.ts, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id ORDER BY t.name, c.ts;
-- @case messages of the profiler are log lines
SELECT ts, prio, tag, msg FROM __intrinsic_logs;
-- @case the start of the recording relates the times to the wall clock
SELECT clock_name, clock_value FROM clock_snapshot WHERE clock_name = 'REALTIME';
-- @case processes and threads have names
SELECT p.pid, p.name, t.tid, t.name AS thread FROM thread t JOIN process p USING (upid) WHERE p.pid > 0 ORDER BY t.tid;
