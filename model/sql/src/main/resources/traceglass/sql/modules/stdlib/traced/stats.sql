-- Duration of flushes of the tracing service for a clone of a session.

CREATE PERFETTO MACRO _traced_clone_latency(start_stat Expr)
RETURNS TableOrSubquery AS
(
  SELECT done.idx AS buffer_id, done.value - began.value AS duration_ns, done.machine_id, done.trace_id
  FROM stats AS done
  JOIN stats AS began
    ON began.machine_id IS NOT DISTINCT FROM done.machine_id AND began.trace_id IS NOT DISTINCT FROM done.trace_id
  WHERE done.name = 'traced_buf_clone_done_timestamp_ns' AND began.name = $start_stat AND began.value <> 0
  ORDER BY done.machine_id, done.trace_id, done.idx
);

-- From the start of the clone until a buffer was copied.
CREATE PERFETTO TABLE traced_clone_flush_latency(
  buffer_id LONG, duration_ns LONG, machine_id JOINID(machine.id), trace_id LONG
)
AS
SELECT * FROM _traced_clone_latency!('traced_clone_started_timestamp_ns');

-- From the trigger that requested the clone.
CREATE PERFETTO TABLE traced_trigger_clone_flush_latency(
  buffer_id LONG, duration_ns LONG, machine_id JOINID(machine.id), trace_id LONG
)
AS
SELECT * FROM _traced_clone_latency!('traced_clone_trigger_timestamp_ns');
