-- @case times of each file are placed by the clocks that the manifest relates
SELECT s.ts, s.name FROM slice AS s ORDER BY s.ts

-- @case processes of one number on two machines are two
SELECT p.pid, p.name, m.name AS machine FROM process AS p LEFT JOIN machine AS m ON m.id = p.machine_id WHERE p.pid != 0 ORDER BY p.upid

-- @case attributes are metadata
SELECT name, str_value, int_value FROM metadata WHERE name GLOB 'manifest*' OR name GLOB 'trace_time*' ORDER BY name

-- @case files are listed in the order in which they were read
SELECT name, trace_type, processing_order FROM __intrinsic_trace_file ORDER BY processing_order, name
