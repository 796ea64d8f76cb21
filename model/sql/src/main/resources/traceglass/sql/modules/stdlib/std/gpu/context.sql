-- GPU contexts opened by programs.

-- Contexts of GPU work.
CREATE PERFETTO VIEW gpu_context(
  id ID, context_id LONG, pid LONG, api STRING
)
AS
SELECT id, context_id, pid, api FROM __intrinsic_gpu_context;
