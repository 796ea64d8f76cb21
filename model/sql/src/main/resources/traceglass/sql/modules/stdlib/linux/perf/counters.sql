-- Counters read together with perf samples.

-- Value of a counter with this name at a sample, NULL if it was not read.
CREATE PERFETTO FUNCTION linux_perf_counter_for_sample(sample_id JOINID(perf_sample.id), counter_name STRING) RETURNS DOUBLE AS
SELECT min(c.value)
FROM __intrinsic_profiler_sample AS s
JOIN __intrinsic_profiler_counter_set AS member ON member.counter_set_id = s.counter_set_id
JOIN counter AS c ON c.id = member.counter_id
JOIN track AS t ON t.id = c.track_id
WHERE s.id = $sample_id AND t.name = $counter_name;

-- One row per counter of each sample.
CREATE PERFETTO VIEW linux_perf_sample_with_counters(
  sample_id JOINID(perf_sample.id), ts TIMESTAMP, utid JOINID(thread.id), cpu LONG, cpu_mode STRING,
  callsite_id JOINID(stack_profile_callsite.id), unwind_error STRING, perf_session_id JOINID(perf_session.id),
  counter_id JOINID(counter.id), track_id JOINID(track.id), counter_value DOUBLE) AS
SELECT
  s.id AS sample_id, s.ts, task.utid, cpu.cpu, coalesce(execution.cpu_mode, 'unknown') AS cpu_mode, s.callsite_id, s.unwind_error,
  s.session_id AS perf_session_id, member.counter_id, c.track_id, c.value AS counter_value
FROM __intrinsic_profiler_sample AS s
JOIN __intrinsic_profiler_counter_set AS member ON member.counter_set_id = s.counter_set_id
JOIN counter AS c ON c.id = member.counter_id
LEFT JOIN __intrinsic_profiler_task_context AS task ON task.id = s.task_context_id
LEFT JOIN __intrinsic_profiler_execution_context AS execution ON execution.id = s.execution_context_id
LEFT JOIN __intrinsic_cpu AS cpu ON cpu.id = execution.ucpu
WHERE s.source = 'linux.perf';
