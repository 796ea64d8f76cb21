-- Code compiled by V8: isolates, scripts, functions, and the code of each.

-- Isolates of V8: instances with a heap and code of their own.
CREATE PERFETTO VIEW v8_isolate(
  v8_isolate_id LONG, upid JOINID(process.id), internal_isolate_id LONG, embedded_blob_code_start_address LONG,
  embedded_blob_code_size LONG, code_range_base_address LONG, code_range_size LONG, shared_code_range LONG,
  embedded_blob_code_copy_start_address LONG) AS
SELECT
  id AS v8_isolate_id, upid, internal_isolate_id, embedded_blob_code_start_address, embedded_blob_code_size, code_range_base_address,
  code_range_size, shared_code_range, embedded_blob_code_copy_start_address
FROM __intrinsic_v8_isolate;

-- JavaScript scripts in isolates of V8.
CREATE PERFETTO VIEW v8_js_script(
  v8_js_script_id LONG, v8_isolate_id LONG, internal_script_id LONG, script_type STRING, name STRING, source STRING) AS
SELECT id AS v8_js_script_id, v8_isolate_id, internal_script_id, script_type, name, source FROM __intrinsic_v8_js_script;

-- WebAssembly scripts in isolates of V8.
CREATE PERFETTO VIEW v8_wasm_script(
  v8_wasm_script_id LONG, v8_isolate_id LONG, internal_script_id LONG, url STRING, wire_bytes BYTES, source STRING) AS
SELECT
  id AS v8_wasm_script_id, v8_isolate_id, internal_script_id, url, base64_decode(wire_bytes_base64) AS wire_bytes, source
FROM __intrinsic_v8_wasm_script;

-- JavaScript functions that V8 compiled.
CREATE PERFETTO VIEW v8_js_function(
  v8_js_function_id LONG, name STRING, v8_js_script_id LONG, is_toplevel BOOL, kind STRING, line LONG, col LONG) AS
SELECT id AS v8_js_function_id, name, v8_js_script_id, is_toplevel, kind, line, col FROM __intrinsic_v8_js_function;

-- Code of a JavaScript function; there may be several versions, by tier and because code is moved.
CREATE PERFETTO VIEW _v8_js_code(id LONG, jit_code_id LONG, v8_js_function_id LONG, tier STRING, bytecode BYTES) AS
SELECT id, jit_code_id, v8_js_function_id, tier, base64_decode(bytecode_base64) AS bytecode FROM __intrinsic_v8_js_code;

CREATE PERFETTO VIEW _v8_internal_code(id LONG, jit_code_id LONG, v8_isolate_id LONG, function_name STRING, code_type STRING) AS
SELECT id, jit_code_id, v8_isolate_id, function_name, code_type FROM __intrinsic_v8_internal_code;

CREATE PERFETTO VIEW _v8_wasm_code(
  id LONG, jit_code_id LONG, v8_isolate_id LONG, v8_wasm_script_id LONG, function_name STRING, tier STRING, code_offset_in_module LONG) AS
SELECT id, jit_code_id, v8_isolate_id, v8_wasm_script_id, function_name, tier, code_offset_in_module FROM __intrinsic_v8_wasm_code;

CREATE PERFETTO VIEW _v8_regexp_code(id LONG, jit_code_id LONG, v8_isolate_id LONG, pattern STRING) AS
SELECT id, jit_code_id, v8_isolate_id, pattern FROM __intrinsic_v8_regexp_code;
