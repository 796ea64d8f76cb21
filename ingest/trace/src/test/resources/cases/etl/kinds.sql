-- @case processes and threads are named by the rundown
SELECT pid, process.name AS process, cmdline, tid, thread.name AS thread FROM process LEFT JOIN thread USING (upid) ORDER BY pid, tid
-- @case context switches are scheduling slices of both CPUs
SELECT ts, dur, cpu, tid, end_state, priority FROM sched_slice JOIN thread USING (utid) ORDER BY ts
-- @case thread states have wait reasons and wakers
SELECT s.ts, s.dur, t.tid, s.state, s.blocked_function, w.tid AS waker FROM thread_state s JOIN thread t USING (utid) LEFT JOIN thread w ON w.utid = s.waker_utid ORDER BY s.ts, t.tid
-- @case events of files, disks, interrupts, marks and providers are slices
SELECT s.ts, s.dur, s.name, s.category, t.type, t.name AS track FROM slice s JOIN track t ON t.id = s.track_id ORDER BY s.ts, s.name
-- @case self-describing events, files and interrupts have arguments
SELECT s.name, key, display_value FROM slice s JOIN args USING (arg_set_id) ORDER BY s.ts, s.name, args.id
-- @case the sample has frames of kernel and user mode
SELECT c.depth, f.name, m.name AS mapping, m.start FROM stack_profile_callsite c JOIN stack_profile_frame f ON f.id = c.frame_id JOIN stack_profile_mapping m ON m.id = f.mapping ORDER BY c.depth
-- @case the sample is of a thread and a CPU
SELECT s.ts, source, tid, cpu_mode FROM __intrinsic_profiler_sample s JOIN __intrinsic_profiler_task_context t ON t.id = s.task_context_id JOIN thread USING (utid) JOIN __intrinsic_profiler_execution_context e ON e.id = s.execution_context_id
-- @case monotonic, wall and boot clock are related
SELECT clock_name, ts, clock_value FROM clock_snapshot
