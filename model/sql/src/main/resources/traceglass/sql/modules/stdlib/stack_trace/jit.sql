-- Code compiled at run time.

CREATE PERFETTO VIEW _jit_code(
  jit_code_id LONG, create_ts TIMESTAMP, estimated_delete_ts TIMESTAMP, utid JOINID(thread.id), start_address LONG, size LONG,
  function_name STRING, native_code BYTES) AS
SELECT
  id AS jit_code_id, create_ts, estimated_delete_ts, utid, start_address, size, function_name, base64_decode(native_code_base64) AS native_code
FROM __intrinsic_jit_code;

CREATE PERFETTO VIEW _jit_frame(jit_code_id LONG, frame_id LONG) AS
SELECT jit_code_id, frame_id FROM __intrinsic_jit_frame;
