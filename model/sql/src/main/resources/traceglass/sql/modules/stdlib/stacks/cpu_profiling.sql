-- Samples of all CPU profilers.
INCLUDE PERFETTO MODULE callstacks.stack_profile;

-- Samples with a callstack that were triggered by time, cycles or instructions, not by other events.
CREATE PERFETTO TABLE cpu_profiling_samples(
  id LONG, ts TIMESTAMP, utid JOINID(thread.id), tid LONG, thread_name STRING, ucpu LONG, cpu LONG, callsite_id LONG, source STRING) AS
SELECT
  sample.id, sample.ts, task.utid, t.tid, t.name AS thread_name, execution.ucpu, c.cpu, sample.callsite_id, sample.source
FROM stack_sample AS sample
LEFT JOIN stack_sample_task_context AS task ON task.id = sample.task_context_id
LEFT JOIN stack_sample_execution_context AS execution ON execution.id = sample.execution_context_id
LEFT JOIN stack_sample_session AS session ON session.id = sample.session_id
LEFT JOIN thread AS t ON t.utid = task.utid
LEFT JOIN cpu AS c ON c.id = execution.ucpu
WHERE session.timebase_unit IS NULL OR session.timebase_unit IN ('ns', 'cycles', 'instructions')
ORDER BY sample.ts, sample.id;

CREATE PERFETTO TABLE _cpu_profiling_self_callsites AS
SELECT * FROM _callstacks_for_callsites!((SELECT callsite_id FROM cpu_profiling_samples)) ORDER BY id;

-- All callstacks of the samples as one tree, with own and cumulative sample counts.
CREATE PERFETTO TABLE cpu_profiling_summary_tree(
  id LONG, parent_id LONG, name STRING, mapping_name STRING, source_file STRING, line_number LONG, self_count LONG, cumulative_count LONG) AS
SELECT
  own.id, own.parent_id, own.name, own.mapping_name, own.source_file, own.line_number, own.self_count, below.cumulative_count
FROM _cpu_profiling_self_callsites AS own
JOIN _callstacks_self_to_cumulative!((SELECT id, parent_id, self_count FROM _cpu_profiling_self_callsites)) AS below USING (id)
ORDER BY own.id;
