-- Callstacks and the samples that have them.

CREATE VIEW stack_profile_mapping AS FROM __intrinsic_stack_profile_mapping;
CREATE VIEW stack_profile_frame AS FROM __intrinsic_stack_profile_frame;
CREATE VIEW stack_profile_callsite AS FROM __intrinsic_stack_profile_callsite;
CREATE VIEW stack_profile_symbol AS FROM __intrinsic_stack_profile_symbol;

-- Every sample with the thread and CPU it was taken on.
CREATE VIEW _located_sample AS
SELECT s.*, task.utid, execution.cpu_mode, cpu.cpu
FROM __intrinsic_profiler_sample AS s
LEFT JOIN __intrinsic_profiler_task_context AS task ON task.id = s.task_context_id
LEFT JOIN __intrinsic_profiler_execution_context AS execution ON execution.id = s.execution_context_id
LEFT JOIN __intrinsic_cpu AS cpu ON cpu.id = execution.ucpu;

CREATE VIEW perf_session AS
SELECT id, id AS perf_session_id, cmdline FROM __intrinsic_profiler_session WHERE source = 'linux.perf';

CREATE VIEW perf_sample AS
SELECT
  id, ts, utid, cpu, coalesce(cpu_mode, 'unknown') AS cpu_mode, callsite_id, unwind_error, session_id AS perf_session_id
FROM _located_sample
WHERE source = 'linux.perf';

CREATE VIEW instruments_sample AS
SELECT id, ts, utid, callsite_id, cpu FROM _located_sample WHERE source = 'instruments';

CREATE VIEW cpu_profile_stack_sample AS
SELECT s.id, s.ts, s.callsite_id, s.utid, coalesce(extra.process_priority, 0) AS process_priority
FROM _located_sample AS s
LEFT JOIN __intrinsic_chrome_stack_sample_extras AS extra ON extra.profiler_sample_id = s.id
WHERE s.source IN ('chrome', 'gecko', 'json', 'legacy_v8', 'perf_text', 'simpleperf');

CREATE VIEW stack_sample AS
SELECT id, ts, source, task_context_id, execution_context_id, callsite_id, session_id
FROM __intrinsic_profiler_sample
WHERE callsite_id IS NOT NULL;

CREATE VIEW stack_sample_session AS
SELECT id, source, timebase_unit, cmdline
FROM __intrinsic_profiler_session
WHERE id IN (SELECT session_id FROM stack_sample);

CREATE VIEW stack_sample_task_context AS
SELECT id, upid, utid, async_context_id
FROM __intrinsic_profiler_task_context
WHERE id IN (SELECT task_context_id FROM stack_sample);

CREATE VIEW stack_sample_execution_context AS
SELECT id, ucpu, cpu_mode
FROM __intrinsic_profiler_execution_context
WHERE id IN (SELECT execution_context_id FROM stack_sample);

-- Contexts of samples, and their ancestors.
CREATE VIEW stack_sample_async_context AS
WITH RECURSIVE used AS (
  SELECT async_context_id AS id FROM stack_sample_task_context WHERE async_context_id IS NOT NULL
  UNION
  SELECT above.parent_id
  FROM used
  JOIN __intrinsic_profiler_async_context AS above USING (id)
  WHERE above.parent_id IS NOT NULL
)
SELECT id, name, kind, parent_id
FROM __intrinsic_profiler_async_context
WHERE id IN (SELECT id FROM used);

CREATE VIEW stack_sample_counter AS
SELECT c.id, s.id AS stack_sample_id, c.track_id, c.value
FROM __intrinsic_profiler_sample AS s
JOIN __intrinsic_profiler_counter_set AS member USING (counter_set_id)
JOIN __intrinsic_counter AS c ON c.id = member.counter_id
WHERE s.callsite_id IS NOT NULL;

-- Counters of samples with the weight of their sample: the increase of counters that grow from sample to sample, and the
-- value of others.
CREATE VIEW _sample_weight AS
SELECT
  member.counter_set_id, c.id, c.track_id,
  CASE
    WHEN t.type IN ('perf_cpu_counter', 'perf_global_counter') OR growing.key IS NOT NULL
      THEN c.value - lag(c.value, 1, 0) OVER (PARTITION BY c.track_id ORDER BY c.id)
    ELSE c.value
  END AS weight
FROM __intrinsic_profiler_counter_set AS member
JOIN __intrinsic_counter AS c ON c.id = member.counter_id
JOIN __intrinsic_track AS t ON t.id = c.track_id
LEFT JOIN __intrinsic_args AS growing
  ON growing.arg_set_id = t.source_arg_set_id AND growing.key = 'is_cumulative';

CREATE VIEW stack_sample_counter_track AS
SELECT
  c.id, c.name, c.type, c.parent_id, c.source_arg_set_id, c.machine_id, c.unit, c.description,
  coalesce(d.session_id, d.perf_session_id) AS session_id, d.cpu, d.is_timebase
FROM counter_track AS c
LEFT JOIN _track_args AS d USING (id)
WHERE c.id IN (SELECT track_id FROM stack_sample_counter);
